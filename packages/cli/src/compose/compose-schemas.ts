import { parsePointer, printPointer, valueAt } from "@a2agen/generators/json-schema/json-pointer.ts";
import type { Schema, SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { isObject } from "@a2agen/runtime/internal";
import {
  applyExtensions,
  type ComposedExtension,
  type Composition,
  formatExtensionName,
} from "@a2agen/runtime/negotiation";
import { type FieldAddition, findCollisions, type ValuesAddition } from "./addition.ts";
import { type AjvLibrary, createSchemaCheck } from "./check-schema.ts";
import { type ComposeProblem, createProblemList, type ProblemList } from "./compose-problem.ts";
import { definitionsOf, nameDefinitions } from "./definition-names.ts";
import { type ExtensionSource, readExtensions } from "./extension-source.ts";
import { createFileIndex } from "./file-index.ts";
import { findCycles } from "./find-cycles.ts";
import { readAdditions } from "./read-additions.ts";
import { type Manifest, readManifest } from "./read-manifest.ts";
import { readTargets } from "./read-targets.ts";
import { createReferenceTable } from "./reference-table.ts";
import { type RewriteContext, rewriteSchema } from "./rewrite-schema.ts";
import { readSchemaFile, type SchemaFile, type SourceText } from "./schema-file.ts";
import { createTwins, type Twins } from "./twins.ts";
import { createUniverse } from "./universe.ts";

export interface ComposeInit {
  readonly base: SourceText;
  readonly extensions: readonly SourceText[];
  /** Other files that references lead to. */
  readonly shared?: readonly SourceText[];
  readonly manifest?: SourceText;
  /** The validator that schemas are checked with, handed in so that it is loaded only when needed. */
  readonly Ajv2020: AjvLibrary;
}

/** A base with all of its extensions, in three degrees of strictness. */
export interface Composed extends Twins {
  /** As strict as the base. */
  readonly composition: Composition;
  readonly warnings: readonly ComposeProblem[];
}

/**
 * Composes a base schema with extensions. The result does not depend on the order in which they are
 * given. Throws a ComposeError with every problem: references that lead nowhere, and what the
 * composition rules forbid (ACP extensions, 5.3).
 */
export function composeSchemas({ base, extensions, shared = [], manifest, Ajv2020 }: ComposeInit): Composed {
  const problems = createProblemList();
  const byPath = (a: SourceText, b: SourceText): number => compareCodeUnits(a.path, b.path);
  const read = (texts: readonly SourceText[], role: SchemaFile["role"]): readonly SchemaFile[] =>
    texts.toSorted(byPath).flatMap((text) => readSchemaFile(text, role, problems) ?? []);
  const files = [...read([base], "base"), ...read(shared, "shared"), ...read(extensions, "extension")];
  const known = manifest === undefined ? undefined : readManifest(manifest, problems);
  const good = files.map(createSchemaCheck(problems, Ajv2020));
  const [baseFile] = files;
  // What follows relies on every file being a schema.
  if (baseFile === undefined || good.includes(false)) problems.check();
  const sources = readExtensions(
    files.filter(({ role }) => role === "extension"),
    known,
    problems,
  );
  problems.check();
  return composeFiles({ files, base: baseFile as SchemaFile, sources, manifest: known, problems });
}

interface FilesInput {
  readonly files: readonly SchemaFile[];
  readonly base: SchemaFile;
  readonly sources: readonly ExtensionSource[];
  readonly manifest: Manifest | undefined;
  readonly problems: ProblemList;
}

function composeFiles({ files, base, sources, manifest, problems }: FilesInput): Composed {
  const index = createFileIndex(files, problems);
  const references = createReferenceTable(index, problems);
  refuseTwins(files, problems);
  findCycles(index, references, problems);
  problems.check();

  const shared = files.filter(({ role }) => role === "shared");
  const names = nameDefinitions(base, [
    ...shared.map((file) => ({ file, prefix: prefixOf(file) })),
    ...sources.map(({ file, identifier }) => ({ file, prefix: identifier.replace(/[^A-Za-z0-9]+/g, "_") })),
  ]);
  const context: RewriteContext = { references, names };
  const rewritten = rewriteSchema(base.content, { file: base, tokens: [], context }) as SchemaObject;
  const definitions = Object.fromEntries([
    ...rewriteDefinitions(base, context),
    ...shared.flatMap((file) => rewriteDefinitions(file, context)),
  ]);
  const document: SchemaObject = { ...rewritten, $defs: definitions };
  const overlaid = sources.map((source) => readAdditions.plan(source, references));
  const own = sources.map((source, i) => {
    const overlays = new Set(overlaid[i]?.map(({ tokens }) => printPointer(tokens)));
    return Object.fromEntries(rewriteDefinitions(source.file, context, overlays));
  });
  const universe = createUniverse({
    ...document,
    $defs: Object.assign({}, definitions, ...own) as SchemaObject,
  });

  const fields: FieldAddition[] = [];
  const values: ValuesAddition[] = [];
  const extended = sources.flatMap((extension, i) =>
    readAdditions.read(
      { extension, overlays: overlaid[i] ?? [], manifest, base, context },
      { universe, problems, fields, values },
    ),
  );
  findCollisions(fields, { universe, problems });
  const targets = readTargets({
    manifest,
    base,
    names,
    universe,
    sources,
    fields,
    values,
    extended,
    problems,
  });
  problems.check();

  const composed = sources.map((source, i): ComposedExtension => {
    const { identifier, version, state, entry } = source;
    const ownFields = fields.filter(({ origin }) => origin.extension === source);
    const ownValues = values.filter(({ origin }) => origin.extension === source);
    const extend = targets.extendsOf(source);
    const used = usesOf(source, { sources, own, parts: [own[i], ...ownFields.map(({ schema }) => schema)] });
    return {
      identifier,
      ...(version === undefined ? {} : { version }),
      state,
      ...(extend.length === 0 ? {} : { extends: extend }),
      ...(entry?.schema === undefined ? {} : { schema: entry.schema }),
      ...(entry?.spec === undefined ? {} : { spec: entry.spec }),
      uses: used,
      definitions: own[i] ?? {},
      fields: unique(
        ownFields.map(({ object, name, schema }) => ({ object: printPointer(object), name, schema })),
      ),
      values: unique(
        ownValues.map(({ schema, values: added }) => ({ schema: printPointer(schema), values: added })),
      ),
    };
  });
  const composition: Composition = {
    base: withTypes({ $schema: "https://json-schema.org/draft/2020-12/schema", ...document }, composed),
    targets: targets.pointers,
    extensions: composed,
  };
  const twins = createTwins(composition, { problems, file: base.path });
  problems.check();
  return { composition, ...twins, warnings: problems.list };
}

/** The schema with all extensions of a composition. */
export function composeAll(composition: Composition): SchemaObject {
  return applyExtensions(composition, composition.extensions.map(formatExtensionName));
}

function prefixOf({ path }: SchemaFile): string {
  const name = path.split(/[\\/]/).at(-1) ?? "";
  return name
    .replace(/\.json$/, "")
    .replace(/^schema\.|\.schema$/, "")
    .replace(/[^A-Za-z0-9]+/g, "_");
}

function refuseTwins(files: readonly SchemaFile[], problems: ProblemList): void {
  for (const file of files) {
    const seen = new Set<string>();
    for (const { name, tokens } of definitionsOf(file)) {
      if (seen.has(name)) {
        const message = `expected each definition once; found ${JSON.stringify(name)} in $defs and in definitions; rename one`;
        const pointer = `#${printPointer(tokens)}`;
        problems.error({ code: "duplicate-definition", file: file.path, pointer, message });
      }
      seen.add(name);
    }
  }
}

/** The definitions of a file under their new names; its root is one of them where something refers to it. */
function rewriteDefinitions(
  file: SchemaFile,
  context: RewriteContext,
  overlays: ReadonlySet<string> = new Set(),
): readonly (readonly [string, Schema])[] {
  const { names, references } = context;
  const root =
    file.role !== "base" && isRootReferred(file, references)
      ? [[names.nameOf(file, ""), rewriteSchema(file.content, { file, tokens: [], context })] as const]
      : [];
  const definitions = definitionsOf(file)
    .filter(({ tokens }) => !overlays.has(printPointer(tokens)))
    .map(({ name, tokens }) => {
      const schema = valueAt(file.content, tokens) as Schema;
      return [names.nameOf(file, name), rewriteSchema(schema, { file, tokens, context })] as const;
    });
  return [...root, ...definitions];
}

function isRootReferred(file: SchemaFile, references: RewriteContext["references"]): boolean {
  const keywords = Object.keys(file.content).filter((keyword) => !["$defs", "definitions"].includes(keyword));
  return (
    references.isReferred(file, []) || keywords.some((keyword) => references.isReferred(file, [keyword]))
  );
}

/** The extensions whose definitions schemas refer to. */
function usesOf(
  source: ExtensionSource,
  {
    sources,
    own,
    parts,
  }: {
    readonly sources: readonly ExtensionSource[];
    readonly own: readonly SchemaObject[];
    readonly parts: readonly unknown[];
  },
): readonly string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === "$ref" && typeof member === "string") {
        const [, definition] = parsePointer(decodeURIComponent(member.slice(1))) ?? [];
        if (definition !== undefined) names.add(definition);
      }
      visit(member);
    }
  };
  parts.forEach(visit);
  return sources
    .filter((other, i) => other !== source && Object.keys(own[i] ?? {}).some((name) => names.has(name)))
    .map(({ identifier }) => identifier);
}

function unique<T>(list: readonly T[]): readonly T[] {
  const sorted = list
    .map((element) => ({ element, key: JSON.stringify(element) }))
    .toSorted((a, b) => compareCodeUnits(a.key, b.key));
  return sorted.filter(({ key }, i) => sorted[i - 1]?.key !== key).map(({ element }) => element);
}

/**
 * Objects that get fields say that they are objects: a validator in strict mode wants it beside `properties`.
 */
function withTypes(document: SchemaObject, extensions: readonly ComposedExtension[]): SchemaObject {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const { fields } of extensions) {
    for (const { object } of fields) {
      const schema = valueAt(copy, parsePointer(object) ?? []);
      if (isObject(schema) && schema["type"] === undefined) {
        (schema as Record<string, unknown>)["type"] = "object";
      }
    }
  }
  return copy;
}
