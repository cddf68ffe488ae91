import type { FieldModel, FieldRules, MessageModel, ValueType } from "../../generators/model/model.ts";
import { toWireType } from "../../generators/model/wire-type.ts";
import { type Finding, type Findings, findingsAt } from "./finding.ts";

/** The differences between two releases of a message. */
export function compareMessages(before: MessageModel, after: MessageModel, list: Finding[]): void {
  const at = findingsAt(before.typeName, list);
  at.same("the name in TypeScript", [before.identifier, after.identifier], "imports of it fail");
  if (after.deprecated && !before.deprecated) at.minor("is deprecated");
  const names = new Map(after.fields.map((field) => [field.name, field]));
  const numbers = new Map(after.fields.map((field) => [field.number, field]));
  for (const field of before.fields) {
    const now = names.get(field.name);
    const place = findingsAt(`${before.typeName}.${field.name}`, list);
    const taken = numbers.get(field.number);
    if (now !== undefined) {
      compareField(field, now, place);
    } else if (taken !== undefined && !before.fields.some(({ name }) => name === taken.name)) {
      place.major(`is named ${taken.name} now: JSON and TypeScript no longer have ${field.jsonName}`);
      compareField(field, { ...taken, jsonName: field.jsonName }, place);
    } else {
      place.major(`is gone: number ${field.number} and ${field.jsonName} in JSON are no longer read`);
    }
  }
  const known = new Set(before.fields.flatMap(({ name, number }) => [name, `#${number}`]));
  for (const field of after.fields) {
    if (known.has(field.name) || known.has(`#${field.number}`)) continue;
    const place = findingsAt(`${before.typeName}.${field.name}`, list);
    if (isRequired(field)) place.major("is new and required: values without it are refused");
    else place.minor("is new");
  }
  compareOneofs(before, after, list);
}

function compareOneofs(before: MessageModel, after: MessageModel, list: Finding[]): void {
  for (const oneof of before.oneofs) {
    const now = after.oneofs.find(({ name }) => name === oneof.name);
    if (now === undefined || now.required === oneof.required) continue;
    findingsAt(`${before.typeName}.${oneof.name}`, list).major(
      now.required
        ? "must have a member now: values without one are refused"
        : "need not have a member now: code that reads it must handle none",
    );
  }
}

function isRequired({ presence, rules }: FieldModel): boolean {
  return presence === "required" || rules.nonEmpty === true;
}

function compareField(before: FieldModel, after: FieldModel, at: Findings): void {
  at.same("the number", [before.number, after.number], "the binary form of one is not read by the other");
  at.same("the name in JSON", [before.jsonName, after.jsonName], "JSON and TypeScript have another property");
  at.same(
    "the type",
    [describeShape(before), describeShape(after)],
    "values of one are not read by the other",
  );
  at.same("the oneof", [before.oneof, after.oneof], "other fields can be set together");
  if (before.presence !== after.presence) at.major(presenceReason(before, after));
  if (after.deprecated && !before.deprecated) at.minor("is deprecated");
  compareRules(before.rules, after.rules, at);
}

function presenceReason({ presence: before }: FieldModel, { presence: after }: FieldModel): string {
  if (after === "required") return "is required now: values without it are refused";
  if (before === "required") return "is no longer required: code that reads it must handle its absence";
  return after === "optional"
    ? "distinguishes absence from the default now"
    : "no longer distinguishes absence from the default";
}

function describeShape({ shape }: FieldModel): string {
  const type = describeType(shape.type);
  switch (shape.kind) {
    case "singular":
      return type;
    case "list":
      return `repeated ${type}`;
    case "map":
      return `map<${shape.key}, ${type}>`;
  }
}

function describeType(valueType: ValueType): string {
  const type = toWireType(valueType);
  switch (type.kind) {
    case "scalar":
      return type.scalar;
    case "enum":
      return type.typeName;
    case "message":
      return type.delimited ? `${type.typeName} (delimited)` : type.typeName;
    case "wellKnown":
      return `google.protobuf.${type.wellKnown}`;
  }
}

function compareRules(before: FieldRules, after: FieldRules, at: Findings): void {
  if (before.nonEmpty !== after.nonEmpty) {
    if (after.nonEmpty === true) at.major("must have an element now: empty lists are refused");
    else at.minor("may be empty now");
  }
  compareBound("minimum", [before.minimum, after.minimum], (was, is) => is > was, at);
  compareBound("maximum", [before.maximum, after.maximum], (was, is) => is < was, at);
  const gone =
    after.values === undefined ? [] : (before.values ?? []).filter((value) => !after.values?.includes(value));
  if (before.values === undefined && after.values !== undefined) {
    at.major(`takes only ${after.values.join(", ")} now: other values are refused`);
  } else if (gone.length > 0) {
    at.major(`no longer takes ${gone.join(", ")}`);
  } else if (JSON.stringify(before.values) !== JSON.stringify(after.values)) {
    at.minor("takes more values");
  }
  if (before.pattern !== after.pattern) {
    if (after.pattern === undefined) at.minor("no longer has to match a pattern");
    else at.major(`must match ${after.pattern} now: other values are refused`);
  }
  at.same("the default", [before.default, after.default], "an absent value means something else");
}

function compareBound(
  name: string,
  [before, after]: readonly [number | undefined, number | undefined],
  isNarrower: (before: number, after: number) => boolean,
  at: Findings,
): void {
  if (before === after) return;
  const text = `${name}: was ${before ?? "none"}, is ${after ?? "none"}`;
  if (after !== undefined && (before === undefined || isNarrower(before, after))) {
    at.major(`${text}: values between are refused`);
  } else {
    at.minor(text);
  }
}
