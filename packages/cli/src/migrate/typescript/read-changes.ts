import type { Leaf, SideCase } from "@a2agen/generators/translate/leaves.ts";
import type {
  CasePlan,
  FieldsPlan,
  Mapping,
  PairPlan,
  Relation,
  TranslationPlan,
} from "@a2agen/generators/translate/plan.ts";
import type { Field, NamedShape } from "@a2agen/generators/translate/version.ts";
import { defined } from "@a2agen/runtime/internal";
import type { FieldChange, NameSource, TypeChange } from "./changes.ts";

/** One case of a pair with values of a type of 0.3, and the object of the target that has their fields. */
interface Occurrence {
  readonly pair: PairPlan;
  readonly older: SideCase;
  readonly newer: SideCase;
  readonly fields: FieldsPlan;
  readonly path: readonly string[];
  readonly container: readonly string[];
}

/** The name of a type, also of one that has another one as a part of a method. */
export function typeNameOf({ name, shape }: NamedShape): string {
  return shape.kind === "type" ? shape.name : name;
}

/** The cases of a pair that have fields. */
export function fieldCases({ body }: PairPlan): readonly Extract<CasePlan, { kind: "fields" }>[] {
  return body.kind === "cases" ? body.cases.filter((one) => one.kind === "fields") : [];
}

/** The occurrences of a type: those where it is the type of a pair, or else those inside of other types. */
function findOccurrences(plan: TranslationPlan, definition: string): readonly Occurrence[] {
  const whole: Occurrence[] = [];
  const inner: Occurrence[] = [];
  for (const pair of plan.pairs) {
    for (const { older, newer, fields } of fieldCases(pair)) {
      for (const { path, type } of older.objects) {
        if (type !== definition) continue;
        const container = counterpart(newer, path);
        (path.length === 0 ? whole : inner).push({ pair, older, newer, fields, path, container });
      }
    }
  }
  // Of pairs of one type, the one with its name: others are arguments of methods.
  const named = whole.filter(({ pair }) => typeNameOf(pair.newer) === definition);
  if (named.length > 0) return named;
  return whole.length > 0 ? whole : inner;
}

/** The object of the target at a path, or the nearest one around it. */
function counterpart({ objects }: SideCase, path: readonly string[]): readonly string[] {
  for (let length = path.length; length > 0; length--) {
    const start = path.slice(0, length);
    if (objects.some((one) => isSame(one.path, start))) return start;
  }
  return [];
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}

/** How a field changes; "same" where the occurrences of its type do not agree. */
export function readFieldChange(plan: TranslationPlan, definition: string, field: string): FieldChange {
  const interfaces = findInterfaces(plan);
  if (definition === interfaces?.types.older && field === interfaces.older.element.binding) {
    return rename(field, interfaces.newer.element.binding);
  }
  const changes = findOccurrences(plan, definition).flatMap(
    (occurrence) => readChangeAt(occurrence, field) ?? [],
  );
  return commonChange(changes) ?? { kind: "same" };
}

/** The change that all are; undefined where they differ. */
export function commonChange(changes: readonly FieldChange[]): FieldChange | undefined {
  const [first] = changes;
  const isCommon = changes.every((change) => JSON.stringify(change) === JSON.stringify(first));
  return isCommon ? first : undefined;
}

export function findInterfaces({ card }: TranslationPlan): FieldsPlan["interfaces"] {
  return fieldCases(card)[0]?.fields.interfaces;
}

function readChangeAt(occurrence: Occurrence, field: string): FieldChange | undefined {
  const { older, newer, fields, path, container } = occurrence;
  const at = [...path, field];
  const declared = fieldsAt(older, path).find(({ name }) => name === field);
  if (declared === undefined) return undefined;
  if (declared.constant !== undefined) return { kind: "discriminator" };
  const { interfaces } = fields;
  if (interfaces !== undefined && path.length === 0) {
    const { url, preferred, others, version } = interfaces.older;
    const isAddress = [url, preferred, others].includes(field);
    if (interfaces.newer.all !== undefined && interfaces.newer.url === undefined) {
      if (isAddress || field === version) return { kind: "interface", to: interfaces.newer.all };
    } else if (isAddress) {
      return { kind: "same" };
    } else if (field === version) {
      return { kind: "version" };
    }
  }
  if (older.objects.some((one) => isSame(one.path, at))) {
    return isSame(counterpart(newer, at), container) ? { kind: "flattened" } : { kind: "same" };
  }
  const lost = fields.lost.older.find(({ leaf }) => isSame(leaf.path, at));
  if (lost !== undefined) {
    const stays = fieldsAt(newer, container).some(({ name }) => name === field);
    return { kind: stays ? "kept" : "dropped", advice: lost.reason };
  }
  const mapping = fields.mappings.find(({ older: ends }) => ends.some(({ leaf }) => isSame(leaf.path, at)));
  return mapping === undefined ? undefined : readMapping(mapping, { occurrence, field });
}

