import type { A2AService } from "@a2agen/a2a-1.0";
import type { Codec } from "@a2agen/runtime";
import { invertTranslation } from "@a2agen/runtime/codegen/versions";
import type { Method, ServiceDefinition } from "@a2agen/runtime/service";
import type { ServiceTranslation } from "@a2agen/runtime/versions";
import { type VersionService, versionServices } from "@a2agen/versions/services.ts";
import {
  currentVersion,
  type VersionRow as TableRow,
  type VersionName,
  versionsToTry,
  versionTable,
} from "@a2agen/versions/table.ts";
import { type ProtocolName, protocolNames } from "./protocol-names.ts";

export type { ProtocolName } from "./protocol-names.ts";

/** A version that can be spoken. */
export interface VersionRow {
  /** Of its profile. */
  readonly name: VersionName;
  /** As users name it. */
  readonly label: ProtocolName;
  /** What code imports. */
  readonly module: string;
  readonly service: ServiceDefinition;
  /**
   * How it is called in the types of the current version; absent for that one, and for those that add to it.
   */
  readonly translation?: ServiceTranslation<object, A2AService>;
}

const table: readonly (TableRow & { readonly name: VersionName; readonly label: ProtocolName })[] =
  versionTable;

/** The versions and their other forms, in the order to try them. */
export const allVersions: readonly VersionRow[] = versionsToTry.flatMap((name) => {
  const row = table.find((each) => each.name === name);
  return row === undefined
    ? []
    : { name, label: row.label, module: row.module, ...readService(versionServices[name]) };
});

function readService({
  service,
  toCurrent,
  fromCurrent,
}: VersionService): Pick<VersionRow, "service" | "translation"> {
  const translation = toCurrent ?? (fromCurrent && invertTranslation(fromCurrent));
  return { service, ...(translation && { translation }) };
}

/** The versions by the names that users give. */
export const versions = Object.fromEntries(
  protocolNames.map((label) => [label, find((row) => row.label === label)]),
  // Each label is that of a row.
) as Readonly<Record<ProtocolName, VersionRow>>;

/** The version in whose types our own code is written. */
export const current: VersionRow = find(({ name }) => name === currentVersion);

/** The versions to try after the current one, in this order, where none was asked for. */
export const older: readonly ServiceTranslation<object, A2AService>[] = allVersions.flatMap((row) =>
  isLater(row) ? [] : (row.translation ?? []),
);

/** The versions that came after the current one. */
export const later: readonly VersionRow[] = allVersions.filter(isLater);

function find(isWanted: (row: VersionRow) => boolean): VersionRow {
  const found = allVersions.find(isWanted);
  if (found === undefined) throw new Error("the table of versions lacks one that it names");
  return found;
}

function isLater({ name }: VersionRow): boolean {
  const names = table.map((row) => row.name);
  return names.indexOf(name) > names.indexOf(currentVersion);
}

/** The other form of a version, which its messages have over other bindings; undefined for most. */
export function otherForm({ name }: VersionRow): VersionRow | undefined {
  const form = table.find(({ formOf }) => formOf === name);
  return allVersions.find((row) => row.name === form?.name);
}

/** The form of a version that is spoken over a binding. */
export function formFor(row: VersionRow, binding: string): VersionRow {
  const { bindings } = row.service.protocol;
  return bindings === undefined || bindings.includes(binding) ? row : (otherForm(row) ?? row);
}

/** The version of an interface, by the number that its card gives it, in the form of its binding. */
export function versionOf(number: string, binding: string): VersionRow {
  const [major = ""] = number.split(".");
  const found =
    versionOfNumber(number) ??
    allVersions.find(({ name }) => numbersOf(name).some((known) => known.startsWith(`${major}.`)));
  return formFor(found ?? current, binding);
}

/** The version with a number, whatever the patch number behind it; undefined for an unknown one. */
export function versionOfNumber(number: string): VersionRow | undefined {
  return allVersions.find(({ name }) =>
    numbersOf(name).some((known) => `${number}.`.startsWith(`${known}.`)),
  );
}

/** The number of a version, and those of earlier ones with the same messages. */
function numbersOf(name: VersionName): readonly string[] {
  const { number, olderNumbers } = table.find((row) => row.name === name) ?? {};
  return [...(number === undefined ? [] : [number]), ...(olderNumbers ?? [])];
}

/** The codecs of the agent cards of every version. */
export const cardCodecs: readonly Codec<object>[] = allVersions.flatMap((row) => cardCodec(row) ?? []);

/** The codec of the agent cards of a version. */
export function cardCodec({ service: { methods, protocol } }: VersionRow): Codec<object> | undefined {
  const outputs = Object.values<Method>(methods).map(({ output }) => output);
  // The codec of a card is that of an object.
  return outputs.find(({ typeName }) => typeName === protocol.card?.typeName) as Codec<object> | undefined;
}

/**
 * A card of a version as its other form has it, for the bindings of that form; undefined for another card.
 */
export function toOtherForm(row: VersionRow, received: unknown): object | undefined {
  const translation = otherForm(row)?.translation;
  const read = cardCodec(row)?.tryDecode(structuredClone(received), { lenient: true });
  if (row.translation === undefined || translation === undefined || read?.ok !== true) return undefined;
  return translation.card.downgrade(row.translation.card.upgrade(read.value).value).value as object;
}
