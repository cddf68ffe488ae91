/** How an import of a generated file ends: "import_extension" of the plugins. */
export type ImportExtension = "none" | "js" | "ts";

/** The package that exports a generated file ("./a2a/v1/a2a_types"); undefined for one beside the others. */
export type PackageOf = (from: string) => string | undefined;

/**
 * The specifier by which the file at `importer` imports a module: packages as they are, files below
 * the output root ("./a2a/v1/a2a_types") and beside it ("./../check") relative to the importer.
 */
export function resolveModule(importer: string, from: string, extension: ImportExtension): string {
  if (!from.startsWith("./")) return from;
  const source = importer.split("/").slice(0, -1);
  const target = from.slice(2).split("/");
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared++;
  const up = source.slice(shared).map(() => "..");
  const here = target[0] === ".." ? [] : ["."];
  const relative = [...(up.length === 0 ? here : up), ...target.slice(shared)].join("/");
  return extension === "none" ? relative : `${relative}.${extension}`;
}
