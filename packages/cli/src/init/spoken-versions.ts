import type { Profile } from "@a2agen/generators/model/profile.ts";
import { enumValuePrefix, toKebabCase } from "@a2agen/generators/naming/casing.ts";
import { builtinProfiles } from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { plural } from "@a2agen/runtime/internal";
import {
  currentVersion,
  roles,
  type VersionRow,
  versionLabels,
  versionTable,
  versionTranslations,
} from "@a2agen/versions/table.ts";

/** A version that projects can speak, as templates name it. */
export interface SpokenVersion {
  /** As `--versions` names it. */
  readonly name: string;
  readonly profile: string;
  /** For sentences: "A2A 1.0". */
  readonly title: string;
  readonly protocolVersion: string;
  readonly package: string;
  readonly protoPath: string;
  /** The agent kit for authors who write in it. */
  readonly kit: string;
  /** Whether the kit is one of the version's own types. */
  readonly hasOwnKit: boolean;
  /** Whether cards, requests and states are those of the draft. */
  readonly isDraft: boolean;
  /** The translation from the current version, for versions that came later. */
  readonly fromReleased: string;
  /** Values of enums in JSON. */
  readonly values: Readonly<Record<"user" | "agent" | "completed" | "inputRequired" | "canceled", string>>;
}

/** The package and the number of a version. */
interface NamedPackage {
  readonly package: string;
  readonly protocolVersion: string;
}

export interface OtherVersions {
  readonly draft: NamedPackage;
  readonly previous: NamedPackage;
  readonly previousForm: NamedPackage;
}

/** From the oldest to the newest. */
const table: readonly VersionRow[] = versionTable.filter((row) => !("formOf" in row));
const currentKit = rowOf(currentVersion)?.kit;

/** The labels of versions in which code can be written, and of translated ones, as help lists them. */
export const authored: readonly string[] = versionLabels.filter(
  (label) => rowNamed(label)?.kit !== undefined,
);
export const translated: readonly string[] = versionLabels.filter((label) => !authored.includes(label));

/** The labels of the current version, of the one that was released before it, and of its draft. */
export const { current, previous, draft }: Readonly<Record<"current" | "previous" | "draft", string>> = roles;

export const otherVersions: OtherVersions = {
  draft: packageOf(rowNamed(draft)),
  previous: packageOf(rowNamed(previous)),
  previousForm: packageOf(versionTable.find((row) => "formOf" in row && row.label === previous)),
};

function packageOf(row: VersionRow | undefined): NamedPackage {
  return { package: row?.module ?? "", protocolVersion: row?.number ?? "" };
}

function rowOf(name: string): VersionRow | undefined {
  return table.find((row) => row.name === name);
}

function rowNamed(label: string): VersionRow | undefined {
  return table.find((row) => row.label === label);
}

function indexOf(name: string): number {
  return table.findIndex((row) => row.name === name);
}

/** Whether a version came after the current one. */
function isLater({ name }: VersionRow): boolean {
  return indexOf(name) > indexOf(currentVersion);
}

/** What is wrong with the versions chosen for one project, in the given order; undefined for none. */
export function checkVersions(labels: readonly string[]): string | undefined {
  if (labels.every((label) => translated.includes(label))) {
    const verb = plural(translated.length, ["is", "are"]);
    return `expected ${joinWithOr(authored)} among them, in which the code is written; ${translated.join(" and ")} ${verb} translated`;
  }
  const later = table.filter((row) => labels.includes(row.label) && isLater(row));
  const [newest] = later.toReversed();
  if (newest === undefined || labels.length === 1) return undefined;
  if (!labels.includes(current)) {
    return `expected ${current} beside ${newest.label}, by way of which older versions are translated`;
  }
  const [first = ""] = labels.filter((label) => authored.includes(label));
  if (newest.kit !== currentKit && first !== newest.label) {
    return `expected ${newest.label} first: code in the types of ${first} does not answer in those of ${newest.label}`;
  }
  return later.length > 1
    ? `expected one of ${later.map(({ label }) => label).join(", ")}: nothing translates between them`
    : undefined;
}

function joinWithOr(texts: readonly string[]): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} or ${last}`;
}

/** The translation between two versions, which @a2agen/translate has under this name; "" for none. */
export function translationOf(older: string | undefined, newer: string | undefined): string {
  return versionTranslations.find((one) => one.older === older && one.newer === newer)?.name ?? "";
}

/** The translations from those of the versions that came before another one, from the oldest. */
export function translationsTo(newer: string, labels: readonly string[]): readonly string[] {
  return table
    .slice(0, indexOf(newer))
    .flatMap(({ name, label }) => (labels.includes(label) ? translationOf(name, newer) : []))
    .filter((name) => name !== "");
}

/** The translations to the current version from the other forms of versions. */
export function formTranslations(labels: readonly string[]): readonly string[] {
  return versionTable.flatMap((row) =>
    "formOf" in row && labels.includes(row.label) ? translationOf(row.name, currentVersion) : [],
  );
}

/** The version that the card and the clients of a project have: the latest that it speaks. */
export function newestOf(versions: readonly string[]): SpokenVersion {
  return toVersion(table.findLast(({ label, kit }) => kit !== undefined && versions.includes(label)));
}

/** The version in which its code is written: the first that is given. */
export function authorOf(versions: readonly string[]): SpokenVersion {
  return toVersion(versions.map(rowNamed).find((row) => row?.kit !== undefined));
}

function toVersion(row: VersionRow | undefined): SpokenVersion {
  const profile = builtinProfiles.get(row?.name ?? "");
  if (row?.proto === undefined || profile === undefined) {
    throw new Error(`expected one of ${authored.join(", ")}`);
  }
  const { state = "", cancel, terminalStates = [], interruptedStates = [] } = profile.tasks ?? {};
  return {
    name: row.label,
    profile: row.name,
    title: row.stage === "draft" ? `the draft of ${row.title.replace(/ \(.*\)$/, "")}` : row.title,
    protocolVersion: row.number,
    package: row.module,
    protoPath: row.proto.path,
    kit: row.kit ?? "",
    hasOwnKit: row.kit !== currentKit,
    isDraft: row.stage === "draft",
    fromReleased: isLater(row) ? translationOf(currentVersion, row.name) : "",
    values: {
      user: toJson("ROLE_USER", "Role", profile),
      agent: toJson("ROLE_AGENT", "Role", profile),
      completed: toJson(terminalStates[0], state, profile),
      inputRequired: toJson(interruptedStates[0], state, profile),
      canceled: toJson(cancel?.state, state, profile),
    },
  };
}

/** A value of an enum as a version spells it in JSON. */
function toJson(name = "", enumName: string, { json }: Profile): string {
  const prefix = enumValuePrefix(enumName.slice(enumName.lastIndexOf(".") + 1));
  return json.enums === "proto-name" ? name : toKebabCase(name.slice(prefix.length));
}
