import { parseUrl } from "../core/url.ts";
import type { Host } from "../host/host.ts";
import { interfacesOf } from "../service/card.ts";

/**
 * Whether a request may be answered under the name by which its client has asked for the server, its header
 * `Host`. A page whose own name was made to lead to this machine (DNS rebinding) is of one origin with the
 * server in the eyes of a browser, and could call it like any client. Addresses need no name, and `localhost`
 * is no name of others.
 */
export type NameCheck = (host: string | undefined) => boolean;

/**
 * The check for given names. Without names: for hosts whose cards lead to this machine only, as they do
 * during development, other names are refused; for others all are answered.
 */
export function createNameCheck(hosts: readonly Host[], given: readonly string[] | undefined): NameCheck {
  if (given === undefined && !areLocal(hosts)) return () => true;
  const names = new Set(given?.map((name) => name.toLowerCase()));
  const check: NameCheck = (host) => {
    if (host === undefined) return true;
    // Nothing but a name and a port: the rest of a URL would hide another name behind one that is known.
    const name = /[/?#@\\]/.test(host) ? undefined : hostnameOf(`http://${host}`);
    return name !== undefined && (isAddress(name) || isLocal(name) || names.has(name));
  };
  // Clients nearly always ask for the same name, and reading it as a URL costs as much as reading the
  // request.
  let last: { readonly host: string | undefined; readonly isKnown: boolean } | undefined;
  return (host) => {
    if (last === undefined || last.host !== host) last = { host, isKnown: check(host) };
    return last.isKnown;
  };
}

function areLocal(hosts: readonly Host[]): boolean {
  const names = hosts.flatMap(({ card, protocol }) =>
    card === undefined || protocol.card === undefined
      ? []
      : interfacesOf(card, protocol.card).flatMap(({ url }) =>
          /^(?:http|ws)s?:/i.test(url) ? (hostnameOf(url) ?? []) : [],
        ),
  );
  return names.length > 0 && names.every((name) => isLocal(name) || /^127\.|^\[::1\]$/.test(name));
}

function hostnameOf(url: string): string | undefined {
  return parseUrl(url)?.hostname.replace(/\.$/, "");
}

function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(name);
}

function isLocal(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}
