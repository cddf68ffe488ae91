import { printFragment } from "@a2agen/generators/json-schema/json-pointer.ts";
import { annotations } from "@a2agen/generators/json-schema/keywords.ts";
import type { SchemaObject } from "@a2agen/generators/json-schema/schema.ts";
import type { Composition } from "@a2agen/runtime/negotiation";
import { ComposeError, type ComposeProblem, createProblemList } from "./compose-problem.ts";
import { type Composed, composeAll } from "./compose-schemas.ts";
import { toTypeName } from "./definition-names.ts";
import { emitSchemaTypes, type TypesLibrary } from "./emit-types.ts";
import {
  emitValidators,
  listUncheckedFormats,
  listValidated,
  type ValidatorLibraries,
} from "./emit-validators.ts";

/** A file to be written. */
export interface ComposedFile {
  readonly name: string;
  readonly text: string;
}

export interface EmitFilesInit {
  /** Path of the base, for problems and headers. */
  readonly base: string;
  readonly libraries: ValidatorLibraries & { readonly types: TypesLibrary };
}

/** The composed schema and its twins. */
export function emitSchemas(composed: Composed): readonly ComposedFile[] {
  const print = (composition: Composition): string =>
    `${JSON.stringify(composeAll(composition), undefined, 2)}\n`;
  return [
    { name: "composed.schema.json", text: print(composed.composition) },
    { name: "composed.open.schema.json", text: print(composed.open) },
    { name: "composed.strict.schema.json", text: print(composed.strict) },
  ];
}

/**
 * Everything that is made of a composition; throws a ComposeError for schemas that types or validators cannot
 * be made of.
 */
export async function emitFiles(
  composed: Composed,
  { base, libraries }: EmitFilesInit,
): Promise<{ readonly files: readonly ComposedFile[]; readonly warnings: readonly ComposeProblem[] }> {
  const problems = createProblemList();
  const document = composeAll(composed.composition);
  const root = rootTypeOf(document);
  const header = "// Made by a2agen compose. Do not edit.\n";
  const validated = listValidated(document);
  refuseTooMany(validated.length, base);
  refuseSameTypes(validated, base);
  const modules = (["open", "strict"] as const).flatMap((kind) => {
    const emitted = emitValidators(composeAll(composed[kind]), validated, {
      libraries,
      header,
      types: "./types.js",
      root,
      file: base,
    });
    if ("module" in emitted) {
      return [
        { name: `validate.${kind}.js`, text: emitted.module },
        { name: `validate.${kind}.d.ts`, text: emitted.declarations },
      ];
    }
    throw new ComposeError(emitted);
  });
  for (const format of listUncheckedFormats(document)) {
    const message = `the validators do not check the format ${JSON.stringify(format)}: they take every text for it`;
    problems.warn({ code: "format-unchecked", file: base, pointer: "", message });
  }
  const types = await emitSchemaTypes(document, {
    library: libraries.types,
    header,
    ...(root === undefined ? {} : { root }),
  });
  return {
    files: [
      ...emitSchemas(composed),
      { name: "types.ts", text: types },
      ...modules,
      { name: "composition.ts", text: emitComposition(composed, header) },
    ],
    warnings: problems.list,
  };
}

/** Code is made of so many definitions in seconds; ajv cannot make it of several thousand. */
const maximumDefinitions = 2000;

function refuseTooMany(count: number, file: string): void {
  if (count <= maximumDefinitions) return;
  const message = `expected at most ${maximumDefinitions} definitions to write code for; found ${count}; write the schemas only, with --schemas-only`;
  throw new ComposeError([{ severity: "error", code: "too-large", file, pointer: "#/$defs", message }]);
}

function refuseSameTypes(validated: ReturnType<typeof listValidated>, file: string): void {
  const names = new Map<string, string>();
  const problems = validated.flatMap(([type, name]): readonly ComposeProblem[] => {
    const other = names.get(type.toLowerCase());
    names.set(type.toLowerCase(), name);
    if (other === undefined) return [];
    const message = `expected definitions that make types of different names; found ${JSON.stringify(other)} and ${JSON.stringify(name)}, which are both ${type}; rename one, or write the schemas only`;
    return [
      { severity: "error", code: "unsupported", file, pointer: printFragment(["$defs", name]), message },
    ];
  });
  if (problems.length > 0) throw new ComposeError(problems);
}

function emitComposition({ open, strict }: Composed, header: string): string {
  return [
    header,
    'import type { Composition } from "@a2agen/runtime/negotiation";',
    "",
    "/** For readers: unknown fields are ignored. */",
    `export const open: Composition = ${JSON.stringify(open, undefined, 2)};`,
    "",
    "/** For writers: unknown fields are mistakes. */",
    `export const strict: Composition = ${JSON.stringify(strict, undefined, 2)};`,
    "",
  ].join("\n");
}

/** The type of the root, if it says anything of values. */
function rootTypeOf(document: SchemaObject): string | undefined {
  const silent = ["$schema", "$defs"];
  const keywords = Object.keys(document).filter(
    (keyword) => !silent.includes(keyword) && !annotations.has(keyword),
  );
  if (keywords.length === 0) return undefined;
  const title = typeof document["title"] === "string" ? toTypeName(document["title"]) : "Root";
  const taken = new Set(listValidated(document).map(([type]) => type));
  return taken.has(title) ? `${title}Root` : title;
}
