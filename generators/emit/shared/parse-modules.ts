import type { PackageOf } from "../../print/resolve-module.ts";
import { modulePath } from "./module-path.ts";

/** What the option `modules` says of where generated modules are. */
export interface ModulePlaces {
  /** For all modules that rendered templates import: a directory or a package. */
  readonly root: string;
  /** The packages by the protos whose code they have. */
  readonly packages: ReadonlyMap<string, string>;
  readonly packageOf: PackageOf;
}

/**
 * Reads "lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0", entries joined with "+": what is generated from a proto is
 * imported from a package. An entry without "=" is for all modules that templates import.
 */
export function parseModules(text: string): ModulePlaces {
  const entries = text.split("+").filter((entry) => entry !== "");
  const packages = new Map<string, string>();
  let root = ".";
  for (const entry of entries) {
    const equals = entry.indexOf("=");
    if (equals === -1) root = entry;
    else packages.set(entry.slice(0, equals), entry.slice(equals + 1));
  }
  const places = new Map([...packages].map(([proto, name]) => [modulePath(proto, ""), name]));
  return {
    root,
    packages,
    packageOf(from) {
      const end = from.lastIndexOf("_") + 1;
      return from.startsWith("./") ? places.get(from.slice(2, end)) : undefined;
    },
  };
}

/** Whether a text is such a list: each entry a package for a proto, and at most one for all. */
export function isModules(text: string): boolean {
  const entries = text.split("+");
  const forAll = entries.filter((entry) => !entry.includes("="));
  return forAll.length <= 1 && entries.every((entry) => /^([^=]+\.proto=)?[^=.][^=]*$|^\.[^=]*$/.test(entry));
}
