import { typeNames } from "@a2agen/generators/emit/json/names.ts";
import { buildExample } from "@a2agen/generators/model/example-value.ts";
import { indexModel } from "@a2agen/generators/model/index-model.ts";
import type { FileModel, MessageModel, Model } from "@a2agen/generators/model/model.ts";
import { uncapitalize } from "@a2agen/generators/naming/casing.ts";
import type { JsonObject } from "../package/package-file.ts";
import type { OtherBundles } from "./find-other-bundles.ts";

export interface ReadmeInit {
  /** The published package.json. */
  readonly manifest: JsonObject;
  /** Subpaths of its exports. */
  readonly subpaths: readonly string[];
  /** Paths of the files that are packed. */
  readonly paths: readonly string[];
  /** What its schemas refer to. */
  readonly others: OtherBundles;
}

/** A README with examples made of the package's own types. */
export function buildReadme(model: Model, { manifest, subpaths, paths, others }: ReadmeInit): string {
  const name = String(manifest["name"]);
  const requested = model.files.filter((file) => file.requested);
  const description = typeof manifest["description"] === "string" ? [manifest["description"], ""] : [];
  const schema = paths.find((path) => /^schemas\/[^/]+(?<!\.legacy)\.schema\.json$/.test(path));
  const reference = paths.filter((path) => path.startsWith("docs/") && path.endsWith(".md"));
  return [
    `# ${name}`,
    "",
    ...description,
    "```sh",
    `npm install ${name}`,
    "```",
    "",
    ...codeExample(model, requested, { name, subpaths }),
    ...schemaExample(name, { hasModule: subpaths.includes("./schema"), others }),
    "| import | is |",
    "|---|---|",
    ...subpaths.flatMap((subpath) => packageRow(subpath, name, requested) ?? rowFor(subpath, name, schema)),
    "",
    ...(reference.length === 0
      ? []
      : // No links: the repository may not contain generated files.
        [`In the package: ${reference.map((path) => `\`${path}\``).join(", ")}.`, ""]),
    ...requested.map((file) => originLine(file, model)),
    "",
    "Everything is generated; NOTICE says from what, and `a2a` of package.json by which version of a2agen.",
    "",
  ].join("\n");
}

function codeExample(
  model: Model,
  requested: readonly FileModel[],
  { name, subpaths }: { readonly name: string; readonly subpaths: readonly string[] },
): readonly string[] {
  const index = indexModel(model);
  const found = candidates(requested)
    .map((message) => ({ message, value: buildExample(message.typeName, index) }))
    .find(({ value }) => value !== undefined);
  if (found === undefined) return [];
  const type = found.message.identifier;
  const { decode, is, codec } = typeNames(found.message);
  const variable = uncapitalize(type);
  const own = subpathOf(index.fileOf(found.message.typeName));
  const specifier = subpaths.includes(own) ? `${name}${own.slice(1)}` : name;
  return [
    "```ts",
    `import { ${decode}, ${is}, type ${type}, ${codec} } from "${specifier}";`,
    "",
    "// Throws a DecodeError with everything that is wrong.",
    `const ${variable}: ${type} = ${decode}(${printLiteral(found.value)});`,
    "",
    `console.log(${codec}.stringify(${variable}));`,
    `console.log(${is}("something else")); // false`,
    "```",
    "",
  ];
}

/** JSON as TypeScript is formatted: names without quotes, and commas at the ends. */
function printLiteral(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
    .replace(/^( *)"(?!__proto__")([A-Za-z_$][\w$]*)":/gm, "$1$2:")
    .replace(/(?<![[{,])\n(?= *[\]}])/g, ",\n");
}

/** What methods take and give first, then the others; of these, those that have something required. */
function candidates(files: readonly FileModel[]): readonly MessageModel[] {
  const messages = files.flatMap((file) => file.messages).filter(({ fields }) => fields.length > 0);
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const used = new Set(methods.flatMap(({ input, output }) => [input, output]));
  const rank = ({ typeName, fields }: MessageModel): number =>
    (fields.some(({ presence }) => presence === "required") ? 0 : 2) + (used.has(typeName) ? 0 : 1);
  return messages.filter(({ deprecated }) => !deprecated).sort((a, b) => rank(a) - rank(b));
}

