import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import { createNameCheck, type NameCheck } from "../http/known-names.ts";
import { authorityOf, hasDoubledHeader, originForm } from "../http/request-head.ts";
import { closeCodes, subprotocolOf, webSocketBinding } from "./frames.ts";
import type { OpeningRequest } from "./server-call.ts";
import { ServerConnection } from "./server-connection.ts";
import { resolveLimits, type WebSocketLimits } from "./server-limits.ts";
import type {
  UpgradeRequest,
  Upgrader,
  UpgradeSocket,
  UpgradingServer,
  WebSocketServerConstructor,
} from "./socket.ts";

export interface WebSocketServerOptions {
  /** The class of the package ws, which opens the connections. */
  readonly WebSocketServer: WebSocketServerConstructor;
  /** The path that is served, "/a2a/websocket"; every path when absent. */
  readonly path?: string;
  /** Name of the binding in the agent card and in call contexts. Default: "WEBSOCKET". */
  readonly binding?: string;
  readonly limits?: Partial<WebSocketLimits>;
  /**
   * Whether pages of an origin, "https://app.example.com", may connect. Browsers send cookies with
   * the request that opens a connection from any page. Default: pages of the server's own host.
   */
  readonly allowOrigin?: (origin: string) => boolean;
  /**
   * Names under which the server is called, as for `createHttpHandler`: a request with another `Host` is
   * answered with 421, against DNS rebinding. Addresses and `localhost` are always allowed. Default: any
   * name, but none if all interfaces of the card are on this machine.
   */
  readonly names?: readonly string[];
  /**
   * Headers that a gateway sets on the request that opens a connection: calls cannot set them as
   * parameters. `Cookie`, `Forwarded`, `Host`, `Origin`, `X-Forwarded-*` and `X-Real-IP` are always so.
   */
  readonly gatewayHeaders?: readonly string[];
}

/** Answers the calls that come over the connections of clients. */
export interface WebSocketServer {
  /** How many connections are open. */
  readonly connections: number;
  /** Takes the requests of an HTTP server that ask for a WebSocket; those for other paths are left alone. */
  attach(server: UpgradingServer): void;
  /** The same for one request; false when it is for someone else. */
  upgrade(request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array): boolean;
  /**
   * Takes no further connections and calls, waits for the calls in work, and closes the connections;
   * drops those that are left after `graceMs` milliseconds (default: 10 s). `host.close()` ends streams.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/** Makes a server of a host. */
export function createWebSocketServer(host: Host, options: WebSocketServerOptions): WebSocketServer {
  return new HostServer(host, options);
}

class HostServer implements WebSocketServer {
  readonly #host: Host;
  readonly #options: WebSocketServerOptions;
  readonly #limits: WebSocketLimits;
  readonly #methods: ReadonlyMap<string, HostedMethod>;
  readonly #subprotocol: string;
  readonly #gatewayHeaders: ReadonlySet<string>;
  readonly #isKnown: NameCheck;
  readonly #upgrader: Upgrader;
  readonly #connections = new Set<ServerConnection>();
  #timer: NodeJS.Timeout | undefined;
  #whenEmpty: (() => void) | undefined;
  #closing = false;

