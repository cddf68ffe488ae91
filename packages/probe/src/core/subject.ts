import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Spoken } from "@a2agen/exchange/meaning/reader.ts";
import type { ProtocolName, VersionRow } from "@a2agen/exchange/versions.ts";
import type { Method } from "@a2agen/runtime/service";

/** One interface of the agent under test: a version over a binding. */
export interface Subject {
  /** "JSONRPC 1.0"; with a number behind it for a second one of that kind. */
  readonly label: string;
  readonly version: ProtocolName;
  readonly binding: string;
  readonly url: string;
  readonly tenant: string | undefined;
  readonly spoken: Spoken;
  /** How 1.0, in which checks are written, is called in the version; absent for 1.0. */
  readonly translation: VersionRow["translation"];
  /** In the types of 1.0. */
  readonly card: AgentCard;
  /** Service parameters and credentials of every call. */
  readonly headers: readonly Header[];
  /** Those of another caller, who may not see the tasks of the first. */
  readonly otherHeaders?: readonly Header[] | undefined;
}

/** A method by the member of the interface of 1.0; undefined where the version has none. */
export function methodOf({ spoken, translation, binding }: Subject, member: string): Method | undefined {
  const own =
    translation === undefined ? member : translation.methods.find(({ newer }) => newer === member)?.older;
  const method =
    own === undefined ? undefined : (spoken.service.methods as Readonly<Record<string, Method>>)[own];
  return binding === "HTTP+JSON" && method?.http.length === 0 ? undefined : method;
}

/**
 * A request of 1.0 in the version that is spoken. What `returnImmediately` turns off is written out: agents
 * differ in what its absence means.
 */
export function downgradeRequest({ translation }: Subject, member: string, value: unknown): unknown {
  const found = translation?.methods.find(({ newer }) => newer === member);
  if (found === undefined) return value;
  const own = found.request.downgrade(value).value;
  const { configuration } = value as { readonly configuration?: { readonly returnImmediately?: boolean } };
  if (configuration?.returnImmediately !== true) return own;
  const waiting = { ...(value as object), configuration: { returnImmediately: false } };
  const flags = Object.entries(configurationOf(found.request.downgrade(waiting).value));
  const off = flags.flatMap(([name, flag]) => (flag === true ? [[name, false] as const] : []));
  return {
    ...(own as object),
    configuration: { ...Object.fromEntries<boolean>(off), ...configurationOf(own) },
  };
}

function configurationOf(request: unknown): object {
  return (request as { readonly configuration?: object }).configuration ?? {};
}

/** An answer, or an event, in the types of 1.0; undefined for one that has no counterpart. */
export function upgradeAnswer({ translation }: Subject, member: string, value: unknown): unknown {
  const found = translation?.methods.find(({ newer }) => newer === member);
  if (found === undefined) return value;
  try {
    return found.response.upgrade(value).value;
  } catch {
    // A value that is not of its version has problems, which are found.
    return undefined;
  }
}

/** The header that names a version; none where calls carry no version. */
export function versionHeader({ spoken }: Subject, value: string): readonly Header[] {
  const { versionParameter } = spoken.service.protocol;
  return versionParameter === undefined ? [] : [{ name: versionParameter.name, value }];
}
