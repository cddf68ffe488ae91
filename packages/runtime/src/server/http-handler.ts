import type { Host } from "../host/host.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http/http-message.ts";
import { HttpCall } from "../http/incoming.ts";
import { createNameCheck } from "../http/known-names.ts";
import { createJsonRpcHandler } from "../jsonrpc/server.ts";
import { bindingName } from "../rest/binding-name.ts";
import { flattenPath, formatTemplate } from "../rest/router.ts";
import { createRestHandler } from "../rest/server.ts";
import { CallError } from "../service/call-error.ts";
import type { HttpBinding } from "../service/method.ts";
import { type FamilyMember, type HostFamily, newestMember } from "../versions/host-family.ts";
import { answerError } from "./answer-error.ts";
import { createConsoleRedirect } from "./console-redirect.ts";
import { DeprecatedNames } from "./deprecated-names.ts";
import type { OnDeprecated } from "./deprecation-log.ts";
import { describeMiss } from "./describe-miss.ts";
import { createDiscoveryHandler, type DiscoveryOptions, isPublic, serveCard } from "./discovery.ts";
import { createFrontPage } from "./front-page.ts";
import { createHealthHandler, type HealthOptions } from "./health.ts";
import { createResourceHandler } from "./protected-resource.ts";
import { findPaths, type ServedPaths } from "./served-paths.ts";

/** Where a server has what; a path is that of requests as they reach the server, behind its proxies. */
export interface HttpHandlerOptions {
  /**
   * Path of JSON-RPC, or false. Default: the path of the card's JSONRPC interface, none when it has no
   * such interface; "/" without a card. Of a family, that of the newest version.
   */
  readonly jsonRpc?: string | false;
  /**
   * What stands before the paths of HTTP+JSON, or false. Default: the path of the card's HTTP+JSON
   * interface, none when it has no such interface; "/" without a card. Of a family, that of the newest
   * version.
   */
  readonly rest?: string | false;
  /** How the card is served, or false. Default: as `DiscoveryOptions` says. */
  readonly discovery?: DiscoveryOptions | boolean;
  /**
   * Whether browsers get a page about the agent at "/", or below the prefix of the card: what the public card
   * says, without scripts. Default: true, where the card is served and no other handler follows (`passOn`).
   */
  readonly frontPage?: boolean;
  /**
   * Address of the console that `a2agen console --run` serves, from the variable `A2AGEN_CONSOLE`: browsers
   * on this machine that ask for /console are sent there. For development; the variable is not set in
   * production. Default: none.
   */
  readonly console?: string | undefined;
  /**
   * Whether and where those who run the server ask how it is: GET /healthz and /readyz. A path of a method
   * comes first. Any name is allowed for it. Default: true, where no other handler follows (`passOn`).
   */
  readonly health?: HealthOptions | boolean;
  /**
   * Leaves other requests to the next handler of a framework, instead of
   * answering 404. Default: false.
   */
  readonly passOn?: boolean;
  /**
   * Names under which the server is called, `["agent.example.com"]`; requests with another `Host` are
   * answered with 421, against DNS rebinding. Addresses and `localhost` are always allowed. Default: any
   * name, but none if all interfaces of the card are on this machine.
   */
  readonly names?: readonly string[];
  /**
   * Value of Strict-Transport-Security on every answer, "max-age=31536000; includeSubDomains" (draft 13.4),
   * for a server that is called over https only. Default: none.
   */
  readonly strictTransportSecurity?: string;
  /**
   * Called once for each name of an earlier version that a client uses: JSON-RPC methods, headers,
   * well-known paths and endpoints. Default: a text for console.warn.
   */
  readonly onDeprecated?: OnDeprecated;
}

/**
 * Serves a host over JSON-RPC and HTTP+JSON, with its card, by one handler; or all versions of a family.
 *
 * Who answers a request of a family: at a path of JSON-RPC the host that has it, and where several do
 * (`HostChooser`) the one of the version that the request names, or else the one that has the method; then
 * the well-known paths of the cards and of OAuth; then HTTP+JSON, where the longest base path counts, so
 * that a base below another one takes its requests first, and at one base the version that the request
 * names. What remains is answered as the newest version does.
 *
 * Throws a TypeError where it would be open who answers: two versions of one number at a path, or with
 * rules that have the same paths below one base.
 */
