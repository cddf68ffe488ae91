import type { RelayLine, RelayRequest } from "../../../cli/console/relay-protocol.ts";
import { base64ToBytes, bytesToBase64 } from "../../../runtime/core/base64.ts";

/** An answer that the relay passes on. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The pieces of the body, or the messages of gRPC; throws an Error if the answer breaks off. */
  readonly pieces: AsyncGenerator<Uint8Array, void, undefined>;
  /** The trailers of gRPC; there after the last piece. */
  readonly trailers: () => readonly (readonly [name: string, value: string])[];
}

export interface RelayInit extends Omit<RelayRequest, "body"> {
  readonly body: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Sends requests to agents by way of the command that serves this page. */
export class Relay {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  /** Rejects with an Error if there is no answer. */
  async send({ body, signal, ...request }: RelayInit): Promise<RelayedAnswer> {
    const wanted: RelayRequest = { ...request, ...(body === undefined ? {} : { body: bytesToBase64(body) }) };
    const lines = this.#lines<RelayLine>("/relay", {
      method: "POST",
      body: JSON.stringify(wanted),
      signal: signal ?? null,
    });
    const first = await lines.next();
    const head = first.done === true ? undefined : first.value;
    if (head?.kind !== "head") {
      throw new TypeError(head?.kind === "error" ? head.message : "the console's command has ended");
    }
    let trailers: RelayedAnswer["trailers"] extends () => infer Entries ? Entries : never = [];
    const pieces = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
      for await (const line of lines) {
        if (line.kind === "piece") yield base64ToBytes(line.bytes);
        else if (line.kind === "error") throw new TypeError(line.message);
        else if (line.kind === "end") trailers = line.trailers ?? [];
      }
    };
    return { status: head.status, headers: head.headers, pieces: pieces(), trailers: () => trailers };
  }

  /** Makes an address to which agents can send notifications. */
  async openWebhook(): Promise<string> {
    const response = await this.#fetch("/hooks", { method: "POST" });
    const { url } = (await response.json()) as { readonly url: string };
    return url;
  }

  /** The notifications that came to the webhooks, and those that come. */
  deliveries(signal: AbortSignal): AsyncGenerator<Notification, void, undefined> {
    return this.#lines<Notification>("/deliveries", { signal });
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(path, { ...init, headers: { "x-a2agen-token": this.#token } });
    if (!response.ok) throw new TypeError((await response.text()).trim());
    return response;
  }

  async *#lines<Line>(path: string, init: RequestInit): AsyncGenerator<Line, void, undefined> {
    const { body } = await this.#fetch(path, init);
    if (body === null) return;
    let rest = "";
    for await (const piece of readPieces(body)) {
      const lines = `${rest}${piece}`.split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as Line;
    }
  }
}

/** A notification that an agent sent. */
export interface Notification {
  readonly hook: string;
  readonly receivedAt: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly body: string;
}

/** Ends the request when the loop is left, as not every browser's stream does. */
async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
