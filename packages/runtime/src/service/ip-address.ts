import { parseUrl } from "../core/url.ts";

/** An address in numbers: four bytes of IPv4, or eight groups of sixteen bits of IPv6. */
export type IpAddress =
  | { readonly family: 4; readonly bytes: readonly number[]; readonly text: string }
  | { readonly family: 6; readonly groups: readonly number[]; readonly text: string };

/** Parses an address in its usual spelling, without brackets; undefined for other texts and for a zone. */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.includes(":")) {
    const groups = /^[\da-f:.]+$/i.test(text) ? readGroups(text) : undefined;
    return groups && { family: 6, groups, text };
  }
  const isIPv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
  return isIPv4 ? { family: 4, bytes: text.split(".").map(Number), text } : undefined;
}

/** The IPv4 address in two groups of an IPv6 address. */
export function embeddedIPv4(high: number, low: number): IpAddress {
  const bytes = [high >> 8, high & 0xff, low >> 8, low & 0xff];
  return { family: 4, bytes, text: bytes.join(".") };
}

function readGroups(text: string): readonly number[] | undefined {
  // Normal form: hexadecimal groups, also where the end was written as IPv4.
  const host = parseUrl(`http://[${text}]`)?.hostname;
  if (host === undefined) return undefined;
  const [head = "", tail] = host.slice(1, -1).split("::");
  const before = readList(head);
  if (tail === undefined) return before;
  const after = readList(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function readList(text: string): readonly number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}
