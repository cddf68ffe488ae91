import type { Leaf, SideCase } from "../../generators/translate/leaves.ts";
import type {
  FieldsPlan,
  Mapping,
  PairPlan,
  Relation,
  TranslationPlan,
} from "../../generators/translate/plan.ts";
import type { Field, NamedShape } from "../../generators/translate/version.ts";
import type { Fate, NameSource, TypeFate } from "./fate.ts";

/** Where values of a type of 0.3 are in one case of a pair, and which object of the target has their fields. */
interface Place {
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

/** The places of a type: those where it is the type of a pair come first, or else those inside of others. */
export function placesOf(plan: TranslationPlan, definition: string): readonly Place[] {
  const whole: Place[] = [];
  const inner: Place[] = [];
  for (const pair of plan.pairs) {
    if (pair.body.kind !== "cases") continue;
    for (const one of pair.body.cases) {
      if (one.kind !== "fields") continue;
      const { older, newer, fields } = one;
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

/** What becomes of a field; several fates where the places of its type do not agree. */
export function readFates(plan: TranslationPlan, definition: string, field: string): readonly Fate[] {
  const card = interfacesOf(plan);
  if (definition === card?.types.older && field === card.older.element.binding) {
    return [rename(field, card.newer.element.binding)];
  }
  const fates: Fate[] = [];
  for (const place of placesOf(plan, definition)) {
    const fate = fateAt(place, field);
    if (fate !== undefined && !fates.some((known) => JSON.stringify(known) === JSON.stringify(fate)))
      fates.push(fate);
  }
  return fates;
}

export function interfacesOf({ card }: TranslationPlan): FieldsPlan["interfaces"] {
  const [one] = card.body.kind === "cases" ? card.body.cases : [];
  return one?.kind === "fields" ? one.fields.interfaces : undefined;
}

function fateAt(place: Place, field: string): Fate | undefined {
  const { older, newer, fields, path, container } = place;
  const at = [...path, field];
  const declared = older.objects
    .find((one) => isSame(one.path, path))
    ?.fields.find(({ name }) => name === field);
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
  const mapping = fields.mappings.find(({ older: places }) =>
    places.some(({ leaf }) => isSame(leaf.path, at)),
  );
  return mapping === undefined ? undefined : fateOf({ mapping, place, field });
}

function fieldsAt({ objects }: SideCase, path: readonly string[]): readonly Field[] {
  return objects.find((one) => isSame(one.path, path))?.fields ?? [];
}

interface Found {
  readonly mapping: Mapping;
  readonly place: Place;
  readonly field: string;
}

function fateOf({ mapping, place, field }: Found): Fate {
  const { relation, rule } = mapping;
  const { container, newer } = place;
  const target = mapping.newer.find(({ part }) => part === undefined) ?? mapping.newer[0];
  if (target === undefined) {
    return { kind: "dropped", advice: `${rule?.restsAt ?? "another field"} tells it now` };
  }
  const to = target.leaf.path.at(-1) ?? field;
  if (target.part !== undefined) {
    return { kind: "resource", to, ...target.part, sources: sourcesOf(place, target.leaf) };
  }
  if (relation.kind === "inverted") return { kind: "inverted", to };
  if (relation.kind === "first") return { kind: "single", to };
  const requirement = requirementOf(relation);
  if (requirement !== undefined) return { kind: "requirements", to, ...requirement };
  const [first = to, second, ...more] = target.leaf.path.slice(container.length);
  if (second === undefined || more.length > 0) return rename(field, to);
  const isOld = place.older.objects.some(({ path }) => isSame(path, [...place.path, first]));
  const isHeld =
    place.older.leaves.some(({ path }) => isSame(path, [...place.path, first])) && first !== field;
  if (isOld || isHeld) return { kind: "moved", into: first, to: second };
  return first === field && newer.objects.some(({ path }) => isSame(path, [...container, first]))
    ? { kind: "nested", in: second }
    : rename(field, to);
}

/** Where the parts of a name come from, in the order of the parts. */
function sourcesOf({ fields, path }: Place, leaf: Leaf): readonly NameSource[] {
  const sources: NameSource[] = [];
  for (const { older, newer, rule } of fields.mappings) {
    const index = newer.find((one) => one.leaf === leaf)?.part?.index;
    const from = older[0]?.leaf.path.slice(path.length);
    if (index === undefined || from === undefined) continue;
    const absent = rule?.absent?.older;
    sources[index] = { path: from, ...(typeof absent === "object" ? { absent: absent.field } : {}) };
  }
  return sources;
}

function rename(field: string, to: string): Fate {
  return to === field ? { kind: "same" } : { kind: "renamed", to };
}

/** A list of maps of lists, where the target has an object for each map and each list. */
function requirementOf(relation: Relation): { readonly outer: string; readonly inner: string } | undefined {
  if (relation.kind !== "list" || relation.element.kind !== "pair") return undefined;
  const { body } = relation.element.pair;
  if (body.kind !== "wrapper" || body.relation.kind !== "map" || body.relation.value.kind !== "pair")
    return undefined;
  const { body: inner } = body.relation.value.pair;
  if (inner.kind !== "wrapper") return undefined;
  return { outer: body.inner.path.join("."), inner: inner.inner.path.join(".") };
}

/** How a type is written now; several ways where it became several types. */
export function readTypeFates(plan: TranslationPlan, definition: string): readonly TypeFate[] {
  const whole = plan.pairs.filter(
    ({ older, newer }) => typeNameOf(older) === definition && newer.shape.kind === "type",
  );
  const named = whole.filter(({ newer }) => typeNameOf(newer) === definition);
  const pairs = named.length > 0 ? named : whole;
  if (pairs.length > 0) return pairs.map(({ newer }) => ({ name: typeNameOf(newer) }));
  const [choice] = plan.choices.filter(({ older }) => older.name === definition);
  if (choice !== undefined) return [{ name: choice.newer.name }];
  const arms = armsOf(plan, definition);
  if (arms !== undefined) return [arms];
  const isSame = plan.older.types.has(definition) && plan.newer.types.has(definition);
  return isSame ? [{ name: definition }] : [];
}

/** A type that is one of several cases of a union, or of a field of such a case. */
function armsOf(plan: TranslationPlan, definition: string): TypeFate | undefined {
  const members = new Set<string>();
  let name: string | undefined;
  for (const { older, newer, path } of placesOf(plan, definition)) {
    if (path.length === 0) {
      const [test] = newer.tests;
      name = newer.objects[0]?.type;
      if (test !== undefined) members.add(test.path[0] ?? "");
      continue;
    }
    // Inside of a case: the object that holds what tells this case from the others.
    const last = older.tests.at(-1);
    const target = newer.tests.at(-1);
    if (last?.kind !== "in" || target === undefined) continue;
    name = newer.objects.find((one) => isSame(one.path, target.path.slice(0, -1)))?.type;
    members.add(target.path.at(-1) ?? "");
  }
  return name === undefined || members.size === 0 ? undefined : { name, members: [...members] };
}
