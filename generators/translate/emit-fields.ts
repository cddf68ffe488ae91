import { toPascalWords } from "../naming/casing.ts";
import { toIdentifier, toPropertyAccess } from "../naming/identifiers.ts";
import { code, join, type Piece } from "../print/piece.ts";
import { literalText } from "../print/print-literal.ts";
import { codegenValue } from "../print/runtime-import.ts";
import { absentText } from "./absent-text.ts";
import { convert } from "./conversion.ts";
import { emitChecks, emitLost } from "./emit-checks.ts";
import type { Direction, EmitContext } from "./emit-context.ts";
import { emitInterfaces } from "./emit-interfaces.ts";
import { type Entry, emitObjects } from "./emit-objects.ts";
import { ifLines } from "./if-lines.ts";
import type { Leaf, SideCase } from "./leaves.ts";
import { minimalValue } from "./minimal-value.ts";
import type { FieldsPlan, Mapping, PairPlan, Place } from "./plan.ts";
import { access, stepOf } from "./value-path.ts";

export interface FieldsEmission {
  readonly fields: FieldsPlan;
  readonly source: SideCase;
  readonly target: SideCase;
  readonly direction: Direction;
  /** The type of the result. */
  readonly type: Piece;
  readonly context: EmitContext;
  /** Whether the function may return undefined. */
  readonly partial: boolean;
}

/** Emits the body of a function that makes an object of the fields of another one. */
export function emitFields(emission: FieldsEmission): void {
  const { fields, source, target, direction, context } = emission;
  const { out } = context;
  emitChecks(source, direction, context);
  for (const lost of fields.lost[direction.from]) emitLost(lost, context);
  const values = new Map<string, Piece>();
  emitWrapping(emission, values);
  const names = emitNames(emission);
  const entries: Entry[] = [];
  for (const { path, field } of target.leaves) {
    if (field.constant !== undefined)
      entries.push({ path, print: { kind: "literal", text: JSON.stringify(field.constant) } });
  }
  if (fields.interfaces !== undefined) entries.push(...emitInterfaces(fields.interfaces, emission));
  const parts = new Map<Leaf, NamePart[]>();
  for (const mapping of fields.mappings)
    entries.push(...emitMapping(mapping, { emission, names, values, parts }));
  for (const [leaf, texts] of parts) entries.push(nameEntry(leaf, texts, emission));
  const result = emitObjects(target, entries, emission);
  out.line(code`return ${result};`);
}

/** A name such as "tasks/1", of its parts. */
function nameEntry(leaf: Leaf, given: readonly NamePart[], { fields, direction }: FieldsEmission): Entry {
  const { path, field } = leaf;
  const place = placesTo(fields, direction).find((one) => one.leaf === leaf);
  const before = literalText(place?.part?.resource.before ?? []);
  const parts = join(
    Array.from(given, (part) => (part === undefined ? '["", ""]' : code`[${part.step}, ${part.text}]`)),
    ", ",
  );
  const text = code`${codegenValue("formatName", "versions")}(trace, ${before}, [${parts}])`;
  if (field.required) return { path, print: { kind: "literal", text } };
  const name = path.at(-1) ?? "";
  const lines = (target: string): readonly Piece[] => [
    code`const ${name} = ${text};`,
    code`if (${name} !== "") ${toPropertyAccess(target, name)} = ${name};`,
  ];
  return { path, print: { kind: "later", lines } };
}

function placesTo({ mappings }: FieldsPlan, { to }: Direction): readonly Place[] {
  return mappings.flatMap((mapping) => mapping[to]);
}

/** A data part that takes objects only holds other values as a property. */
function emitWrapping({ fields, direction, context }: FieldsEmission, values: Map<string, Piece>): void {
  for (const mapping of fields.mappings) {
    const { rule } = mapping;
    const [place] = mapping[direction.from];
    if (rule?.wrapped === undefined || place === undefined) continue;
    const { path } = place.leaf;
    const property = JSON.stringify(rule.wrapped.property);
    if (rule.wrapped.mark === undefined) {
      if (direction.verb === "upgrade") continue;
      const init = code`{ value: ${access(path)}, metadata: undefined }`;
      const wrap = codegenValue("wrapValue", "versions");
      values.set(
        path.join("."),
        code`${wrap}(trace, ${stepOf(path)}, ${init}, { property: ${property} }).value`,
      );
      continue;
    }
    const [metadata = "", mark = ""] = rule.wrapped.mark.split(".");
    const init = code`{ value: ${access(path)}, metadata: ${access([metadata])} }`;
    const wrapping = `{ property: ${property}, mark: ${JSON.stringify(mark)} }`;
    const call =
      direction.verb === "upgrade"
        ? code`${codegenValue("unwrapValue", "versions")}(${init}, ${wrapping})`
        : code`${codegenValue("wrapValue", "versions")}(trace, ${stepOf(path)}, ${init}, ${wrapping})`;
    context.out.line(code`const inner = ${call};`);
    values.set(path.join("."), "inner.value");
    values.set(metadata, "inner.metadata");
  }
}

