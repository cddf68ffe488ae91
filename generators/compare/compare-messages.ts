import { defined } from "@a2agen/runtime/internal";
import type { FieldModel, MessageModel, ValueType } from "../model/model.ts";
import type { Side } from "../translate/plan.ts";
import { aboutDeprecated, aboutNew, type Changes } from "./change.ts";
import { compareRules } from "./compare-rules.ts";
import { at, type CompareContext, isRequired, presenceIn } from "./context.ts";
import { describeJson, describeShape, type Naming } from "./describe.ts";
import { differences } from "./differences.ts";
import { effects } from "./effects.ts";

export function compareMessages(before: MessageModel, after: MessageModel, context: CompareContext): void {
  const pair = { before, after, context };
  const partners = findPartners(pair);
  for (const field of before.fields) {
    const now = partners.get(field);
    if (now === undefined) removeField(field, pair);
    else compareField(field, now, pair);
  }
  const kept = new Set(partners.values());
  for (const field of after.fields) if (!kept.has(field)) addField(field, pair);
  compareOneofs(pair);
}

interface Messages {
  readonly before: MessageModel;
  readonly after: MessageModel;
  readonly context: CompareContext;
}

/** The current field of each older one: by name, by the translators, else by number in the same package. */
function findPartners({ before, after, context }: Messages): ReadonlyMap<FieldModel, FieldModel> {
  const partners = new Map<FieldModel, FieldModel>();
  const free = new Set(after.fields);
  const pair = (field: FieldModel, now: FieldModel | undefined): void => {
    if (now === undefined || partners.has(field) || !free.delete(now)) return;
    partners.set(field, now);
  };
  for (const field of before.fields) {
    const { crossings } = context;
    for (const { owner, path, isWhole } of crossings?.counterparts(
      "older",
      before.identifier,
      field.jsonName,
    ) ?? []) {
      if (!isWhole || owner !== after.identifier) continue;
      pair(
        field,
        [...free].find(({ jsonName }) => jsonName === path[0]),
      );
    }
  }
  for (const field of before.fields) {
    pair(
      field,
      after.fields.find(({ name }) => name === field.name),
    );
  }
  if (before.typeName !== after.typeName) {
    for (const field of before.fields) {
      pair(
        field,
        after.fields.find(({ jsonName }) => jsonName === field.jsonName),
      );
    }
  }
  if (before.typeName === after.typeName) {
    for (const field of before.fields) {
      pair(
        field,
        after.fields.find(({ number }) => number === field.number),
      );
    }
  }
  return partners;
}

function placesOf(field: FieldModel | undefined, now: FieldModel | undefined, { before, after }: Messages) {
  const older = field === undefined ? undefined : `${before.typeName}.${field.name}`;
  const newer = now === undefined ? undefined : `${after.typeName}.${now.name}`;
  const inOlder = `${before.typeName}.${now?.name ?? ""}`;
  return { subject: "field" as const, older, newer, place: older ?? inOlder };
}

function addField(now: FieldModel, pair: Messages): void {
  const { after, context } = pair;
  const changes = at(
    defined({
      ...placesOf(undefined, now, pair),
      crossing: context.crossings?.field("newer", after.identifier, now.jsonName),
      fields: { newer: now },
    }),
    context.reachOf(after.typeName),
    context,
  );
  const from = counterpartOf("newer", now, pair);
  const was = from === undefined ? "" : `, and was ${from}`;
  const { added, addedRequired } = differences.field;
  changes.add(isRequired(now) ? addedRequired(was) : added(was), {
    ...(from === undefined ? {} : { before: from }),
    ...aboutNew(now.comment),
  });
}

function removeField(field: FieldModel, pair: Messages): void {
  const { before, after, context } = pair;
  const { number, jsonName } = field;
  const to = counterpartOf("older", field, pair);
  const read = context.hasBinary ? `number ${number} and ${jsonName} in JSON are` : `${jsonName} in JSON is`;
  const changes = at(
    defined({
      ...placesOf(field, undefined, pair),
      announced: field.deprecated,
      crossing: context.crossings?.field("older", before.identifier, jsonName),
      fields: { older: field },
    }),
    context.reachOf(after.typeName),
    context,
  );
  const effect = isRequired(field) ? effects.removedRequired : effects.removed;
  if (to === undefined) changes.add(differences.field.removed(read, effect));
  else changes.add(differences.field.moved(to, read, effect), { after: to });
}

/** Where the other version holds what a field holds, if that is elsewhere: "config.name". */
function counterpartOf(side: Side, field: FieldModel, { before, after, context }: Messages) {
  const [own, other] = side === "older" ? [before, after] : [after, before];
  const found = context.crossings?.counterparts(side, own.identifier, field.jsonName) ?? [];
  // A message that became two has the field in one of them, and the other has lost it.
  const elsewhere = found.filter(
    ({ owner, path }) => path.length > 1 || owner === other.identifier || path[0] !== field.jsonName,
  );
  const paths = elsewhere.map(({ path }) => path.join("."));
  // Several older messages may have become one, and an older field several newer ones.
  return side === "older" && paths.length > 1 ? [...new Set(paths)].join(", ") : paths[0];
}

