import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * The files of the generated packages that take part in a bundle, and the size of those of the translators.
 */
async function bundle(
  contents: string,
): Promise<{ readonly packages: readonly string[]; readonly size: number }> {
  const { metafile, warnings } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    conditions: ["a2agen-source"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).filter(
    ([path, { bytesInOutput }]) => path.startsWith("generated/") && bytesInOutput > 0,
  );
  const translators = used.filter(([path]) => path.startsWith("generated/translate/"));
  return {
    packages: [
      ...new Set(used.map(([path]) => path.replace(/(translate\/src\/[^/]+|src)\/?.*/, "$1"))),
    ].sort(),
    size: translators.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0),
  };
}

const translations = [
  {
    name: "a2a03ToDraft",
    file: "a2a-0.3_to_a2a-1.0-draft",
    packages: ["a2a-0.3", "a2a-1.0-draft"],
  },
  { name: "a2a03ToA2a10", file: "a2a-0.3_to_a2a-1.0", packages: ["a2a-0.3", "a2a-1.0"] },
  { name: "draftToA2a10", file: "a2a-1.0-draft_to_a2a-1.0", packages: ["a2a-1.0-draft", "a2a-1.0"] },
];

test.each(translations)("who takes $name gets no other translation", async ({ name, file, packages }) => {
  const used = await bundle(`export { ${name} } from "@a2agen/translate";`);
  expect(used.packages).toEqual([
    ...packages.map((one) => `generated/${one}/src`),
    `generated/translate/src/${file}.ts`,
  ]);
  // All rules of one translation have at most 41 kB.
  expect(used.size).toBeLessThan(50_000);
});

test("who uses nothing of the package gets nothing", async () => {
  expect(await bundle('export const a = 1; import { detect } from "@a2agen/translate";')).toEqual({
    packages: [],
    size: 0,
  });
});
