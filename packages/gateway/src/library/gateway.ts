import { type ServedPlace, servedOlder } from "@a2agen/exchange/serve/interfaces.ts";
import { openServers } from "@a2agen/exchange/serve/open-servers.ts";
import { current } from "@a2agen/exchange/versions.ts";
import { implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { parseUrl } from "@a2agen/runtime/internal";
import { buildTools } from "@a2agen/runtime/internal/push";
import { createHostFamily, createHttpHandler, type HostFamily } from "@a2agen/runtime/server";
import { NotificationRelay } from "../notifications/notification-relay.ts";
import { Seal } from "../notifications/seal.ts";
import { WebhookAddresses } from "../notifications/webhook-addresses.ts";
import { CallLog } from "../observe/call-log.ts";
import { MigrationCounts, type MigrationReport } from "../observe/migration-report.ts";
import { CallerCredentials } from "../relay/caller-credentials.ts";
import { cardFor, keysPath, signGatewayCard, toPublicKey, upstreamCardPath } from "../relay/gateway-card.ts";
import { createRelayHandler, refuseAnswer } from "../relay/relay-handler.ts";
import { openUpstream, type Upstream } from "../relay/upstream.ts";
import { defaultLimits, type GatewayOptions } from "./options.ts";

/** A gateway that listens. */
export interface Gateway {
  /** The origin over HTTP, without a slash at its end. */
  readonly url: string;
  /** The address of gRPC; undefined without it. */
  readonly grpcUrl: string | undefined;
  /** The card of the gateway, in every version that it speaks. */
  readonly card: object;
  /** Who called with which version since it began, and what was lost. */
  report(): MigrationReport;
  /** Ends: no new calls, and open ones may go on for `graceMs`, 10 s by default. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Serves an agent of any version and binding in every version and over every binding. Rejects with the error
 * of `connect` if the upstream cannot be reached or offers no interface that can be used, with a TypeError
 * for invalid options.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...defaultLimits, ...options.limits };
  const counts = new MigrationCounts();
  const log = new CallLog((call) => counts.add(call), options.onLosses);
  const seal = new Seal(options.secret);
  const tools = buildTools(options.webhooks ?? {});
  const publicUrl = options.url === undefined ? undefined : checkOrigin(options.url);
  const upstream = await openUpstream({ options, limits, log });
  const servers = await openServers({
    host: options.host,
    port: options.port ?? 0,
    grpcPort: options.grpcPort,
    url: publicUrl,
    grpcUrl: options.grpcUrl,
    limits,
  }).catch(async (error: unknown) => {
    await upstream.connection.close();
    throw error;
  });
  try {
    const place: ServedPlace = { url: servers.url, grpcUrl: servers.grpcUrl };
    const addresses = new WebhookAddresses({ url: place.url, seal, tools });
    const family = createFamily({ options, upstream, log, place, addresses });
    const unsigned = family.card ?? {};
    const card =
      options.signingKey === undefined
        ? unsigned
        : await signGatewayCard(unsigned, options.signingKey, place.url);
    const relay = new NotificationRelay({ addresses, tools, limits, onProblem: options.onProblem });
    const report = (): MigrationReport => {
      const { connection } = upstream;
      const { protocolBinding: binding } = connection.interface;
      return counts.toReport({ url: options.upstream, version: connection.protocol.version ?? "", binding });
    };
    const pages: Readonly<Record<string, () => object>> = {
      [upstreamCardPath]: () => upstream.received as object,
      ...(options.signingKey && { [keysPath]: () => ({ keys: [toPublicKey(options.signingKey ?? {})] }) }),
      ...(options.reportPath !== undefined && { [options.reportPath]: report }),
    };
    const calls = createHttpHandler(family, {
      discovery: { card },
      health: { check: () => upstream.connection.refreshCard() },
      // Their clients choose; the report names them.
      onDeprecated: () => undefined,
    });
    const handlers = [relay.handler, servePages(pages), log.showLosses(calls)];
    const handle: HttpHandler = async (request) => {
      for (const handler of handlers) {
        const response = await handler(request);
        if (response !== undefined) return response;
      }
      return undefined;
    };
    servers.serve(family, handle);
    return {
      ...place,
      card,
      report,
      async close({ graceMs = 10_000 } = {}) {
        // It listens on, so that new calls are refused by their protocol and balancers see that it drains.
        await family.close({ graceMs });
        await servers.close();
        relay.close();
        await upstream.connection.close();
      },
    };
  } catch (error) {
    await servers.close();
    await upstream.connection.close();
    throw error;
  }
}

interface FamilyInit {
  readonly options: GatewayOptions;
  readonly upstream: Upstream;
  readonly log: CallLog;
  readonly place: ServedPlace;
  readonly addresses: WebhookAddresses;
}

function createFamily({ options, upstream, log, place, addresses }: FamilyInit): HostFamily {
  const { check = "report", upstreamHeaders, onProblem } = options;
  const hidesSecurity = upstreamHeaders !== undefined;
  const card = cardFor(upstream.card, place, { hidesSecurity });
  const passed = (options.passedHeaders ?? []).map((name) => ({
    apiKeySecurityScheme: { location: "header", name },
  }));
  const schemes = hidesSecurity ? [] : Object.values(upstream.card.securitySchemes ?? {});
  const credentials = new CallerCredentials([...schemes, ...passed]);
  const { bodyBytes, streams, callMs } = { ...defaultLimits, ...options.limits };
  const handler = createRelayHandler({
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
  return createHostFamily({
    services: [implement(current.service, handler)],
    card,
    older: servedOlder,
    // The upstream judges the credentials of callers.
    security: { requirements: [], schemes: {} },
    authenticate: credentials.authenticate,
    checkAnswers: check === "enforce",
    limits: { bodyBytes, streams, callMs },
    observer: log,
    onLosses: log.addLosses,
    onWarning: (text) => onProblem?.(text.replace(/^a2agen: /, "")),
    onError: (error, { method, binding }) =>
      onProblem?.(
        `${method} over ${binding} failed: ${error instanceof Error ? error.message : String(error)}`,
      ),
  });
}

function isCard(value: unknown): value is Upstream["card"] {
  return typeof value === "object" && value !== null && "supportedInterfaces" in value;
}

/** Answers GET and HEAD with JSON. */
function servePages(pages: Readonly<Record<string, () => object>>): HttpHandler {
  return (request) => {
    const [path = ""] = request.target.split("?", 1);
    const make = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (make === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
    const headers = { "content-type": "application/json", "cache-control": "no-cache" };
    return Promise.resolve({ status: 200, headers, body: JSON.stringify(make()) });
  };
}

function checkOrigin(text: string): string {
  const url = parseUrl(text);
  if (url?.pathname === "/" && url.search === "" && /^https?:$/.test(url.protocol)) return url.origin;
  throw new TypeError(`url: expected an http or https URL without a path, found ${JSON.stringify(text)}`);
}
