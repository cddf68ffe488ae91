import { excerptOf } from "../http/answer-error.ts";
import { mediaTypeOf } from "../http/media-type.ts";
import { type HttpTransportOptions, type PendingAnswer, sendRequest } from "../http/outgoing.ts";
import type { CallOptions } from "../service/call-context.ts";
import type { CallError } from "../service/call-error.ts";
import { invalidAnswer } from "../service/invalid-answer.ts";
import type { ClientMethod, DuplexCarrier } from "../service/method.ts";
import type { ClientProtocol } from "../service/protocol.ts";
import { isUnknownEvent } from "../service/request-error.ts";
import { type ClientTransport, overHttp } from "../service/transport.ts";
import { readAnswer } from "./answer.ts";
import { bindingName } from "./binding-name.ts";
import { readError, tryJson } from "./error.ts";
import { pathFields } from "./path.ts";
import { type EventReader, explain, readEvent, readEventText } from "./stream.ts";
import { type WrittenRequest, writeRequests } from "./write-request.ts";

/** Carries calls over HTTP+JSON (A2A 11) to the interface at a URL. */
export function createRestTransport(
  protocol: ClientProtocol,
  options: HttpTransportOptions,
): ClientTransport {
  const client = new RestClient(protocol, options);
  return {
    binding: bindingName,
    unary: (method, request, call) => client.unary(method, request, call),
    stream: (method, request, call) => client.stream(method, request, call),
    clientStream: async (method, requests, options) =>
      overHttp(method).client(client.carry(method), { method, requests, options }),
    bidiStream: (method, requests, options) =>
      overHttp(method).bidi(client.carry(method), { method, requests, options }),
    close: () => Promise.resolve(),
  };
}

/** An answer that is no error, and what was asked. */
interface Answered {
  readonly pending: PendingAnswer;
  readonly url: string;
  readonly written: WrittenRequest;
}

class RestClient {
  readonly #protocol: ClientProtocol;
  readonly #options: HttpTransportOptions;
  readonly #base: string;
  /** The query of the interface's URL, which stays with every call. */
  readonly #baseQuery: string;
  readonly #acceptAnswer: string;
  readonly #acceptStream: string;

  constructor(protocol: ClientProtocol, options: HttpTransportOptions) {
    this.#protocol = protocol;
    this.#options = options;
    const { origin, pathname, search } = new URL(options.url);
    this.#base = `${origin}${pathname.endsWith("/") ? pathname.slice(0, -1) : pathname}`;
    this.#baseQuery = search.slice(1);
    const { http, error, stream } = protocol.contentTypes;
    const types = [...new Set([http.send, ...http.accept, ...error.accept])];
    this.#acceptAnswer = types.join(", ");
    this.#acceptStream = [stream, ...types].join(", ");
  }

  async unary(method: ClientMethod, request: unknown, call: CallOptions): Promise<unknown> {
    const { pending, url, written } = await this.#send(method, request, { call, accept: this.#acceptAnswer });
    const text = await pending.text();
    try {
      return readAnswer(method, written.binding, { text, onWarning: this.#options.onWarning });
    } catch (cause) {
      throw invalidAnswer(this.#protocol, `${url}: ${explain(cause)}`, cause);
    }
  }

  async *stream(
    method: ClientMethod,
    request: unknown,
    call: CallOptions,
  ): AsyncGenerator<unknown, void, undefined> {
    const { pending, url, written } = await this.#send(method, request, { call, accept: this.#acceptStream });
    const reader: EventReader = {
      method,
      binding: written.binding,
      protocol: this.#protocol,
      url,
      onWarning: this.#options.onWarning,
    };
    const type = mediaTypeOf(pending.response.headers.get("content-type") ?? undefined);
    if (type !== this.#protocol.contentTypes.stream) {
      yield readEventText(await pending.text(), reader);
      return;
    }
    for await (const event of pending.events()) {
      let value: unknown;
      if (event.id !== "") call.onEventId?.(event.id);
      try {
        value = readEvent(event, reader);
      } catch (error) {
        if (!isUnknownEvent(error, tryJson(event.data))) throw error;
        const message = `an event of an unknown kind was skipped: ${JSON.stringify(excerptOf(event.data))}`;
        reader.onWarning?.({ method: reader.method.name, path: "", message });
        continue;
      }
      yield value;
    }
  }

  carry(method: ClientMethod): DuplexCarrier {
    return {
      open: (message = {}, call) => this.stream(method, message, call),
      send: async (message = {}, call) => {
        const { pending } = await this.#send(method, message, { call, accept: this.#acceptAnswer });
        await pending.text();
      },
    };
  }

  /** Sends a request, by another rule when the server does not have the first one. */
  async #send(
    method: ClientMethod,
    request: unknown,
    init: { readonly call: CallOptions; readonly accept: string },
  ): Promise<Answered> {
    let best: WrittenRequest | undefined;
    let failed: CallError | undefined;
    for (const written of writeRequests(method, request, this.#protocol)) {
      best ??= written;
      if (!hasSameFields(written, best)) continue;
      const answered = await this.#sendByRule(written, init);
      if (answered.pending.response.ok) return answered;
      const error = await this.#readFailure(answered);
      if (!this.#mayRepeat(method) || !this.#lacksRule(error)) throw error;
      // That there is no such verb says less than what another rule was answered.
      if (failed === undefined || error.http !== 405) failed = error;
    }
    throw failed ?? new TypeError(`${method.name}: no rule can carry the request`);
  }

  async #sendByRule(
    written: WrittenRequest,
    { call, accept }: { readonly call: CallOptions; readonly accept: string },
  ): Promise<Answered> {
    const { verb, body } = written;
    const url = this.#urlOf(written.target);
    const { send } = this.#protocol.contentTypes.http;
    const pending = await sendRequest(
      {
        verb,
        url,
        headers: { accept, ...(body === undefined ? {} : { "content-type": send }) },
        ...(body === undefined ? {} : { body }),
      },
      { transport: this.#options, call, protocol: this.#protocol },
    );
    return { pending, url, written };
  }

  async #readFailure({ pending, url }: Answered): Promise<CallError> {
    return readError({ url, response: pending.response, body: await pending.text() }, this.#protocol);
  }

  /** Whether an error says that the server has no such rule, and not that a task or the like is missing. */
  #lacksRule({ http, name }: CallError): boolean {
    return (http === 404 || http === 405) && !Object.hasOwn(this.#protocol.errors, name);
  }

  #mayRepeat(method: ClientMethod): boolean {
    return method.idempotent === true || method.name === this.#protocol.tasks?.resume.method;
  }

  #urlOf(target: string): string {
    const url = `${this.#base}${target}`;
    return this.#baseQuery === "" ? url : `${url}${target.includes("?") ? "&" : "?"}${this.#baseQuery}`;
  }
}

function hasSameFields(one: WrittenRequest, other: WrittenRequest): boolean {
  const fields = pathFields(one.binding);
  const others = pathFields(other.binding);
  return fields.length === others.length && fields.every((field) => others.includes(field));
}
