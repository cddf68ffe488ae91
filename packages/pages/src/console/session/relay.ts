import { base64ToBytes, bytesToBase64 } from "@a2agen/runtime/internal";
import type { RelayedMessage, RelayLine, RelayRequest } from "../../console-server/relay-protocol.ts";
import type { SignInLine, SignInPrompt, SignInRequest } from "../../console-server/sign-in-protocol.ts";

/** An answer that the relay passes on. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The message of gRPC as it was sent. */
  readonly sent: Uint8Array | undefined;
  /** The pieces of the body, or the messages of gRPC; throws an Error if the answer breaks off. */
  readonly pieces: AsyncGenerator<RelayedPiece, void, undefined>;
  /** The trailers of gRPC; there after the last piece. */
  readonly trailers: () => readonly (readonly [name: string, value: string])[];
  /** The details of the status of gRPC; there after the last piece. */
  readonly details: () => readonly object[];
}

/** A piece of a body, or a message of gRPC with what it says. */
export interface RelayedPiece {
  readonly bytes: Uint8Array;
  readonly message: RelayedMessage | undefined;
}

interface HttpRequest {
  readonly verb: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

/** Sends requests to agents via the command that serves this page. */
export class Relay {
  readonly #token: string;
  readonly #onReach: (isReached: boolean) => void;
  #isFailing = false;

  /** `onReach` is called when an agent cannot be reached, and when one answers after that. */
  constructor(token: string, onReach: (isReached: boolean) => void) {
    this.#token = token;
    this.#onReach = onReach;
  }

  #setFailing(isFailing: boolean): void {
    if (this.#isFailing === isFailing) return;
    this.#isFailing = isFailing;
    this.#onReach(!isFailing);
  }

  /** Rejects with an Error if there is no answer. */
  sendHttp(
    { verb, url, headers, body }: HttpRequest,
    signal: AbortSignal | undefined,
  ): Promise<RelayedAnswer> {
    const bytes = body === undefined ? {} : { body: bytesToBase64(body) };
    return this.send({ kind: "http", verb, url, headers, ...bytes }, signal);
  }

  /** Rejects with an Error if there is no answer. */
  async send(request: RelayRequest, signal: AbortSignal | undefined): Promise<RelayedAnswer> {
    const lines = this.#lines<RelayLine>("/relay", {
      method: "POST",
      body: JSON.stringify(request),
      signal: signal ?? null,
    });
    let first = await lines.next();
    let sent: Uint8Array | undefined;
    if (first.done !== true && first.value.kind === "sent") {
      sent = base64ToBytes(first.value.bytes);
      first = await lines.next();
    }
    const head = first.done === true ? undefined : first.value;
    if (head?.kind !== "head") {
      this.#setFailing(true);
      throw new TypeError(head?.kind === "error" ? head.message : "the console's command has ended");
    }
    this.#setFailing(false);
    let end: Extract<RelayLine, { readonly kind: "end" }> = { kind: "end" };
    const fail = (): void => this.#setFailing(true);
    const pieces = async function* (): AsyncGenerator<RelayedPiece, void, undefined> {
      for await (const line of lines) {
        if (line.kind === "piece") yield { bytes: base64ToBytes(line.bytes), message: line.message };
        else if (line.kind === "error") {
          fail();
          throw new TypeError(line.message);
        } else if (line.kind === "end") end = line;
      }
    };
    return {
      status: head.status,
      headers: head.headers,
      sent,
      pieces: pieces(),
      trailers: () => end.trailers ?? [],
      details: () => end.details ?? [],
    };
  }

  /** Fetches JSON that is no part of the wire; undefined if it is not there. Never rejects. */
  async fetchJson(url: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    try {
      const wanted = { verb: "GET", url, headers: Object.entries(headers), body: undefined };
      const { status, pieces } = await this.sendHttp(wanted, AbortSignal.timeout(5000));
      const decoder = new TextDecoder();
      let text = "";
      for await (const { bytes } of pieces) text += decoder.decode(bytes, { stream: true });
      return status === 200 ? (JSON.parse(text) as unknown) : undefined;
    } catch {
      // An agent that is starting: it is asked again later.
      return undefined;
    }
  }

  /** A token from an authorization server; tells what a person has to do for it. Rejects with an Error. */
  async token(
    wanted: SignInRequest,
    tell: (prompt: SignInPrompt) => void,
    signal: AbortSignal,
  ): Promise<string> {
    const init = { method: "POST", body: JSON.stringify(wanted), signal };
    let message = "the console's command has ended";
    for await (const line of this.#lines<SignInLine>("/token", init)) {
      if (line.kind === "token") return line.token;
      if (line.kind === "prompt") tell(line);
      else ({ message } = line);
    }
    // The client shows errors with this code as they are.
    throw Object.assign(new Error(message), { code: "ERR_A2AGEN_OAUTH" });
  }

  /** A page of a recording that opens from a file. Rejects with an Error. */
  async toHtml(recording: string): Promise<string> {
    return (await this.#fetch("/html", { method: "POST", body: recording })).text();
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

  /** An answer of the command; undefined when it has ended. Never rejects. */
  async ask<Answer>(path: string, question?: unknown): Promise<Answer | undefined> {
    const init = question === undefined ? {} : { method: "POST", body: JSON.stringify(question) };
    try {
      return (await (await this.#fetch(path, init)).json()) as Answer;
    } catch {
      // What is sent to the agent next says that the command has ended.
      return undefined;
    }
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
