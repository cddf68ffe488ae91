import {
  parsePointer,
  printFragment,
  printPointer,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations } from "@a2agen/generators/json-schema/keywords.ts";
import type { Schema } from "@a2agen/generators/json-schema/schema.ts";
import { isObject } from "@a2agen/runtime/internal";
import { definitionsOf } from "./definition-names.ts";
import type { ExtensionSource } from "./extension-source.ts";
import type { Target } from "./file-index.ts";
import { type ExtendedPlace, findObject, isPath, readExtends } from "./read-extends.ts";
import type { Manifest } from "./read-manifest.ts";
import { type OverlayContext, readField, readObjectOverlay, readValues } from "./read-overlay.ts";
import type { ReferenceTable } from "./reference-table.ts";
import { type RewriteContext, rewriteSchema } from "./rewrite-schema.ts";
import type { SchemaFile } from "./schema-file.ts";

export interface AdditionsInput {
  readonly extension: ExtensionSource;
  readonly overlays: readonly Overlay[];
  readonly manifest: Manifest | undefined;
  readonly base: SchemaFile;
  readonly context: RewriteContext;
}

type Sinks = Pick<OverlayContext, "universe" | "problems" | "fields" | "values">;

/** Finds what extensions add to the base: in their overlays, and by the manifest. */
export const readAdditions = {
  /** The definitions of an extension that are overlays. */
  plan({ file }: ExtensionSource, references: ReferenceTable): readonly Overlay[] {
    return [[] as Tokens, ...definitionsOf(file).map(({ tokens }) => tokens)].flatMap(
      (tokens) => findOverlay(file, tokens, references) ?? [],
    );
  },

  /** Returns what the paths of the extension lead to. */
  read(
    { extension, overlays, manifest, base, context }: AdditionsInput,
    sinks: Sinks,
  ): readonly ExtendedPlace[] {
    const { file, entry } = extension;
    const { names } = context;
    const { universe, problems } = sinks;
    const openEnums = new Set(
      (manifest?.openEnums ?? []).map((tokens) => names.pointerOf({ file: base, tokens })),
    );
    const overlayContext: OverlayContext = {
      ...sinks,
      extension,
      basePath: base.path,
      isOpenEnum: (tokens) => openEnums.has(printPointer(tokens)),
    };
    const locate = (target: { readonly file: SchemaFile; readonly tokens: Tokens }) =>
      universe.at(parsePointer(names.pointerOf(target)) ?? []);

    for (const overlay of overlays) {
      for (const at of overlay.parts) {
        const schema = rewriteSchema(valueAt(file.content, at) as Schema, { file, tokens: at, context });
        readObjectOverlay({ schema, at, base: locate(overlay.base) }, overlayContext);
      }
    }
    if (entry === undefined || manifest === undefined) {
      warnOfNothing(extension, overlays, sinks);
      return [];
    }
    const scope = { base, universe, locate: (tokens: Tokens) => locate({ file: base, tokens }) };
    const manifestError = (at: Tokens, message: string): void => {
      problems.error({ code: "manifest", file: manifest.path, pointer: printFragment(at), message });
    };
    const own = (tokens: Tokens, at: Tokens): Schema | undefined => {
      if (valueAt(file.content, tokens) === undefined) {
        manifestError(
          at,
          `expected a pointer to a schema of ${file.path}; found ${JSON.stringify(printFragment(tokens))}, where there is nothing`,
        );
        return undefined;
      }
      return { $ref: printFragment(parsePointer(names.pointerOf({ file, tokens })) ?? []) };
    };
    for (const [target, fields] of entry.fields) {
      const at = [...entry.at, "fields", target];
      const named = manifest.targets.get(target)?.map(scope.locate);
      const found = isPath(target) ? findObject(target, scope) : named;
      if (found === undefined || typeof found === "string") {
        const known = [...manifest.targets.keys()].join(", ") || "none";
        const what = `one of the targets of the manifest, ${known}, or a JSONPath to an object of the base`;
        manifestError(at, `expected ${what}; found ${found ?? JSON.stringify(target)}`);
        continue;
      }
      const objects = "tokens" in found ? [found] : found;
      for (const [name, tokens] of fields) {
        const schema = own(tokens, [...at, name]);
        if (schema === undefined) continue;
        for (const object of objects) {
          readField(name, { schema, at: tokens, base: universe.follow(object) }, overlayContext);
        }
      }
    }
    for (const { base: enumTokens, extension: tokens, at } of entry.values) {
      const schema = own(tokens, at);
      if (valueAt(base.content, enumTokens) === undefined) {
        manifestError(
          at,
          `expected a pointer to an enum of ${base.path}; found ${JSON.stringify(printFragment(enumTokens))}, where there is nothing`,
        );
      } else if (schema !== undefined) {
        readValues({ schema, at: tokens, base: locate({ file: base, tokens: enumTokens }) }, overlayContext);
      }
    }
    const extended = readExtends({ manifest: manifest.path, context }, overlayContext, scope);
    if (entry.extends?.some(isPath) !== true) warnOfNothing(extension, overlays, sinks);
    return extended;
  },
} as const;

function warnOfNothing(
  { file, entry }: ExtensionSource,
  overlays: readonly Overlay[],
  { problems }: Sinks,
): void {
  const says = entry !== undefined && (entry.fields.size > 0 || entry.values.length > 0);
  if (overlays.length > 0 || says) return;
  const message =
    "expected a definition that is allOf of a reference to an object of the base and the properties that are added, or fields in the manifest; found neither, so that the extension adds nothing";
  problems.error({ code: "nothing-added", file: file.path, pointer: "", message, section: "5.1" });
}

/** A definition of an extension that says what it adds to an object of the base. */
export interface Overlay {
  /** The definition: ["$defs", "checkout_with_discount"], or the root. */
  readonly tokens: Tokens;
  /** The object of the base. */
  readonly base: Target;
  /** The schemas with what is added. */
  readonly parts: readonly Tokens[];
}

/**
 * Reads a definition as an overlay: `allOf` of one reference to the base and what is added, or a
 * reference to the base with keywords beside it. One that something refers to is a type of the
 * extension's own, made from one of the base, and no overlay.
 */
export function findOverlay(
  file: SchemaFile,
  tokens: Tokens,
  references: ReferenceTable,
): Overlay | undefined {
  const schema = valueAt(file.content, tokens);
  if (!isObject(schema) || references.isReferred(file, tokens)) return undefined;
  const arms = Array.isArray(schema["allOf"])
    ? schema["allOf"].map((_, i) => [...tokens, "allOf", String(i)])
    : [];
  const candidates = [tokens, ...arms].flatMap((at) => {
    const target = references.targetOf(file, at);
    return target !== undefined && target.file.role !== "extension" ? [{ at, target }] : [];
  });
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return undefined;
  const whole = saysMore(schema, ["allOf"]) ? [tokens] : [];
  // The arm with the reference counts only for what stands beside it.
  const parts = [...whole, ...arms.filter((at) => at !== only.at || saysMore(valueAt(file.content, at), []))];
  return parts.length === 0 ? undefined : { tokens, base: only.target, parts };
}

/** Whether a schema has keywords that mean something beside its reference. */
function saysMore(schema: unknown, others: readonly string[]): boolean {
  if (!isObject(schema)) return true;
  const silent = ["$ref", "$defs", "definitions", "$schema", "$id", "type", ...others];
  return Object.keys(schema).some((keyword) => !annotations.has(keyword) && !silent.includes(keyword));
}
