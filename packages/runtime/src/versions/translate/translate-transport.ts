import type { CallOptions } from "../../service/call-context.ts";
import { type CallError, clientError, isCallError, protocolError } from "../../service/call-error.ts";
import { invalidAnswer } from "../../service/invalid-answer.ts";
import type { ClientDefinition, ClientMethod, Method } from "../../service/method.ts";
import type { ClientProtocol } from "../../service/protocol.ts";
import type { ClientTransport, Transport } from "../../service/transport.ts";
import type { CallLosses, TranslateTransportOptions } from "./call-losses.ts";
import type { MethodTranslation, ServiceTranslation } from "./service-translation.ts";
import { translateError } from "./translate-error.ts";
import type { Loss, Translated } from "./translator.ts";

/**
 * Carries the calls of the newer service over a transport of the older one: requests are downgraded, answers,
 * events and errors upgraded. A method that the older version lacks fails with the error that the newer one
 * has for what an agent does not offer (A2A 3.3.2). Methods of other services, those of extensions, are
 * carried with their own messages. Methods to which a client sends a stream are not carried.
 */
export function translateTransport(
  translation: ServiceTranslation,
  inner: ClientTransport,
  options?: TranslateTransportOptions,
): ClientTransport;
export function translateTransport(
  translation: ServiceTranslation,
  inner: Transport,
  options?: TranslateTransportOptions,
): Transport;
export function translateTransport(
  translation: ServiceTranslation,
  inner: Transport,
  { onLosses }: TranslateTransportOptions = {},
): ClientTransport {
  const { older, newer } = translation;
  const routes = buildRoutes(translation);

  const open = (method: ClientMethod, request: unknown, options: CallOptions): TranslatedCall => {
    const route = routes.get(method.name);
    if (route === undefined) {
      if (isOf(newer, method)) throw notThere(method, translation);
      // Methods of other services are those for which the transport below was made.
      return { method: method as Method, request, pairs: [], read: (value) => value };
    }
    const tell = (of: CallLosses["of"], losses: readonly Loss[]): void => {
      if (losses.length > 0) onLosses?.({ method: method.name, of, losses });
    };
    const sent = downgrade(method, route.rows, request);
    tell("request", sent.losses);
    tell("options", lossesOf(options, older.protocol));
    return {
      method: route.method,
      request: sent.value,
      pairs: route.rows.pairs ?? [],
      read(value) {
        const read = upgrade(method, route.rows, { value, protocol: newer.protocol });
        tell("response", read.losses);
        return read.value;
      },
    };
  };

  const explain = (error: unknown, { pairs }: TranslatedCall, sent: unknown): unknown =>
    isCallError(error) ? translateError(error, translation, { direction: "upgrade", pairs, sent }) : error;

  return {
    binding: inner.binding,
    async unary(method, request, options) {
      const call = open(method, request, options);
      let answer: unknown;
      try {
        answer = await inner.unary(call.method, call.request, options);
      } catch (error) {
        throw explain(error, call, request);
      }
      return call.read(answer);
    },
    async *stream(method, request, options) {
      const call = open(method, request, options);
      try {
        for await (const event of inner.stream(call.method, call.request, options)) yield call.read(event);
      } catch (error) {
        throw explain(error, call, request);
      }
    },
    close: () => inner.close(),
  };
}

interface TranslatedCall {
  readonly method: Method;
  readonly request: unknown;
  readonly pairs: readonly string[];
  /** Upgrades the answer or an event. */
  read(value: unknown): unknown;
}

/** A method of the older service, and how the newer one's is called there. */
interface Route {
  readonly method: Method;
  readonly rows: MethodTranslation;
}

/** By the name of the newer method. */
function buildRoutes({ older, newer, methods }: ServiceTranslation): ReadonlyMap<string, Route> {
  const newerMethods: Readonly<Record<string, ClientMethod>> = newer.methods;
  const olderMethods: Readonly<Record<string, Method>> = older.methods;
  return new Map(
    methods.flatMap((rows): (readonly [string, Route])[] => {
      const method = olderMethods[rows.older];
      const name = newerMethods[rows.newer]?.name;
      return method === undefined || name === undefined ? [] : [[name, { method, rows }]];
    }),
  );
}

function isOf({ methods }: ClientDefinition, { name }: ClientMethod): boolean {
  return Object.values<ClientMethod>(methods).some((own) => own.name === name);
}

/** A translator takes valid values; a caller without types can give others. */
function downgrade(
  { name, input }: ClientMethod,
  { request: translator }: MethodTranslation,
  request: unknown,
): Translated<unknown> {
  try {
    return translator.downgrade(request);
  } catch (cause) {
    throw clientError("INVALID_ARGUMENT", `the request of ${name} is no ${input.typeName}`, { cause });
  }
}

/** Answers are read leniently, so that one can have come that the translator does not expect. */
function upgrade(
  { name }: ClientMethod,
  { response: translator }: MethodTranslation,
  { value, protocol }: { readonly value: unknown; readonly protocol: ClientProtocol },
): Translated<unknown> {
  try {
    return translator.upgrade(value);
  } catch (cause) {
    throw invalidAnswer(protocol, `${name} returned no valid ${translator.older}`, cause);
  }
}

function lossesOf(
  { extensions = [] }: CallOptions,
  { name, extensionsParameter }: ClientProtocol,
): readonly Loss[] {
  if (extensions.length === 0 || extensionsParameter !== undefined) return [];
  const message = `calls of ${name} cannot name extensions`;
  return [
    {
      kind: "no-counterpart",
      typeName: "CallOptions",
      path: "extensions",
      segments: ["extensions"],
      message,
    },
  ];
}

function notThere({ name }: ClientMethod, { older, newer }: ServiceTranslation): CallError {
  const { protocol } = newer;
  const spoken = older.protocol.version ?? older.protocol.name;
  const message = `the agent speaks version ${spoken} of the protocol, which has no ${name}`;
  const error = errorFor(name, protocol);
  return error === undefined
    ? clientError("UNIMPLEMENTED", message)
    : protocolError(protocol, error, { message, origin: "client" });
}

/**
 * The protocol's error for a method that an agent does not offer: that of the capability which the
 * method needs, or else the one that most capabilities have.
 */
function errorFor(method: string, { card }: ClientProtocol): string | undefined {
  const rules = card?.capabilities ?? [];
  const own = rules.find(({ methods }) => methods.includes(method));
  if (own !== undefined) return own.error;
  const count = (name: string): number => rules.filter(({ error }) => error === name).length;
  return rules.map(({ error }) => error).sort((one, other) => count(other) - count(one))[0];
}
