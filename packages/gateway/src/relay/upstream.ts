import type { A2AServiceClient, AgentCard } from "@a2agen/a2a-1.0";
import { openLater } from "@a2agen/exchange/open-later.ts";
import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import { current, older } from "@a2agen/exchange/versions.ts";
import { type Connection, type ConnectOptions, connect, isConnectError } from "@a2agen/runtime/client";
import { isObject } from "@a2agen/runtime/internal";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { createNodeFetch } from "@a2agen/runtime/node";
import { rest } from "@a2agen/runtime/rest";
import { type BindingFactory, isCallError } from "@a2agen/runtime/service";
import type { GatewayLimits, ServingOptions, UpstreamOptions } from "../library/options.ts";
import type { CallLog } from "../observe/call-log.ts";
import { queryHeader } from "./caller-credentials.ts";
import { type CardCache, cardHeader } from "./card-cache.ts";

/** The agent behind a gateway. */
export interface Upstream {
  /** In the types of 1.0, whatever is spoken. */
  readonly client: A2AServiceClient;
  readonly connection: Connection<object>;
  readonly card: AgentCard;
  /** The card as it was received. */
  readonly received: unknown;
  /** Tells what is wrong with the card, and from then on with answers: called when the upstream is used. */
  begin(): void;
}

export interface UpstreamInit {
  readonly options: UpstreamOptions & Pick<ServingOptions, "onProblem">;
  readonly limits: GatewayLimits;
  readonly log: CallLog;
  readonly recorder: FileRecorder | undefined;
  readonly cards: CardCache;
  /** Sends what goes to the upstream, its card as well. */
  readonly fetch: typeof fetch;
}

/** Connects to the upstream; rejects as `connect` does. */
export async function openUpstream(init: UpstreamInit): Promise<Upstream> {
  const { options, limits, log, recorder, cards } = init;
  const { upstream, upstreamHeaders, insecure = false, onProblem } = options;
  const origins = new Set([upstream, ...(options.origins ?? [])].map((url) => new URL(url).origin));
  const bindings: BindingFactory[] = [jsonRpc(), rest()];
  let received: unknown;
  let held: string[] | undefined = [];
  const base: ConnectOptions = {
    bindings,
    fetch: cards.wrap(init.fetch),
    // Calls carry the credentials of their callers, or these.
    authentication: "none",
    ...(upstreamHeaders && { headers: upstreamHeaders }),
    cardHeaders: { ...upstreamHeaders, [cardHeader]: "1" },
    insecure,
    allowInterface: ({ origin }) => origins.has(origin),
    // The hosts of the gateway check them.
    checkCapabilities: false,
    timeoutMs: limits.callMs,
    maximumBytes: limits.answerBytes,
    onLosses: log.addLosses,
    onWarning({ about, path, message }) {
      const text = `${about}${path === "" ? "" : ` ${path}`}: ${message}`;
      if (about === "answer") log.addProblem(text);
      else if (about === "translation") return;
      else if (held === undefined) onProblem?.(text);
      else held.push(text);
    },
    async verifyCard(card) {
      received = structuredClone(card);
      recorder?.readCard(card);
      const text = JSON.stringify(card) ?? "";
      if (!text.includes('"GRPC"') || bindings.length > 2) return;
      const [{ grpc }, { grpcCodecs }] = await Promise.all([
        import("@a2agen/runtime/grpc"),
        import("@a2agen/exchange/grpc-codecs.ts"),
      ]);
      const options = { codecs: grpcCodecs };
      if (recorder === undefined) bindings.push(grpc(options));
      else {
        const { tappedGrpc } = await import("@a2agen/exchange/record/tapped-grpc.ts");
        bindings.push(tappedGrpc(options, recorder));
      }
    },
  };
  const open = async (extensions: readonly string[]): Promise<Connection<object>> => {
    const given = { ...base, extensions };
    try {
      return await connect<object>(current.service, upstream, { ...given, older });
    } catch (cause) {
      const opened = await openLater(cause, ({ service }) => connect<object>(service, upstream, given));
      if (opened === undefined) throw cause;
      return opened;
    }
  };
  const connection = await open([]).catch((cause: unknown) => {
    const required = requiredExtensions(received);
    // Callers without them are refused before they reach the upstream.
    if (isCallError(cause) && required.length > 0) return open(required);
    throw explain(cause, origins);
  });
  return {
    // A later version adds to it.
    client: connection.client as A2AServiceClient,
    connection,
    card: connection.card as AgentCard,
    received,
    begin() {
      for (const text of held ?? []) onProblem?.(text);
      held = undefined;
    },
  };
}

/** As every version of the card lists them. */
function requiredExtensions(card: unknown): readonly string[] {
  const capabilities = isObject(card) ? card["capabilities"] : undefined;
  const extensions = isObject(capabilities) ? capabilities["extensions"] : undefined;
  return (Array.isArray(extensions) ? extensions : []).flatMap((entry: unknown) =>
    isObject(entry) && entry["required"] === true && typeof entry["uri"] === "string" ? [entry["uri"]] : [],
  );
}

function explain(cause: unknown, origins: ReadonlySet<string>): unknown {
  if (!isConnectError(cause, "not-allowed")) return cause;
  const known = [...origins].join(", ");
  const message = `the card of the upstream names interfaces beyond ${known}; name their origins to allow them (origins, --origin): ${cause.message}`;
  return new Error(message, { cause });
}

/** A fetch that follows no redirect, for the card neither, and moves credentials for the query there. */
export function createStayingFetch(recorder: FileRecorder | undefined): typeof fetch {
  const direct = createNodeFetch({ env: {} });
  // Inside, where credentials are in the query by which the card names them.
  const send = recorder?.fetch(direct) ?? direct;
  return async (input, init = {}) => {
    // `connect` hands over the text of a URL, and a record of headers.
    const { [queryHeader]: query, ...headers } = init.headers as Readonly<Record<string, string>>;
    const url = query === undefined ? (input as string) : addQuery(input as string, query);
    const response = await send(url, { ...init, headers: { "user-agent": "a2agen-gateway", ...headers } });
    if (response.status < 300 || response.status >= 400 || response.status === 304) return response;
    await response.body?.cancel();
    const { origin } = new URL(url);
    throw new TypeError(
      `${origin} redirects, which a gateway does not follow; give the URL that it leads to`,
    );
  };
}

function addQuery(text: string, query: string): string {
  const url = new URL(text);
  url.search = url.search === "" ? query : `${url.search}&${query}`;
  return url.href;
}
