import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "../list-files.ts";

/** Generated files that are not in git, where a checksum stands for them. */
export interface RenderedFiles {
  /** The file in git with a line per directory: the hash of its rendered files, its name, their number. */
  readonly checksum: string;
  readonly has: (path: string) => boolean;
}

/** Each says in another form what a file in git says. They are in .gitignore, too. */
const patterns: readonly RegExp[] = [
  // Schemas of single types and strict schemas: the bundle has every type.
  /^(?:generated\/[^/]+\/schemas|packages\/exchange\/src\/generated)\/.+\/[^/]+\.schema(?:\.strict)?\.json$/,
  /^(?:generated\/[^/]+\/schemas|packages\/exchange\/src\/generated)\/[^/]+\.schema\.strict\.json$/,
  // OpenAPI as JSON: the YAML files hold the same documents.
  /^generated\/[^/]+\/openapi\/[^/]+\.openapi-[^/]+\.json$/,
  // Code of the tests' protos: their types are in git, and everything of the bookshop.
  /^test\/generated\/proto\/(?!bookshop\/).+_(?:binary|fakes|grpc|json|service)\.ts$/,
];

export const renderedFiles: RenderedFiles = {
  checksum: "scripts/generate/rendered.sha256",
  has: (path) => patterns.some((pattern) => pattern.test(path)),
};

/** The text of the checksum file for what is rendered in directories below a root. */
export async function checksumOf(
  { has }: RenderedFiles,
  { root, directories }: { readonly root: string; readonly directories: readonly string[] },
): Promise<string> {
  const lines = [...directories].sort().map(async (directory) => {
    const below = await listFiles(join(root, directory), ["dist", "node_modules"]);
    const paths = below.map((path) => `${directory}/${path}`).filter(has);
    const hash = createHash("sha256");
    for (const path of paths) {
      const digest = createHash("sha256").update(await readFile(join(root, path)));
      hash.update(`${path}\0${digest.digest("hex")}\n`);
    }
    return paths.length === 0 ? "" : `${hash.digest("hex")}  ${directory}: ${paths.length}\n`;
  });
  return (await Promise.all(lines)).join("");
}
