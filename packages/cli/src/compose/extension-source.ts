import { printFragment } from "@a2agen/generators/json-schema/json-pointer.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import type { ExtensionState } from "@a2agen/runtime/negotiation";
import { parseExtensionName } from "@a2agen/runtime/negotiation";
import type { ProblemList } from "./compose-problem.ts";
import type { Manifest, ManifestEntry } from "./read-manifest.ts";
import type { SchemaFile } from "./schema-file.ts";

/** An extension with the file that defines it. */
export interface ExtensionSource {
  readonly file: SchemaFile;
  readonly identifier: string;
  readonly version: string | undefined;
  readonly state: ExtensionState;
  readonly entry: ManifestEntry | undefined;
}

/** Finds out what extensions are called and in which state they are; sorted by name. */
export function readExtensions(
  files: readonly SchemaFile[],
  manifest: Manifest | undefined,
  problems: ProblemList,
): readonly ExtensionSource[] {
  const entries = new Map<SchemaFile, ManifestEntry>();
  for (const entry of manifest?.extensions ?? []) {
    const name = entry.file ?? entry.schema ?? "";
    const key = entry.file === undefined ? "schema" : "file";
    const named = files.filter(({ path, id, url }) =>
      key === "file" ? isNamed(path, name) : name === id || name === url,
    );
    const [file] = named;
    const where = { file: manifest?.path ?? "", pointer: printFragment([...entry.at, key]) };
    if (file === undefined || named.length > 1) {
      const given = files.map(({ path }) => path).join(", ");
      const what = key === "file" ? "name" : "URL or $id";
      const message = `expected the ${what} of one of the extensions, ${given || "none"}; found ${JSON.stringify(name)}, which is ${file === undefined ? "none of them" : "more than one of them"}`;
      problems.error({ code: "manifest", ...where, message });
    } else if (entries.has(file)) {
      const message = `expected each extension once; found ${JSON.stringify(name)} again`;
      problems.error({ code: "manifest", ...where, message });
    } else entries.set(file, entry);
  }
  const sources = files.flatMap(
    (file) => readExtension(file, entries.get(file), { manifest, problems }) ?? [],
  );
  const sorted = sources.toSorted((a, b) => compareCodeUnits(a.identifier, b.identifier));
  sorted.forEach((source, i) => {
    const before = sorted[i - 1];
    if (before?.identifier !== source.identifier) return;
    const message = `expected one extension of each name; found ${JSON.stringify(source.identifier)} in ${before.file.path} as well; compose each version by itself, since only one is active at a time`;
    problems.error({ code: "extension-twice", file: source.file.path, pointer: "", message, section: "3.3" });
  });
  return sorted;
}

/** The extensions of the core (ACP extensions, 3.5). */
const coreNames: readonly string[] = ["discount", "fulfillment", "loyalty", "subscription"];

function readExtension(
  file: SchemaFile,
  entry: ManifestEntry | undefined,
  { manifest, problems }: { readonly manifest: Manifest | undefined; readonly problems: ProblemList },
): ExtensionSource | undefined {
  const given = entry?.name ?? nameOfFile(file.path);
  const name = parseExtensionName(given);
  const isNamedByManifest = manifest !== undefined && entry?.name !== undefined;
  const where = isNamedByManifest
    ? { file: manifest.path, pointer: printFragment([...entry.at, "name"]) }
    : { file: file.path, pointer: "" };
  if (name === undefined) {
    const advice = isNamedByManifest ? "correct it" : "rename the file, or give the name in the manifest";
    const message = `expected a name such as "discount", "discount@2026-01-27" or "com.example.gifts"; found ${JSON.stringify(given)}; ${advice}`;
    problems.error({ code: "extension-name", ...where, message, section: "3.5" });
    return undefined;
  }
  // A name without a version is not published yet.
  if (name.version !== undefined && !name.isReverseDomain && !coreNames.includes(name.identifier)) {
    const message = `expected the reverse domain of its owner before the name of a third party's extension, such as "com.example.${name.identifier}", since simple names are those of the core; found ${JSON.stringify(name.text)}`;
    problems.warn({ code: "extension-name", ...where, message, section: "3.5" });
  }
  if (entry?.schema?.startsWith("https:") === false) {
    const place = { file: manifest?.path ?? "", pointer: printFragment([...entry.at, "schema"]) };
    const message = `expected an HTTPS URL; found ${JSON.stringify(entry.schema)}`;
    problems.warn({ code: "manifest", ...place, message, section: "3.3" });
  }
  const state = entry?.state ?? "stable";
  if (state === "retired" || state === "deprecated") {
    const message =
      state === "retired"
        ? `expected an extension that is supported; found ${JSON.stringify(name.text)}, which is retired; leave it out`
        : `${JSON.stringify(name.text)} is deprecated: it is being phased out`;
    const place = { file: manifest?.path ?? "", pointer: printFragment([...(entry?.at ?? []), "state"]) };
    const problem = { code: "extension-state", ...place, message, section: "6.1" } as const;
    if (state === "retired") problems.error(problem);
    else problems.warn(problem);
  }
  return { file, identifier: name.identifier, version: name.version, state, entry };
}

/** "schema.discount.json", "discount.schema.json" and "discount.json" are all called "discount". */
function nameOfFile(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? "";
  return name.replace(/\.json$/, "").replace(/^schema\.|\.schema$/, "");
}

function isNamed(path: string, name: string): boolean {
  const [whole, asked] = [path, name].map((text) => text.replaceAll("\\", "/").replace(/^\.\//, ""));
  return whole === asked || whole?.endsWith(`/${asked}`) === true;
}