function compareField(field: FieldModel, now: FieldModel, pair: Messages): void {
  const { after, context } = pair;
  const changes = at(
    defined({
      ...placesOf(field, now, pair),
      crossing: context.crossings?.field("newer", after.identifier, now.jsonName),
      fields: { older: field, newer: now },
    }),
    context.reachOf(after.typeName),
    context,
  );
  const isRenamed = field.name !== now.name && field.jsonName !== now.jsonName;
  if (isRenamed) {
    changes.add(differences.field.renamed(now.name, field.jsonName), {
      before: field.jsonName,
      after: now.jsonName,
    });
  }
  if (context.hasBinary && field.name !== now.name && !isRenamed) {
    changes.add(differences.field.renamedInProto(field.name, now.name), {
      before: field.name,
      after: now.name,
    });
  }
  if (context.hasBinary) changes.compare(differences.field.number, field.number, now.number);
  if (!isRenamed) changes.compare(differences.field.json, field.jsonName, now.jsonName);
  if (context.crossings?.isInverted(pair.before.identifier, field.jsonName) === true) {
    changes.add(differences.field.inverted(field.jsonName));
  }
  compareShapes(field, now, { changes, context });
  // Names of oneofs are in no message: across packages another name is no difference.
  const isSamePlace = (field.oneof === undefined) === (now.oneof === undefined);
  if (context.hasBinary && (pair.before.typeName === after.typeName || !isSamePlace)) {
    changes.compare(differences.field.oneof, field.oneof, now.oneof);
  }
  const [was, is] = [presenceIn(field, context), presenceIn(now, context)];
  if (was !== is) {
    changes.add(differences.field[was === "required" ? "notRequired" : is], { before: was, after: is });
  }
  if (now.deprecated && !field.deprecated) {
    changes.add(differences.field.deprecated, aboutDeprecated(now.comment));
  }
  compareRules(field.rules, now.rules, changes);
}

interface FieldChanges {
  readonly changes: Changes;
  readonly context: CompareContext;
}

function compareShapes(field: FieldModel, now: FieldModel, { changes, context }: FieldChanges): void {
  const { older, newer, toNewer, hasBinary } = context;
  const own: Naming = { index: newer.index, nameOf: (name) => name };
  const moved: Naming = { index: older.index, nameOf: (name) => toNewer.get(name) ?? name };
  const isSameJson = describeJson(field.shape, moved) === describeJson(now.shape, own);
  const isSame = describeShape(field.shape, moved) === describeShape(now.shape, own);
  if (hasBinary ? isSame : isSameJson) return;
  const [was, is] = [
    describeShape(field.shape, shortNaming(context.older, context)),
    describeShape(now.shape, shortNaming(context.newer, context)),
  ];
  const isSameBinary = wireOf(field.shape) === wireOf(now.shape);
  const flow = {
    json: isSameJson ? "fits" : "breaks",
    binary: isSameBinary ? "fits" : "breaks",
  } as const;
  const effect = { forward: flow, backward: flow, writer: !isSameJson, reader: !isSameJson };
  changes.compare(differences.field.type(effect), was, is);
}

/** Full names, or those without the package where it is another one now. */
function shortNaming({ index }: CompareContext["older"], { older, newer }: CompareContext): Naming {
  const isSame = older.files.some((file) => newer.files.some((other) => other.package === file.package));
  return {
    index,
    nameOf: (typeName) => (isSame ? typeName : index.type(typeName).identifier),
  };
}

/** What the binary form of a type looks like; types of one look are read as each other. */
function wireOf({ kind, ...shape }: FieldModel["shape"]): string {
  return `${kind}${kind === "map" ? ` ${"key" in shape ? shape.key : ""}` : ""} ${wireType(shape.type)}`;
}

function wireType(type: ValueType): string {
  if (type.kind === "enum") return "varint";
  if (type.kind !== "scalar") return JSON.stringify(type);
  const { scalar } = type;
  return /^(?:u?int(?:32|64)|bool)$/.test(scalar) ? "varint" : scalar;
}

function compareOneofs({ before, after, context }: Messages): void {
  for (const oneof of before.oneofs) {
    const now = after.oneofs.find(({ name }) => name === oneof.name);
    if (now === undefined || now.required === oneof.required) continue;
    const place = `${before.typeName}.${oneof.name}`;
    at(
      { subject: "oneof", older: place, newer: `${after.typeName}.${now.name}`, place },
      context.reachOf(after.typeName),
      context,
    ).add(now.required ? differences.oneof.required : differences.oneof.notRequired);
  }
}
