import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as released from "@a2agen/a2a-1.0";
import * as releasedLegacy from "@a2agen/a2a-1.0/legacy";
import * as draft from "@a2agen/a2a-1.0-draft";
import * as draftLegacy from "@a2agen/a2a-1.0-draft/legacy";
import { describe, expect, test } from "vitest";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import type { SchemaDocument } from "../../../../shared/jsonschema/emit-schemas.ts";

const generated = join(import.meta.dirname, "../../../../../generated");

interface Exports {
  readonly name: string;
  readonly current: Readonly<Record<string, unknown>>;
  readonly legacy: Readonly<Record<string, unknown>>;
}

const packages: readonly Exports[] = [
  { name: "a2a-1.0", current: released, legacy: releasedLegacy },
  { name: "a2a-1.0-draft", current: draft, legacy: draftLegacy },
];

describe.each(packages)("@a2agen/$name", ({ name, current, legacy }) => {
  test("has earlier names beside it, none of which it has itself", () => {
    const own = new Set(Object.keys(current));
    expect(Object.keys(legacy).filter((key) => own.has(key))).toEqual([]);
    expect(legacy["MessageSendParamsCodec"]).toBe(current["SendMessageRequestCodec"]);
    expect(legacy["decodeTaskQueryParams"]).toBe(current["decodeGetTaskRequest"]);
    expect(legacy["legacyMethodNames"]).toMatchObject({ "message/send": "SendMessage" });
  });

  test("does not load them", async () => {
    const source = join(generated, name, "src");
    const paths = (await readdir(source, { recursive: true })).filter((path) => path.endsWith(".ts"));
    const importing = await Promise.all(
      paths.map(async (path) =>
        (await readFile(join(source, path), "utf8")).includes("_legacy") ? [path] : [],
      ),
    );
    expect(paths.filter((path) => path.endsWith("a2a_legacy.ts"))).toHaveLength(1);
    expect(importing.flat()).toEqual([]);
  });

  test.each(["", ".strict"])(
    "has schemas%s of earlier names that resolve beside its bundle",
    async (mode) => {
      const read = async (path: string): Promise<SchemaDocument> =>
        JSON.parse(await readFile(join(generated, name, "schemas", path), "utf8")) as SchemaDocument;
      const bundle = await read(`a2a.schema${mode}.json`);
      const aliases = await read(`a2a.legacy.schema${mode}.json`);
      const own = new Set(Object.keys(bundle.$defs ?? {}));
      const names = Object.keys(aliases.$defs ?? {});
      expect(names.filter((alias) => own.has(alias))).toEqual([]);
      const ajv = createAjv([bundle, aliases]);
      expect(names.filter((alias) => ajv.getSchema(`${aliases.$id}#/$defs/${alias}`) === undefined)).toEqual(
        [],
      );
      expect(names).toContain("MessageSendParams");
    },
  );
});
