import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

/** A family of extensions: its manifest, its schemas and its test data. */
export interface Family {
  readonly name: string;
  /** Where its manifest is. */
  readonly folder: string;
  readonly extensions: readonly ManifestExtension[];
  /** By the path that references have: `schemas/forms.json`. */
  readonly schemas: ReadonlyMap<string, object>;
  /** By extension and data: `Approval.request`, `Llm.params`; `Timestamp` of data without a name. */
  readonly cases: Readonly<Record<string, DataCases>>;
}

/** What tests read of an extension in a manifest. */
export interface ManifestExtension {
  readonly name: string;
  readonly uri: string;
  readonly params?: string;
  readonly data?: readonly ManifestData[];
}

export interface ManifestData {
  /** Absent of the only data of an extension. */
  readonly name?: string;
  readonly type: string;
  readonly from?: "agent" | "client";
  readonly onInvalid?: "refuse" | "ignore" | "skip";
  /** Core objects, by their short names. */
  readonly on: readonly string[];
  readonly at?: { readonly partKey?: string; readonly mediaType?: string; readonly prefix?: string };
}

/** Right and wrong values of one data, by what they show. */
export interface DataCases {
  readonly valid: Readonly<Record<string, unknown>>;
  readonly invalid: WrongValues;
  /** What a schema cannot say, so that a rule beside it does. */
  readonly refusedByRule?: WrongValues;
}

/** `at` is the JSON pointer of what is wrong: of the missing member, or of the unknown one. */
export type WrongValues = Readonly<Record<string, { readonly value: unknown; readonly at: string }>>;

const repository = join(import.meta.dirname, "../..");

/** The families, those with a package in its folder, the others beside their test data. */
export async function readFamilies(): Promise<readonly Family[]> {
  const entries = await readdir(import.meta.dirname, { withFileTypes: true });
  const packages = new Set(await readdir(join(repository, "packages")));
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map((name) => {
      const data = join(import.meta.dirname, name);
      const isPackage = packages.has(`ext-${name}`);
      return readFamily(name, isPackage ? join(repository, "packages", `ext-${name}`) : data, data);
    }),
  );
}

async function readFamily(name: string, folder: string, data: string): Promise<Family> {
  const [manifest, cases, files] = await Promise.all([
    readFile(join(folder, "extension.yaml"), "utf8"),
    readFile(join(data, "cases.json"), "utf8"),
    readdir(join(folder, "schemas")),
  ]);
  const schemas = await Promise.all(
    files.sort().map(async (file): Promise<[string, object]> => {
      return [`schemas/${file}`, JSON.parse(await readFile(join(folder, "schemas", file), "utf8"))];
    }),
  );
  const { extensions } = parse(manifest) as Pick<Family, "extensions">;
  return {
    name,
    folder,
    extensions,
    schemas: new Map(schemas),
    cases: readCases(JSON.parse(cases) as RawCases),
  };
}

/** Data of the same type name the data whose cases they share. */
type RawCases = Readonly<Record<string, DataCases | string>>;

function readCases(raw: RawCases): Family["cases"] {
  return Object.fromEntries(
    Object.entries(raw).map(([name, cases]) => {
      const own = typeof cases === "string" ? raw[cases] : cases;
      if (own === undefined || typeof own === "string") throw new Error(`${name}: no cases of its own`);
      return [name, own];
    }),
  );
}

/** The name that the cases of a data have. */
export function caseName(extension: string, { name }: ManifestData): string {
  return name === undefined ? extension : `${extension}.${name}`;
}

/** The types of an extension's params and data, by the names that cases have. */
export function listTypes({ extensions }: Family): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const { name, params, data = [] } of extensions) {
    if (params !== undefined) types.set(`${name}.params`, params);
    for (const one of data) types.set(caseName(name, one), one.type);
  }
  return types;
}
