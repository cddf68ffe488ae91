import type {
  Dialect,
  EnumModel,
  EnumValueModel,
  HttpRule,
  MethodModel,
  Model,
  ServiceModel,
} from "../../generators/model/model.ts";
import type { Profile } from "../../generators/model/profile.ts";
import { compareCodeUnits } from "../../generators/naming/order.ts";
import { compareMessages } from "./compare-fields.ts";
import { type Finding, findingsAt } from "./finding.ts";

/**
 * The differences between two releases of protos that concern users: over the wire, in JSON and in TypeScript.
 * Sorted by place. Comments do not count.
 */
export function compareModels(before: Model, after: Model): readonly Finding[] {
  const list: Finding[] = [];
  const old = collect(before);
  const now = collect(after);
  compareAll(old.messages, now.messages, { list, kind: "message", compare: compareMessages });
  compareAll(old.enums, now.enums, { list, kind: "enum", compare: compareEnums });
  compareAll(old.services, now.services, { list, kind: "service", compare: compareServices });
  for (const [protoPackage, file] of old.packages) {
    const other = now.packages.get(protoPackage);
    if (other === undefined) continue;
    compareDialects(protoPackage, [file.dialect, other.dialect], list);
    const [profile, otherProfile] = [before.profiles[file.profile], after.profiles[other.profile]];
    if (profile !== undefined && otherProfile !== undefined) compareProfiles(profile, otherProfile, list);
  }
  return list.sort((a, b) => compareCodeUnits(a.place, b.place));
}

interface Named {
  readonly typeName: string;
}

function collect(model: Model) {
  const files = model.files.filter((file) => file.requested);
  const byName = <T extends Named>(types: readonly T[]): ReadonlyMap<string, T> =>
    new Map(types.map((type) => [type.typeName, type]));
  return {
    messages: byName(files.flatMap((file) => file.messages)),
    enums: byName(files.flatMap((file) => file.enums)),
    services: byName(files.flatMap((file) => file.services)),
    packages: new Map(files.map((file) => [file.package, file])),
  };
}

interface CompareInit<T> {
  readonly list: Finding[];
  readonly kind: string;
  readonly compare: (before: T, after: T, list: Finding[]) => void;
}

function compareAll<T extends Named>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  { list, kind, compare }: CompareInit<T>,
): void {
  for (const [typeName, type] of before) {
    const now = after.get(typeName);
    if (now === undefined) findingsAt(typeName, list).major(`the ${kind} is gone`);
    else compare(type, now, list);
  }
  for (const typeName of after.keys()) {
    if (!before.has(typeName)) findingsAt(typeName, list).minor(`the ${kind} is new`);
  }
}

function compareEnums(before: EnumModel, after: EnumModel, list: Finding[]): void {
  const at = findingsAt(before.typeName, list);
  at.same("the name in TypeScript", [before.identifier, after.identifier], "imports of it fail");
  if (before.closed !== after.closed) {
    at.major(
      after.closed ? "is closed now: unknown numbers are refused" : "is open now: numbers may be unknown",
    );
  }
  const values = new Map(after.values.map((value) => [value.name, value]));
  for (const value of before.values) {
    const place = findingsAt(`${before.typeName}.${value.name}`, list);
    const now = values.get(value.name);
    if (now === undefined) {
      place.major(`is gone: ${value.json} in JSON and ${value.key} in TypeScript are unknown now`);
      continue;
    }
    place.same("the number", [value.number, now.number], "the binary form of one is not read by the other");
    place.same("the spelling in JSON", [value.json, now.json], "JSON of one is not read by the other");
    place.same("the key in TypeScript", [value.key, now.key], "code that names it does not compile");
    if (value.alias !== now.alias) place.major(aliasReason(now));
    if (now.deprecated && !value.deprecated) place.minor("is deprecated");
  }
  const known = new Set(before.values.map(({ name }) => name));
  for (const { name } of after.values) {
    if (!known.has(name)) findingsAt(`${before.typeName}.${name}`, list).minor("is new");
  }
}

