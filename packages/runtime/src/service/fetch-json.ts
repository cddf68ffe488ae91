import { errorMessage } from "../core/object.ts";
import { abortable, startTimer } from "../core/time.ts";

/** The part of `fetch` that is used. */
export type FetchWhole = (
  url: string,
  init: {
    readonly method?: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: "manual";
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/** What one exchange may cost. */
export interface FetchLimits {
  readonly fetch: FetchWhole;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface FetchedJson {
  readonly value: unknown;
  readonly headers: Headers;
}

/**
 * Fetches JSON, within bounds and without redirects. Errors begin with the URL, and say nothing of what was
 * sent.
 */
export async function fetchJson(
  url: string,
  init: { readonly method?: string; readonly headers: Record<string, string>; readonly body?: string },
  { fetch, timeoutMs, maxBytes }: FetchLimits,
): Promise<FetchedJson> {
  const controller = new AbortController();
  const { signal } = controller;
  const late = new Error(`expected an answer within ${timeoutMs} ms`);
  const stopTimer = startTimer(timeoutMs, () => controller.abort(late));
  const exchange = async (): Promise<FetchedJson> => {
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    // A browser hides the status of a redirect that it does not follow behind 0.
    const found = response.redirected ? "a redirect" : response.status;
    if (found !== 200) throw new Error(`expected status 200, got ${found}`);
    const body = await readWhole(response, maxBytes);
    if (body === undefined) throw new Error(`expected at most ${maxBytes} bytes, got more`);
    return { value: parse(body), headers: response.headers };
  };
  try {
    // The race ends the wait even for a fetch that does not listen to the signal.
    return await abortable(exchange(), signal);
  } catch (cause) {
    throw new Error(`${url}: ${errorMessage(cause)}`, { cause });
  } finally {
    stopTimer();
    // Drops the rest of a body that is too long.
    controller.abort();
  }
}

/** The body of an answer; undefined for one that is longer, the rest of which is dropped. */
export async function readWhole(
  { body }: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    size += step.value.length;
    if (size > maxBytes) {
      reader?.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(step.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new Error("expected JSON in UTF-8", { cause });
  }
}
