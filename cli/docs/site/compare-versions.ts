import { shortName } from "../../../generators/emit/docs/anchors.ts";
import { fieldTypeText, type TypeContext } from "../../../generators/emit/docs/type-text.ts";
import { code } from "../../../generators/emit/shared/markdown.ts";
import type { SiteVersion } from "../../../generators/emit/site/site-version.ts";
import {
  indexModel,
  type ModelIndex,
  type TypeModel,
  typesOf,
} from "../../../generators/model/index-model.ts";
import type { EnumModel, FieldModel, MessageModel, MethodModel } from "../../../generators/model/model.ts";
import type { TranslationPlan } from "../../../generators/translate/plan.ts";

/** What is different in the newer of two versions, as Markdown. */
export interface Changes {
  /** Of the whole type or operation. */
  readonly whole: readonly string[];
  /** By the JSON name of a field or the name of a value that the newer version has. */
  readonly members: ReadonlyMap<string, string>;
  /** What only the older version has. */
  readonly removed: readonly string[];
}

/** Two versions held against each other. */
export interface Comparison {
  readonly older: SiteVersion;
  readonly newer: SiteVersion;
  /** The full name that a type or an operation of one version has in the other one. */
  readonly toOlder: ReadonlyMap<string, string>;
  readonly toNewer: ReadonlyMap<string, string>;
  changesOf(fullName: string): Changes;
}

/** Relates types and operations by the plan of the translators, else by their names. */
export function compareVersions(older: SiteVersion, newer: SiteVersion, plan: TranslationPlan): Comparison {
  const sides = { older: readSide(older), newer: readSide(newer) };
  const toOlder = new Map<string, string>();
  const toNewer = new Map<string, string>();
  const relate = (old: string | undefined, now: string | undefined): void => {
    if (old === undefined || now === undefined) return;
    if (!toOlder.has(now)) toOlder.set(now, old);
    if (!toNewer.has(old)) toNewer.set(old, now);
  };
  for (const [short, type] of sides.newer.types) {
    const same = sides.older.types.get(short);
    if (same?.kind === type.kind) relate(same.typeName, type.typeName);
  }
  for (const pair of plan.pairs) {
    if (pair.older.shape.kind !== "type" || pair.newer.shape.kind !== "type") continue;
    relate(
      sides.older.types.get(pair.older.shape.name)?.typeName,
      sides.newer.types.get(pair.newer.shape.name)?.typeName,
    );
  }
  for (const [short, type] of sides.newer.types)
    relate(sides.older.types.get(short)?.typeName, type.typeName);
  for (const method of plan.methods) {
    relate(
      sides.older.operations.get(method.older)?.fullName,
      sides.newer.operations.get(method.newer)?.fullName,
    );
  }
  return {
    older,
    newer,
    toOlder,
    toNewer,
    changesOf(fullName) {
      const old = toOlder.get(fullName);
      if (old === undefined) return { ...unchanged, whole: [`New in ${newer.label}.`] };
      const operations = [sides.older, sides.newer].map(({ operations: all }) =>
        [...all.values()].find((one) => one.fullName === old || one.fullName === fullName),
      );
      const [before, now] = operations;
      if (before !== undefined && now !== undefined) return compareMethods(before.method, now.method, older);
      return compareTypes(sides.older.index.type(old), sides.newer.index.type(fullName), {
        sides,
        older,
        newer,
        plan,
      });
    },
  };
}

const unchanged: Changes = { whole: [], members: new Map(), removed: [] };

interface Side {
  readonly index: ModelIndex;
  readonly package: string;
  /** By identifier, which is their name in plans. */
  readonly types: ReadonlyMap<string, TypeModel>;
  /** By member of the service. */
  readonly operations: ReadonlyMap<string, { readonly fullName: string; readonly method: MethodModel }>;
}

function readSide({ model }: SiteVersion): Side {
  const files = model.files.filter(({ requested }) => requested);
  return {
    index: indexModel(model),
    package: files[0]?.package ?? "",
    types: new Map(files.flatMap(typesOf).map((type) => [type.identifier, type])),
    operations: new Map(
      files.flatMap(({ services }) =>
        services.flatMap(({ typeName, methods }) =>
          methods.map(
            (method) => [method.member, { fullName: `${typeName}.${method.name}`, method }] as const,
          ),
        ),
      ),
    ),
  };
}