function aliasReason({ alias, number }: EnumValueModel): string {
  return alias
    ? `is a second name of ${number} now: JSON is written with the other`
    : `is the first name of ${number} now: JSON is written with it`;
}

function compareServices(before: ServiceModel, after: ServiceModel, list: Finding[]): void {
  findingsAt(before.typeName, list).same(
    "the name in TypeScript",
    [before.identifier, after.identifier],
    "imports of it fail",
  );
  const methods = new Map(after.methods.map((method) => [method.name, method]));
  for (const method of before.methods) {
    const now = methods.get(method.name);
    const place = `${before.typeName}.${method.name}`;
    if (now === undefined) findingsAt(place, list).major("the method is gone");
    else compareMethods(place, [method, now], list);
  }
  const known = new Set(before.methods.map(({ name }) => name));
  for (const { name } of after.methods) {
    if (!known.has(name)) findingsAt(`${before.typeName}.${name}`, list).minor("the method is new");
  }
}

function compareMethods(
  place: string,
  [before, after]: readonly [MethodModel, MethodModel],
  list: Finding[],
): void {
  const at = findingsAt(place, list);
  at.same("the request", [before.input, after.input], "calls of one are not read by the other");
  at.same("the response", [before.output, after.output], "answers of one are not read by the other");
  at.same(
    "the kind of streaming",
    [before.streaming, after.streaming],
    "calls of one are not answered by the other",
  );
  if (before.idempotency !== after.idempotency) {
    if (before.idempotency === undefined || after.idempotency === "no-side-effects") {
      at.minor(`is ${after.idempotency} now`);
    } else {
      at.major(`is no longer ${before.idempotency}: clients that repeat calls do harm`);
    }
  }
  const rules = new Set(after.http.map(describeRule));
  for (const rule of before.http.map(describeRule)) {
    if (!rules.has(rule)) at.major(`${rule} is gone: calls over HTTP are not found`);
  }
  const known = new Set(before.http.map(describeRule));
  for (const rule of rules) if (!known.has(rule)) at.minor(`${rule} is new`);
  if (after.deprecated && !before.deprecated) at.minor("is deprecated");
}

function describeRule({ verb, template, body, responseBody }: HttpRule): string {
  const parts = [
    ...(body === undefined ? [] : [`body ${body}`]),
    ...(responseBody === undefined ? [] : [`response body ${responseBody}`]),
  ];
  return `${verb} ${template}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`;
}

function compareDialects(
  protoPackage: string,
  [before, after]: readonly [Dialect, Dialect],
  list: Finding[],
): void {
  const at = findingsAt(protoPackage, list);
  if (before.spellings !== after.spellings) {
    if (after.spellings === "canonical") at.major("takes only the canonical spellings of JSON now");
    else at.minor("takes all spellings of ProtoJSON now");
  }
  if (before.timestamps !== after.timestamps) {
    if (after.timestamps === "utc") at.major("takes only timestamps in UTC now");
    else at.minor("takes timestamps with offsets now");
  }
}

function compareProfiles(before: Profile, after: Profile, list: Finding[]): void {
  const at = findingsAt(`profile ${before.name}`, list);
  at.same(
    "the version of the protocol",
    [before.protocolVersion, after.protocolVersion],
    "clients and servers of one refuse the other",
  );
  const errors = new Map(after.errors.map((error) => [error.name, error]));
  for (const error of before.errors) {
    const now = errors.get(error.name);
    const place = findingsAt(`profile ${before.name}, ${error.name}`, list);
    if (now === undefined) {
      place.major("the error is gone");
      continue;
    }
    for (const key of ["jsonRpc", "grpc", "http", "reason"] as const) {
      place.same(key, [error[key], now[key]], "clients do not know it again");
    }
  }
  const known = new Set(before.errors.map(({ name }) => name));
  for (const { name } of after.errors) {
    if (!known.has(name)) findingsAt(`profile ${before.name}, ${name}`, list).minor("the error is new");
  }
}
