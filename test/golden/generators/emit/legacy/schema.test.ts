import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import type { SchemaDocument } from "../../../../shared/jsonschema/emit-schemas.ts";
import { exportedTypes } from "../jsonschema/schema-types.ts";
import { generateAll, versions, writeFiles } from "./generate-legacy.ts";

interface FileCompiler {
  compile(schema: object, name: string, options: object): Promise<string>;
}

// Through a variable: the declarations of a package under it do not pass exactOptionalPropertyTypes.
const compilerPackage: string = "json-schema-to-typescript";

describe.each(versions)("$name", ({ name, proto }) => {
  async function generate(): Promise<Readonly<Record<string, string>>> {
    const { error, files } = await generateAll([proto], "targets=jsonschema+legacy-schema");
    expect(error).toBeUndefined();
    return files;
  }

  function parse(files: Readonly<Record<string, string>>, path: string): SchemaDocument {
    return JSON.parse(files[path] ?? "") as SchemaDocument;
  }

  test("every definition is one reference with a note, deprecated unless its name is yet to come", async () => {
    const legacy = parse(await generate(), "a2a.legacy.schema.json");
    for (const [alias, definition] of Object.entries(legacy.$defs ?? {})) {
      const isToCome = name === "a2a-1.0-draft" && alias === "CreateTaskPushNotificationConfigRequest";
      expect(definition).toEqual({
        allOf: [{ $ref: expect.stringMatching(/^a2a\.schema\.json#\/\$defs\/\w+$/) as string }],
        description: expect.stringMatching(
          isToCome ? /^The later name of / : /^@deprecated Use \w+/,
        ) as string,
        ...(isToCome ? {} : { deprecated: true }),
      });
    }
  });

  test.each(["", ".strict"])(
    "ajv compiles it beside the bundle%s, and says the same of values",
    async (mode) => {
      const files = await generate();
      const bundle = parse(files, `a2a.schema${mode}.json`);
      const legacy = parse(files, `a2a.legacy.schema${mode}.json`);
      const ajv = createAjv([bundle, legacy]);
      for (const [alias, definition] of Object.entries(legacy.$defs ?? {})) {
        expect(ajv.getSchema(`${legacy.$id}#/$defs/${alias}`)).toBeTypeOf("function");
        const [{ $ref: reference }] = definition["allOf"] as readonly [{ readonly $ref: string }];
        expect(ajv.getSchema(new URL(reference, legacy.$id).href)).toBeTypeOf("function");
      }
      const check = ajv.getSchema(`${legacy.$id}#/$defs/MessageSendParams`);
      const role = name === "a2a-1.0" ? "ROLE_USER" : "user";
      const message = { messageId: "m", contextId: "c", role, parts: [{ text: "hello" }] };
      expect(check?.({ message })).toBe(true);
      expect(check?.({ message, unknown: 1 })).toBe(mode === "");
      expect(check?.({ message: { ...message, parts: [] } })).toBe(false);
      expect(check?.({})).toBe(false);
    },
  );

  test("json-schema-to-typescript makes each type once, and marks it as deprecated", async () => {
    const files = await generate();
    const directory = await mkdtemp(join(tmpdir(), "a2agen-legacy-schema-"));
    try {
      // By path, as users have the files; with their $id, the compiler would look for them in the network.
      const local = Object.fromEntries(
        ["a2a.schema.json", "a2a.legacy.schema.json"].map((path) => {
          const { $id: _id, ...schema } = parse(files, path);
          return [path, JSON.stringify(schema)];
        }),
      );
      await writeFiles(directory, local);
      const { compile } = (await import(compilerPackage)) as FileCompiler;
      const { $id: _id, ...legacy } = parse(files, "a2a.legacy.schema.json");
      const text = await compile(legacy, "Legacy", { cwd: directory, unreachableDefinitions: true });
      const types = exportedTypes(text);
      const bundled = Object.keys(parse(files, "a2a.schema.json").$defs ?? {});
      const aliases = Object.keys(legacy.$defs ?? {});
      expect(new Set(types).size).toBe(types.length);
      expect(types.filter((type) => /\d$/.test(type) && !bundled.includes(type))).toEqual([]);
      expect(types).toEqual(expect.arrayContaining(aliases));
      expect(text).toMatch(
        /@deprecated Use SendMessageRequest;[^/]*\*\/\nexport type MessageSendParams = SendMessageRequest;/,
      );
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
