import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import { type ServedPlace, servedOlder } from "@a2agen/exchange/serve/interfaces.ts";
import { current } from "@a2agen/exchange/versions.ts";
import { implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import type { Tools } from "@a2agen/runtime/internal/push";
import { createHostFamily, createHttpHandler, type HostFamily } from "@a2agen/runtime/server";
import { NotificationRelay } from "../notifications/notification-relay.ts";
import type { Seal } from "../notifications/seal.ts";
import { WebhookAddresses } from "../notifications/webhook-addresses.ts";
import { CallLog } from "../observe/call-log.ts";
import { MigrationCounts, type ReportedUpstream } from "../observe/migration-report.ts";
import { CallerCredentials } from "../relay/caller-credentials.ts";
import { cardFor, keysPath, signGatewayCard, toPublicKey, upstreamCardPath } from "../relay/gateway-card.ts";
import { type LiveUpstream, openLive } from "../relay/live-upstream.ts";
import { createRelayHandler, refuseAnswer } from "../relay/relay-handler.ts";
import type { Upstream } from "../relay/upstream.ts";
import { firstOf } from "./first-of.ts";
import { defaultLimits, type PlacedUpstream, type ServingOptions } from "./options.ts";

export interface ServeUpstreamInit {
  /** "/billing", or "" for the only one. */
  readonly path: string;
  readonly own: PlacedUpstream;
  readonly serving: ServingOptions;
  readonly seal: Seal;
  readonly tools: Tools;
  readonly recorder: FileRecorder | undefined;
  /** Called with the hosts of another card of the agent, in place of those before. */
  readonly onRenewed: (family: HostFamily) => void;
}

/** An agent that has been found; it is served once it is known where. */
export interface OpenedUpstream {
  serve(place: ServedPlace): Promise<ServedUpstream>;
  close(): Promise<void>;
}

/** An agent behind the gateway, below its path. */
export interface ServedUpstream {
  readonly path: string;
  readonly tenant: string | undefined;
  readonly card: object;
  readonly family: HostFamily;
  /** The methods of the newest version, by their names in handlers. */
  readonly relay: object;
  readonly credentials: CallerCredentials;
  readonly log: CallLog;
  /** Answers requests, whose path is without that of this agent. */
  readonly handle: HttpHandler;
  report(): ReportedUpstream;
  /** Refuses new calls and ends open ones, as `HostFamily.close`. */
  drain(options: { readonly graceMs: number }): Promise<void>;
}

/** Connects to an agent; rejects as `connect` does. */
export async function openServed(init: ServeUpstreamInit): Promise<OpenedUpstream> {
  const { own, serving, recorder } = init;
  const limits = { ...defaultLimits, ...serving.limits };
  const counts = new MigrationCounts();
  const log = new CallLog((call) => counts.add(call), serving.onLosses);
  const { onProblem } = serving;
  const options = { ...own, ...(onProblem && { onProblem }) };
  const live = await openLive({ options, limits, log, recorder, cardFile: serving.cardFile });
  const served: Served[] = [];
  return {
    async serve(place) {
      const { path, seal, tools } = init;
      const addresses = new WebhookAddresses({ url: place.url, seal, tools });
      const { relay, credentials } = createRelay(init, { live, log, place, addresses });
      const notifications = new NotificationRelay({ addresses, tools, limits, onProblem });
      const { signingKey } = serving;
      const pages = servePages({
        [upstreamCardPath]: () => live.current.received as object,
        ...(signingKey && { [keysPath]: () => ({ keys: [toPublicKey(signingKey)] }) }),
      });
      const make = (upstream: Upstream): Promise<Served> =>
        serveCard(init, { upstream, live, log, place, relay, credentials });
      let current = await make(live.current);
      served.push(current);
      live.begin(async (upstream) => {
        current = await make(upstream);
        served.push(current);
        init.onRenewed(current.family);
        // Calls that are open go on, with the hosts and the connection that they began with.
        if (served.length > keptCards) await served.shift()?.close();
      });
      return {
        path,
        tenant: own.tenant,
        get card() {
          return current.card;
        },
        get family() {
          return current.family;
        },
        relay,
        credentials,
        log,
        handle: firstOf([notifications.handler, pages, log.showLosses((request) => current.calls(request))]),
        report: () => ({
          path,
          url: own.upstream,
          version: live.current.connection.protocol.version ?? "",
          binding: live.current.connection.interface.protocolBinding,
          clients: counts.list(),
        }),
        async drain(draining) {
          live.end();
          await Promise.all(served.map(({ family }) => family.close(draining)));
        },
      };
    },
    async close() {
      live.end();
      await Promise.all([live.current.connection.close(), ...served.map((each) => each.close())]);
    },
  };
}

/** Older cards whose open calls may go on; those of still older ones end. */
const keptCards = 4;

interface RelayParts {
  readonly live: LiveUpstream;
  readonly log: CallLog;
  readonly place: ServedPlace;
  readonly addresses: WebhookAddresses;
}

function createRelay(
  { own, serving }: ServeUpstreamInit,
  { live, log, place, addresses }: RelayParts,
): Pick<ServedUpstream, "relay" | "credentials"> {
  const { check = "report", upstreamHeaders } = own;
  const hidesSecurity = upstreamHeaders !== undefined;
  const credentials = new CallerCredentials();
  const relay = createRelayHandler({
    live,
    credentials,
    log,
    rewriting: {
      request: (method, request, context) => addresses.request(method, request, context),
      answer: (method, answer) =>
        isCard(answer) ? cardFor(answer, place, { hidesSecurity }) : addresses.answer(method, answer),
    },
    onProblems(problems) {
      if (check === "report") for (const problem of problems) serving.onProblem?.(problem);
      if (check === "enforce") refuseAnswer(problems);
    },
  });
  return { relay, credentials };
}

/** What is served while a card of the upstream holds. */
interface Served {
  readonly family: HostFamily;
  readonly card: object;
  readonly calls: HttpHandler;
  /** Ends the calls and the connection. */
  close(): Promise<void>;
}

interface ServeCardInit extends Pick<ServedUpstream, "relay" | "credentials" | "log"> {
  readonly upstream: Upstream;
  readonly live: LiveUpstream;
  readonly place: ServedPlace;
}

async function serveCard(
  { own, serving }: ServeUpstreamInit,
  { upstream, live, log, place, relay, credentials }: ServeCardInit,
): Promise<Served> {
  const { check = "report", upstreamHeaders, passedHeaders = [] } = own;
  const hidesSecurity = upstreamHeaders !== undefined;
  const family = createHostFamily({
    ...familyOptions(serving, log),
    services: [implement(current.service, relay)],
    card: cardFor(upstream.card, place, { hidesSecurity }),
    authenticate: credentials.authenticate,
    checkAnswers: check === "enforce",
  });
  const { signingKey } = serving;
  const unsigned = family.card ?? {};
  const card = signingKey === undefined ? unsigned : await signGatewayCard(unsigned, signingKey, place.url);
  const seconds = Math.floor(live.holdsMs / 1000);
  const calls = createHttpHandler(family, {
    discovery: { card, cacheControl: `public, max-age=${seconds}` },
    health: { check: () => live.check() },
    // Their clients choose; the report names them.
    onDeprecated: () => undefined,
  });
  // From here on nothing fails: the places of credentials belong to the card that is served.
  const passed = passedHeaders.map((name) => ({ apiKeySecurityScheme: { location: "header", name } }));
  const schemes = hidesSecurity ? [] : Object.values(upstream.card.securitySchemes ?? {});
  credentials.setPlaces([...schemes, ...passed]);
  return {
    family,
    card,
    calls,
    async close() {
      await family.close({ graceMs: 0 });
      await upstream.connection.close();
    },
  };
}

/** What all hosts of a gateway have. */
export function familyOptions(
  { limits, onProblem }: ServingOptions,
  log: CallLog,
): Omit<Parameters<typeof createHostFamily>[0], "services"> {
  const { bodyBytes, streams, callMs } = { ...defaultLimits, ...limits };
  return {
    older: servedOlder,
    // The upstream judges the credentials of callers.
    security: { requirements: [], schemes: {} },
    limits: { bodyBytes, streams, callMs },
    observer: log,
    onLosses: log.addLosses,
    onWarning: (text) => onProblem?.(text.replace(/^a2agen: /, "")),
    onError: (error, { method, binding }) =>
      onProblem?.(
        `${method} over ${binding} failed: ${error instanceof Error ? error.message : String(error)}`,
      ),
  };
}

function isCard(value: unknown): value is Upstream["card"] {
  return typeof value === "object" && value !== null && "supportedInterfaces" in value;
}

/** Answers GET and HEAD with JSON. */
export function servePages(pages: Readonly<Record<string, () => object>>): HttpHandler {
  return (request) => {
    const [path = ""] = request.target.split("?", 1);
    const make = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (make === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
    const headers = { "content-type": "application/json", "cache-control": "no-cache" };
    return Promise.resolve({ status: 200, headers, body: JSON.stringify(make()) });
  };
}
