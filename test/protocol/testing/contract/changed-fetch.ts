import { setTimeout as delay } from "node:timers/promises";
import { SseParser } from "@a2agen/runtime/sse";

/** A change of an agent, made of its answers on their way. */
export interface Change {
  readonly name: string;
  /** The number of the request in the recording; every one without it. */
  readonly at?: number;
  readonly status?: number;
  readonly headers?: (headers: Headers) => void;
  /** What is sent instead of an event, or of a body; called for each answer. */
  readonly events?: () => (value: unknown, at: number) => readonly unknown[];
  /** How a value is written. */
  readonly write?: (value: unknown) => string;
  readonly request?: (text: string) => string;
  readonly delayMs?: () => number;
}

/** A `fetch` to an agent with a change. The first request is for the card, and has no number. */
export function changedFetch(change: Change): typeof fetch {
  let number = -1;
  return async (input, init) => {
    const at = number++;
    const isCard = at <= 0;
    const { request = (text: string) => text } = change;
    const body =
      init?.body === undefined ? undefined : request(new TextDecoder().decode(init.body as Uint8Array));
    const response = await fetch(request(toUrl(input)), { ...init, ...(body !== undefined && { body }) });
    const isMeant = change.at === undefined || change.at === at || (change.at === 0 && isCard);
    return isMeant ? changeResponse(response, change) : response;
  };
}

/** The address that `fetch` was called with. */
export function toUrl(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

function changeResponse(response: Response, change: Change): Response {
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "transfer-encoding"]) headers.delete(name);
  const isStream = (headers.get("content-type") ?? "").startsWith("text/event-stream");
  change.headers?.(headers);
  const body = response.body === null ? null : changeBody(response.body, change, isStream);
  return new Response(body, { status: change.status ?? response.status, headers });
}

function changeBody(
  body: ReadableStream<Uint8Array>,
  change: Change,
  isStream: boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const edit = change.events?.() ?? ((value: unknown) => [value]);
  const write = change.write ?? ((value: unknown) => JSON.stringify(value));
  const pending: string[] = [];
  const parser = new SseParser({
    maximumCharacters: Number.MAX_SAFE_INTEGER,
    onEvent: ({ data }) => void pending.push(data),
  });
  const decoder = new TextDecoder();
  let whole = "";
  let count = 0;
  const put = async (
    text: string,
    controller: TransformStreamDefaultController<Uint8Array>,
  ): Promise<void> => {
    for (const value of editInner(JSON.parse(text), (inner) => edit(inner, count++))) {
      if (change.delayMs !== undefined) await delay(change.delayMs());
      const written = write(value);
      const lines = written.split("\n").map((line) => `data: ${line}\n`);
      controller.enqueue(encoder.encode(isStream ? `${lines.join("")}\n` : written));
    }
  };
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(piece, controller) {
        const text = decoder.decode(piece, { stream: true });
        if (isStream) parser.push(text);
        else whole += text;
        for (const data of pending.splice(0)) await put(data, controller);
      },
      async flush(controller) {
        if (whole !== "") await put(whole, controller);
      },
    }),
  );
}

/** Edits what JSON-RPC has in its envelope; over HTTP+JSON there is none. */
function editInner(value: unknown, edit: (inner: unknown) => readonly unknown[]): readonly unknown[] {
  const envelope = value as Readonly<Record<string, unknown>>;
  const name =
    envelope["jsonrpc"] === undefined ? undefined : ["result", "error"].find((each) => each in envelope);
  if (name === undefined) return edit(value);
  return edit(envelope[name]).map((inner) => {
    const isError = typeof inner === "object" && inner !== null && "code" in inner;
    const { [name]: _, ...rest } = envelope;
    return { ...rest, [isError ? "error" : "result"]: inner };
  });
}
