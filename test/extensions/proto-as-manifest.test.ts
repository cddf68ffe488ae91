import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import type { ExtensionManifest } from "../../generators/model/extension-manifest.ts";
import { knowExtensions } from "../../packages/probe/src/extensions/know-extensions.ts";
import { loadModel } from "../../packages/protos/src/load-model.ts";
import { readExtensions } from "../../packages/protos/src/read-proto-extensions.ts";
import { manifest, proto } from "./errand.ts";

async function write(text: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-errand-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, "errand.proto");
  await writeFile(path, text);
  return path;
}

test("probe and console read of a proto what its manifest says", async () => {
  const read = await readExtensions(await write(proto));
  const asProto = manifest.replaceAll("errand.json#", "errand.v1.schema.bundle.json#");
  const [want] = (parse(asProto) as ExtensionManifest).extensions;
  expect(read.manifest.extensions).toHaveLength(1);
  expect(read.manifest.extensions[0]).toMatchObject({
    ...want,
    states: { ...want?.states, moves: expect.arrayContaining(want?.states?.moves ?? []) as unknown },
    // What is missing of a binding follows from what is there.
    errors: want?.errors?.map((error) => expect.objectContaining(error) as unknown),
  });

  const terminal = { out: () => undefined, err: () => undefined };
  const { extensions } = knowExtensions([read], await loadModel({}, terminal));
  const kinds = new Map(extensions[0]?.kinds.map((kind) => [kind.name, kind]));
  expect([...kinds.keys()]).toEqual((want?.data ?? []).map(({ name }) => name));
  const order = kinds.get("order")?.codec;
  expect(order?.tryDecode({ allStops: [{ street: "Main Street" }] })).toMatchObject({ ok: true });
  expect(order?.tryDecode({ allStops: [{ street: 7 }] })).toMatchObject({
    ok: false,
    issues: [{ path: "allStops[0].street" }],
  });
  expect(extensions[0]?.params?.tryDecode({ maxStops: "many" }).ok).toBe(false);
});

test("a proto without an extension is refused", async () => {
  const path = await write('syntax = "proto3";\npackage errand.v1;\nmessage Errand {}\n');
  await expect(readExtensions(path)).rejects.toThrow(
    `${path}: error: expected a message or a service with an option of an extension; found none`,
  );
});
