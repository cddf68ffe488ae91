import { join } from "node:path";
import { loadModel } from "@a2agen/protos/load-model.ts";
import { readManifest } from "@a2agen/protos/read-manifest.ts";
import { expect, test } from "vitest";
import { knowExtensions } from "../../../../packages/probe/src/extensions/know-extensions.ts";
import { makeMistakes, makeValue } from "../../../../packages/probe/src/extensions/make-values.ts";
import { readFamilies } from "../../../extensions/read-families.ts";

const silent = { out: () => undefined, err: () => undefined };

test("each data of each family has a small value that its codec takes, and wrong ones", async () => {
  const families = await readFamilies();
  const manifests = await Promise.all(
    families.map(({ folder }) => readManifest(join(folder, "extension.yaml"))),
  );
  const { extensions } = knowExtensions(manifests, await loadModel({}, silent));
  const kinds = extensions.flatMap(({ name, kinds: own }) =>
    own.map((kind) => ({ title: `${name}.${kind.name}`, kind })),
  );
  expect(kinds.length).toBeGreaterThan(50);
  expect(kinds.filter(({ kind }) => makeValue(kind) === undefined).map(({ title }) => title)).toEqual([]);
  // Its schema takes everything.
  const opaque = ["Ap2.riskData", "Ap2V01.riskData"];
  const without = kinds.filter(({ kind }) => makeMistakes(kind).length === 0);
  expect(without.map(({ title }) => title)).toEqual(opaque);
  for (const { kind } of kinds) {
    expect(kind.codec.is(makeValue(kind))).toBe(true);
    for (const { value } of makeMistakes(kind)) expect(kind.codec.is(value)).toBe(false);
  }
});
