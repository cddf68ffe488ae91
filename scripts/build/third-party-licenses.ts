import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** A package of others of which code is in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** As SPDX names it. */
  readonly license: string;
  /** Where it is installed, relative to the repository. */
  readonly directory: string;
}

/** Where a licence text is: a file of the package, a comment at the top of one, or Apache-2.0's text. */
type Source = { readonly file: string } | { readonly commentOf: string } | "Apache-2.0";

/** Packages that come without a file LICENSE. */
const declared: ReadonlyMap<string, readonly Source[]> = new Map<string, readonly Source[]>([
  [
    "@bufbuild/protobuf",
    [{ commentOf: "dist/esm/index.js" }, "Apache-2.0", { commentOf: "dist/esm/wire/varint.js" }],
  ],
  ["@bufbuild/protoplugin", [{ commentOf: "dist/esm/index.js" }, "Apache-2.0"]],
]);

/** The third-party packages in a bundle, by name and version. Throws when one does not state its licence. */
export async function findBundledPackages(
  { inputs: sources, outputs }: Metafile,
  repository: string,
): Promise<readonly BundledPackage[]> {
  const paths = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  // Fonts are in the styles that name them.
  const fonts = paths.flatMap((path) =>
    (sources[path]?.imports ?? []).flatMap((each) => (each.kind === "url-token" ? [each.path] : [])),
  );
  const directories = new Set(
    [...paths, ...fonts].flatMap(
      (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
    ),
  );
  const packages = await Promise.all([...directories].map((directory) => readPackage(repository, directory)));
  return packages.toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** The licence texts of all packages in a bundle. Throws when one comes without its licence. */
export async function formatLicenses(
  metafile: Metafile,
  repository: string,
  introduction: string = introductionOfPrograms,
): Promise<string> {
  const packages = await findBundledPackages(metafile, repository);
  const sections = await Promise.all(packages.map((found) => formatPackage(found, repository)));
  return [introduction, ...sections].join(`\n${"=".repeat(80)}\n\n`);
}

const introductionOfPrograms = `The files in this directory, and the programs in the directory above whose names begin with its
name, contain code of the packages below. Each is followed by its licence and its notices.
`;

async function readPackage(repository: string, directory: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(
    await readFile(join(repository, directory, "package.json"), "utf8"),
  ) as { readonly name: string; readonly version: string; readonly license?: string };
  if (typeof license !== "string") {
    throw new Error(`${directory}/package.json: expected "license", as the package is bundled; got none`);
  }
  return { name, version, license, directory };
}

async function formatPackage(
  { name, version, license, directory }: BundledPackage,
  repository: string,
): Promise<string> {
  const root = join(repository, directory);
  const names = (await readdir(root)).toSorted(compare);
  const files = names.filter((file) => /^(?:licen[cs]e|copying)(?:-\w+)?(?:\.(?:md|txt))?$/i.test(file));
  const licenses = files.length > 0 ? files.map((file) => ({ file })) : declared.get(name);
  if (licenses === undefined) {
    throw new Error(
      `${directory}: expected a file LICENSE, as the package is bundled; got none; say in third-party-licenses.ts where its text is`,
    );
  }
  const notices = names.filter((file) => /^(?:notice|third-party-notices)(?:\..*)?$/i.test(file));
  const sources: readonly Source[] = [...licenses, ...notices.map((file) => ({ file }))];
  const texts = await Promise.all(sources.map((source) => readSource(source, root, repository)));
  return [`${name} ${version}\n${license}\n`, ...texts].join("\n");
}

async function readSource(source: Source, root: string, repository: string): Promise<string> {
  if (source === "Apache-2.0") {
    const text = await readFile(join(repository, "LICENSE"), "utf8");
    const end = "END OF TERMS AND CONDITIONS";
    const at = text.indexOf(end);
    if (at === -1) throw new Error(`LICENSE: expected "${end}", as Apache-2.0 has it; got none`);
    return `${text.slice(0, at + end.length).trim()}\n`;
  }
  if ("file" in source) {
    return `${(await readFile(join(root, source.file), "utf8")).replaceAll("\r\n", "\n").trim()}\n`;
  }
  const lines = (await readFile(join(root, source.commentOf), "utf8")).split("\n");
  const comment = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("//")),
  );
  const text = comment.map((line) => line.replace(/^\/\/ ?/, "")).join("\n");
  if (!/copyright/i.test(text)) {
    throw new Error(
      `${join(root, source.commentOf)}: expected a comment with the copyright at its top; got none`,
    );
  }
  return `${text.trim()}\n`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