export function createHttpHandler(hosts: Host | HostFamily, options: HttpHandlerOptions = {}): HttpHandler {
  const members: readonly [FamilyMember, ...FamilyMember[]] =
    "members" in hosts ? hosts.members : [newestMember(hosts)];
  const newest = members[0].host;
  const names = new DeprecatedNames(members, options.onDeprecated);
  const served = findPaths(members, options);
  const all = members.map(({ host }) => host);
  const handlers = [
    ...(options.console === undefined ? [] : [createConsoleRedirect(options.console)]),
    ...frontPages(hosts, options),
    ...jsonRpcHandlers(served, names),
    ...cardHandlers(hosts, options.discovery ?? true, names),
    createResourceHandler(all),
    ...restHandlers(served, names),
  ];
  const isKnown = createNameCheck(all, options.names);
  const { strictTransportSecurity, health = options.passOn !== true } = options;
  const answerHealth = health === false ? undefined : createHealthHandler(all, health === true ? {} : health);
  const handle = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    if (!isKnown(request.header("host")))
      return answerHealth?.(request) ?? (options.passOn === true ? undefined : misdirected(newest, request));
    for (const handler of handlers) {
      const pending = handler(request);
      if (pending === undefined) continue;
      const response = await pending;
      if (response === undefined) continue;
      names.headers(request);
      return response;
    }
    return (
      answerHealth?.(request) ??
      (options.passOn === true
        ? undefined
        : notFound(newest, request, options.discovery === false ? [] : served))
    );
  };
  if (strictTransportSecurity === undefined) return handle;
  return async (request) => {
    const response = await handle(request);
    const headers = { "strict-transport-security": strictTransportSecurity, ...response?.headers };
    return response && { ...response, headers };
  };
}

function jsonRpcHandlers(
  served: readonly [ServedPaths, ...ServedPaths[]],
  names: DeprecatedNames,
): readonly HttpHandler[] {
  const current = served[0].jsonRpc;
  const paths = new Set(served.flatMap(({ jsonRpc }) => jsonRpc));
  return [...paths].flatMap((path) => {
    const [first, ...others] = served
      .filter(({ jsonRpc }) => jsonRpc.includes(path))
      .map(({ member }) => member.host);
    if (first === undefined) return [];
    const use = current.includes(path) ? undefined : current[0];
    return [
      createJsonRpcHandler([first, ...others], {
        path,
        onMethod(name, hosted, host) {
          names.jsonRpcMethod(name, hosted, host);
          if (use !== undefined) names.jsonRpcPath(path, use, host);
        },
      }),
    ];
  });
}

function cardHandlers(
  hosts: Host | HostFamily,
  discovery: DiscoveryOptions | boolean,
  names: DeprecatedNames,
): readonly HttpHandler[] {
  if (discovery === false) return [];
  const options = discovery === true ? {} : discovery;
  const onPath = (path: string): void => {
    names.wellKnownPath(path);
    options.onPath?.(path);
  };
  if (!("members" in hosts)) return [createDiscoveryHandler(hosts, { ...options, onPath })];
  const [newest, ...older] = hosts.members;
  const paths = [...names.wellKnownPaths, ...(options.paths ?? [])];
  const { card, ...rest } = options;
  // A function makes a caller's card of that of each version.
  const others = typeof card === "function" ? options : rest;
  return [
    serveCard(newest.host, hosts.card, { ...options, paths, onPath }),
    ...older.flatMap(({ host, where }) =>
      where?.cardPrefix === undefined
        ? []
        : [createDiscoveryHandler(host, { ...others, paths, onPath, prefix: where.cardPrefix })],
    ),
  ];
}

function frontPages(
  hosts: Host | HostFamily,
  { discovery = true, passOn = false, frontPage = !passOn }: HttpHandlerOptions,
): readonly HttpHandler[] {
  const served = typeof discovery === "object" ? discovery : {};
  const { card: own, prefix = "" } = served;
  const host = "members" in hosts ? hosts.members[0].host : hosts;
  const card = own ?? hosts.card;
  if (!frontPage || discovery === false || card === undefined || !isPublic(served)) return [];
  return [createFrontPage({ host, card, prefix: prefix.endsWith("/") ? prefix.slice(0, -1) : prefix })];
}

