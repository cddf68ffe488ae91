import type { Change } from "@a2agen/generators/compare/change.ts";
import type { Comparison } from "@a2agen/generators/compare/compare-models.ts";
import type { Side } from "@a2agen/generators/compare/correspondence.ts";
import { shortName } from "@a2agen/generators/emit/docs/anchors.ts";
import { fieldTypeText } from "@a2agen/generators/emit/docs/type-text.ts";
import { code } from "@a2agen/generators/emit/shared/markdown.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import type { FieldModel, MethodModel } from "@a2agen/generators/model/model.ts";

/** What is different in the newer of two versions, as Markdown. */
export interface Described {
  /** Of the whole type or operation. */
  readonly whole: readonly string[];
  /** By the JSON name of a field or the name of a value that the newer version has. */
  readonly members: ReadonlyMap<string, string>;
  /** What only the older version has. */
  readonly removed: readonly string[];
}

export interface DescribeInit {
  readonly comparison: Comparison;
  readonly older: SiteVersion;
  readonly newer: SiteVersion;
}

/** Says what changed in a type or an operation of the newer version. */
export function describeChanges(fullName: string, init: DescribeInit): Described {
  const { comparison, older, newer } = init;
  const old = comparison.toOlder.get(fullName);
  if (old === undefined) return { ...unchanged, whole: [`New in ${newer.label}.`] };
  const [before, now] = [comparison.older.methods.get(old), comparison.newer.methods.get(fullName)];
  if (before !== undefined && now !== undefined) return describeMethod(before, now, older);
  const type = comparison.newer.types.get(fullName);
  const was = comparison.older.types.get(old);
  if (type === undefined || was === undefined) return unchanged;
  const [oldName, ownName] = [
    shortName(old, comparison.older.index.fileOf(old).package),
    shortName(fullName, comparison.newer.index.fileOf(fullName).package),
  ];
  return {
    whole: [
      ...(oldName === ownName ? [] : [`Called ${code(oldName)} in ${older.label}.`]),
      ...(was.kind === type.kind ? [] : [`A ${was.kind} in ${older.label}.`]),
    ],
    ...describeMembers({ old, fullName }, init),
  };
}

const unchanged: Described = { whole: [], members: new Map(), removed: [] };

function describeMethod(before: MethodModel, now: MethodModel, older: SiteVersion): Described {
  const rules = ({ http }: MethodModel): string =>
    http.length === 0 ? "" : code(`${http[0]?.verb} ${http[0]?.template}`);
  const [old, own] = [rules(before), rules(now)];
  return {
    ...unchanged,
    whole: [
      ...(before.name === now.name ? [] : [`Called ${code(before.name)} in ${older.label}.`]),
      ...(old === own || old === "" || own === "" ? [] : [`${old} in ${older.label}.`]),
    ],
  };
}

function describeMembers(
  { old, fullName }: { readonly old: string; readonly fullName: string },
  init: DescribeInit,
): Pick<Described, "members" | "removed"> {
  const members = new Map<string, string[]>();
  const removed: string[] = [];
  const type = init.comparison.newer.types.get(fullName);
  const kept = new Set(type?.kind === "message" ? type.fields.map(({ jsonName }) => jsonName) : []);
  for (const change of init.comparison.changes) {
    if (change.subject !== "field" && change.subject !== "value") continue;
    if (change.newer === undefined) {
      if (change.older === undefined || parentOf(change.older) !== old) continue;
      // What became two messages may have lost a field in the other one only.
      if (!kept.has(change.fields?.older?.jsonName ?? "")) removed.push(describeRemoved(change));
      continue;
    }
    if (parentOf(change.newer) !== fullName) continue;
    const key = change.fields?.newer?.jsonName ?? change.newer.slice(fullName.length + 1);
    const sentence = describeChange(change, init);
    if (sentence !== undefined) members.set(key, [...(members.get(key) ?? []), sentence]);
  }
  return {
    members: new Map([...members].map(([key, sentences]) => [key, sentences.join(" ")])),
    removed,
  };
}

function parentOf(fullName: string): string {
  return fullName.slice(0, fullName.lastIndexOf("."));
}

function describeRemoved({ subject, before = "", after, fields, crossing }: Change): string {
  const name = code(subject === "value" ? before : (fields?.older?.jsonName ?? ""));
  const reason =
    crossing?.reason ?? (after === undefined ? undefined : `now ${after.split(", ").map(code).join(", ")}`);
  return reason === undefined ? name : `${name}: ${reason}`;
}

function describeChange(change: Change, { comparison, older, newer }: DescribeInit): string | undefined {
  const { kind, before, fields } = change;
  switch (kind) {
    case "added":
      return before === undefined ? `New in ${newer.label}.` : `${code(before)} in ${older.label}.`;
    case "name":
      return change.subject === "field" && fields?.older?.jsonName !== fields?.newer?.jsonName
        ? `${code(before ?? "")} in ${older.label}.`
        : undefined;
    case "json":
      return `${code(before ?? "")} in ${older.label}.`;
    case "presence":
      if (before === "required") return `Required in ${older.label}.`;
      return change.after === "required" ? `Optional in ${older.label}.` : undefined;
    case "type": {
      if (fields?.older === undefined || fields.newer === undefined) return undefined;
      const was = typeText(fields.older, comparison.older);
      return was === typeText(fields.newer, comparison.newer)
        ? undefined
        : `Of type ${was} in ${older.label}.`;
    }
    default:
      return undefined;
  }
}

function typeText({ shape }: FieldModel, { index, files }: Side): string {
  return fieldTypeText(shape, { index, package: files[0]?.package ?? "", linkOf: () => undefined });
}
