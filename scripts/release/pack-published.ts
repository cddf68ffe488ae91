import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import {
  type JsonObject,
  objectIn,
  type PackageFile,
  textFile,
  textOf,
} from "../../packages/cli/src/package/package-file.ts";
import { readTar, writeTarball } from "../../packages/cli/src/package/tarball.ts";
import { isObject } from "../../packages/runtime/src/core/object.ts";
import { linkReadme } from "./link-readme.ts";
import { packedManifest } from "./packed-manifest.ts";
import { findPublishedPackages, type PublishedPackage } from "./published-packages.ts";
import { publishedPath } from "./published-protos.ts";

const execute = promisify(execFile);

const repository = join(import.meta.dirname, "../..");

export interface PackInit {
  /** Where the packages of the workspace are, built: this repository or a copy. */
  readonly root: string;
  /** Where the package of this repository's root is, built: the root or a copy of what is packed of it. */
  readonly toolchain: string;
  /** A directory that is there; the tarballs are put into it, numbered in the order of publishing. */
  readonly destination: string;
  /** As `readRepositoryUrl` gives it; without one npm refuses to say where the packages are from. */
  readonly repositoryUrl?: string | undefined;
  /** Whether changes that are not committed may be packed. */
  readonly allowDirty?: boolean;
}

/** A package as it is published. */
export interface PackedPackage {
  readonly name: string;
  readonly version: string;
  /** package.json as it is published. */
  readonly manifest: JsonObject & { readonly name: string; readonly version: string };
  /** Path of the tarball. */
  readonly tarball: string;
  /** Sizes in bytes. */
  readonly packed: number;
  readonly unpacked: number;
  readonly files: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Packs everything that is published, each package behind those that it needs. What comes out depends on the
 * files only, not on npm's version, the clock or the machine. Throws an Error for a package that lacks what
 * each must have.
 */
export async function packPublished(init: PackInit): Promise<readonly PackedPackage[]> {
  const packages = await findPublishedPackages(repository);
  const staging = await mkdtemp(join(init.destination, "staging-"));
  try {
    return await Promise.all(
      packages.map(async (published, index) => {
        const directory = join(staging, String(index));
        await mkdir(directory);
        const files = finishPackage(
          published,
          await packOne(published, { ...init, staging: directory }),
          init,
        );
        check(published.name, files);
        return write(published, { files, destination: init.destination, number: index + 1 });
      }),
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** What `a2agen pack` or `npm pack` makes of a package, in an empty directory for it. */
async function packOne(
  { name, directory }: PublishedPackage,
  { root, toolchain, staging, allowDirty = false }: PackInit & { readonly staging: string },
): Promise<readonly PackageFile[]> {
  const place = directory === "." ? toolchain : join(root, directory);
  const hasProtos = (await readdir(place)).some((file) => file.endsWith(".binpb"));
  const cli = join(toolchain, "dist/a2agen.js");
  const command = hasProtos
    ? [process.execPath, cli, "pack", place, "--out", join(staging, "packed")]
    : ["npm", "pack", place, "--ignore-scripts", "--loglevel=error", "--pack-destination", staging];
  const [program = "", ...args] = hasProtos && allowDirty ? [...command, "--allow-dirty"] : command;
  await execute(program, args, { cwd: repository, maxBuffer: 1 << 26 }).catch((error: unknown) => {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
    throw new Error(`${name}: cannot be packed: ${said}`, { cause: error });
  });
  const [tarball, ...more] = (await readdir(staging)).filter((file) => file.endsWith(".tgz"));
  if (tarball === undefined || more.length > 0)
    throw new Error(`${name}: expected one tarball in ${staging}`);
  const files = readTar(gunzipSync(await readFile(join(staging, tarball))));
  if (directory !== ".") return files;
  return files.flatMap((file) => {
    const path = publishedPath(file.path);
    return path === undefined ? [] : { ...file, path };
  });
}

/** The files with a package.json and a README as they are published. */
export function finishPackage(
  { version, directory }: Pick<PublishedPackage, "version" | "directory">,
  files: readonly PackageFile[],
  { repositoryUrl }: Pick<PackInit, "repositoryUrl">,
): readonly PackageFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const place = repositoryUrl === undefined ? undefined : { url: repositoryUrl, directory };
  return files.map((file) => {
    if (file.path === "README.md" && place !== undefined) {
      return textFile(file.path, linkReadme(textOf(file), { repository: place, tag: `v${version}` }));
    }
    if (file.path !== "package.json") return file;
    const complete = packedManifest(manifestOf(files), { paths, repository: place });
    return textFile(file.path, `${JSON.stringify(complete, undefined, 2)}\n`);
  });
}

/** What a package must have, and what it must not have, whatever else is in it. */
function check(name: string, files: readonly PackageFile[]): void {
  const paths = files.map(({ path }) => path);
  const missing = ["LICENSE", "NOTICE", "README.md", "package.json"].filter((path) => !paths.includes(path));
  if (missing.length > 0) {
    throw new Error(`${name}: expected ${missing.join(", ")} in it, got none; add the file to "files"`);
  }
  if (!paths.some((path) => path.startsWith("dist/"))) {
    throw new Error(`${name}: expected compiled files in dist/; run npm run build`);
  }
  const strange = paths.filter((path) =>
    /^(?:test|bench)\/|(?:^|\/)(?:node_modules|\.tmp)\/|\.tmp$/.test(path),
  );
  if (strange.length > 0)
    throw new Error(`${name}: expected nothing of the tests, got ${strange.join(", ")}`);
}

async function write(
  { name, version }: PublishedPackage,
  { files, destination, number }: { files: readonly PackageFile[]; destination: string; number: number },
): Promise<PackedPackage> {
  const manifest = manifestOf(files);
  const bytes = writeTarball(files, { root: "package", executables: executablesOf(manifest) });
  // The shell lists files by their characters: 10 would come before 2.
  const file = `${String(number).padStart(2, "0")}-${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const tarball = join(destination, file);
  await writeFile(tarball, bytes);
  return {
    name,
    version,
    manifest: { ...manifest, name, version },
    tarball,
    packed: bytes.length,
    unpacked: files.reduce((sum, each) => sum + each.bytes.length, 0),
    files: files.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

function manifestOf(files: readonly PackageFile[]): JsonObject {
  const file = files.find(({ path }) => path === "package.json");
  const manifest = file === undefined ? undefined : objectIn(file);
  if (manifest === undefined) throw new Error("expected a package.json in a package");
  return manifest;
}

function executablesOf({ bin }: JsonObject): ReadonlySet<string> {
  const paths = isObject(bin) ? Object.values(bin) : [];
  return new Set(paths.map((path) => String(path).replace(/^\.\//, "")));
}
