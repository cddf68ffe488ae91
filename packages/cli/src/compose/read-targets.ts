import {
  parsePointer,
  printFragment,
  printPointer,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import type { FieldAddition, ValuesAddition } from "./addition.ts";
import type { ProblemList } from "./compose-problem.ts";
import type { DefinitionNames } from "./definition-names.ts";
import type { ExtensionSource } from "./extension-source.ts";
import { type ExtendedPlace, isPartOf, isPath } from "./read-extends.ts";
import type { Manifest } from "./read-manifest.ts";
import type { SchemaFile } from "./schema-file.ts";
import { listReach, type Universe } from "./universe.ts";

export interface Targets {
  /** The targets of the manifest, and the paths of extensions, with the objects of the composed document. */
  readonly pointers: Readonly<Record<string, readonly string[]>>;
  /** The targets that an extension affects: those declared, or else those in whose reach it adds fields. */
  extendsOf(source: ExtensionSource): readonly string[];
}

export interface TargetsInput {
  readonly manifest: Manifest | undefined;
  readonly base: SchemaFile;
  readonly names: DefinitionNames;
  readonly universe: Universe;
  readonly sources: readonly ExtensionSource[];
  readonly fields: readonly FieldAddition[];
  readonly values: readonly ValuesAddition[];
  readonly extended: readonly ExtendedPlace[];
  readonly problems: ProblemList;
}

/** Compares what extensions declare to extend (ACP extensions, 3.4) with where they add something. */
export function readTargets(input: TargetsInput): Targets {
  const { manifest, base, names, universe, sources, extended, problems } = input;
  const file = manifest?.path ?? "";
  const pointers = new Map<string, readonly string[]>();
  for (const [name, objects] of manifest?.targets ?? []) {
    objects.forEach((tokens, i) => {
      if (typeof valueAt(base.content, tokens) === "object") return;
      const message = `expected a pointer to an object of ${base.path}; found ${JSON.stringify(printFragment(tokens))}, where there is none`;
      const pointer = printFragment(["targets", name, String(i)]);
      problems.error({ code: "manifest", file, pointer, message });
    });
    pointers.set(
      name,
      objects.map((tokens) => names.pointerOf({ file: base, tokens })),
    );
  }
  manifest?.openEnums.forEach((tokens, i) => {
    if (valueAt(base.content, tokens) !== undefined) return;
    const message = `expected a pointer to an enum of ${base.path}; found ${JSON.stringify(printFragment(tokens))}, where there is nothing`;
    const pointer = printFragment(["openEnums", String(i)]);
    problems.error({ code: "manifest", file, pointer, message });
  });
  const reach = new Map(
    [...pointers].map(([name, objects]) => [
      name,
      new Set(objects.flatMap((pointer) => [...listReach(parsePointer(pointer) ?? [], universe)])),
    ]),
  );
  const reaching = (place: Tokens): readonly string[] =>
    [...reach].flatMap(([name, places]) => (places.has(printPointer(place)) ? [name] : []));

  const affected = new Map(sources.map((source) => [source, new Set<string>()]));
  for (const { origin, place, field } of listPlaces(input)) {
    const { entry } = origin.extension;
    const found = reaching(place);
    for (const name of found) affected.get(origin.extension)?.add(name);
    const declared = entry?.extends;
    if (declared === undefined || found.some((name) => declared.includes(name))) continue;
    const isDeclared = extended.some(
      (one) => one.extension === origin.extension && covers(one, { place, field }, universe),
    );
    if (isDeclared) continue;
    const where = found.length === 0 ? "no target of the manifest" : found.join(" and ");
    const message = `expected additions to what the extension extends, ${declared.join(", ") || "nothing"}; found one to ${printFragment(place)}, which belongs to ${where}; declare it in extends`;
    problems.error({ code: "extends", file: origin.file, pointer: origin.pointer, message, section: "3.4" });
  }
  for (const { entry } of sources) {
    entry?.extends?.forEach((name, i) => {
      if (isPath(name) || pointers.has(name)) return;
      const message = `expected one of the targets of the manifest, ${[...pointers.keys()].join(", ") || "of which there are none"}; found ${JSON.stringify(name)}`;
      const pointer = printFragment([...entry.at, "extends", String(i)]);
      problems.error({ code: "extends", file, pointer, message, section: "3.4" });
    });
    for (const name of entry?.extends ?? []) {
      const source = sources.find((other) => other.entry === entry);
      if (!pointers.has(name) || source === undefined || affected.get(source)?.has(name) === true) continue;
      const message = `${JSON.stringify(name)} is declared in extends, and the extension adds nothing to it`;
      const pointer = printFragment([...(entry?.at ?? []), "extends"]);
      problems.warn({ code: "extends", file, pointer, message, section: "3.4" });
    }
  }
  return {
    pointers: Object.fromEntries([
      ...pointers,
      ...extended.map(({ path, object }) => [path, [printPointer(object.tokens)]] as const),
    ]),
    extendsOf: (source) => source.entry?.extends ?? [...(affected.get(source) ?? [])].toSorted(),
  };
}

function listPlaces({ fields, values }: TargetsInput) {
  return [
    ...fields.map(({ origin, object, name }) => ({ origin, place: object, field: name })),
    ...values.map(({ origin, schema }) => ({ origin, place: schema, field: undefined })),
  ];
}

/** Whether a path declares an addition: the field, or values of an enum that the object can have in it. */
function covers(
  { object, field: declared }: ExtendedPlace,
  { place, field }: { readonly place: Tokens; readonly field: string | undefined },
  universe: Universe,
): boolean {
  if (field === undefined) return listReach(object.tokens, universe).has(printPointer(place));
  return isPartOf(place, object, universe) && (declared === undefined || declared === field);
}
