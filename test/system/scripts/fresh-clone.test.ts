import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../../..");

// Node finds the packages of the workspace in what is built, of which a fresh clone has nothing.
test.each(["generate/generate.ts", "run-tests.ts", "build/build.ts", "release/pack.ts"])(
  "scripts/%s is loaded without a package of the workspace",
  async (script) => {
    const { metafile } = await build({
      entryPoints: [join(repository, "scripts", script)],
      absWorkingDir: repository,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
      outdir: ".tmp",
    });
    const packages = Object.entries(metafile.inputs).flatMap(([path, { imports }]) =>
      imports
        .filter(({ path: name, kind }) => name.startsWith("@a2agen/") && kind === "import-statement")
        .map(({ path: name }) => `${path}: ${name}`),
    );
    expect(packages).toEqual([]);
  },
);
