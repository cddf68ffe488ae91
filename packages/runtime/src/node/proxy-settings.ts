import { BlockList, isIP } from "node:net";
import { parseUrl } from "../core/url.ts";

/** Variables by their names, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy of a URL by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, whose names in lower case come first;
 * undefined for none. This machine is never asked for by a proxy. Throws a TypeError for a proxy that is no
 * http or https URL.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const isSecure = url.protocol === "https:" || url.protocol === "wss:";
  // A server that runs programs by CGI puts the header Proxy of a request into HTTP_PROXY.
  const name = isSecure ? "HTTPS_PROXY" : env["REQUEST_METHOD"] === undefined ? "HTTP_PROXY" : "http_proxy";
  const text = variable(env, name);
  if (text === undefined || isExempt(url, variable(env, "NO_PROXY") ?? "")) return undefined;
  const proxy = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (proxy !== undefined && (proxy.protocol === "http:" || proxy.protocol === "https:")) return proxy;
  // It may have a password.
  throw new TypeError(`${name}: expected the http or https URL of a proxy, found another text`);
}

function variable(env: Environment, name: string): string | undefined {
  const value = env[name.toLowerCase()] ?? env[name];
  return value === undefined || value.trim() === "" ? undefined : value.trim();
}

/** Whether a list has a URL's host: names, addresses, networks, "example.com, .test:8080, 10.0.0.0/8". */
function isExempt(url: URL, list: string): boolean {
  const host = bareHost(url);
  const port = url.port === "" ? defaultPorts[url.protocol] : url.port;
  if (host === "localhost" || host.endsWith(".localhost") || isWithin(host, "127.0.0.0/8") || host === "::1")
    return true;
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === "*") return true;
    if (entry.includes("/")) return isWithin(host, entry);
    const [, name = "", wanted] =
      /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
    if (name === "" || (wanted !== undefined && wanted !== port)) return false;
    const suffix = name.toLowerCase().replace(/^\*?\./, "");
    return host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`));
  });
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Whether an address is one of a network, "10.0.0.0/8". */
function isWithin(host: string, network: string): boolean {
  const [address = "", bits = ""] = network.split("/");
  const [family, own] = [isIP(address), isIP(host)];
  const prefix = Number(bits);
  if (family === 0 || family !== own || !/^\d+$/.test(bits) || prefix > (family === 4 ? 32 : 128))
    return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(address, prefix, type);
  return list.check(host, type);
}

/** The host of a URL, without the brackets of an IPv6 address and the dot of a full name. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
