import type { Codec } from "./codec.ts";
import { isObject, own } from "./object.ts";
import type { JsonSchemaOptions, StandardJsonSchemaV1 } from "./standard-schema.ts";

/**
 * A codec that is also a Standard JSON Schema (standardschema.dev/json-schema), for AI SDKs and MCP tools.
 * `bundle` is the generated schema of the codec's package, such as `@a2agen/a2a-1.0/schemas/a2a.schema.json`;
 * `others` are those of packages that it imports. Throws an Error if a schema is missing.
 */
export function withJsonSchema<T>(
  codec: Codec<T>,
  bundle: object,
  ...others: readonly object[]
): Codec<T> & StandardJsonSchemaV1<T> {
  const name = definitionName(codec.typeName, bundle);
  const convert = ({ target }: JsonSchemaOptions): Record<string, unknown> => {
    const dialect = Object.hasOwn(dialects, target) ? dialects[target] : undefined;
    if (dialect !== undefined) return collect(name, { documents: [bundle, ...others], dialect });
    throw new Error(`target: expected ${Object.keys(dialects).join(" or ")}, got ${JSON.stringify(target)}`);
  };
  // What is missing shows here, not at the first call.
  convert({ target: "draft-2020-12" });
  return {
    ...codec,
    "~standard": { ...codec["~standard"], jsonSchema: { input: convert, output: convert } },
  };
}

interface Dialect {
  readonly $schema: string;
  /** The keyword that holds definitions. */
  readonly keyword: string;
}

// Generated schemas use only keywords that both have.
const dialects: Readonly<Record<string, Dialect>> = {
  "draft-2020-12": { $schema: "https://json-schema.org/draft/2020-12/schema", keyword: "$defs" },
  "draft-07": { $schema: "http://json-schema.org/draft-07/schema#", keyword: "definitions" },
};

/** "acme.v1.Order.Line" is "Order_Line" in the bundle of acme.v1. */
function definitionName(typeName: string, bundle: object): string {
  const names = typeName.split(".");
  for (const i of names.keys()) {
    const rest = names.slice(i);
    for (const name of [rest.join("_"), rest.join(".")]) {
      if (definitionIn(bundle, name) !== undefined) return name;
    }
  }
  throw new Error(
    `expected a bundle with a JSON Schema of ${typeName}; found none in ${idOf(bundle)}: pass the PACKAGE.schema.json that was generated with it`,
  );
}

interface Sources {
  /** The first has the definition that is wanted. */
  readonly documents: readonly object[];
  readonly dialect: Dialect;
}

/** A definition with all those that it refers to, in a separate document. */
function collect(name: string, { documents, dialect }: Sources): Record<string, unknown> {
  const [bundle = {}] = documents;
  const { $schema, keyword } = dialect;
  const names = new Map<string, string>();
  const definitions = new Map<string, unknown>();
  const root = move(definitionIn(bundle, name), bundle);
  return {
    $schema,
    ...(isObject(root) ? root : {}),
    ...(definitions.size === 0 ? {} : { [keyword]: Object.fromEntries(definitions) }),
  };

  function move(schema: unknown, from: object): unknown {
    if (Array.isArray(schema)) return schema.map((item) => move(item, from));
    if (!isObject(schema)) return schema;
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [
        key,
        key === "$ref" && typeof value === "string" ? refer(value, from) : move(value, from),
      ]),
    );
  }

  function refer(reference: string, from: object): string {
    const { href, hash } = new URL(reference, idOf(from));
    const id = href.slice(0, href.length - hash.length);
    const to = documents.find((other) => idOf(other) === id);
    const wanted = decodeURIComponent(hash.replace("#/$defs/", ""));
    const schema = to === undefined ? undefined : definitionIn(to, wanted);
    if (to === undefined || schema === undefined) {
      throw new Error(`${idOf(from)} refers to ${href}: pass that schema to withJsonSchema as well`);
    }
    let unique = names.get(href);
    if (unique === undefined) {
      unique = wanted;
      // Two packages may have a definition of one name.
      while (definitions.has(unique)) unique = `${unique}_`;
      names.set(href, unique);
      definitions.set(unique, {});
      definitions.set(unique, move(schema, to));
    }
    return `#/${keyword}/${unique}`;
  }
}

function idOf(document: object): string {
  return String(own(document, "$id"));
}

function definitionIn(document: object, name: string): unknown {
  const definitions = own(document, "$defs");
  return isObject(definitions) ? own(definitions, name) : undefined;
}
