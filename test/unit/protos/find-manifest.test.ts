import { join, relative } from "node:path";
import { findManifest } from "@a2agen/protos/find-manifest.ts";
import { readManifest } from "@a2agen/protos/read-manifest.ts";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../../packages/ext-x402");

test.each([
  ["a file", join(folder, "extension.yaml")],
  ["a folder", folder],
  ["a package", "@a2agen/ext-x402"],
])("%s", async (_, name) => {
  const { manifest, schemas } = await readManifest(await findManifest(name));
  expect(manifest.extensions.map(({ name: own }) => own)).toEqual(["X402", "X402V01"]);
  expect(schemas.map(({ path }) => path)).toEqual(["schemas/payment.json"]);
});

test("a path stays as it was given", async () => {
  const path = relative(process.cwd(), join(folder, "extension.yaml"));
  expect(await findManifest(path)).toBe(path);
});

test("what is neither is refused", async () => {
  await expect(findManifest("@a2agen/ext-none")).rejects.toThrow(
    "@a2agen/ext-none: error: expected a manifest, its folder, or an installed package with one; found neither a file nor a package of this name",
  );
});
