import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { schemaHost } from "@a2agen/generators/naming/schema-host.ts";
import { type JsonObject, objectIn, type PackageFile, textOf } from "../package/package-file.ts";
import { parseVersion } from "../package/version.ts";
import type { SchemaFile } from "./release.ts";
import { checkSiteUrl, lastName, parentUrl } from "./site-url.ts";

export interface ReadSchemasInit {
  /** Bases that profiles name. */
  readonly bases: readonly string[];
  /** The profile of the package, if known. */
  readonly profile: string | undefined;
  /** `$id`s for files that have none, by path. */
  readonly ids: ReadonlyMap<string, string>;
}

export interface ReadSchemas {
  readonly schemas: readonly SchemaFile[];
  readonly problems: readonly string[];
}

/** Reads the schemas among a package's files: where, what was expected, what was found. */
export function readSchemas(files: readonly PackageFile[], init: ReadSchemasInit): ReadSchemas {
  const problems: string[] = [];
  const found = new Map<string, Found>();
  for (const file of files.filter(({ path }) => isSchemaPath(path))) {
    const schema = readSchema(file, { init, problems });
    if (schema === undefined) continue;
    const other = found.get(schema.id);
    if (other === undefined) found.set(schema.id, schema);
    else if (other.text !== schema.text) {
      problems.push(
        `${schema.place}: $id: expected one of its own; found that of ${other.place}, ${schema.id}: correct one of them`,
      );
    }
  }
  const bases = findBases([...found.keys()], init.bases);
  const schemas = [...found.values()].map((schema) => addBase(schema, { bases, profile: init.profile }));
  for (const { place, path, id } of schemas) {
    const [first = ""] = path.split("/");
    if (parseVersion(first) !== undefined) {
      problems.push(
        `${place}: $id: expected no version where those of the site are; found ${id}: move the schema`,
      );
    }
  }
  problems.push(...checkNames(schemas));
  return { schemas: schemas.sort((a, b) => compareCodeUnits(a.id, b.id)), problems };
}

/** Some systems do not tell capital letters from others, and none has a file that is a directory too. */
function checkNames(schemas: readonly SchemaFile[]): readonly string[] {
  const names = new Map(schemas.map((schema) => [schema.id.toLowerCase(), schema]));
  return schemas.flatMap(({ place, id }) => {
    const name = id.toLowerCase();
    const same = names.get(name);
    if (same !== undefined && same.id !== id) {
      return [
        `${place}: $id: expected one that differs from others by more than capital letters; found ${id} and ${same.id}, of ${same.place}: rename one of them`,
      ];
    }
    const directories = [...name.matchAll(/\//g)].map(({ index }) => names.get(name.slice(0, index)));
    const above = directories.find((each) => each !== undefined);
    return above === undefined
      ? []
      : [
          `${place}: $id: expected one that is not below that of a schema; found ${id}, below that of ${above.place}: rename one of them`,
        ];
  });
}

/** Schemas are below schemas/, and where generators write them beside code. */
export function isSchemaPath(path: string): boolean {
  return (
    /^schemas\/.*\.json$/.test(path) ||
    /^(?:src|generated|gen|dist)\/.*\.schema(?:\.strict)?\.json$/.test(path)
  );
}

type Found = Pick<SchemaFile, "place" | "id" | "text" | "json">;

function readSchema(
  file: PackageFile,
  { init, problems }: { readonly init: ReadSchemasInit; readonly problems: string[] },
): Found | undefined {
  const { path: place } = file;
  const text = textOf(file);
  const json = objectIn(file);
  if (json === undefined) {
    problems.push(`${place}: expected a JSON Schema; it is no object of JSON: correct it, or take it out`);
    return undefined;
  }
  const given = init.ids.get(place);
  const id = json["$id"] ?? given;
  if (typeof id !== "string") {
    const is = id === undefined ? "found none" : `found ${JSON.stringify(id)}`;
    problems.push(
      `${place}: $id: expected the URL of the schema, such as https://example.com/schemas/orders/order.schema.json; ${is}: add it`,
    );
    return undefined;
  }
  const problem = checkSiteUrl(id) ?? (id.endsWith("/") ? "it is that of a directory" : undefined);
  if (problem !== undefined) {
    problems.push(
      `${place}: $id: expected an http or https URL with a path of plain names; found ${JSON.stringify(id)}, and ${problem}: correct it`,
    );
    return undefined;
  }
  return json["$id"] === undefined ? withId(text, { place, id, json }) : { place, id, text, json };
}

function withId(text: string, { place, id, json }: { place: string; id: string; json: JsonObject }): Found {
  const rest = text.replace(/^\s*\{/, "");
  const comma = Object.keys(json).length === 0 ? "" : ",";
  return { place, id, json: { $id: id, ...json }, text: `{\n  "$id": ${JSON.stringify(id)}${comma}${rest}` };
}

function addBase(
  schema: Found,
  { bases, profile }: { readonly bases: readonly string[]; readonly profile: string | undefined },
): SchemaFile {
  const base = bases.find((each) => schema.id.startsWith(each));
  if (base === undefined) throw new Error(`every $id has a base; ${schema.id} has none`);
  const name = bases.length === 1 ? (profile ?? lastName(base)) : lastName(base);
  return { ...schema, base, path: schema.id.slice(base.length), profile: name };
}

/**
 * The bases of schemas, of which each `$id` begins with one: those that profiles name, the directory below
 * `schemaHost`, else the directories that are in no other one's.
 */
export function findBases(ids: readonly string[], known: readonly string[]): readonly string[] {
  const directories = ids.map((id) => knownBase(id, known) ?? new URL(".", id).href);
  const bases = new Set(directories);
  return [...bases].filter(
    (base) => ![...bases].some((other) => other !== base && isAbove(other, base, known)),
  );
}

function knownBase(id: string, known: readonly string[]): string | undefined {
  const named = known.find((base) => id.startsWith(base));
  if (named !== undefined) return named;
  if (!id.startsWith(schemaHost)) return undefined;
  const [directory, ...rest] = id.slice(schemaHost.length).split("/");
  return rest.length === 0 ? undefined : `${schemaHost}${directory}/`;
}

/** A directory whose profile says that it is one stands for itself. */
function isAbove(other: string, base: string, known: readonly string[]): boolean {
  return base.startsWith(other) && !known.includes(base) && parentUrl(base) !== schemaHost;
}
