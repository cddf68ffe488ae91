import type { Bytes, Exchange, Header } from "./generated/a2agen/exchange/v1/exchange_types.ts";

/** An HTTP Archive 1.2, which browsers and proxies read. */
export interface Har {
  readonly log: {
    readonly version: "1.2";
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly cookies: readonly [];
    readonly headersSize: -1;
    readonly bodySize: number;
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly headers: readonly HarHeader[];
    readonly cookies: readonly [];
    readonly content: {
      readonly size: number;
      readonly mimeType: string;
      readonly text: string;
      readonly encoding?: "base64";
    };
    readonly redirectURL: string;
    readonly headersSize: -1;
    readonly bodySize: number;
  };
  readonly cache: Readonly<Record<string, never>>;
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number };
  readonly comment?: string;
}

type HarHeader = { readonly name: string; readonly value: string };

/** An HTTP Archive of exchanges. The events of a stream are one body; messages of gRPC are in base64. */
export function toHar(exchanges: readonly Exchange[]): Har {
  return {
    log: { version: "1.2", creator: { name: "a2agen", version: "1" }, entries: exchanges.map(toEntry) },
  };
}

function toEntry({ startTime, request, answer, end, binding, method }: Exchange): HarEntry {
  const total = Number(end?.afterMs ?? answer?.frames?.at(-1)?.afterMs ?? 0);
  const wait = Number(answer?.afterMs ?? total);
  const httpVersion = binding === "GRPC" ? "HTTP/2" : "HTTP/1.1";
  const type = headerOf(answer?.headers, "content-type");
  const frames = answer?.frames ?? [];
  const isStream = type.startsWith("text/event-stream");
  const texts = frames.map(({ bytes }) => bytes.text);
  const isText = texts.every((text) => text !== undefined);
  const text = isText
    ? texts.map((each) => (isStream ? `data: ${each}\n\n` : each)).join("")
    : frames.map(({ bytes }) => base64Of(bytes)).join("\n");
  const comments = [method, end?.error].filter((each) => each !== undefined);
  return {
    startedDateTime: startTime,
    time: total,
    request: {
      method: request.verb,
      url: request.url,
      httpVersion,
      headers: (request.headers ?? []).map(toHarHeader),
      queryString: queryOf(request.url),
      cookies: [],
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : sizeOf(request.body),
      ...(request.body === undefined
        ? {}
        : {
            postData: {
              mimeType: headerOf(request.headers, "content-type"),
              text: request.body.text ?? base64Of(request.body),
            },
          }),
    },
    response: {
      // 0 says that there was none.
      status: answer?.status ?? 0,
      statusText: "",
      httpVersion,
      headers: (answer?.headers ?? []).map(toHarHeader),
      cookies: [],
      content: {
        size: text.length,
        mimeType: type,
        text,
        ...(isText ? {} : { encoding: "base64" as const }),
      },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, total - wait) },
    ...(comments.length === 0 ? {} : { comment: comments.join(": ") }),
  };
}

function toHarHeader({ name, value = "" }: Header): HarHeader {
  return { name, value };
}

function headerOf(headers: readonly Header[] | undefined, wanted: string): string {
  return headers?.find(({ name }) => name === wanted)?.value ?? "";
}

function queryOf(url: string): readonly HarHeader[] {
  try {
    return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  } catch {
    // Recordings of others may have addresses of another form.
    return [];
  }
}

function base64Of({ base64 = "", text }: Bytes): string {
  return text ?? base64;
}

function sizeOf({ text, base64 = "" }: Bytes): number {
  return text === undefined ? Math.floor((base64.length * 3) / 4) : new TextEncoder().encode(text).length;
}
