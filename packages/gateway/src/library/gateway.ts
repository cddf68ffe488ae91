import type { FileRecorder } from "@a2agen/exchange/record/open-recorder.ts";
import { openServers, type Servers } from "@a2agen/exchange/serve/open-servers.ts";
import type { HttpHandler } from "@a2agen/runtime/http";
import { errorMessage, parseUrl } from "@a2agen/runtime/internal";
import { buildTools } from "@a2agen/runtime/internal/push";
import type { HostFamily } from "@a2agen/runtime/server";
import { Seal } from "../notifications/seal.ts";
import { beginGrpcCall } from "../observe/call-log.ts";
import type { MigrationReport } from "../observe/migration-report.ts";
import { firstOf } from "./first-of.ts";
import { defaultLimits, type GatewayOptions, type PlacedUpstream } from "./options.ts";
import { type OpenedUpstream, openServed, type ServedUpstream, servePages } from "./served-upstream.ts";
import { createTenantFamily, serveHealth, servePaths, serveTenants } from "./several-upstreams.ts";

/** A gateway that listens. */
export interface Gateway {
  /** The origin over HTTP, without a slash at its end. */
  readonly url: string;
  /** The address of gRPC; undefined without it. */
  readonly grpcUrl: string | undefined;
  /** The cards of the gateway by the paths of their agents, in every version; at "" that of the only one. */
  readonly cards: Readonly<Record<string, object>>;
  /** Who called with which version since it began, and what was lost. */
  report(): MigrationReport;
  /** Ends: no new calls, and open ones may go on for `graceMs`, 10 s by default. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Serves an agent of any version and binding in every version and over every binding; or several, each below
 * its path. Rejects with the error of `connect` if one cannot be reached or offers no interface that can be
 * used, with a TypeError for invalid options.
 */
export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const limits = { ...defaultLimits, ...options.limits };
  const since = new Date().toISOString();
  const seal = new Seal(options.secret);
  const tools = buildTools(options.webhooks ?? {});
  const publicUrl = options.url === undefined ? undefined : checkOrigin(options.url);
  const upstreams = listUpstreams(options);
  const recorder = await openRecording(options, upstreams);
  const opened: (OpenedUpstream & { readonly path: string; readonly tenant: string | undefined })[] = [];
  let servers: Servers | undefined;
  const closeAll = async (): Promise<void> => {
    await servers?.close();
    await Promise.all(opened.map((each) => each.close()));
    tools.poster.close();
    recorder?.close();
  };
  try {
    for (const [path, own] of upstreams) {
      const { tenant } = own;
      // One of several is served over gRPC by its tenant, whichever card it has.
      const onRenewed = (family: HostFamily): void => {
        if (path === "") servers?.replace(family);
      };
      opened.push({
        ...(await openServed({ path, own, serving: options, seal, tools, recorder, onRenewed })),
        path,
        tenant,
      });
    }
    const { host, port = 0, grpcPort } = options;
    servers = await openServers({
      host,
      port,
      grpcPort,
      url: publicUrl,
      grpcUrl: options.grpcUrl,
      limits,
      beginCall: beginGrpcCall,
    });
    const { url, grpcUrl } = servers;
    const served: ServedUpstream[] = [];
    for (const { path, tenant, serve } of opened) {
      // gRPC has no paths: an agent without a tenant is not there.
      const address = path === "" || tenant !== undefined ? grpcUrl : undefined;
      served.push(await serve({ url: `${url}${path}`, grpcUrl: address, tenant }));
    }
    const [first] = served;
    const only = first?.path === "" ? first : undefined;
    const tenants = only === undefined ? createTenantFamily(served, options) : undefined;
    const report = (): MigrationReport => ({ since, upstreams: served.map((each) => each.report()) });
    const handle = firstOf([
      ...(options.reportPath === undefined ? [] : [servePages({ [options.reportPath]: report })]),
      ...(only === undefined ? handleSeveral(served, tenants) : [only.handle]),
    ]);
    servers.serve(only?.family ?? tenants, handle);
    let closing: Promise<void> | undefined;
    const close = async (graceMs: number): Promise<void> => {
      // It listens on, so that new calls are refused by their protocol and balancers see that it drains.
      const draining = served.map((each) => each.drain({ graceMs }));
      await Promise.all([...draining, tenants?.close({ graceMs })]);
      await closeAll();
    };
    return {
      url,
      grpcUrl,
      get cards() {
        return Object.fromEntries(served.map(({ path, card }) => [path, card]));
      },
      report,
      close: ({ graceMs = 10_000 } = {}) => (closing ??= close(graceMs)),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/** The recorder of calls to upstreams, which knows the gateway's own credentials. */
async function openRecording(
  { record, onProblem }: GatewayOptions,
  upstreams: ReturnType<typeof listUpstreams>,
): Promise<FileRecorder | undefined> {
  if (record === undefined) return undefined;
  const { openRecorder } = await import("@a2agen/exchange/record/open-recorder.ts");
  const own = upstreams.map(([, { upstreamHeaders = {} }]) => upstreamHeaders);
  return openRecorder(record, {
    secretNames: [...own.flatMap(Object.keys), ...upstreams.flatMap(([, each]) => each.passedHeaders ?? [])],
    secrets: own.flatMap(Object.values<string>),
    onError: (error) => onProblem?.(`not recorded: ${errorMessage(error)}`),
  });
}

/** By path; "" is that of the only one. */
function listUpstreams(options: GatewayOptions): readonly (readonly [string, PlacedUpstream])[] {
  if ("upstream" in options) return [["", options]];
  const entries = Object.entries(options.upstreams);
  if (entries.length === 0) throw new TypeError("upstreams: expected at least one, found none");
  const tenants = new Set<string>();
  for (const [path, { tenant }] of entries) {
    const where = `upstreams[${JSON.stringify(path)}]`;
    if (!/^(?:\/[\w.~-]+)+$/.test(path)) {
      throw new TypeError(`${where}: expected a path such as "/billing"`);
    }
    if (tenant === undefined) continue;
    if (tenants.has(tenant)) throw new TypeError(`${where}.tenant: another one has the tenant ${tenant}`);
    tenants.add(tenant);
  }
  if (options.grpcPort !== undefined && tenants.size === 0) {
    throw new TypeError("grpcPort: gRPC has no paths; give the upstreams a tenant each");
  }
  return entries;
}

function handleSeveral(
  served: readonly ServedUpstream[],
  tenants: HostFamily | undefined,
): readonly HttpHandler[] {
  const paths = [serveHealth(served), servePaths(served)];
  return tenants === undefined ? paths : [...paths, serveTenants(tenants)];
}

function checkOrigin(text: string): string {
  const url = parseUrl(text);
  if (url?.pathname === "/" && url.search === "" && /^https?:$/.test(url.protocol)) return url.origin;
  throw new TypeError(`url: expected an http or https URL without a path, found ${JSON.stringify(text)}`);
}
