import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildCli } from "../../../scripts/build/build-cli.ts";
import { buildLodgers } from "../../../scripts/build/build-lodgers.ts";
import { buildPlugins } from "../../../scripts/build/build-plugins.ts";
import { listFiles } from "../../../scripts/list-files.ts";

const repository = join(import.meta.dirname, "../../..");

/** Everything that bundles are made of; what is below `node_modules` is in the lock file. */
const sources: readonly string[] = [
  "generated",
  "generators",
  "packages",
  "profiles",
  "proto",
  "scripts",
  "templates",
];

const stamp = join(repository, "dist/bundled.json");

/** Bundles the plugins and the command line into `dist`, unless they are there as their sources make them. */
async function buildBundles(): Promise<void> {
  const before = await readStamp();
  const from = await hashSources();
  if (before !== undefined && before.from === from && before.made === (await hashFiles(before.files))) return;
  const results = await Promise.all([
    buildPlugins({ keepsEarlier: true }),
    buildCli({ keepsEarlier: true }),
    buildLodgers({ keepsEarlier: true }),
  ]);
  const files = results
    .flat()
    .flatMap(({ metafile }) => Object.keys(metafile.outputs))
    .sort();
  await writeFile(
    `${stamp}.${process.pid}`,
    JSON.stringify({ from, made: await hashFiles(files), files } satisfies Stamp),
  );
  await rename(`${stamp}.${process.pid}`, stamp);
}

await buildBundles();

interface Stamp {
  /** Hash of the sources. */
  readonly from: string;
  /** Hash of the bundles. */
  readonly made: string;
  /** The bundles. */
  readonly files: readonly string[];
}

async function readStamp(): Promise<Stamp | undefined> {
  const text = await readFile(stamp, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Stamp);
}

async function hashSources(): Promise<string> {
  const lists = sources.map(async (source) => {
    const paths = await listFiles(join(repository, source), ["dist", "node_modules"]);
    return paths.map((path) => `${source}/${path}`);
  });
  return hashFiles(["package.json", "package-lock.json", ...(await Promise.all(lists)).flat()]);
}

async function hashFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  const texts = paths.map((path) => readFile(join(repository, path)).catch(() => "missing"));
  for (const [index, text] of (await Promise.all(texts)).entries()) {
    hash.update(`${paths[index]}\0`).update(createHash("sha256").update(text).digest());
  }
  return hash.digest("hex");
}
