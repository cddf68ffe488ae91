import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeShape } from "../../../generators/compare/describe.ts";
import { indexModel } from "../../../generators/model/index-model.ts";
import { findProfileForPackage } from "../../../generators/source/profile/builtin-profiles.ts";
import { loadBuiltin } from "../../../packages/protos/src/builtin-versions.ts";

interface Facts {
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly messages: Readonly<Record<string, readonly object[]>>;
}

const quiet = { out: () => undefined, err: () => undefined };

test("1.1 in development has the messages, fields and values of its table, and no others", async () => {
  const table = JSON.parse(await readFile(join(import.meta.dirname, "a2a-1.1-dev.json"), "utf8")) as Facts;
  const model = await loadBuiltin("a2a-1.1-dev", quiet);
  const naming = { index: indexModel(model), nameOf: (name: string) => name };
  const [file, ...others] = model.files.filter(({ requested }) => requested);
  expect(others).toEqual([]);
  const messages = file?.messages.map(({ identifier, fields }) => [
    identifier,
    fields.map(({ name, number, jsonName, shape, presence, oneof, deprecated }) => ({
      name,
      number,
      type: describeShape(shape, naming),
      json: jsonName,
      ...(presence === "required" ? { required: true } : {}),
      ...(presence === "optional" && oneof === undefined && isPlain(shape.type) ? { optional: true } : {}),
      ...(oneof === undefined ? {} : { oneof }),
      ...(deprecated ? { deprecated: true } : {}),
    })),
  ]);
  expect(Object.fromEntries(messages ?? [])).toEqual(table.messages);
  const enums = file?.enums.map(({ identifier, values }) => [
    identifier,
    Object.fromEntries(values.map(({ name, number }) => [name, number])),
  ]);
  expect(Object.fromEntries(enums ?? [])).toEqual(table.enums);
});

function isPlain({ kind }: { readonly kind: string }): boolean {
  return kind === "scalar" || kind === "enum";
}

test("files of the package that 1.0 and 1.1 share are of 1.0 where no profile is named", () => {
  expect(findProfileForPackage("lf.a2a.v1").name).toBe("a2a-1.0");
});
