import { compareCodeUnits } from "../naming/order.ts";
import type { ImportRef } from "./piece.ts";
import { type ImportExtension, type PackageOf, resolveModule } from "./resolve-module.ts";
import { markTypes } from "./types.ts";

/** The imports of a file, collected while it is printed. */
export interface ImportPlan {
  /** The name by which the file calls what it imports: an alias where the name is taken. */
  localName(ref: ImportRef): string;
  /** The import statements, packages first, in an order that depends on the names alone. */
  toText(path: string, extension: ImportExtension, packageOf?: PackageOf): string;
}

interface PlannedImport {
  readonly name: string;
  readonly local: string;
  readonly internal: boolean;
  /** False as soon as one reference needs the value. */
  typeOnly: boolean;
}

/** Globals that generated code refers to; an imported type of the same name gets an alias. */
const globalsInUse = ["AsyncIterable", "JSON", "Object", "Promise", "Record", "Uint8Array", "undefined"];

const maximumWidth = 110;

/**
 * Plans imports beside the names that the file declares itself, which must all be known by the first import.
 */
export function createImportPlan(declared: ReadonlySet<string>): ImportPlan {
  const modules = new Map<string, Map<string, PlannedImport>>();
  const imported = new Set<string>(globalsInUse);
  const chooseName = (name: string): string => {
    let local = name;
    for (let i = 1; declared.has(local) || imported.has(local); i++) local = `${name}$${i}`;
    imported.add(local);
    return local;
  };
  return {
    localName({ name, from, typeOnly, internal = false }) {
      let names = modules.get(from);
      if (names === undefined) {
        names = new Map();
        modules.set(from, names);
      }
      let planned = names.get(name);
      if (planned === undefined) {
        planned = { name, local: chooseName(name), typeOnly, internal };
        names.set(name, planned);
      }
      if (!typeOnly) planned.typeOnly = false;
      return planned.local;
    },
    toText(path, extension, packageOf = () => undefined) {
      // What several files export comes from one package, perhaps.
      const merged = new Map<string, PlannedImport[]>();
      for (const [from, names] of modules) {
        const root = packageOf(from);
        for (const planned of names.values()) {
          const module =
            root === undefined ? from : planned.internal ? `${root}/codegen/${from.slice(2)}` : root;
          merged.set(module, [...(merged.get(module) ?? []), planned]);
        }
      }
      return [...merged]
        .sort(([a], [b]) => compareModules(a, b))
        .map(([from, names]) => {
          const sorted = names.sort((a, b) => compareCodeUnits(a.name, b.name));
          return printImport(sorted, JSON.stringify(resolveModule(path, from, extension)));
        })
        .join("");
    },
  };
}

function compareModules(a: string, b: string): number {
  const relative = Number(a.startsWith(".")) - Number(b.startsWith("."));
  return relative || compareCodeUnits(a, b);
}

function printImport(names: readonly PlannedImport[], from: string): string {
  const onlyTypes = names.every((planned) => planned.typeOnly);
  const specifiers = names.map(({ name, local, typeOnly }) => {
    const specifier = local === name ? name : `${name} as ${local}`;
    return typeOnly && !onlyTypes ? `type ${specifier}` : specifier;
  });
  const isType = (index: number): boolean => !onlyTypes && names[index]?.typeOnly === true;
  const head = onlyTypes ? "import type" : "import";
  const oneLine = `${head} { ${specifiers.join(", ")} } from ${from};`;
  if (oneLine.length <= maximumWidth) {
    return onlyTypes ? `${oneLine}\n` : `${head} { ${joinMarked(specifiers, isType)} } from ${from};\n`;
  }
  const lines = specifiers.map((specifier, i) => {
    const line = `  ${specifier},\n`;
    return isType(i) ? markTypes(line) : line;
  });
  return `${head} {\n${lines.join("")}} from ${from};\n`;
}

/** Marks types with the commas that part them from values. */
function joinMarked(specifiers: readonly string[], isType: (index: number) => boolean): string {
  const firstValue = specifiers.findIndex((_, i) => !isType(i));
  return specifiers
    .map((specifier, i) => {
      const part = i < firstValue ? `${specifier}, ` : i === firstValue ? specifier : `, ${specifier}`;
      return isType(i) ? markTypes(part) : part;
    })
    .join("");
}
