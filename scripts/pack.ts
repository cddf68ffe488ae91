import { execFile } from "node:child_process";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildCli } from "./build-cli.ts";
import { buildPackages } from "./build-packages.ts";
import { buildPlugins } from "./build-plugins.ts";
import { findPublishedPackages } from "./published-packages.ts";
import { runScript } from "./run-script.ts";

const execute = promisify(execFile);
const repository = join(import.meta.dirname, "..");
const destination = join(repository, ".tmp/packages");

interface PackedFile {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

// npm run pack: builds and packs what is published into .tmp/packages, numbered in the order in which it
// is published.
await runScript(async () => {
  await buildPlugins();
  await buildCli();
  await buildPackages();
  await rm(destination, { recursive: true, force: true });
  await mkdir(destination, { recursive: true });
  const packages = await findPublishedPackages(repository);
  for (const [index, { name, version, directory }] of packages.entries()) {
    const { stdout } = await execute(
      "npm",
      ["pack", "--json", "--ignore-scripts", "--pack-destination", destination, join(repository, directory)],
      { cwd: repository, maxBuffer: 64 * 1024 * 1024 },
    );
    const [packed] = JSON.parse(stdout) as readonly PackedFile[];
    if (packed === undefined)
      throw new Error(`${name}: npm pack says nothing of what it packed, got ${stdout}`);
    const file = `${index + 1}-${packed.filename}`;
    await rename(join(destination, packed.filename), join(destination, file));
    check(
      name,
      packed.files.map(({ path }) => path),
    );
    const { size } = await stat(join(destination, file));
    console.log(
      `${file.padEnd(40)} ${`${name}@${version}`.padEnd(30)} ${size} bytes, ${packed.files.length} files`,
    );
  }
  return "passed";
});

/** What a package must have, and what it must not have, whatever else is in it. */
function check(name: string, paths: readonly string[]): void {
  for (const expected of ["LICENSE", "package.json"]) {
    if (!paths.includes(expected))
      throw new Error(`${name}: expected ${expected} in it, got none; add the file`);
  }
  if (!paths.some((path) => path.startsWith("dist/"))) {
    throw new Error(`${name}: expected compiled files in dist/; run npm run build`);
  }
  const strange = paths.filter((path) => /^(?:node_modules|\.tmp|test|bench)\//.test(path));
  if (strange.length > 0)
    throw new Error(`${name}: expected nothing of the tests, got ${strange.join(", ")}`);
}
