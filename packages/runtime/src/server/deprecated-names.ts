import type { Host } from "../host/host.ts";
import type { HostedMethod } from "../host/hosted-method.ts";
import type { HttpRequest } from "../http/http-message.ts";
import { formatTemplate } from "../rest/router.ts";
import type { HttpBinding } from "../service/method.ts";
import type { Protocol, ServiceParameter } from "../service/protocol.ts";
import type { FamilyMember } from "../versions/host-family.ts";
import { createDeprecationLog, type OnDeprecated } from "./deprecation-log.ts";

interface OlderHeader {
  readonly name: string;
  readonly use: string;
  readonly profile: string | undefined;
}

/** Knows the names of earlier versions that a server takes, from the tables of its methods and protocols. */
export class DeprecatedNames {
  readonly #tell: OnDeprecated;
  readonly #members: readonly [FamilyMember, ...FamilyMember[]];
  readonly #byHost: ReadonlyMap<Host, FamilyMember>;
  /** Well-known paths with the profile that has them. */
  readonly #paths: ReadonlyMap<string, string | undefined>;
  /** Those that were not reported yet. */
  #headers: readonly OlderHeader[];

  constructor(members: readonly [FamilyMember, ...FamilyMember[]], onDeprecated: OnDeprecated | undefined) {
    this.#tell = createDeprecationLog(onDeprecated);
    this.#members = members;
    this.#byHost = new Map(members.map((member) => [member.host, member]));
    this.#headers = olderHeaders(members);
    this.#paths = olderPathsOf(members);
  }

  /** The well-known paths of the card in earlier versions. */
  get wellKnownPaths(): readonly string[] {
    return [...this.#paths.keys()];
  }

  jsonRpcMethod(name: string, { method }: HostedMethod, host: Host): void {
    const newest = this.#byHost.get(host)?.newest.get(method.name);
    if (newest === undefined || name === newest.name || name === newest.jsonRpcName) return;
    const use = newest.jsonRpcName ?? newest.name;
    this.#tell({ kind: "jsonRpcMethod", name, use, profile: host.protocol.name });
  }

  rule(rule: HttpBinding, { method }: HostedMethod, host: Host): void {
    const newest = this.#byHost.get(host)?.newest.get(method.name);
    const first = newest?.http[0];
    // The further rules of a method are no older than its first.
    if (first === undefined || newest === method) return;
    this.#endpoint(nameRule(rule), nameRule(first), host);
  }

  /** A path of JSON-RPC that only older versions have. */
  jsonRpcPath(path: string, use: string, host: Host): void {
    this.#endpoint(`POST ${path}`, `POST ${use}`, host);
  }

  wellKnownPath(path: string): void {
    const use = this.#members[0].host.protocol.card?.wellKnownPath;
    if (use === undefined || !this.#paths.has(path)) return;
    this.#tell({ kind: "wellKnownPath", name: path, use, profile: this.#paths.get(path) });
  }

  headers(request: HttpRequest): void {
    if (this.#headers.length === 0) return;
    for (const { name, use, profile } of this.#headers) {
      if (request.header(name) === undefined) continue;
      this.#headers = this.#headers.filter((header) => header.name !== name);
      this.#tell({ kind: "header", name, use, profile });
    }
  }

  #endpoint(name: string, use: string, { protocol }: Host): void {
    if (name !== use) this.#tell({ kind: "endpoint", name, use, profile: protocol.name });
  }
}

/** "GET /tasks/{id}". */
function nameRule(rule: HttpBinding): string {
  return `${rule.verb} ${formatTemplate(rule).replaceAll("=*}", "}")}`;
}

function olderHeaders([newest, ...older]: readonly [
  FamilyMember,
  ...FamilyMember[],
]): readonly OlderHeader[] {
  const { protocol } = newest.host;
  const current = new Set(parametersOf(protocol).map(([, { name }]) => name.toLowerCase()));
  const found = new Map<string, OlderHeader>();
  for (const [key, { name: use, aliases }] of parametersOf(protocol)) {
    const own = older.flatMap(({ host }) =>
      parametersOf(host.protocol).flatMap(([kind, { name }]) =>
        kind === key ? [{ name, use, profile: host.protocol.name }] : [],
      ),
    );
    for (const header of [...own, ...aliases.map((name) => ({ name, use, profile: undefined }))]) {
      const name = header.name.toLowerCase();
      if (!current.has(name) && !found.has(name)) found.set(name, header);
    }
  }
  return [...found.values()];
}

function parametersOf({
  versionParameter,
  extensionsParameter,
}: Protocol): readonly (readonly [string, ServiceParameter])[] {
  return [
    ...(versionParameter === undefined ? [] : [["version", versionParameter] as const]),
    ...(extensionsParameter === undefined ? [] : [["extensions", extensionsParameter] as const]),
  ];
}

/** Each with the profile that has it; of one that is older than all that are served it is not known. */
function olderPathsOf(
  members: readonly [FamilyMember, ...FamilyMember[]],
): ReadonlyMap<string, string | undefined> {
  const current = members[0].host.protocol.card?.wellKnownPath;
  const cards = members.flatMap(({ host: { protocol } }) =>
    protocol.card === undefined ? [] : [{ card: protocol.card, profile: protocol.name }],
  );
  const own = cards.flatMap(({ card: { wellKnownPath: path }, profile }) =>
    path === undefined ? [] : [[path, profile] as const],
  );
  const older = cards.flatMap(({ card }) =>
    (card.olderPaths ?? []).map((path) => [path, undefined] as const),
  );
  return new Map([...older, ...own].filter(([path]) => path !== current));
}
