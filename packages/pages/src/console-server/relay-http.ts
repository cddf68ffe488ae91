import type { IncomingMessage } from "node:http";
import { Routes } from "@a2agen/runtime/node";
import type { RelayHttpRequest, RelayLine } from "./relay-protocol.ts";

/** Kept for the connections. */
let routes: Routes | undefined;

/** Sends a request over HTTP/1.1, and yields its answer as it comes; never throws. */
export async function* relayHttp(
  request: RelayHttpRequest,
  signal: AbortSignal,
): AsyncGenerator<RelayLine, void, undefined> {
  try {
    const answer = await open(request, signal);
    yield { kind: "head", status: answer.statusCode ?? 0, headers: pairsOf(answer.rawHeaders) };
    for await (const piece of answer) yield { kind: "piece", bytes: (piece as Buffer).toString("base64") };
    yield { kind: "end" };
  } catch (error) {
    yield { kind: "error", message: explain(error) };
  }
}

function open({ verb, url, headers, body }: RelayHttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    routes ??= new Routes();
    // Not by fetch, which changes headers and follows redirects.
    const { send, options } = routes.find(new URL(url));
    const sent = send(
      { ...options, method: verb, headers: { ...options.headers, ...toHeaders(headers) }, signal },
      resolve,
    );
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : Buffer.from(body, "base64"));
  });
}

function toHeaders(entries: RelayHttpRequest["headers"]): Readonly<Record<string, string[]>> {
  const headers = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value]);
  }
  return Object.fromEntries(headers);
}

function pairsOf(raw: readonly string[]): (readonly [string, string])[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""] as const] : []));
}

/** The library's message; that of the first try where several addresses were tried. */
function explain(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return explain(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
