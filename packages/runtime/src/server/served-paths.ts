import type { Host } from "../host/host.ts";
import { type AgentInterface, interfacesOf } from "../service/card.ts";
import { listAt } from "../service/field-path.ts";
import { hasBinding, hasHttp } from "../versions/family-card.ts";
import type { FamilyMember } from "../versions/host-family.ts";

/** Where a host is served over HTTP. */
export interface ServedPaths {
  readonly member: FamilyMember;
  readonly jsonRpc: readonly string[];
  /** The path before those of the rules. */
  readonly rest: readonly string[];
}

/** The paths of the newest version; undefined for those of its card. */
export interface PathOptions {
  readonly jsonRpc?: string | false | undefined;
  readonly rest?: string | false | undefined;
}

const bindings = { jsonRpc: "JSONRPC", rest: "HTTP+JSON" } as const;

/** Finds where every version of a family is served, in the order of the family. */
export function findPaths(
  members: readonly [FamilyMember, ...FamilyMember[]],
  options: PathOptions,
): readonly [ServedPaths, ...ServedPaths[]] {
  const [newest, ...older] = members;
  const declared = older.flatMap(({ interfaces, where }) =>
    where?.interfaces === undefined ? interfaces : [],
  );
  const own = {
    member: newest,
    jsonRpc: newestPaths(newest.host, { option: options.jsonRpc, binding: bindings.jsonRpc, declared }),
    rest: newestPaths(newest.host, { option: options.rest, binding: bindings.rest, declared }),
  };
  return [own, ...older.map((member) => olderPaths(member, own))];
}

interface NewestInit {
  readonly option: string | false | undefined;
  readonly binding: string;
  /** Interfaces of older versions in the card. */
  readonly declared: readonly unknown[];
}

function newestPaths({ card, protocol }: Host, { option, binding, declared }: NewestInit): readonly string[] {
  if (option === false) return [];
  if (option !== undefined) return [option];
  const rules = protocol.card;
  if (card === undefined || rules === undefined) return ["/"];
  if (rules.interfaces === undefined) return interfacePaths({ card, protocol }, binding);
  const own = listAt(card, rules.interfaces).filter((entry) => !declared.includes(entry));
  // A card without the list may have its interfaces elsewhere.
  return own.length === 0 ? interfacePaths({ card, protocol }, binding) : pathsOf(own, binding);
}

function olderPaths(member: FamilyMember, newest: ServedPaths): ServedPaths {
  const { where, interfaces } = member;
  const hasOwnHttp = where === undefined || hasHttp(where.translation.older);
  const said = where?.interfaces === undefined ? interfaces : [];
  const declared = (binding: string): readonly string[] | undefined => {
    const paths = pathsOf(said, binding);
    return paths.length > 0 ? paths : undefined;
  };
  const hasJsonRpc = hasBinding(member.host.protocol, bindings.jsonRpc);
  const jsonRpc = hasJsonRpc ? (chosen(where?.jsonRpc) ?? declared(bindings.jsonRpc) ?? newest.jsonRpc) : [];
  const rest = chosen(where?.rest) ?? (hasOwnHttp ? (declared(bindings.rest) ?? []) : aside(jsonRpc));
  return { member, jsonRpc, rest };
}

function chosen(option: string | false | undefined): readonly string[] | undefined {
  if (option === undefined) return undefined;
  return option === false ? [] : [option];
}

/** Where clients look for the plain endpoints of a version that mostly uses JSON-RPC: root, or its URL. */
function aside(jsonRpc: readonly string[]): readonly string[] {
  const near = jsonRpc.flatMap((path) => [trim(path), trim(path.slice(0, path.lastIndexOf("/") + 1))]);
  return [...new Set(["", ...near])];
}

function trim(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : path;
}

/** The paths at which the card of a host says that a binding is, each one once. */
function interfacePaths(
  { card, protocol }: Pick<Host, "card" | "protocol">,
  binding: string,
): readonly string[] {
  if (card === undefined || protocol.card === undefined) return [];
  return pathsOf(interfacesOf(card, protocol.card), binding);
}

/** The paths of those elements of a card's list of interfaces that have a binding, each one once. */
function pathsOf(interfaces: readonly unknown[], binding: string): readonly string[] {
  const paths = interfaces
    .filter((entry): entry is AgentInterface => isInterface(entry) && entry.protocolBinding === binding)
    .flatMap(({ url }) => pathOf(url));
  return [...new Set(paths)];
}

function isInterface(entry: unknown): entry is Pick<AgentInterface, "url" | "protocolBinding"> {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "url" in entry &&
    typeof entry.url === "string" &&
    "protocolBinding" in entry
  );
}

function pathOf(url: string): readonly string[] {
  try {
    return [new URL(url).pathname];
  } catch {
    // An interface with another kind of address is not served over HTTP.
    return [];
  }
}
