import { listOthers, listReferences } from "@a2agen/generators/json-schema/list-references.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { isObject } from "@a2agen/runtime/internal";
import { type JsonObject, objectAt, objectIn, type PackageFile } from "../package/package-file.ts";
import type { Release } from "./release.ts";
import { isSafeName } from "./site-url.ts";

/** The data of the README of a bundle, by the names of its template. */
export interface BundleDescription {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The bundle of all types, and a type of it as an example. */
  readonly bundle: {
    readonly path: string;
    readonly $id: string;
    readonly type: string;
    readonly pointer: string;
    /** Whether it refers to no other file. */
    readonly isWhole: boolean;
    /** The directory of `$id`, and that of `path`; both end with "/". */
    readonly base: string;
    readonly directory: string;
    /** As a validator for Java names the dialect. */
    readonly draft: string;
  };
  /** The file of the type, where there is one for each type. */
  readonly file: string;
  readonly strict: string;
  readonly openapi: string;
  /** Whether there are other versions or formats of it. */
  readonly hasOthers: boolean;
  readonly openrpc: string;
  readonly image: string;
  /** Names of the protos that the image is of. */
  readonly protos: readonly string[];
  /** Schemas of others to which these refer: below one URL, or one of them. */
  readonly others: readonly {
    readonly url: string;
    /** The npm package that has them, where it is known. */
    readonly package: string;
  }[];
  readonly origin: readonly { readonly name: string; readonly value: string }[];
}

/** Texts are empty where a bundle lacks something. */
export function describeBundle(
  release: Release,
  schemas: readonly (PackageFile & { readonly $id: string })[],
): BundleDescription {
  const { name, version, description, license, origin, documents } = release;
  const find = (pattern: RegExp): string => documents.find(({ path }) => pattern.test(path))?.path ?? "";
  const bundle = chooseBundle(schemas);
  const paths = new Set(schemas.map(({ path }) => path));
  const stem = bundle.path.replace(/\.schema\.json$/, "");
  const file = `${stem}/${bundle.type}.schema.json`;
  const strict = bundle.path.replace(/\.schema\.json$/, ".schema.strict.json");
  const { profile, protocolVersion, protoPackage, protoHash, generator } = origin;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["protocol version", protocolVersion],
    ["profile", profile],
    ["package of the protos", typeof protoPackage === "object" ? protoPackage.join(", ") : protoPackage],
    ["SHA-256 of the compiled protos without comments", protoHash],
    ["generator", generator],
  ];
  return {
    name,
    version,
    title: plainLine(description ?? name),
    license: plainLine(license === undefined || license.startsWith("SEE LICENSE IN ") ? "" : license),
    bundle,
    file: paths.has(file) ? file : "",
    strict: strict !== bundle.path && paths.has(strict) ? strict : "",
    openapi: find(/^openapi\/.*openapi-3\.1\.yaml$/),
    hasOthers: documents.filter(({ path }) => /openapi-3\.\d\./.test(path)).length > 1,
    openrpc: find(/^openapi\/.*openrpc\.json$/),
    image: find(/^[^/]+\.binpb$/),
    protos: release.protos.every((path) => path.split("/").every(isSafeName)) ? release.protos : [],
    others: listOtherPlaces(release),
    origin: facts.flatMap(([key, value]) =>
      value === undefined ? [] : [{ name: key, value: plainLine(value) }],
    ),
  };
}

function listOtherPlaces({ schemas, imported }: Release): BundleDescription["others"] {
  const own = new Set(schemas.map(({ id }) => id));
  const ids = schemas.flatMap(({ json, id }) =>
    listOthers({ ...json, $id: id }).filter((each) => !own.has(each)),
  );
  const places = new Map(
    ids.map((id) => {
      const [base, name] = [...imported].find(([each]) => id.startsWith(each)) ?? [id, ""];
      return [base, name] as const;
    }),
  );
  return [...places]
    .map(([url, name]) => ({ url, package: name }))
    .sort((a, b) => compareCodeUnits(a.url, b.url));
}

/** One line of text, without what HTML would read as its own. */
function plainLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

const drafts: ReadonlyMap<string, string> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", "V202012"],
  ["https://json-schema.org/draft/2019-09/schema", "V201909"],
  ["http://json-schema.org/draft-07/schema", "V7"],
]);

/**
 * The shortest of the paths, which is that of all types, and of its types the one with most required members.
 */
function chooseBundle(
  schemas: readonly (PackageFile & { readonly $id: string })[],
): BundleDescription["bundle"] {
  const ranked = [...schemas].sort(
    (a, b) =>
      Number(/\.(?:legacy|strict)\./.test(a.path)) - Number(/\.(?:legacy|strict)\./.test(b.path)) ||
      a.path.split("/").length - b.path.split("/").length ||
      compareCodeUnits(a.path, b.path),
  );
  const [first] = ranked;
  if (first === undefined) throw new Error("a release has schemas; this one has none");
  const schema = objectIn(first) ?? {};
  const keyword = isObject(schema["definitions"]) ? "definitions" : "$defs";
  const definitions = objectAt(schema, keyword);
  const [type = ""] = Object.entries(definitions)
    .sort(([a, x], [b, y]) => countRequired(y) - countRequired(x) || compareCodeUnits(a, b))
    .map(([key]) => key)
    // The languages of the examples read other characters differently.
    .filter((key) => /^[\w.-]+$/.test(key));
  return {
    path: first.path,
    $id: first.$id,
    isWhole: [...listReferences(schema).targets].every((target) => target.startsWith("#")),
    base: new URL(".", first.$id).href,
    directory: first.path.slice(0, first.path.lastIndexOf("/") + 1),
    type,
    pointer: type === "" ? "" : `#/${keyword}/${type}`,
    draft: drafts.get(String(schema["$schema"]).replace(/#$/, "")) ?? "",
  };
}

function countRequired(schema: unknown): number {
  const required = isObject(schema) ? (schema satisfies JsonObject)["required"] : undefined;
  return Array.isArray(required) ? required.length : 0;
}
