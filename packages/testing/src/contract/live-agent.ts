import { listEntries } from "@a2agen/exchange/card-entries.ts";
import { encodeCall } from "@a2agen/exchange/encode/encode-call.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { grpcCodecs } from "@a2agen/exchange/grpc-codecs.ts";
import type { Spoken } from "@a2agen/exchange/meaning/reader.ts";
import { type IdMap, listIds } from "@a2agen/exchange/replay/same-meaning.ts";
import { current, formFor, versions } from "@a2agen/exchange/versions.ts";
import { errorMessage, isObject } from "@a2agen/runtime/internal";
import type { Method } from "@a2agen/runtime/service";

/** The agent that a contract is tried with. */
export interface LiveAgent {
  readonly name: string;
  /** Of the agent, or of its card. */
  readonly url: string;
  readonly interfaces: readonly Spoken[];
}

/** Reads the card of an agent, below its URL or at it. Throws if there is none. */
export async function findAgent(url: string, send: typeof fetch, headers: Headers): Promise<LiveAgent> {
  const path = url.endsWith(".json") ? "" : (current.service.protocol.card?.wellKnownPath ?? "");
  const address = `${url.replace(/\/$/, "")}${path}`;
  const problem = (text: string): Error => new Error(`${address}: expected an agent card; ${text}`);
  const card: unknown = await send(address, { headers }).then(
    (response) => (response.ok ? response.json() : Promise.reject(problem(`came status ${response.status}`))),
    (error: unknown) => Promise.reject(problem(errorMessage(error))),
  );
  const interfaces = listEntries(card).flatMap(({ url: at, binding, version }): readonly Spoken[] => {
    if (version === undefined) return [];
    const { service } = formFor(versions[version], binding);
    const grpc = grpcCodecs.find((codecs) => codecs.service.protocol.name === service.protocol.name);
    return [{ service, binding, url: at, ...(grpc && { grpc }) }];
  });
  const name = isObject(card) && typeof card["name"] === "string" ? card["name"] : "";
  return { name, url, interfaces };
}

/** What a recorded exchange speaks, where the agent offers it. */
export function findSpoken({ protocol, binding }: Exchange, { interfaces }: LiveAgent): Spoken | undefined {
  return interfaces.find((each) => each.binding === binding && each.service.protocol.name === protocol);
}

/** Identifiers that a client makes for each message and conversation: agents know those of an earlier run. */
const madeByClients: ReadonlySet<string> = new Set(["contextId", "messageId"]);

/** The recorded request as this run sends it: to this agent, with the identifiers of this run. */
export function toLiveRequest(
  { method: name, request }: Exchange,
  spoken: Spoken | undefined,
  { agent, ids, headers }: { readonly agent: LiveAgent; readonly ids: IdMap; readonly headers: Headers },
): Request {
  const { value } = request.meaning ?? {};
  for (const { id, name: member } of listIds(value)) {
    // Those that are known already stay.
    ids.pair(id, madeByClients.has(member) ? crypto.randomUUID() : id);
  }
  const own = (request.headers ?? []).filter(
    ({ name: header, value: text = "" }) =>
      !ofConnection.test(header) && !text.includes("***") && !headers.has(header),
  );
  const sent: Header[] = [...own, ...[...headers].map(([header, text]) => ({ name: header, value: text }))];
  const method = spoken && Object.values<Method>(spoken.service.methods).find((each) => each.name === name);
  if (spoken !== undefined && method !== undefined) {
    const negotiated = sent.filter(({ name: header }) => !/^(?:accept|content-type)$/i.test(header));
    return encodeCall(
      { method, value: ids.translate(value), headers: negotiated, id: crypto.randomUUID() },
      spoken,
    );
  }
  const { pathname, search } = new URL(request.url);
  const isCard = request.verb === "GET" && agent.url.endsWith(".json");
  const url = isCard ? agent.url : `${agent.url.replace(/\/$/, "")}${pathname}${search}`;
  return { ...request, url, headers: sent };
}

/** Headers of one connection, of one trace, of bytes as they were, and of what a cache had. */
const ofConnection =
  /^(?:accept-encoding|baggage|connection|content-length|cookie|grpc-.*|host|if-.*|keep-alive|te|traceparent|tracestate|transfer-encoding|user-agent)$/i;