/** The longest base first; at one base the version that a request names first, and then the newest. */
function restHandlers(served: readonly ServedPaths[], names: DeprecatedNames): readonly HttpHandler[] {
  const places = served.flatMap(({ member: { host }, rest }) =>
    rest.map((path) => ({ host, base: path.endsWith("/") ? path.slice(0, -1) : path })),
  );
  for (const [index, one] of places.entries()) {
    for (const other of places.slice(index + 1)) {
      if (one.base !== other.base || one.host === other.host) continue;
      if (one.host.protocol.version === other.host.protocol.version) {
        checkOverlap(one.host, other.host, one.base);
      }
    }
  }
  const bases = [...new Set(places.map(({ base }) => base))].sort((one, other) => other.length - one.length);
  return bases.map((basePath) => {
    const handlers = places
      .filter(({ base }) => base === basePath)
      .map(({ host }) => ({
        host,
        handle: createRestHandler(host, {
          basePath,
          onRule: (rule, hosted, answering) => names.rule(rule, hosted, answering),
        }),
      }));
    const [only] = handlers;
    return handlers.length === 1 && only !== undefined ? only.handle : byVersion(handlers);
  });
}

interface VersionHandler {
  readonly host: Host;
  readonly handle: HttpHandler;
}

/**
 * Asks the hosts of the version that a request names first: the tenants of one version are paths of another.
 */
function byVersion(handlers: readonly VersionHandler[]): HttpHandler {
  return (request) => {
    const call = new HttpCall(bindingName, request);
    const speaking = handlers.filter(({ host }) => host.speaks(call));
    for (const { handle } of [...speaking, ...handlers.filter((each) => !speaking.includes(each))]) {
      const pending = handle(request);
      if (pending !== undefined) return pending;
    }
    return undefined;
  };
}

function notFound(host: Host, request: HttpRequest, served: readonly ServedPaths[]): HttpResponse {
  return answerError(new CallError("NOT_FOUND", describeMiss(request, served)), host, request);
}

function misdirected(host: Host, request: HttpRequest): HttpResponse {
  const message =
    'the server is not called by this name; allow it with createHttpHandler(host, { names: ["..."] })';
  return answerError(new CallError("PERMISSION_DENIED", message, { http: 421 }), host, request);
}

/** Throws a TypeError when a path can be meant by rules of both hosts, whatever the verbs. */
function checkOverlap(one: Host, other: Host, base: string): void {
  for (const mine of rulesOf(one)) {
    for (const theirs of rulesOf(other)) {
      // Methods of extensions are the same in both, and the newest answers.
      if (mine.isExtension && theirs.isExtension) continue;
      if (!overlaps(mine.rule, theirs.rule)) continue;
      throw new TypeError(
        `${one.protocol.name} and ${other.protocol.name} are both served at ${base === "" ? "/" : base}, where ${formatTemplate(mine.rule)} and ${formatTemplate(theirs.rule)} have paths in common; give one of them a base of its own with "rest"`,
      );
    }
  }
}

function rulesOf({
  methods,
}: Host): readonly { readonly rule: HttpBinding; readonly isExtension: boolean }[] {
  return methods.flatMap(({ method, extension }) =>
    method.kind === "unary" || method.kind === "server"
      ? method.http.map((rule) => ({ rule, isExtension: extension !== undefined }))
      : [],
  );
}

function overlaps(one: HttpBinding, other: HttpBinding): boolean {
  // An action is looked for before a segment with a colon in it.
  if ((one.action ?? "") !== (other.action ?? "")) return false;
  const [mine, theirs] = [flattenPath(one.path), flattenPath(other.path)];
  for (let at = 0; ; at += 1) {
    const [left, right] = [mine[at], theirs[at]];
    if (left === "**" || right === "**" || (left === undefined && right === undefined)) return true;
    if (left === undefined || right === undefined) return false;
    if (left !== "*" && right !== "*" && left !== right) return false;
  }
}
