import { defined } from "../../runtime/core/object.ts";
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
import { effects } from "./effects.ts";

/** Two versions of a protocol, held against each other. */
export interface Comparison extends Correspondence {
  /** In the order of the newer model; what only the older one has comes last in each group. */
  readonly changes: readonly Change[];
  /** Whether both have a wire form. */
  readonly hasBinary: boolean;
}

/**
 * The differences between two versions that concern peers and users: on the wire, in JSON and in TypeScript. Comments
 * do not count. The plan of their translators, where there is one, says what is which, and what comes across.
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
      changes.major({
        kind: "name",
        reason: `the package is ${other.package} now: calls over gRPC are not found`,
        effects: effects.binary,
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
    at({ subject: "package", newer: name, place: name }, both, context).minor({
      kind: "added",
      reason: "the package is new",
      effects: effects.none,
    });
  }
}

const both = { request: true, answer: true };

function firstFiles<T extends { readonly package: string }>(files: readonly T[]): readonly T[] {
  return [...new Map(files.map((file) => [file.package, file])).values()];
}

function compareDialects([before, after]: readonly [Dialect, Dialect], changes: ReturnType<typeof at>): void {
  if (before.spellings !== after.spellings) {
    if (after.spellings === "canonical") {
      changes.major({
        kind: "json",
        reason: "takes only the canonical spellings of JSON now",
        effects: effects.narrowerJson,
      });
    } else {
      changes.minor({
        kind: "json",
        reason: "takes all spellings of ProtoJSON now",
        effects: effects.none,
      });
    }
  }
  if (before.timestamps !== after.timestamps) {
    if (after.timestamps === "utc") {
      changes.major({
        kind: "json",
        reason: "takes only timestamps in UTC now",
        effects: effects.narrowerJson,
      });
    } else {
      changes.minor({
        kind: "json",
        reason: "takes timestamps with offsets now",
        effects: effects.none,
      });
    }
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
  ).minor({
    kind: "added",
    reason: `the ${kind} is new`,
    effects: effects.none,
    ...aboutNew(type.comment),
  });
}

function removeType(type: TypeModel, to: string | undefined, context: CompareContext): void {
  const { typeName, kind, identifier, deprecated } = type;
  at(
    defined({
      subject: kind,
      older: typeName,
      place: typeName,
      announced: deprecated,
      crossing: context.crossings?.type("older", identifier),
    }),
    context.reachOf(typeName),
    context,
  ).major(
    to === undefined
      ? { kind: "removed", reason: `the ${kind} is gone`, effects: effects.code }
      : {
          kind: "moved",
          reason: `the ${kind} is gone: ${context.newer.index.type(to).identifier} has its place`,
          effects: effects.code,
          after: context.newer.index.type(to).identifier,
        },
  );
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
  changes.same("the name in TypeScript", [before.identifier, after.identifier], {
    kind: "typescript",
    reason: "imports of it fail",
    effects: effects.code,
  });
  if (before.kind !== after.kind) {
    const values = [describeKind(before, context.older), describeKind(after, context.newer)] as const;
    changes.same("the type", values, {
      kind: "type",
      reason: "values of one are not read by the other",
      effects: effects.both,
    });
  }
  if (after.deprecated && !before.deprecated) {
    const said = { kind: "deprecated", reason: "is deprecated", ...aboutDeprecated(after.comment) } as const;
    changes.minor({ ...said, effects: effects.none });
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
