import { defined } from "@a2agen/runtime/internal";
import type { TypeModel } from "../model/index-model.ts";
import type { Dialect, Model } from "../model/model.ts";
import type { TranslationPlan } from "../translate/plan.ts";
import { aboutDeprecated, aboutNew, type Change } from "./change.ts";
import { compareEnums } from "./compare-enums.ts";
import { compareMessages } from "./compare-messages.ts";
import { compareMethods } from "./compare-methods.ts";
import { compareProfiles } from "./compare-profiles.ts";
import { at, type CompareContext, reachFrom } from "./context.ts";
import { type Correspondence, correspond } from "./correspondence.ts";
import { readCrossings } from "./crossing.ts";
import { describeType, type Naming } from "./describe.ts";
import { differences } from "./differences.ts";

/** Two versions of a protocol, held against each other. */
export interface Comparison extends Correspondence {
  /** In the order of the newer model; what only the older one has comes last in each group. */
  readonly changes: readonly Change[];
  /** Whether both have a wire form. */
  readonly hasBinary: boolean;
}

/**
 * The differences between two versions that concern peers and users: on the wire, in JSON and in TypeScript.
 * Comments do not count. The plan of their translators, where there is one, says what is which, and what
 * comes across.
 */
export function compareModels(before: Model, after: Model, plan?: TranslationPlan): Comparison {
  const correspondence = correspond(before, after, plan);
  const { older, newer } = correspondence;
  const hasBinary = [older, newer].every(({ files }) => files.every(({ source }) => source === "proto"));
  const list: Change[] = [];
  const context: CompareContext = {
    ...correspondence,
    crossings: plan === undefined ? undefined : readCrossings(plan),
    list,
    hasBinary,
    reachOf: reachFrom([older, newer]),
  };
  comparePackages(context);
  compareMethods(context);
  compareTypes(context);
  return { ...correspondence, hasBinary, changes: list };
}

function comparePackages(context: CompareContext): void {
  const { older, newer, toOlder, toNewer } = context;
  for (const file of firstFiles(older.files)) {
    const to = toNewer.get(file.package);
    const other = newer.files.find((each) => each.package === to);
    if (other === undefined) continue;
    const changes = at(
      { subject: "package", older: file.package, newer: other.package, place: file.package },
      both,
      context,
    );
    if (file.package !== other.package && context.hasBinary) {
      changes.add(differences.package.renamed(other.package), {
        before: file.package,
        after: other.package,
      });
    }
    compareDialects([file.dialect, other.dialect], changes);
    const profiles = [older.model.profiles[file.profile], newer.model.profiles[other.profile]] as const;
    if (profiles[0] !== undefined && profiles[1] !== undefined) {
      compareProfiles(profiles[0], profiles[1], context);
    }
  }
  for (const { package: name } of firstFiles(newer.files)) {
    if (toOlder.has(name) || toOlder.size > 0) continue;
    at({ subject: "package", newer: name, place: name }, both, context).add(differences.package.added);
  }
}

const both = { request: true, answer: true };

function firstFiles<T extends { readonly package: string }>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file) => [file.package, file])).values()];
}

function compareDialects([before, after]: readonly [Dialect, Dialect], changes: ReturnType<typeof at>): void {
  const { canonicalSpellings, allSpellings, utcTimestamps, offsetTimestamps } = differences.package;
  if (before.spellings !== after.spellings) {
    changes.add(after.spellings === "canonical" ? canonicalSpellings : allSpellings);
  }
  if (before.timestamps !== after.timestamps) {
    changes.add(after.timestamps === "utc" ? utcTimestamps : offsetTimestamps);
  }
}

function compareTypes(context: CompareContext): void {
  const { older, newer, toOlder, toNewer } = context;
  for (const type of newer.types.values()) {
    if (isHidden(type)) continue;
    const before = older.types.get(toOlder.get(type.typeName) ?? "");
    if (before === undefined) addType(type, context);
    else compareType(before, type, context);
  }
  for (const type of older.types.values()) {
    if (isHidden(type)) continue;
    const to = toNewer.get(type.typeName);
    if (to === undefined || toOlder.get(to) !== type.typeName) removeType(type, to, context);
  }
}

function isHidden(type: TypeModel): boolean {
  return type.kind !== "enum" && type.inner === true;
}

function addType(type: TypeModel, context: CompareContext): void {
  const { typeName, kind, identifier } = type;
  at(
    defined({
      subject: kind,
      newer: typeName,
      place: typeName,
      crossing: context.crossings?.type("newer", identifier),
    }),
    context.reachOf(typeName),
    context,
  ).add(differences.type.added(kind), aboutNew(type.comment));
}

function removeType(type: TypeModel, to: string | undefined, context: CompareContext): void {
  const { typeName, kind, identifier, deprecated } = type;
  const changes = at(
    defined({
      subject: kind,
      older: typeName,
      place: typeName,
      announced: deprecated,
      crossing: context.crossings?.type("older", identifier),
    }),
    context.reachOf(typeName),
    context,
  );
  if (to === undefined) {
    changes.add(differences.type.removed(kind));
  } else {
    const after = context.newer.index.type(to).identifier;
    changes.add(differences.type.moved(kind, after), { after });
  }
}

function compareType(before: TypeModel, after: TypeModel, context: CompareContext): void {
  const changes = at(
    defined({
      subject: after.kind,
      older: before.typeName,
      newer: after.typeName,
      place: before.typeName,
      crossing: context.crossings?.type("newer", after.identifier),
    }),
    context.reachOf(after.typeName),
    context,
  );
  changes.compare(differences.type.typescript, before.identifier, after.identifier);
  if (before.kind !== after.kind) {
    const [was, is] = [describeKind(before, context.older), describeKind(after, context.newer)];
    changes.compare(differences.type.type, was, is);
  }
  if (after.deprecated && !before.deprecated) {
    changes.add(differences.type.deprecated, aboutDeprecated(after.comment));
  }
  if (before.kind === "message" && after.kind === "message") compareMessages(before, after, context);
  if (before.kind === "enum" && after.kind === "enum") compareEnums(before, after, context);
}

function describeKind(type: TypeModel, { index }: CompareContext["older"]): string {
  switch (type.kind) {
    case "message":
      return `an object with ${type.fields.map(({ jsonName }) => jsonName).join(", ")}`;
    case "enum":
      return "an enum";
    case "union": {
      const naming: Naming = { index, nameOf: (typeName) => index.type(typeName).identifier };
      return `one of ${type.arms.map((arm) => describeType(arm, naming)).join(", ")}`;
    }
  }
}
