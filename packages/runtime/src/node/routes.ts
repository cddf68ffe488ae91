import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { SecureContextOptions } from "node:tls";
import { bareHost, type Environment, proxyFor } from "./proxy-settings.ts";
import { proxyAuthorization, TunnelAgent } from "./tunnel.ts";

/** How requests leave this machine. */
export interface RouteOptions {
  /** Has `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Default: `process.env`; `{}` for no proxy. */
  readonly env?: Environment;
  /**
   * A certificate and key for servers that want one of their clients (mutual TLS), and authorities to trust.
   */
  readonly tls?: Pick<SecureContextOptions, "cert" | "key" | "ca" | "pfx" | "passphrase">;
}

/** The way of a request to its server: what sends it, and the options beside its method, headers and body. */
export interface Route {
  readonly send: typeof requestHttp;
  readonly options: Omit<RequestOptions, "headers"> & { readonly headers: Readonly<Record<string, string>> };
}

/** Finds the way to servers, directly or by the proxy of the environment, and keeps connections. */
export class Routes {
  readonly #env: Environment;
  readonly #tls: NonNullable<RouteOptions["tls"]>;
  readonly #http = new HttpAgent({ keepAlive: true });
  readonly #https: HttpsAgent;
  readonly #tunnels = new Map<string, TunnelAgent>();

  constructor({ env = process.env, tls = {} }: RouteOptions = {}) {
    this.#env = env;
    this.#tls = tls;
    this.#https = new HttpsAgent({ keepAlive: true, ...tls });
  }

  /** Throws a TypeError for a proxy that is no http or https URL. */
  find(url: URL): Route {
    const proxy = proxyFor(url, this.#env);
    const target = { host: bareHost(url), path: `${url.pathname}${url.search}`, headers: {} };
    const port = url.port === "" ? {} : { port: url.port };
    if (url.protocol === "https:") {
      const agent = proxy === undefined ? this.#https : this.#tunnel(proxy);
      return { send: requestHttps, options: { ...target, ...port, agent } };
    }
    if (proxy === undefined) return { send: requestHttp, options: { ...target, ...port, agent: this.#http } };
    // A proxy gets the whole URL of a request in clear (RFC 9112 section 3.2.2).
    return {
      send: proxy.protocol === "https:" ? requestHttps : requestHttp,
      options: {
        host: bareHost(proxy),
        ...(proxy.port === "" ? {} : { port: proxy.port }),
        path: `${url.protocol}//${url.host}${target.path}`,
        headers: { host: url.host, ...proxyAuthorization(proxy) },
        agent: proxy.protocol === "https:" ? this.#https : this.#http,
      },
    };
  }

  /** Closes the connections that are kept. */
  close(): void {
    for (const agent of [this.#http, this.#https, ...this.#tunnels.values()]) agent.destroy();
  }

  #tunnel(proxy: URL): TunnelAgent {
    const known = this.#tunnels.get(proxy.href);
    if (known !== undefined) return known;
    const agent = new TunnelAgent(proxy, { keepAlive: true, ...this.#tls });
    this.#tunnels.set(proxy.href, agent);
    return agent;
  }
}