/** Takes names such as "tasks/1" apart; returns the variables of their parts. */
function emitNames({ fields, direction, context }: FieldsEmission): ReadonlyMap<Leaf, readonly string[]> {
  const names = new Map<Leaf, readonly string[]>();
  for (const { leaf, part } of fields.mappings.flatMap((mapping) => mapping[direction.from])) {
    if (part === undefined || names.has(leaf)) continue;
    const variables = part.resource.parts.map((name) => `${leaf.path.at(-1)}${toPascalWords(name)}`);
    names.set(leaf, variables);
    const text = leaf.field.required ? access(leaf.path) : `${access(leaf.path)} ?? ""`;
    const before = literalText(part.resource.before);
    const call = code`${codegenValue("parseName", "versions")}(trace, ${stepOf(leaf.path)}, ${text}, ${before})`;
    context.out.line(code`const [${variables.map((name) => `${name} = ""`).join(", ")}] = ${call};`);
  }
  return names;
}

/** What a part of a name is made of. */
interface NamePart {
  readonly step: Piece;
  readonly text: Piece;
}

interface MappingContext {
  readonly emission: FieldsEmission;
  readonly names: ReadonlyMap<Leaf, readonly string[]>;
  /** Expressions that take the place of fields, by path. */
  readonly values: ReadonlyMap<string, Piece>;
  /** Parts of names in the making. */
  readonly parts: Map<Leaf, NamePart[]>;
}

interface Source {
  readonly value: Piece;
  /** Whether it may be undefined. */
  readonly maybe: boolean;
  /** Whether it may be an empty text, which says nothing. */
  readonly maybeEmpty: boolean;
}

function emitMapping(mapping: Mapping, mappingContext: MappingContext): readonly Entry[] {
  const { emission, parts } = mappingContext;
  const { direction, context } = emission;
  if (mapping.rule?.restsAt !== undefined) return emitResting(mapping, mapping.rule.restsAt, emission);
  const [first] = mapping[direction.from];
  const targets = mapping[direction.to];
  if (first === undefined) return [];
  let source = sourceOf(mapping, mappingContext);
  if (mapping[direction.from].length > 1) {
    const name =
      first.part === undefined ? (first.leaf.path.at(-1) ?? "") : (targets[0]?.leaf.path.at(-1) ?? "");
    context.out.line(code`const ${name} = ${source.value};`);
    source = { ...source, value: name };
  }
  return targets.flatMap(({ leaf, part }): readonly Entry[] => {
    if (part === undefined) return [entryOf(leaf, { mapping, first, source, emission })];
    const text = source.maybe ? code`${source.value} ?? ""` : source.value;
    const texts = parts.get(leaf) ?? [];
    texts[part.index] = { step: stepOf(first.leaf.path), text };
    parts.set(leaf, texts);
    return [];
  });
}

function sourceOf(mapping: Mapping, { names, values, emission }: MappingContext): Source {
  const { direction } = emission;
  const places = mapping[direction.from];
  const textOf = ({ leaf, part }: Place): Piece =>
    part === undefined ? access(leaf.path) : (names.get(leaf)?.[part.index] ?? "");
  const [first] = places;
  if (first === undefined) throw new Error("a mapping has no place");
  if (places.length > 1) {
    const all = places.map((place) => code`[${stepOf(place.leaf.path)}, ${textOf(place)}]`);
    return {
      value: code`${codegenValue("agree", "versions")}(trace, [${join(all, ", ")}])`,
      maybe: false,
      maybeEmpty: true,
    };
  }
  if (first.part !== undefined) return { value: textOf(first), maybe: false, maybeEmpty: true };
  const replaced = values.get(first.leaf.path.join("."));
  const absent = sourceAbsentText(mapping, emission);
  const value = replaced ?? textOf(first);
  const maybe = !first.leaf.field.required;
  // An empty text names nothing either.
  const or = typeof mapping.rule?.absent?.[direction.from] === "object" ? "||" : "??";
  if (maybe && absent !== undefined)
    return { value: code`${value} ${or} ${absent}`, maybe: false, maybeEmpty: false };
  return { value, maybe, maybeEmpty: false };
}

