import { isIP } from "node:net";
import { parseUrl } from "../core/url.ts";
import { isLocalName } from "../service/public-address.ts";
import type { AddressGuard } from "./address-guard.ts";
import { WebhookError } from "./webhook-error.ts";

export interface UrlRules {
  /** Whether unencrypted URLs are allowed. */
  readonly http: boolean;
  /** Host names, "hooks.example.com" or "*.example.com". Default: all. */
  readonly hosts: readonly string[] | undefined;
  /** Default: the ports of the schemes, and those from 1024. */
  readonly ports: readonly number[] | undefined;
  readonly addresses: AddressGuard;
}

/** Decides whether URLs may be called, without resolving their names. */
export interface UrlGuard {
  /** Returns the URL in its normal form; throws a WebhookError "refused" with the problem. */
  check(text: string): URL;
}

/** UTF-16 code units. */
const maximumLength = 8192;

/** Makes a guard (section 13.2); throws a TypeError for invalid rules. */
export function createUrlGuard(rules: UrlRules): UrlGuard {
  const { http, addresses } = rules;
  const allowsHost = createHostList(rules.hosts);
  const ports = rules.ports === undefined ? undefined : new Set(rules.ports);
  for (const port of ports ?? []) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new TypeError(`ports: expected numbers from 1 to 65535, found ${String(port)}`);
    }
  }
  const allowsLocalNames = ["127.0.0.1", "::1"].some((address) => addresses.allows(address));
  return {
    check(text) {
      const url = parse(text);
      if (url.protocol !== "https:" && !(http && url.protocol === "http:")) {
        refuse(`expected an ${http ? "http or https" : "https"} URL, found the scheme ${url.protocol}`);
      }
      if (url.username !== "" || url.password !== "") refuse("expected a URL without user and password");
      const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
      if (!(ports?.has(port) ?? (url.port === "" || port >= 1024))) refuse(`the port ${port} is not allowed`);
      normalizeHost(url);
      const host = nameOf(url);
      if (!allowsHost(host)) refuse("the host is not in the list of hosts that may be called");
      if (isIP(host) !== 0) {
        if (!addresses.allows(host)) refuse("the address is not one of the public internet");
      } else if (isLocalName(host) && !allowsLocalNames) {
        refuse("the host is the machine of the agent itself");
      }
      return url;
    },
  };
}

function parse(text: string): URL {
  if (text.length > maximumLength) refuse(`expected at most ${maximumLength} characters`);
  // URL drops or changes them, and other readers of the URL may not.
  if (/[\s\\\p{Cc}]/u.test(text))
    refuse("expected a URL without white space, control characters and backslashes");
  const url = parseUrl(text) ?? refuse("expected an absolute URL");
  url.hash = "";
  return url;
}

function normalizeHost(url: URL): void {
  // A name may end with the root dot.
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const isName = !url.hostname.startsWith("[");
  if (isName && url.hostname.split(".").includes("")) refuse("expected a host without empty labels");
}

/** The host, without brackets around IPv6. */
export function nameOf({ hostname }: URL): string {
  return hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
}

function createHostList(entries: readonly string[] | undefined): (host: string) => boolean {
  if (entries === undefined) return () => true;
  const names = new Set<string>();
  const suffixes: string[] = [];
  entries.forEach((entry, i) => {
    const isSuffix = entry.startsWith("*.");
    const name = normalName(isSuffix ? entry.slice(2) : entry);
    if (name === undefined) {
      const found = JSON.stringify(entry);
      throw new TypeError(`hosts[${i}]: expected the name of a host, or "*." and a name, found ${found}`);
    }
    if (isSuffix) suffixes.push(`.${name}`);
    else names.add(name);
  });
  return (host) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
}

/** A name in lower case and punycode, as URL writes it; undefined if it is invalid. */
function normalName(text: string): string | undefined {
  if (/[*/?#@\s\\]/.test(text)) return undefined;
  const url = parseUrl(isIP(text) === 6 ? `https://[${text}]` : `https://${text}`);
  return url?.port === "" ? nameOf(url).replace(/\.$/, "") : undefined;
}

function refuse(reason: string): never {
  throw new WebhookError("refused", reason);
}