function schemaExample(
  name: string,
  { hasModule, others }: { readonly hasModule: boolean; readonly others: OtherBundles },
): readonly string[] {
  const { modules, missing, type } = others;
  const hasExample = hasModule && modules.length > 0 && type !== undefined;
  const elsewhere = [...(hasExample ? [] : modules), ...missing].map((id) => `\`${id}\``).join(", ");
  const apart =
    elsewhere === ""
      ? []
      : [`Its schemas refer to ${elsewhere}: \`ajv.addSchema(...)\` gives them to a validator.`, ""];
  if (hasExample) return [...validatorExample(name, { modules, type }), ...apart];
  if (!hasModule) return apart;
  return [
    "```ts",
    `import schema from "${name}/schema";`,
    "",
    "console.log(schema.$id, Object.keys(schema.$defs));",
    "```",
    "",
    ...apart,
  ];
}

/** Of a bundle that is not whole without those of other packages. */
function validatorExample(
  name: string,
  { modules, type }: { readonly modules: readonly string[]; readonly type: string },
): readonly string[] {
  const names = modules.map((_, index) => (modules.length === 1 ? "others" : `others${index + 1}`));
  const packages = modules.map((module) => `\`${module}\``).join(", ");
  return [
    `Its schemas refer to those of ${packages}, which a validator needs too. With \`npm install ajv\`:`,
    "",
    "```ts",
    'import { Ajv2020 } from "ajv/dist/2020.js";',
    ...modules.map((module, index) => `import ${names[index]} from "${module}";`),
    `import schema from "${name}/schema";`,
    "",
    "console.log(schema.$id, Object.keys(schema.$defs));",
    "const ajv = new Ajv2020({ strict: false, validateFormats: false });",
    ...[...names, "schema"].map((each) => `ajv.addSchema(${each});`),
    `const validate = ajv.getSchema(\`\${schema.$id}#/$defs/${encodeURIComponent(type)}\`);`,
    'console.log(validate?.("something else")); // false',
    "```",
    "",
  ];
}

/** The index of a proto package is below the name of the package: "./acme/orders/v1". */
function subpathOf({ package: protoPackage }: FileModel): string {
  return `./${protoPackage.replaceAll(".", "/")}`;
}

function packageRow(
  subpath: string,
  name: string,
  requested: readonly FileModel[],
): readonly string[] | undefined {
  const file = requested.find((each) => subpathOf(each) === subpath);
  return file === undefined
    ? undefined
    : [`| \`${name}${subpath.slice(1)}\` | those of \`${file.package}\` |`];
}

function rowFor(subpath: string, name: string, schema: string | undefined): readonly string[] {
  const specifier = `\`${name}${subpath.slice(1)}\``;
  const example = schema === undefined ? "" : `, such as \`${schema}\``;
  const meanings: ReadonlyMap<string, string> = new Map([
    [".", "types, codecs for JSON and the binary form, interfaces of the services"],
    ["./legacy", "names of earlier versions of the protocol, deprecated"],
    ["./fakes", "functions that make plausible values for tests"],
    ["./schema", "all JSON Schemas as a constant"],
    ["./schema/strict", "the same, without unknown properties"],
    ["./schemas/*", `JSON Schemas as files${example}; a file for each type beside it`],
    ["./openapi/*", "OpenAPI 3.1 and 3.2, OpenRPC"],
  ]);
  const meaning = meanings.get(subpath) ?? (subpath.endsWith(".binpb") ? "the compiled protos" : undefined);
  return meaning === undefined ? [] : [`| ${specifier} | ${meaning} |`];
}

function originLine({ name, package: protoPackage, profile }: FileModel, { profiles }: Model): string {
  const { title, website, license, protocolVersion } = profiles[profile] ?? { title: profile };
  const made = `Made from \`${name}\` (package \`${protoPackage}\`)`;
  if (protocolVersion === undefined) return `${made}; its JSON is ${title}.`;
  const origin = website === undefined ? title : `[${title}](${website})`;
  return `${made}, ${origin}${license === undefined ? "" : `, ${license}`}.`;
}
