import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isObject } from "@a2agen/runtime/internal";
import { parse } from "yaml";
import { type Documents, readDocument } from "./read-document.ts";

/**
 * Source text of an ES module whose default export is what the document says. A profile that extends another
 * one is checked with it, and stays apart. Throws a ProfileError.
 */
export function yamlToModule(text: string, path: string): string {
  const content = readDocument(kindOf(text, path), text, path, (name) => readSibling(path, name));
  const given: unknown = parse(text);
  const isPart = isObject(given) && "extends" in given;
  return `export default ${JSON.stringify(isPart ? given : content)};\n`;
}

/** The profile of a name beside another one; undefined when there is none. */
function readSibling(path: string, name: string): unknown {
  const sibling = join(dirname(path), `${basename(name)}.yaml`);
  if (!existsSync(sibling)) return undefined;
  return readDocument("profile", readFileSync(sibling, "utf8"), sibling, (base) =>
    readSibling(sibling, base),
  );
}

function kindOf(text: string, path: string): keyof Documents {
  const isManifest =
    /(?:^|[\\/])translations[\\/][^\\/]+$/.test(path) ||
    /^# yaml-language-server: \$schema=translation\.schema\.json\s/.test(text);
  if (isManifest) return "translation";
  if (/(?:^|[\\/])extension\.yaml$/.test(path)) return "extension";
  return /(?:^|[\\/])legacy\.yaml$/.test(path) ? "legacy" : "profile";
}
