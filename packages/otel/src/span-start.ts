import type { CallTarget, Operation } from "@a2agen/runtime/service";
import { type Attributes, SpanKind } from "@opentelemetry/api";
import { factsOfCard, nameOfCard } from "./facts.ts";
import { otherMethod, ownNames } from "./names.ts";

const { spans, attributes: names } = ownNames;

/** How the span of an operation begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** What a sampler may decide by; the others are for spans that are recorded, `factsOf`. */
  readonly attributes: Attributes;
}

export function spanStart(operation: Operation): SpanStart {
  switch (operation.kind) {
    case "server": {
      const { method = otherMethod, card, authority } = operation;
      return callStart(SpanKind.SERVER, method, { card, url: authority && `http://${authority}` });
    }
    case "client":
      return callStart(SpanKind.CLIENT, operation.method, operation.target());
    case "delivery":
      return { name: spans.delivery, kind: SpanKind.CLIENT, attributes: addressFacts(operation.origin) };
    case "receipt":
      return { name: spans.receipt, kind: SpanKind.SERVER, attributes: authorityFacts(operation) };
    case "turn":
    case "step":
    case "append":
      return { name: spans[operation.kind], kind: SpanKind.INTERNAL, attributes: none };
  }
}

/** All that is known of an operation when it begins. */
export function factsOf(operation: Operation): Attributes {
  switch (operation.kind) {
    case "server": {
      const { method = otherMethod, binding, version, card } = operation;
      return {
        ...callFacts({ binding, version, card, method }),
        ...authorityFacts(operation),
        ...peerFacts(operation),
      };
    }
    case "client": {
      const target = operation.target();
      return { ...callFacts({ ...target, method: operation.method }), ...targetFacts(target) };
    }
    case "turn": {
      const { taskId, contextId, messageId, attempt, waitMs, card } = operation;
      return {
        ...factsOfCard(card),
        "a2a.task.id": taskId,
        "a2a.message.id": messageId,
        "gen_ai.conversation.id": contextId,
        [names.attempt]: attempt,
        ...(waitMs !== undefined && { [names.waitMs]: Math.round(waitMs) }),
      };
    }
    case "step":
      return { "a2a.task.id": operation.taskId, [names.step]: operation.name };
    case "append": {
      const { taskId, entries, creates } = operation;
      return { "a2a.task.id": taskId, [names.entries]: entries, [names.creates]: creates };
    }
    case "delivery": {
      const { taskId, configId, attempt, origin } = operation;
      const facts = { "a2a.task.id": taskId, [names.config]: configId, [names.attempt]: attempt };
      return { ...facts, ...addressFacts(origin) };
    }
    case "receipt":
      return { ...authorityFacts(operation), ...peerFacts(operation) };
  }
}

/** Where a call goes: known again when it is over, since another interface may have answered. */
export function targetFacts({ url, binding }: CallTarget): Attributes {
  return { [names.binding]: binding, ...addressFacts(url) };
}

function callStart(
  kind: SpanKind,
  method: string,
  { card, url }: { readonly card: object | undefined; readonly url: string | undefined },
): SpanStart {
  const address = url === undefined ? none : addressFacts(url);
  return { name: method, kind, attributes: { "a2a.method.name": method, ...nameOfCard(card), ...address } };
}

interface Called {
  readonly method: string;
  readonly binding: string;
  readonly version: string | undefined;
  readonly card: object | undefined;
}

function callFacts({ method, binding, version, card }: Called): Attributes {
  return {
    "a2a.method.name": method,
    ...(version !== undefined && version !== "" && { "a2a.protocol.version": version }),
    [names.binding]: binding,
    ...factsOfCard(card),
  };
}

type Incoming = Pick<Operation & { kind: "server" }, "authority" | "peer">;

function authorityFacts({ authority }: Incoming): Attributes {
  return authority === undefined ? none : addressFacts(`http://${authority}`);
}

function peerFacts({ peer }: Incoming): Attributes {
  return {
    ...(peer !== undefined && { "client.address": peer.address }),
    ...(peer?.port !== undefined && { "client.port": peer.port }),
  };
}

const none: Attributes = {};

/** Addresses that came before, a few, since a peer chooses them. */
const addresses = new Map<string, Attributes>();

function addressFacts(url: string): Attributes {
  let facts = addresses.get(url);
  if (facts === undefined) {
    if (addresses.size >= 100) addresses.clear();
    facts = readAddress(url);
    addresses.set(url, facts);
  }
  return facts;
}

/** Host and port of a URL, or of "dns:host:port" as gRPC has it; the port of the scheme where it has none. */
function readAddress(url: string): Attributes {
  const given = /^[a-z][a-z0-9+.-]*:\/\//iu.test(url) ? url : `grpc://${url.replace(/^dns:\/*/u, "")}`;
  const [, scheme = "", host = "", port] =
    /^([^:]+):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?/u.exec(given) ?? [];
  if (host === "") return {};
  const known = port ?? { http: "80", https: "443" }[scheme];
  return {
    "server.address": host.replace(/^\[|\]$/gu, ""),
    ...(known !== undefined && { "server.port": Number(known) }),
  };
}
