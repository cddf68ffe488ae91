import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { generateManifest } from "../../packages/cli/src/extension/write-extension.ts";
import { readFamilies } from "./read-families.ts";

const repository = join(import.meta.dirname, "../..");
const folder = join(repository, ".tmp/extensions");

test("what is generated of all manifests compiles", { tags: "later" }, async () => {
  await rm(folder, { recursive: true, force: true });
  const warnings: string[] = [];
  const terminal = { out: () => {}, err: (text: string) => void warnings.push(...text.split("\n")) };
  for (const family of await readFamilies()) {
    const path = join(family.folder, "extension.yaml");
    const out = join(folder, family.name);
    for (const { name, text } of await generateManifest(path, { importExtension: "ts", out, terminal })) {
      await mkdir(dirname(join(folder, family.name, name)), { recursive: true });
      await writeFile(join(folder, family.name, name), text);
    }
  }
  expect(warnings.filter((line) => line !== "" && !line.includes("[schema-loose]"))).toEqual([]);
  const config = join(folder, "tsconfig.json");
  await writeFile(config, JSON.stringify({ extends: "../../tsconfig.json", include: ["."], exclude: [] }));
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", config]).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe("");
});
