import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../../..");

// A fresh clone has nothing of what is built.
test.each(["generate/generate.ts", "run-tests.ts", "build/build.ts", "release/pack.ts"])(
  "scripts/%s is loaded without what is built",
  async (script) => {
    const { metafile } = await build({
      entryPoints: [join(repository, "scripts", script)],
      absWorkingDir: repository,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      conditions: ["a2agen-source"],
      external: ["esbuild", "ts-morph", "typescript"],
      outdir: ".tmp",
    });
    expect(Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules/"))).not.toContainEqual(
      expect.stringMatching(/(?:^|\/)dist\//),
    );
  },
);

test("each script of package.json is started with the sources of the packages", async () => {
  const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const started = Object.values(scripts).flatMap(
    (command) => command.match(/\btsx (?!-C a2agen-source )/g) ?? [],
  );
  expect(started).toEqual([]);
});