function fieldsAt({ objects }: SideCase, path: readonly string[]): readonly Field[] {
  return objects.find((one) => isSame(one.path, path))?.fields ?? [];
}

function readMapping(
  mapping: Mapping,
  { occurrence, field }: { readonly occurrence: Occurrence; readonly field: string },
): FieldChange {
  const { relation, rule } = mapping;
  const { container, newer, older } = occurrence;
  const target = mapping.newer.find(({ part }) => part === undefined) ?? mapping.newer[0];
  if (target === undefined) {
    return { kind: "dropped", advice: `use ${rule?.restsAt ?? "another field"} instead` };
  }
  const to = target.leaf.path.at(-1) ?? field;
  if (target.part !== undefined) {
    return { kind: "resource", to, ...target.part, sources: readSources(occurrence, target.leaf) };
  }
  if (relation.kind === "inverted") return { kind: "inverted", to };
  if (relation.kind === "first") return { kind: "single", to };
  const requirement = readRequirement(relation);
  if (requirement !== undefined) return { kind: "requirements", to, ...requirement };
  const [first = to, second, ...more] = target.leaf.path.slice(container.length);
  if (second === undefined || more.length > 0) return rename(field, to);
  const holder = [...occurrence.path, first];
  const isOld = older.objects.some(({ path }) => isSame(path, holder));
  const isHeld = older.leaves.some(({ path }) => isSame(path, holder)) && first !== field;
  if (isOld || isHeld) return { kind: "moved", into: first, to: second };
  return first === field && newer.objects.some(({ path }) => isSame(path, [...container, first]))
    ? { kind: "nested", in: second }
    : rename(field, to);
}

/** The origins of the parts of a name, in the order of the parts. */
function readSources({ fields, path }: Occurrence, leaf: Leaf): readonly NameSource[] {
  const sources: NameSource[] = [];
  for (const { older, newer, rule } of fields.mappings) {
    const index = newer.find((one) => one.leaf === leaf)?.part?.index;
    const from = older[0]?.leaf.path.slice(path.length);
    if (index === undefined || from === undefined) continue;
    const absent = rule?.absent?.older;
    sources[index] = defined({ path: from, absent: typeof absent === "object" ? absent.field : undefined });
  }
  return sources;
}

function rename(field: string, to: string): FieldChange {
  return to === field ? { kind: "same" } : { kind: "renamed", to };
}

/** A list of maps of lists, where the target has an object for each map and each list. */
function readRequirement(relation: Relation): { readonly outer: string; readonly inner: string } | undefined {
  if (relation.kind !== "list" || relation.element.kind !== "pair") return undefined;
  const { body } = relation.element.pair;
  if (body.kind !== "wrapper" || body.relation.kind !== "map" || body.relation.value.kind !== "pair")
    return undefined;
  const { body: inner } = body.relation.value.pair;
  if (inner.kind !== "wrapper") return undefined;
  return { outer: body.inner.path.join("."), inner: inner.inner.path.join(".") };
}

/** How a type is written now; several ways where it became several types. */
export function readTypeChanges(plan: TranslationPlan, definition: string): readonly TypeChange[] {
  const whole = plan.pairs.filter(
    ({ older, newer }) => typeNameOf(older) === definition && newer.shape.kind === "type",
  );
  const named = whole.filter(({ newer }) => typeNameOf(newer) === definition);
  const pairs = named.length > 0 ? named : whole;
  if (pairs.length > 0) return pairs.map(({ newer }) => ({ name: typeNameOf(newer) }));
  const choice = plan.choices.find(({ older }) => older.name === definition);
  if (choice !== undefined) return [{ name: choice.newer.name }];
  const arm = readArm(plan, definition);
  if (arm !== undefined) return [arm];
  const isSame = plan.older.types.has(definition) && plan.newer.types.has(definition);
  return isSame ? [{ name: definition }] : [];
}

/** A type that is one of several cases of a union, or of a field of such a case. */
function readArm(plan: TranslationPlan, definition: string): TypeChange | undefined {
  const members = new Set<string>();
  let name: string | undefined;
  for (const { older, newer, path } of findOccurrences(plan, definition)) {
    if (path.length === 0) {
      const [test] = newer.tests;
      name = newer.objects[0]?.type;
      if (test !== undefined) members.add(test.path[0] ?? "");
      continue;
    }
    // Inside of a case: the object with the member that distinguishes this case.
    const last = older.tests.at(-1);
    const target = newer.tests.at(-1);
    if (last?.kind !== "in" || target === undefined) continue;
    name = newer.objects.find((one) => isSame(one.path, target.path.slice(0, -1)))?.type;
    members.add(target.path.at(-1) ?? "");
  }
  return name === undefined || members.size === 0 ? undefined : { name, members: [...members] };
}
