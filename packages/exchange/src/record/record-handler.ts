import type { BodyStream, HttpHandler, HttpRequest, HttpResponse } from "@a2agen/runtime/http";
import type { Header } from "../generated/a2agen/exchange/v1/exchange_types.ts";
import { allVersions } from "../versions.ts";
import { bodyFrames } from "./body-frames.ts";
import type { RecordedCall, Recorder } from "./recorder.ts";

const encoder = new TextEncoder();

/** Headers of requests that a server asks for. */
const asked: readonly string[] = [
  "accept",
  "authorization",
  "content-length",
  "content-type",
  "cookie",
  "last-event-id",
  "origin",
  "traceparent",
  "user-agent",
  "x-api-key",
  ...new Set(
    allVersions.flatMap(({ service: { protocol } }) =>
      [protocol.versionParameter, protocol.extensionsParameter].flatMap(
        (row) => row?.name.toLowerCase() ?? [],
      ),
    ),
  ),
];

/** A handler of HTTP requests that records what goes over the wire; requests for others are not recorded. */
export function recordHandler(handle: HttpHandler, recorder: Recorder): HttpHandler {
  return async (request) => {
    const { base = "", target, method } = request;
    const url = `http://${request.header("host") ?? "localhost"}${base}${target}`;
    const call = recorder.begin({ verb: method, url, headers: headersOf(request, recorder.secretNames) });
    const answer = await handle(recordingRequest(request, call));
    if (answer === undefined) {
      recorder.forget(call);
      return undefined;
    }
    call.head(
      answer.status,
      Object.entries(answer.headers).map(([name, value]) => ({ name, value })),
    );
    return { ...answer, ...recordBody(answer, call) };
  };
}

function headersOf(request: HttpRequest, secretNames: Iterable<string>): Header[] {
  return [...new Set([...asked, ...secretNames])].flatMap((name) => {
    const value = request.header(name);
    return value === undefined ? [] : [{ name, value }];
  });
}

/** The request, whose body is recorded when the server reads it. */
function recordingRequest(request: HttpRequest, call: RecordedCall): HttpRequest {
  return new Proxy(request, {
    get(target, name) {
      if (name !== "body") {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      }
      return async (limits: Parameters<HttpRequest["body"]>[0]) => {
        const bytes = await target.body(limits);
        call.body(bytes);
        return bytes;
      };
    },
  });
}

function recordBody(
  { body, headers }: HttpResponse,
  call: RecordedCall,
): { readonly body?: string | BodyStream } {
  const frames = bodyFrames(headers["content-type"] ?? "", (bytes) => call.frame(bytes));
  const push = (text: string): void => {
    const bytes = encoder.encode(text);
    if (call.takes(bytes.length)) frames.push(bytes);
  };
  const end = (error?: string): void => {
    frames.end();
    call.end(error);
  };
  if (typeof body !== "object") {
    if (body !== undefined) push(body);
    end();
    return {};
  }
  return {
    body: {
      async pull() {
        const piece = await body.pull();
        if (piece === undefined) end();
        else push(piece);
        return piece;
      },
      cancel() {
        end("the client left");
        body.cancel();
      },
      ...(body.onAbort && { onAbort: (listener) => body.onAbort?.(listener) }),
    },
  };
}
