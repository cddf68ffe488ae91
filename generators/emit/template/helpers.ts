import { toCamelWords, toLowerWords, toPascalWords } from "../../naming/casing.ts";
import { type ImportExtension, resolveModule } from "../../print/resolve-module.ts";
import type { TemplateHelper } from "../../template/project-templates.ts";
import { type ModulePlaces, parseModules } from "../shared/parse-modules.ts";

export interface HelperInit {
  readonly importExtension: ImportExtension;
  /**
   * As in `parseModules`: a directory, relative to the output directory, or a package that exports
   * everything, default "."; and packages for single protos.
   */
  readonly modules?: string;
}

/** What templates can compute; each helper throws for values that it is not made for. */
export function createHelpers({
  importExtension,
  modules = ".",
}: HelperInit): Readonly<Record<string, TemplateHelper>> {
  const places = parseModules(modules);
  return {
    camel: ([value]) => toCamelWords(text(value)),
    comment: ([value, indent = ""]) => toComment(text(value), text(indent)),
    eq: ([left, right]) => left === right,
    import: ([value], data) =>
      toSpecifier(text(value), { path: pathOf(data), extension: importExtension, places }),
    json: ([value]) => JSON.stringify(value, undefined, 2),
    kebab: ([value]) => toLowerWords(text(value), "-"),
    local: ([value], data) =>
      toSpecifier(text(value), { path: pathOf(data), extension: importExtension, places: here }),
    pascal: ([value]) => toPascalWords(text(value)),
    snake: ([value]) => toLowerWords(text(value), "_"),
    string: ([value]) => toStringLiteral(text(value)),
  };
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError(`expected a text; found ${value === undefined ? "nothing" : typeof value}`);
}

/** A literal of JavaScript and TypeScript. */
function toStringLiteral(value: string): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** A JSDoc comment, or nothing for an empty text; `indent` stands before every line but the first. */
function toComment(value: string, indent: string): string {
  if (value === "") return "";
  const lines = value.replaceAll("*/", "*\\/").split(/\r\n|[\n\r\u2028\u2029]/);
  const [first = ""] = lines;
  if (lines.length === 1) return `/** ${first} */`;
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"].join(`\n${indent}`);
}

interface SpecifierContext {
  readonly path: string;
  readonly extension: ImportExtension;
  readonly places: ModulePlaces;
}

const here = parseModules(".");

function toSpecifier(module: string, { path, extension, places }: SpecifierContext): string {
  if (module === "") throw new TypeError("expected a module; found an empty text: the name needs no import");
  if (!module.startsWith("./")) return module;
  const { root, packageOf } = places;
  const own = packageOf(module);
  if (own !== undefined) return own;
  if (!root.startsWith(".")) return root;
  const directory = root.split("/").filter((name) => name !== "." && name !== "");
  return resolveModule(path, `./${[...directory, module.slice(2)].join("/")}`, extension);
}

function pathOf(data: object): string {
  return "path" in data && typeof data.path === "string" ? data.path : "";
}
