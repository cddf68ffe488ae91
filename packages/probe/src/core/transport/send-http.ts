import type { ClientRequest, IncomingMessage } from "node:http";
import { fromRecorded } from "@a2agen/exchange/bytes.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import type { Routes } from "@a2agen/runtime/node";
import { EventLines } from "./event-lines.ts";
import type { Limits, Wanted } from "./limits.ts";
import { Recorder } from "./recorder.ts";

/** Sends a request as it is, and records what comes; never rejects. */
export function sendHttp(
  request: Request,
  routes: Routes,
  around: { readonly limits: Limits; readonly wanted: Wanted },
): Promise<Exchange> {
  const recorder = new Recorder(request, around);
  begin(request, routes, recorder);
  return recorder.finished;
}

function begin(request: Request, routes: Routes, recorder: Recorder): void {
  try {
    const body = request.body === undefined ? undefined : fromRecorded(request.body);
    const { send, options } = routes.find(new URL(request.url));
    const headers: Record<string, string | string[]> = {};
    for (const { name, value = "" } of request.headers ?? []) {
      const before = headers[name];
      headers[name] = before === undefined ? value : [before, value].flat();
    }
    const sent: ClientRequest = send({
      ...options,
      method: request.verb,
      headers: {
        ...options.headers,
        ...headers,
        ...(body === undefined ? {} : { "content-length": String(body.length) }),
      },
    });
    let hasAnswer = false;
    recorder.onStop = () => sent.destroy();
    sent.on("response", (response) => {
      hasAnswer = true;
      read(response, recorder);
    });
    sent.on("error", (error) => {
      // The server has closed a connection that nothing used, as it may.
      if (sent.reusedSocket && !hasAnswer && !recorder.isOver) begin(request, routes, recorder);
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
