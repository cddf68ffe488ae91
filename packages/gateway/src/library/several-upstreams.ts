import { jsonRpcPath } from "@a2agen/exchange/serve/interfaces.ts";
import { current } from "@a2agen/exchange/versions.ts";
import { implement } from "@a2agen/runtime/host";
import type { HttpHandler, HttpRequest } from "@a2agen/runtime/http";
import { isObject, requestBelow } from "@a2agen/runtime/internal";
import { createHostFamily, createHttpHandler, type HostFamily } from "@a2agen/runtime/server";
import { type CallContext, CallError, type Principal } from "@a2agen/runtime/service";
import { CallLog } from "../observe/call-log.ts";
import type { ServingOptions } from "./options.ts";
import { familyOptions, type ServedUpstream } from "./served-upstream.ts";

/** Answers each request below the path of an agent; the longest path counts. */
export function servePaths(served: readonly ServedUpstream[]): HttpHandler {
  const byLength = served.toSorted((one, other) => other.path.length - one.path.length);
  return (request) => {
    for (const { path, handle } of byLength) {
      const below = requestBelow(request, path);
      if (below !== undefined) return handle(below);
    }
    return undefined;
  };
}

/** Says how each agent is; ready while calls may come to one of them at least. */
export function serveHealth(served: readonly ServedUpstream[]): HttpHandler {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const { target } = request;
    if (target !== "/healthz" && target !== "/readyz") return undefined;
    const answers = await Promise.all(served.map((each) => askHealth(each, request)));
    const upstreams = Object.fromEntries(served.map(({ path }, at) => [path, answers[at]]));
    const status = answers.find((each) => each === "ready" || each === "alive") ?? answers[0] ?? "";
    const headers = { "content-type": "application/json", "cache-control": "no-store" };
    const isReady = status === "ready" || status === "alive";
    return { status: isReady ? 200 : 503, headers, body: JSON.stringify({ status, upstreams }) };
  };
}

async function askHealth({ handle }: ServedUpstream, request: HttpRequest): Promise<string> {
  const { body } = (await handle(request)) ?? {};
  const { status } = JSON.parse(typeof body === "string" ? body : "{}") as { readonly status?: string };
  return status ?? "unknown";
}

type Relay = Readonly<Record<string, (request: unknown, context: CallContext) => unknown>>;

/** Hosts that send each call to the agent of its tenant; undefined where no agent has one. */
export function createTenantFamily(
  served: readonly ServedUpstream[],
  serving: ServingOptions,
): HostFamily | undefined {
  const byTenant = new Map<unknown, ServedUpstream>();
  for (const each of served) if (each.tenant !== undefined) byTenant.set(each.tenant, each);
  const [first] = byTenant.values();
  if (first === undefined) return undefined;
  const choose = (key: string) => (request: unknown, context: CallContext) => {
    const { tenant, ...rest } = isObject(request) ? request : {};
    const chosen = byTenant.get(tenant);
    if (chosen === undefined) throw noTenant([...byTenant.keys()].map(String));
    return (chosen.relay as Relay)[key]?.(rest, context);
  };
  const relay = Object.fromEntries(Object.keys(first.relay).map((key) => [key, choose(key)]));
  const agents = [...byTenant.values()];
  return createHostFamily({
    ...familyOptions(serving, new CallLog(() => undefined, serving.onLosses)),
    services: [implement(current.service, relay)],
    // Each agent is sent what its own card names, and nothing else.
    authenticate(request) {
      const found = agents.map(({ credentials }) => credentials.authenticate(request));
      const principal: Principal = { id: found.map(({ id }) => id).join(" ") };
      for (const [at, { credentials }] of agents.entries())
        credentials.share(found[at] ?? principal, principal);
      return principal;
    },
  });
}

/** Serves the hosts of tenants at the root. */
export function serveTenants(family: HostFamily): HttpHandler {
  return createHttpHandler(family, {
    jsonRpc: jsonRpcPath,
    rest: "/",
    discovery: false,
    health: false,
    passOn: true,
    onDeprecated: () => undefined,
  });
}

function noTenant(names: readonly string[]): CallError {
  const message = `tenant: expected one of ${names.join(", ")}; clients of a version without tenants call over HTTP, below the path of their agent`;
  return new CallError("INVALID_ARGUMENT", message);
}