function compareMethods(before: MethodModel, now: MethodModel, older: SiteVersion): Changes {
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

interface CompareContext {
  readonly sides: { readonly older: Side; readonly newer: Side };
  readonly older: SiteVersion;
  readonly newer: SiteVersion;
  readonly plan: TranslationPlan;
}

function compareTypes(before: TypeModel, now: TypeModel, context: CompareContext): Changes {
  const { older, sides } = context;
  const [old, own] = [
    shortName(before.typeName, sides.older.package),
    shortName(now.typeName, sides.newer.package),
  ];
  const whole = [
    ...(old === own ? [] : [`Called ${code(old)} in ${older.label}.`]),
    ...(before.kind === now.kind ? [] : [`A ${before.kind} in ${older.label}.`]),
  ];
  if (before.kind === "message" && now.kind === "message")
    return { ...compareFields(before, now, context), whole };
  if (before.kind === "enum" && now.kind === "enum") return { ...compareValues(before, now, context), whole };
  return { ...unchanged, whole };
}

function compareFields(before: MessageModel, now: MessageModel, context: CompareContext): Changes {
  const { older, newer, sides } = context;
  const { renamed, reasons } = readPlan(before, now, context);
  const members = new Map<string, string>();
  const seen = new Set<string>();
  for (const field of now.fields) {
    const path = before.fields.some(({ jsonName }) => jsonName === field.jsonName)
      ? field.jsonName
      : renamed.get(field.jsonName);
    const old = before.fields.find(({ jsonName }) => jsonName === path);
    if (path === undefined) members.set(field.jsonName, `New in ${newer.label}.`);
    else {
      seen.add(path.split(".")[0] ?? path);
      const sentences = [
        path === field.jsonName ? "" : `${code(path)} in ${older.label}.`,
        old === undefined ? "" : presenceChange(old, field, older),
        old === undefined ? "" : typeChange([old, field], sides, older),
      ].filter((sentence) => sentence !== "");
      if (sentences.length > 0) members.set(field.jsonName, sentences.join(" "));
    }
  }
  const removed = before.fields
    .filter(({ jsonName }) => !seen.has(jsonName))
    .map(({ jsonName }) => {
      const reason = reasons.get(jsonName);
      return `${code(jsonName)}${reason === undefined ? "" : `: ${reason}`}`;
    });
  return { whole: [], members, removed };
}

/** Fields with other names, from new to old, and why others have no counterpart. */
function readPlan(before: MessageModel, now: MessageModel, { plan }: CompareContext) {
  const renamed = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const { older, newer, body } of plan.pairs) {
    if (older.name !== before.identifier || newer.name !== now.identifier || body.kind !== "cases") continue;
    for (const one of body.cases) {
      if (one.kind !== "fields") continue;
      for (const mapping of one.fields.mappings) {
        const [from, to] = [mapping.older[0]?.leaf.path, mapping.newer[0]?.leaf.path];
        const name = to?.[0];
        if (name !== undefined && from !== undefined && !renamed.has(name)) renamed.set(name, from.join("."));
      }
      for (const { leaf, reason } of one.fields.lost.older) reasons.set(leaf.path.join("."), reason);
    }
  }
  return { renamed, reasons };
}

function presenceChange(old: FieldModel, now: FieldModel, older: SiteVersion): string {
  const [was, is] = [old.presence === "required", now.presence === "required"];
  if (was === is) return "";
  return was ? `Required in ${older.label}.` : `Optional in ${older.label}.`;
}

function typeChange(
  [old, now]: readonly [FieldModel, FieldModel],
  sides: CompareContext["sides"],
  older: SiteVersion,
): string {
  const text = ({ shape }: FieldModel, side: Side): string => {
    const context: TypeContext = { index: side.index, package: side.package, linkOf: () => undefined };
    return fieldTypeText(shape, context);
  };
  const was = text(old, sides.older);
  return was === text(now, sides.newer) ? "" : `Of type ${was} in ${older.label}.`;
}

function compareValues(before: EnumModel, now: EnumModel, { plan, older, newer }: CompareContext): Changes {
  const choice = plan.choices.find((one) => one.newer.name === now.identifier);
  const pairs = new Map(choice?.pairs.map(([old, own]) => [own, old] as const));
  const members = new Map<string, string>();
  const seen = new Set<string>();
  for (const { name, json, unspecified } of now.values) {
    if (unspecified) continue;
    const old = before.values.find((value) => value.json === (pairs.get(json) ?? json));
    if (old === undefined) members.set(name, `New in ${newer.label}.`);
    else {
      seen.add(old.json);
      if (old.json !== json) members.set(name, `${code(old.json)} in ${older.label}.`);
    }
  }
  const gone = before.values.filter(({ json, unspecified }) => !unspecified && !seen.has(json));
  return { whole: [], members, removed: gone.map(({ json }) => code(json)) };
}
