import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { buildCli } from "../../../scripts/build/build-cli.ts";
import { buildPlugins } from "../../../scripts/build/build-plugins.ts";
import { type PackedPackage, packPublished } from "../../../scripts/release/pack-published.ts";
import { packageList, share } from "./share.ts";
import { sharedWorkspace } from "./shared-workspace.ts";

const repository = join(import.meta.dirname, "../../..");

/** What `npm run pack` makes, made once for all test files; nobody may change it. */
export async function sharedPackages(): Promise<readonly PackedPackage[]> {
  const directory = await share({ directory: inject("shared"), name: "packages", make: makePackages });
  return JSON.parse(await readFile(join(directory, packageList), "utf8")) as readonly PackedPackage[];
}

async function makePackages(destination: string): Promise<void> {
  const [root, toolchain] = await Promise.all([sharedWorkspace(), sharedToolchain()]);
  const packages = await packPublished({ root, toolchain, destination });
  await writeFile(join(destination, packageList), JSON.stringify(packages));
}

/** The package of the root: in `dist` of the repository itself are files of earlier builds too. */
export function sharedToolchain(): Promise<string> {
  return share({ directory: inject("shared"), name: "toolchain", make: makeToolchain });
}

async function makeToolchain(directory: string): Promise<void> {
  const { files } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  const packed = ["package.json", "README.md", "LICENSE", ...files.filter((name) => name !== "dist")];
  await Promise.all(
    packed.map((name) => cp(join(repository, name), join(directory, name), { recursive: true })),
  );
  const outDirectory = join(directory, "dist");
  await Promise.all([buildPlugins({ outDirectory }), buildCli({ outDirectory })]);
}
