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
import { createRelayHandler, refuseAnswer } from "../relay/relay-handler.ts";
import { openUpstream, type Upstream } from "../relay/upstream.ts";
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
}

/** Connects to an agent; rejects as `connect` does. */
export async function openServed(init: ServeUpstreamInit): Promise<OpenedUpstream> {
  const { own, serving, recorder } = init;
  const limits = { ...defaultLimits, ...serving.limits };
  const counts = new MigrationCounts();
  const log = new CallLog((call) => counts.add(call), serving.onLosses);
  const { onProblem } = serving;
  const options = { ...own, ...(onProblem && { onProblem }) };
  const upstream = await openUpstream({ options, limits, log, recorder });
  return {
    async serve(place) {
      const { path, seal, tools } = init;
      const addresses = new WebhookAddresses({ url: place.url, seal, tools });
      const { family, relay, credentials } = createFamily(init, { upstream, log, place, addresses });
      const { signingKey } = serving;
      const unsigned = family.card ?? {};
      const card =
        signingKey === undefined ? unsigned : await signGatewayCard(unsigned, signingKey, place.url);
      const notifications = new NotificationRelay({ addresses, tools, limits, onProblem });
      const pages = servePages({
        [upstreamCardPath]: () => upstream.received as object,
        ...(signingKey && { [keysPath]: () => ({ keys: [toPublicKey(signingKey)] }) }),
      });
      const calls = createHttpHandler(family, {
        discovery: { card },
        health: { check: () => upstream.connection.refreshCard() },
        // Their clients choose; the report names them.
        onDeprecated: () => undefined,
      });
      return {
        path,
        tenant: own.tenant,
        card,
        family,
        relay,
        credentials,
        log,
        handle: firstOf([notifications.handler, pages, log.showLosses(calls)]),
        report: () => ({
          path,
          url: own.upstream,
          version: upstream.connection.protocol.version ?? "",
          binding: upstream.connection.interface.protocolBinding,
          clients: counts.list(),
        }),
      };
    },
    close: () => upstream.connection.close(),
  };
}

interface FamilyInit {
  readonly upstream: Upstream;
  readonly log: CallLog;
  readonly place: ServedPlace;
  readonly addresses: WebhookAddresses;
}

function createFamily(
  { own, serving }: ServeUpstreamInit,
  { upstream, log, place, addresses }: FamilyInit,
): Pick<ServedUpstream, "family" | "relay" | "credentials"> {
  const { check = "report", upstreamHeaders } = own;
  const { onProblem } = serving;
  const hidesSecurity = upstreamHeaders !== undefined;
  const card = cardFor(upstream.card, place, { hidesSecurity });
  const passed = (own.passedHeaders ?? []).map((name) => ({
    apiKeySecurityScheme: { location: "header", name },
  }));
  const schemes = hidesSecurity ? [] : Object.values(upstream.card.securitySchemes ?? {});
  const credentials = new CallerCredentials([...schemes, ...passed]);
  const relay = createRelayHandler({
    client: upstream.client,
    credentials,
    log,
    rewriting: {
      request: (method, request, context) => addresses.request(method, request, context),
      answer: (method, answer) =>
        isCard(answer) ? cardFor(answer, place, { hidesSecurity }) : addresses.answer(method, answer),
    },
    onProblems(problems) {
      if (check === "report") for (const problem of problems) onProblem?.(problem);
      if (check === "enforce") refuseAnswer(problems);
    },
  });
  const family = createHostFamily({
    ...familyOptions(serving, log),
    services: [implement(current.service, relay)],
    card,
    authenticate: credentials.authenticate,
    checkAnswers: check === "enforce",
  });
  return { family, relay, credentials };
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
