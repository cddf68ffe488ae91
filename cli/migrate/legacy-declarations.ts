import { definitionNames, refTo, type SchemaNode, variantsOf } from "./legacy-schema.ts";

/**
 * Declarations of modules of 0.3 that are not installed where the code is: of the SDK's main module the
 * types of the protocol, of all others nothing.
 */
export function legacyDeclarations(modules: ReadonlySet<string>): string {
  const types = definitionNames.map((name) => `  export ${declaration(name)}\n`).join("");
  return [...modules]
    .map((module) =>
      /\/(?:server|client)/.test(module)
        ? `declare module "${module}";\n`
        : `declare module "${module}" {\n${types}}\n`,
    )
    .join("");
}

function declaration(name: string): string {
  const [variant, ...more] = variantsOf(refTo(name));
  const isObject = variant?.name === name && more.length === 0 && variant.node.properties !== undefined;
  if (isObject) return `interface ${name} ${object(variant.node)}`;
  const isSame = variant?.name === name && more.length === 0;
  return `type ${name} = ${
    isSame
      ? text(variant.node)
      : variantsOf(refTo(name))
          .map((each) => each.name ?? text(each.node))
          .join(" | ")
  };`;
}

function object(node: SchemaNode): string {
  const required = new Set(node.required);
  const fields = Object.entries(node.properties ?? {});
  return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)}${required.has(name) ? "" : "?"}: ${text(each)};`).join(" ")} }`;
}

function text(node: SchemaNode): string {
  if (node.$ref !== undefined) return node.$ref.slice(node.$ref.lastIndexOf("/") + 1);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (node.anyOf !== undefined) return `(${node.anyOf.map(text).join(" | ")})`;
  if (node.items !== undefined) return `(${text(node.items)})[]`;
  if (node.properties !== undefined) return object(node);
  const types = [node.type ?? "unknown"].flat().map((type) => {
    if (type === "integer") return "number";
    if (type === "array") return "unknown[]";
    return type === "object" ? mapOf(node) : type;
  });
  return types.join(" | ");
}

function mapOf({ additionalProperties }: SchemaNode): string {
  const isOpen = typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0;
  return `{ [key: string]: ${isOpen ? "unknown" : text(additionalProperties)} }`;
}
