import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { EventLines } from "./event-lines.ts";
import type { Limits, Wanted } from "./limits.ts";
import { Recorder } from "./recorder.ts";

/** Connections that are used again. */
export interface HttpConnections {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

export function openHttp(): HttpConnections {
  return { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
}

/** Sends a request as it is, and records what comes; never rejects. */
export function sendHttp(
  request: Request,
  connections: HttpConnections,
  around: { readonly limits: Limits; readonly wanted: Wanted },
): Promise<Exchange> {
  const recorder = new Recorder(request, around);
  begin(request, connections, recorder);
  return recorder.finished;
}

function begin(request: Request, connections: HttpConnections, recorder: Recorder): void {
  try {
    const body = request.body === undefined ? undefined : fromRecorded(request.body);
    const url = new URL(request.url);
    const isSecure = url.protocol === "https:";
    const headers: Record<string, string | string[]> = {};
    for (const { name, value = "" } of request.headers ?? []) {
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    const send = isSecure ? requestHttps : requestHttp;
    const sent: ClientRequest = send(url, {
      method: request.verb,
      agent: isSecure ? connections.https : connections.http,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": String(body.length) }) },
    });
    let hasAnswer = false;
    recorder.onStop = () => sent.destroy();
    sent.on("response", (response) => {
      hasAnswer = true;
      read(response, recorder);
    });
    sent.on("error", (error) => {
      // The server has closed a connection that nothing used, as it may.
      if (sent.reusedSocket && !hasAnswer && !recorder.isOver) begin(request, connections, recorder);
      else recorder.end(`no answer: ${errorMessage(error)}`);
    });
    sent.end(body);
  } catch (error) {
    recorder.end(`the request cannot be sent: ${errorMessage(error)}`);
  }
}

function read(response: IncomingMessage, recorder: Recorder): void {
  const { statusCode = 0, rawHeaders } = response;
  const headers: Header[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.push({ name: (rawHeaders[at] ?? "").toLowerCase(), value: rawHeaders[at + 1] ?? "" });
  }
  recorder.head(statusCode, headers);
  const isStream = response.headers["content-type"]?.startsWith("text/event-stream") === true;
  const pieces: Buffer[] = [];
  const lines = new EventLines();
  const decoder = new TextDecoder();
  response.on("data", (piece: Buffer) => {
    if (!recorder.takes(piece.length)) return;
    if (!isStream) pieces.push(piece);
    else
      for (const data of lines.read(decoder.decode(piece, { stream: true })))
        recorder.frame(Buffer.from(data));
  });
  response.on("end", () => {
    if (!isStream && pieces.length > 0) recorder.frame(Buffer.concat(pieces));
    // The connection can be used again.
    recorder.onStop = () => undefined;
    recorder.end();
  });
  response.on("error", (error) => recorder.end(`the answer broke off: ${errorMessage(error)}`));
  response.on("close", () => recorder.end("the answer broke off"));
}
