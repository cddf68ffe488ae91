import { compareCodeUnits } from "../naming/order.ts";
import type { ImportRef } from "./piece.ts";
import { type ImportExtension, resolveModule } from "./resolve-module.ts";

/** A name that a file imports. `local` is what the file calls it: an alias where the name is taken. */
export interface PlannedImport {
  readonly kind: "planned";
  readonly name: string;
  readonly from: string;
  local: string;
  /** False as soon as one reference needs the value. */
  typeOnly: boolean;
}

/** The imports of a file, collected while it is printed and named at its end. */
export interface ImportPlan {
  add(ref: ImportRef): PlannedImport;
  /** Gives every import its local name, apart from the names that the file declares. */
  assignNames(declared: ReadonlySet<string>): void;
  /** The import statements, packages first, in an order that depends on the names alone. */
  toText(path: string, extension: ImportExtension): string;
}

/** Globals that generated code refers to; an imported type of the same name gets an alias. */
const globalsInUse = ["JSON", "Object", "Record", "Uint8Array", "undefined"];

const maximumWidth = 110;

export function createImportPlan(): ImportPlan {
  const modules = new Map<string, Map<string, PlannedImport>>();
  const sorted = (): readonly (readonly [string, readonly PlannedImport[]])[] =>
    [...modules]
      .sort(([a], [b]) => compareModules(a, b))
      .map(([from, names]) => [from, [...names.values()].sort((a, b) => compareCodeUnits(a.name, b.name))]);
  return {
    add({ name, from, typeOnly }) {
      const names = modules.get(from) ?? new Map<string, PlannedImport>();
      modules.set(from, names);
      let planned = names.get(name);
      if (planned === undefined) {
        planned = { kind: "planned", name, from, local: name, typeOnly };
        names.set(name, planned);
      } else if (!typeOnly) {
        planned.typeOnly = false;
      }
      return planned;
    },
    assignNames(declared) {
      const taken = new Set([...declared, ...globalsInUse]);
      for (const planned of sorted().flatMap(([, names]) => names)) {
        planned.local = planned.name;
        for (let i = 1; taken.has(planned.local); i++) planned.local = `${planned.name}$${i}`;
        taken.add(planned.local);
      }
    },
    toText(path, extension) {
      return sorted()
        .map(([from, names]) => printImport(names, JSON.stringify(resolveModule(path, from, extension))))
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
  const head = onlyTypes ? "import type" : "import";
  const oneLine = `${head} { ${specifiers.join(", ")} } from ${from};`;
  if (oneLine.length <= maximumWidth) return `${oneLine}\n`;
  return `${head} {\n${specifiers.map((specifier) => `  ${specifier},\n`).join("")}} from ${from};\n`;
}