  constructor(host: Host, options: WebSocketServerOptions) {
    this.#host = host;
    this.#options = options;
    this.#limits = resolveLimits(options.limits ?? {}, host.limits);
    this.#methods = nameMethods(host.methods);
    this.#subprotocol = subprotocolOf(host.protocol);
    this.#gatewayHeaders = new Set(
      [...alwaysReserved, ...(options.gatewayHeaders ?? [])].map((name) => name.toLowerCase()),
    );
    this.#isKnown = createNameCheck([host], options.names);
    this.#upgrader = new options.WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: this.#limits.messageBytes,
      // One client could make the server inflate more than it may send.
      perMessageDeflate: false,
      handleProtocols: () => this.#subprotocol,
    });
  }

  get connections(): number {
    return this.#connections.size;
  }

  attach(server: UpgradingServer): void {
    server.on("upgrade", (request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array) => {
      if (this.upgrade(request, socket, head)) return;
      // Without anyone else to answer it, the request would hang.
      if (server.listenerCount("upgrade") === 1) refuse(socket, 404);
    });
  }

  upgrade(request: UpgradeRequest, socket: UpgradeSocket, head: Uint8Array): boolean {
    const { path } = this.#options;
    if (path !== undefined && pathOf(request) !== path) return false;
    const status = this.#refusal(request);
    if (status !== undefined) {
      refuse(socket, status);
      return true;
    }
    this.#upgrader.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new ServerConnection(webSocket, {
        host: this.#host,
        methods: this.#methods,
        binding: this.#options.binding ?? webSocketBinding,
        limits: this.#limits,
        opening: toOpeningRequest(request),
        isReserved: (name) => this.#gatewayHeaders.has(name) || name.startsWith("x-forwarded-"),
        onClose: (closed) => this.#remove(closed),
      });
      this.#connections.add(connection);
      this.#timer ??= this.#startTimer();
    });
    return true;
  }

  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#closing = true;
    const all = [...this.#connections];
    await within(graceMs, Promise.all(all.map((connection) => connection.leave())));
    for (const connection of this.#connections) {
      connection.close(closeCodes.goingAway, "the server is shutting down");
    }
    // Clients answer the close; one that does not is dropped.
    await within(1000, this.#emptied());
    for (const connection of this.#connections) connection.terminate();
    clearInterval(this.#timer);
    this.#upgrader.close();
  }

  async #emptied(): Promise<void> {
    if (this.#connections.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#whenEmpty = resolve;
    });
  }

  #remove(connection: ServerConnection): void {
    this.#connections.delete(connection);
    if (this.#connections.size === 0) this.#whenEmpty?.();
  }

  /** The HTTP status with which a request is refused; undefined for one that is welcome. */
  #refusal(request: UpgradeRequest): number | undefined {
    const { origin } = request.headers;
    const host = hostOf(request);
    if (hasDoubledHeader(request.rawHeaders ?? [])) return 400;
    // A page whose name was made to lead here is of one origin with it, so that its Origin says nothing.
    if (!this.#isKnown(host)) return 421;
    if (this.#closing || this.#connections.size >= this.#limits.connections) return 503;
    if (!this.#offersSubprotocol(request)) return 400;
    if (origin === undefined) return undefined;
    const { allowOrigin, binding = webSocketBinding } = this.#options;
    if (allowOrigin === undefined) return originHost(origin) === host?.toLowerCase() ? undefined : 403;
    try {
      return allowOrigin(origin) ? undefined : 403;
    } catch (error) {
      // Nothing else catches errors thrown in an event of the server.
      this.#host.report(error, { method: "allowOrigin", binding });
      return 500;
    }
  }

  #offersSubprotocol({ headers }: UpgradeRequest): boolean {
    const offered = headers["sec-websocket-protocol"] ?? "";
    return offered.split(",").some((name) => name.trim() === this.#subprotocol);
  }

  #startTimer(): NodeJS.Timeout {
    const period = Math.max(10, Math.min(1000, this.#limits.heartbeatMs / 4));
    const timer = setInterval(() => {
      const now = performance.now();
      for (const connection of this.#connections) connection.sweep(now);
      if (this.#connections.size > 0) return;
      clearInterval(timer);
      this.#timer = undefined;
    }, period);
    return timer.unref();
  }
}

/** Milliseconds that a timer can wait; longer ones would fire at once. */
const longestTimer = 2 ** 31 - 1;

const alwaysReserved = ["cookie", "forwarded", "host", "origin", "x-real-ip"];

/** By name, and by name with service: the first of several services has the plain names. */
function nameMethods(hosted: readonly HostedMethod[]): ReadonlyMap<string, HostedMethod> {
  const methods = new Map<string, HostedMethod>();
  for (const entry of hosted) {
    const { name, aliases = [] } = entry.method;
    methods.set(`${entry.service}/${name}`, entry);
    for (const key of [name, ...aliases]) if (!methods.has(key)) methods.set(key, entry);
  }
  return methods;
}

function toOpeningRequest(request: UpgradeRequest): OpeningRequest {
  const { url = "/", headers, socket } = request;
  return {
    url: originForm(url),
    header(name) {
      const value: unknown = name === "host" ? hostOf(request) : headers[name];
      if (typeof value === "string") return value;
      return Array.isArray(value) ? value.join(", ") : undefined;
    },
    get peer() {
      const { remoteAddress: address, remotePort: port } = socket as {
        readonly remoteAddress?: string;
        readonly remotePort?: number;
      };
      return address === undefined ? undefined : { address, port };
    },
    get peerCertificate() {
      // A server may ask for a certificate and take any: only one that it has verified says who calls.
      const { authorized, getPeerCertificate } = socket as {
        readonly authorized?: boolean;
        readonly getPeerCertificate?: () => object;
      };
      if (authorized !== true) return undefined;
      const certificate = getPeerCertificate?.call(socket);
      return certificate === undefined || Object.keys(certificate).length === 0 ? undefined : certificate;
    },
  };
}

function pathOf({ url = "/" }: UpgradeRequest): string {
  const target = originForm(url);
  const mark = target.indexOf("?");
  return mark < 0 ? target : target.slice(0, mark);
}

/** The name under which the client has asked for the server. */
function hostOf({ url = "/", headers }: UpgradeRequest): string | undefined {
  return authorityOf(url) ?? headers.host;
}

/** Host and port of an origin; \"\" for another text. */
function originHost(origin: string): string {
  try {
    return new URL(origin).host;
  } catch {
    // "null" is the origin of pages that have none.
    return "";
  }
}

/** Names of the statuses with which requests are refused. */
const statusTexts: Readonly<Record<number, string>> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  421: "Misdirected Request",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

function refuse(socket: UpgradeSocket, status: number): void {
  // A client that has gone already needs no answer.
  socket.on("error", () => undefined);
  // A client that does not close its side would keep an uncounted connection.
  socket.once("finish", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${statusTexts[status] ?? ""}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

/** Waits for something, but not longer than a time. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimer));
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
