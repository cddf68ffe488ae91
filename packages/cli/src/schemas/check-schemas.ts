import { parseFragment, valueAt } from "@a2agen/generators/json-schema/json-pointer.ts";
import { listReferences, type References } from "@a2agen/generators/json-schema/list-references.ts";
import { parseUrl } from "@a2agen/runtime/internal";
import type { SchemaFile } from "./release.ts";

/**
 * What is wrong with schemas: those that their own dialect refuses, and references that lead nowhere. A
 * reference to what lies below none of their bases is others' business; `known` has the others that are
 * there.
 */
export async function checkSchemas(
  schemas: readonly SchemaFile[],
  known: ReadonlyMap<string, SchemaFile>,
): Promise<readonly string[]> {
  const validate = await loadDialects();
  const bases = new Set(schemas.map(({ base }) => base));
  const references = new Map<string, References>();
  const referencesOf = (schema: SchemaFile): References => {
    const found = references.get(schema.id) ?? listReferences(schema.json);
    references.set(schema.id, found);
    return found;
  };
  return schemas.flatMap((schema) => {
    const { targets, problems } = referencesOf(schema);
    if (problems.length > 0) return problems.map((problem) => `${schema.place}: ${problem}`);
    const own = validate(schema);
    return [
      ...(own === undefined ? [] : [`${schema.place}: ${own}`]),
      ...[...targets].flatMap((target) => {
        const problem = checkTarget(target, { schema, known, bases, referencesOf });
        return problem === undefined ? [] : [`${schema.place}: $ref: ${problem}`];
      }),
    ];
  });
}

interface TargetContext {
  readonly schema: SchemaFile;
  readonly known: ReadonlyMap<string, SchemaFile>;
  readonly bases: ReadonlySet<string>;
  readonly referencesOf: (schema: SchemaFile) => References;
}

function checkTarget(
  target: string,
  { schema, known, bases, referencesOf }: TargetContext,
): string | undefined {
  const shown = JSON.stringify(target);
  const url = parseUrl(target, schema.id);
  if (url === undefined) return `expected a reference; found ${shown}: correct it`;
  const fragment = url.hash.slice(1);
  url.hash = "";
  const found = known.get(url.href);
  if (found === undefined) {
    const isOwn = [...bases].some((base) => url.href.startsWith(base));
    return isOwn ? `expected a schema of the package; found ${shown}, and there is none: add it` : undefined;
  }
  const tokens = parseFragment(fragment);
  const isThere =
    tokens === undefined
      ? referencesOf(found).anchors.has(fragment)
      : valueAt(found.json, tokens) !== undefined;
  return isThere
    ? undefined
    : `expected a place in ${found.place}; found ${shown}, which it does not have: correct it`;
}

/** Says what the dialect of a schema has against it. */
type Validate = (schema: SchemaFile) => string | undefined;

const drafts = ["2020-12", "2019-09", "07"] as const;

async function loadDialects(): Promise<Validate> {
  const [{ Ajv2020 }, { Ajv2019 }, { Ajv }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv/dist/2019.js"),
    import("ajv/dist/ajv.js"),
  ]);
  const options = { strict: false, validateFormats: false, logger: false } as const;
  const dialects = new Map([
    ["https://json-schema.org/draft/2020-12/schema", new Ajv2020(options)],
    ["https://json-schema.org/draft/2019-09/schema", new Ajv2019(options)],
    ["http://json-schema.org/draft-07/schema", new Ajv(options)],
  ]);
  return ({ json }) => {
    const named = json["$schema"];
    const ajv = typeof named === "string" ? dialects.get(named.replace(/#$/, "")) : undefined;
    if (ajv === undefined) {
      const found = named === undefined ? "found none" : `found ${JSON.stringify(named)}`;
      return `$schema: expected one of the drafts ${drafts.join(", ")}; ${found}: correct it`;
    }
    if (ajv.validateSchema({ ...json }) === true) return undefined;
    return `expected a JSON Schema; ${ajv.errorsText(ajv.errors, { dataVar: "it" })}: correct it`;
  };
}
