import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { listWorkspaces } from "../release/published-packages.ts";

const repository = join(import.meta.dirname, "../..");
const runtime = "packages/runtime";

/**
 * Compiles the workspace packages to their `dist`, the runtime first because the others import it
 * in the form in which it is published. Returns their directories in the order of the build.
 */
export async function buildPackages(root: string = repository): Promise<readonly string[]> {
  const packages = (await packageDirectories(root)).filter((directory) =>
    existsSync(join(root, directory, "tsconfig.build.json")),
  );
  for (const directory of packages) {
    await rm(join(root, directory, "dist"), { recursive: true, force: true });
    await compile(join(directory, "tsconfig.build.json"), root);
  }
  return packages;
}

async function packageDirectories(root: string): Promise<readonly string[]> {
  const all = await listWorkspaces(root);
  return all.toSorted((a, b) => Number(b === runtime) - Number(a === runtime));
}

function compile(project: string, root: string): Promise<void> {
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, "-p", project], { cwd: root }, (cause, stdout, stderr) => {
      if (cause === null) {
        resolve();
      } else {
        reject(new Error(`${project}: does not compile\n${stdout}${stderr}`, { cause }));
      }
    });
  });
}
