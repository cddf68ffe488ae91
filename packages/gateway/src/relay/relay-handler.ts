import { errors } from "@a2agen/a2a-1.0";
import { current } from "@a2agen/exchange/versions.ts";
import type { CallContext, CallOptions, Method } from "@a2agen/runtime/service";
import type { CallLog } from "../observe/call-log.ts";
import type { CallerCredentials } from "./caller-credentials.ts";
import type { LiveUpstream } from "./live-upstream.ts";
import type { Upstream } from "./upstream.ts";

/** Changes requests before they go to the upstream, and answers before they go to the client. */
export interface Rewriting {
  request(method: string, request: unknown, context: CallContext): unknown;
  answer(method: string, answer: unknown): unknown;
}

export interface RelayInit {
  readonly live: LiveUpstream;
  readonly credentials: CallerCredentials;
  readonly log: CallLog;
  readonly rewriting: Rewriting;
  /** Told of answers that break the rules of the upstream's version; throws to refuse them. */
  readonly onProblems: (problems: readonly string[]) => void;
}

type ClientCall = (request: unknown, options: CallOptions) => unknown;

/** A method of a client, by its name there. */
function callOf({ client }: Upstream, key: string): ClientCall {
  // The client has the methods of the handler.
  return (client as unknown as Readonly<Record<string, ClientCall>>)[key] as ClientCall;
}

/** A handler of 1.0 that passes each call on: its client may go, and its stream is read as it is taken. */
export function createRelayHandler(init: RelayInit): object {
  const methods: Readonly<Record<string, Method>> = current.service.methods;
  const relayed = Object.entries(methods).flatMap(([key, { kind }]) => {
    if (kind !== "unary" && kind !== "server") return [];
    return [[key, kind === "unary" ? relayUnary(key, init) : relayStream(key, init)] as const];
  });
  return Object.fromEntries(relayed);
}

function relayUnary(key: string, init: RelayInit) {
  return async (request: unknown, context: CallContext): Promise<unknown> => {
    init.log.claim();
    const sent = init.rewriting.request(context.method, request, context);
    const options = optionsFor(context, init);
    const answer = await init.live.call((upstream) => callOf(upstream, key)(sent, options));
    checkAnswer(init);
    return init.rewriting.answer(context.method, answer);
  };
}

function relayStream(key: string, init: RelayInit) {
  return async function* relay(
    request: unknown,
    context: CallContext,
  ): AsyncGenerator<unknown, void, undefined> {
    init.log.claim();
    const sent = init.rewriting.request(context.method, request, context);
    const place = context.header("last-event-id");
    const { headers, ...options } = optionsFor(context, init);
    const given: CallOptions = {
      ...options,
      headers: { ...headers, ...(place !== undefined && { "last-event-id": place }) },
      onEventId: (id) => context.mark?.(id),
    };
    const { events, first } = await init.live.call(async (upstream) => {
      const opened = callOf(upstream, key)(sent, given) as AsyncGenerator<unknown, void, undefined>;
      return { events: opened, first: await opened.next() };
    });
    try {
      for (let next = first; next.done !== true; next = await events.next()) {
        checkAnswer(init);
        yield next.value;
      }
    } catch (error) {
      init.live.fail(error);
      throw error;
    } finally {
      await events.return();
    }
  };
}

function optionsFor(context: CallContext, { credentials }: RelayInit): CallOptions {
  return {
    signal: context.signal,
    headers: credentials.headersFor(context),
    ...(context.extensions.length > 0 && {
      extensions: context.extensions,
      onActivated(uris: readonly string[]) {
        for (const uri of uris) if (context.extensions.includes(uri)) context.activate(uri);
      },
    }),
  };
}

function checkAnswer({ log, onProblems }: RelayInit): void {
  const problems = log.takeProblems();
  if (problems.length > 0) onProblems(problems);
}

/** Fails the call of an answer that breaks the rules. */
export function refuseAnswer(problems: readonly string[]): never {
  const shown = problems.slice(0, 3).join("; ");
  throw errors.InvalidAgentResponseError(`the answer of the agent is invalid: ${shown}`);
}
