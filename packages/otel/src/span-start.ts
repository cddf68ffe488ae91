import type { CallTarget, Operation } from "@a2agen/runtime/service";
import { type Attributes, SpanKind } from "@opentelemetry/api";
import { factsOfCard } from "./facts.ts";
import { otherMethod, ownNames } from "./names.ts";

/** How the span of an operation begins. */
export interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  /** Milliseconds since 1970; now when undefined. */
  readonly since: number | undefined;
}

const { spans, attributes: names } = ownNames;

export function spanStart(operation: Operation): SpanStart {
  switch (operation.kind) {
    case "server": {
      const { method = otherMethod, since, card } = operation;
      const attributes = {
        ...callFacts({ ...operation, method }),
        ...factsOfCard(card),
        ...peerFacts(operation),
      };
      return { name: method, kind: SpanKind.SERVER, attributes, since };
    }
    case "client": {
      const { method } = operation;
      const target = operation.target();
      const attributes = {
        ...callFacts({ ...target, method }),
        ...factsOfCard(target.card),
        ...targetFacts(target),
      };
      return { name: method, kind: SpanKind.CLIENT, attributes, since: undefined };
    }
    case "turn": {
      const { taskId, contextId, messageId, attempt, waitMs, card } = operation;
      return own("turn", {
        ...factsOfCard(card),
        "a2a.task.id": taskId,
        "a2a.message.id": messageId,
        "gen_ai.conversation.id": contextId,
        [names.attempt]: attempt,
        ...(waitMs !== undefined && { [names.waitMs]: Math.round(waitMs) }),
      });
    }
    case "step":
      return own("step", { "a2a.task.id": operation.taskId, [names.step]: operation.name });
    case "append": {
      const { taskId, entries, creates } = operation;
      return own("append", { "a2a.task.id": taskId, [names.entries]: entries, [names.creates]: creates });
    }
    case "delivery": {
      const { taskId, configId, attempt, origin } = operation;
      const facts = { "a2a.task.id": taskId, [names.config]: configId, [names.attempt]: attempt };
      return { ...own("delivery", { ...facts, ...addressFacts(origin) }), kind: SpanKind.CLIENT };
    }
    case "receipt":
      return { ...own("receipt", peerFacts(operation)), kind: SpanKind.SERVER, since: operation.since };
  }
}

/** Where a call goes: known again when it is over, since another interface may have answered. */
export function targetFacts({ url }: CallTarget): Attributes {
  return addressFacts(url);
}

function own(kind: keyof typeof spans, attributes: Attributes): SpanStart {
  return { name: spans[kind], kind: SpanKind.INTERNAL, attributes, since: undefined };
}

function callFacts({ method, binding, version }: Called): Attributes {
  return {
    "a2a.method.name": method,
    ...(version !== undefined && version !== "" && { "a2a.protocol.version": version }),
    [names.binding]: binding,
  };
}

interface Called {
  readonly method: string;
  readonly binding: string;
  readonly version: string | undefined;
}

function peerFacts({
  authority,
  peer,
}: Pick<Operation & { kind: "server" }, "authority" | "peer">): Attributes {
  return {
    ...(authority !== undefined && addressFacts(`http://${authority}`)),
    ...(peer !== undefined && { "client.address": peer.address }),
    ...(peer?.port !== undefined && { "client.port": peer.port }),
  };
}

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