/** What stands for the absent field; another field that may be absent as well is an empty text then. */
function sourceAbsentText(mapping: Mapping, { source, direction }: FieldsEmission): string | undefined {
  const text = absentText(mapping, direction.from);
  const absent = mapping.rule?.absent?.[direction.from];
  if (typeof absent !== "object") return text;
  const other = source.leaves.find(({ path }) => path.join(".") === absent.field);
  return other?.field.required === false ? `(${text} ?? "")` : text;
}

interface EntryInit {
  readonly mapping: Mapping;
  readonly first: Place;
  readonly source: Source;
  readonly emission: FieldsEmission;
}

function entryOf(leaf: Leaf, { mapping, first, source, emission }: EntryInit): Entry {
  const { relation } = mapping;
  const { direction, context, partial } = emission;
  const { path, field } = leaf;
  const name = path.at(-1) ?? "";
  const to = field.shape;
  const from = first.part === undefined ? first.leaf.field.shape : ({ kind: "text", form: "plain" } as const);
  const given = { relation, direction, step: stepOf(first.leaf.path), from, to, context };
  const literal = (text: Piece): Entry => ({ path, print: { kind: "literal", text } });
  const later = (lines: (target: string) => readonly Piece[]): Entry => ({
    path,
    print: { kind: "later", lines },
  });
  const skipped =
    typeof mapping.rule?.absent?.[direction.to] === "object" ? undefined : absentText(mapping, direction.to);
  const isSensitiveField = relation.kind === "pair" && source.maybe && isSensitive(relation.pair, direction);

  if (source.maybe && (field.required || isSensitiveField)) {
    const standIn = isSensitiveField ? "{}" : minimalValue(from, context.plan[direction.from]);
    const { text } = convert({ ...given, value: code`${source.value} ?? ${standIn}` });
    return literal(text);
  }
  const { text, maybe } = convert({ ...given, value: source.value });
  const assign = (target: string): Piece => code`${toPropertyAccess(target, name)} = `;
  if (!source.maybe && !maybe) {
    if (skipped !== undefined && !field.required) {
      return later((target) => {
        const variable = name;
        const test =
          skipped === "false" ? variable : skipped === "true" ? `!${variable}` : `${variable} !== ${skipped}`;
        return [code`const ${variable} = ${text};`, code`if (${test}) ${assign(target)}${variable};`];
      });
    }
    if (source.maybeEmpty && !field.required) {
      return later((target) => ifLines(code`${source.value} !== ""`, code`${assign(target)}${text};`));
    }
    return literal(text);
  }
  if (field.required) {
    if (!partial) throw new Error(`${path.join(".")} is required and may have no translation`);
    const local = toIdentifier(name);
    context.out.line(code`const ${local} = ${text};`);
    context.out.line(`if (${local} === undefined) return undefined;`);
    return literal(local);
  }
  return later((target) => {
    const variable = `new${toPascalWords(name)}`;
    const set = code`if (${variable} !== undefined) ${assign(target)}${variable};`;
    if (!source.maybe) return [code`const ${variable} = ${text};`, set];
    if (!maybe) return ifLines(code`${source.value} !== undefined`, code`${assign(target)}${text};`);
    return [
      code`if (${source.value} !== undefined) {`,
      code`  const ${variable} = ${text};`,
      code`  ${set}`,
      "}",
    ];
  });
}

/** A field that says only what the state says. */
function emitResting(
  mapping: Mapping,
  state: string,
  { direction, context }: FieldsEmission,
): readonly Entry[] {
  const [place] = mapping.older;
  if (place === undefined) return [];
  const { path } = place.leaf;
  const set = `${direction.from}RestingStates`;
  context.sets.set(set, context.plan[direction.from].restingStates);
  const rests = `${set}.has(${access(state.split("."))})`;
  if (direction.to === "older") return [{ path, print: { kind: "literal", text: rests } }];
  const message = JSON.stringify(
    `the other version has ${path.at(-1)} by the state only, which says otherwise`,
  );
  const lines = ifLines(`${access(path)} !== ${rests}`, `trace.lose(${stepOf(path)}, ${message});`);
  for (const line of lines) context.out.line(line);
  return [];
}

/**
 * Whether an object that is absent must be translated as an empty one, since what its absent fields
 * stand for is not the same in both versions.
 */
function isSensitive({ body }: PairPlan, { from, to }: Direction): boolean {
  if (body.kind !== "cases") return false;
  return body.cases.some(
    (one) =>
      one.kind === "fields" &&
      one.fields.mappings.some((mapping) => {
        const absent = absentText(mapping, from);
        if (absent !== "true" && absent !== "false") return false;
        const said = (absent === "true") !== (mapping.relation.kind === "inverted");
        return String(said) !== absentText(mapping, to);
      }),
  );
}
