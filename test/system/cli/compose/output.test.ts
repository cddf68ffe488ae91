import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ComposeError } from "../../../../packages/cli/src/compose/compose-problem.ts";
import { type ComposedFile, emitFiles } from "../../../../packages/cli/src/compose/emit-files.ts";
import type { TypesLibrary } from "../../../../packages/cli/src/compose/emit-types.ts";
import { formats } from "../../../../packages/cli/src/compose/formats.ts";
import { compose, field, type Given, manifest, overlay } from "../../../shared/cli/compose.ts";
import {
  compilations,
  compileProject,
  resolutions,
  strictest,
} from "../../../shared/process/compile-project.ts";

const repository = join(import.meta.dirname, "../../../..");
const typesPackage: string = "json-schema-to-typescript";

const given: Given = {
  manifest,
  extensions: {
    "gift.json": overlay(
      "Session",
      { properties: { gift: { description: "Wrapped.", $ref: "#/$defs/gift_wrap" } } },
      {
        gift_wrap: {
          description: "Paper */ and ribbon.",
          type: "object",
          properties: {
            at: { type: "string", format: "date-time" },
            color: { type: "string", minLength: 3, format: "color" },
            inner: { $ref: "#/$defs/gift_wrap" },
            tags: { type: "array", items: { type: "object" }, uniqueItems: true },
          },
        },
      },
    ),
    "code.json": field("Message", "code", { enum: ["wrapped"] }),
  },
};

async function emit(what: Given): Promise<Awaited<ReturnType<typeof emitFiles>>> {
  const types = (await import(typesPackage)) as TypesLibrary;
  const libraries = { Ajv2020, standaloneCode: standalone.default, types };
  return emitFiles(compose(what), { base: "base.json", libraries });
}

let directory: string;
let files: readonly ComposedFile[];

beforeAll(async () => {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  directory = await mkdtemp(join(repository, ".tmp/compose-"));
  const emitted = await emit(given);
  files = emitted.files;
  await Promise.all(files.map(({ name, text }) => writeFile(join(directory, name), text)));
  await writeFile(join(directory, "package.json"), '{ "type": "module" }\n');
  // The runtime as a package that has nothing but what is needed here.
  const runtime = join(directory, "node_modules/@a2agen/runtime");
  await mkdir(runtime, { recursive: true });
  for (const folder of ["core", "negotiation"]) {
    await cp(join(repository, "packages/runtime/src", folder), join(runtime, folder), { recursive: true });
  }
  const exported = { "./negotiation": "./negotiation/index.ts" };
  await writeFile(join(runtime, "package.json"), JSON.stringify({ type: "module", exports: exported }));
  await writeFile(join(directory, "use.ts"), use);
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const use = `import { applyExtensions } from "@a2agen/runtime/negotiation";
import { open, strict } from "./composition.js";
import type { GiftWrap, Message, Session } from "./types.js";
import { validateSession } from "./validate.open.js";

export const session: Session = { id: "a", status: "open", gift: { color: "red", inner: {} } };
export const message: Message = { code: "wrapped" };
// @ts-expect-error -- not one of the values
export const unknown: Message = { code: "lost" };
// @ts-expect-error -- a field of no one
export const field: Session = { id: "a", status: "open", paper: 1 };
export const documents: readonly object[] = [applyExtensions(open, []), applyExtensions(strict, ["gift"])];
export function wrapOf(value: unknown): GiftWrap | undefined {
  return validateSession(value) ? value.gift : undefined;
}
export const problem: string | undefined = validateSession.errors?.[0]?.message;
`;

test.each([
  "composed.schema.json",
  "composed.open.schema.json",
  "composed.strict.schema.json",
  "types.ts",
  "validate.open.d.ts",
])("%s is as recorded", async (name) => {
  const text = files.find((file) => file.name === name)?.text ?? "";
  await expect(text).toMatchFileSnapshot(`../../../expected/compose/${name}`);
});

test("formats that nobody checks are reported", async () => {
  expect((await emit(given)).warnings.map(({ code, message }) => ({ code, message }))).toEqual([
    {
      code: "format-unchecked",
      message: 'the validators do not check the format "color": they take every text for it',
    },
  ]);
});

describe("what is written compiles with the strictest options", () => {
  test.each(compilations)(
    "$compiler, $resolution",
    { tags: "thorough" },
    async ({ compiler, resolution }) => {
      const said = await compileProject({
        compiler,
        directory,
        options: {
          ...strictest,
          ...resolutions[resolution],
          lib: ["es2023", "webworker"],
          allowImportingTsExtensions: true,
          noImplicitReturns: false,
        },
        include: ["types.ts", "composition.ts", "use.ts", "validate.open.d.ts", "validate.strict.d.ts"],
      });
      expect(said).toBe("");
    },
  );
});

interface Validators {
  readonly [name: string]: ((value: unknown) => boolean) & {
    readonly errors: readonly { readonly keyword: string }[] | null;
  };
}

describe("the validators", () => {
  const deep = (): unknown => {
    let value: object = {};
    for (let i = 0; i < 100_000; i++) value = { inner: value };
    return { id: "a", status: "open", gift: value };
  };
  const session = { id: "a", status: "open" };
  test.each<{
    readonly name: string;
    readonly value: unknown;
    readonly want: readonly (string | undefined)[];
  }>([
    { name: "a session", value: session, want: [undefined, undefined] },
    {
      name: "a session with a gift",
      value: { ...session, gift: { at: "2024-02-29T23:59:60Z", color: "red" } },
      want: [undefined, undefined],
    },
    {
      name: "a day that there is not",
      value: { ...session, gift: { at: "2023-02-29T00:00:00Z" } },
      want: ["format", "format"],
    },
    {
      name: "two characters of four code units",
      value: { ...session, gift: { color: "😀😀" } },
      want: ["minLength", "minLength"],
    },
    {
      name: "the same twice",
      value: { ...session, gift: { tags: [{ a: [1] }, { a: [1] }] } },
      want: ["uniqueItems", "uniqueItems"],
    },
    {
      name: "nearly the same twice",
      value: { ...session, gift: { tags: [{ a: [1] }, { a: { 0: 1 } }, { b: 1 }] } },
      want: [undefined, undefined],
    },
    { name: "an unknown field", value: { ...session, other: 1 }, want: [undefined, "additionalProperties"] },
    { name: "an inherited field", value: Object.create(session), want: ["required", "required"] },
    {
      name: "a name that sets prototypes",
      value: JSON.parse('{"id":"a","status":"open","__proto__":{}}'),
      want: [undefined, "additionalProperties"],
    },
    { name: "something nested 100,000 times", value: deep(), want: ["depth", "depth"] },
    { name: "nothing", value: undefined, want: ["type", "type"] },
  ])("judge $name", async ({ value, want }) => {
    const found = await Promise.all(
      ["open", "strict"].map(async (kind) => {
        const path = pathToFileURL(join(directory, `validate.${kind}.js`)).href;
        const { validateSession } = (await import(path)) as Validators;
        return validateSession?.(value) === true ? undefined : validateSession?.errors?.[0]?.keyword;
      }),
    );
    expect(found).toEqual(want);
  });

  test("import nothing and evaluate nothing", () => {
    const texts = files
      .filter(({ name }) => name.startsWith("validate.") && name.endsWith(".js"))
      .map(({ text }) => text);
    expect(texts.map((text) => /\brequire\(|^import |\beval\(|new Function/m.test(text))).toEqual([
      false,
      false,
    ]);
  });
});

test("what ajv refuses in strict mode, and types of one name, are reported", async () => {
  const problems = async (what: Given): Promise<readonly string[]> =>
    emit(what).then(
      () => [],
      (error: unknown) =>
        error instanceof ComposeError
          ? error.problems.map(({ pointer, message }) => `${pointer}: ${message}`)
          : [String(error)],
    );
  const session = { type: "object", properties: {} };
  const odd = { type: "object", properties: { a: {} }, patternProperties: { a: {} } };
  const extensions = { "gift.json": field("Session", "gift", { type: "boolean" }) };
  expect(await problems({ base: { $defs: { Session: session, Odd: odd } }, extensions })).toEqual([
    "#/$defs/Odd: expected a schema that ajv takes in strict mode; found that strict mode: property a matches pattern a (use allowMatchingProperties)",
  ]);
  // Released schemas have properties without a type.
  expect(await problems({ base: { $defs: { Session: session, Odd: { items: {} } } }, extensions })).toEqual(
    [],
  );
  expect(
    await problems({
      base: { $defs: { Session: session, line_item: session, LineItem: session } },
      extensions,
    }),
  ).toEqual([
    '#/$defs/LineItem: expected definitions that make types of different names; found "line_item" and "LineItem", which are both LineItem; rename one, or write the schemas only',
  ]);
});

test.each([
  {
    format: "date",
    good: ["2024-02-29", "2000-02-29", "1999-12-31"],
    bad: ["2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "24-01-01", "2024-02-29\n"],
  },
  {
    format: "date-time",
    good: ["2024-01-01T00:00:00Z", "2024-01-01t23:59:60.5+01:00"],
    bad: ["2024-01-01T24:00:00Z", "2024-01-01 00:00:00Z", "2024-01-01T00:00:00"],
  },
  { format: "time", good: ["00:00:00Z", "12:30:00.25-05:30"], bad: ["24:00:00Z", "12:30Z"] },
  { format: "email", good: ["a@b.example", "a.b+c@d"], bad: ["a", "@b", "a@", "a..b@c", "a b@c"] },
  { format: "hostname", good: ["a", "a-b.example"], bad: ["", "-a", "a-.b", "a..b", "a".repeat(64)] },
  { format: "ipv4", good: ["0.0.0.0", "255.1.20.3"], bad: ["256.1.1.1", "1.1.1", "01.1.1.1"] },
  {
    format: "uri",
    good: ["https://a.example/b?c#d", "urn:a:b", "https://a.example/%20"],
    bad: ["/a", "a b:c", "https://a.example/%2", "https://a.example/ "],
  },
  {
    format: "uuid",
    good: ["123e4567-e89b-12d3-a456-426614174000"],
    bad: ["123e4567e89b12d3a456426614174000", "g23e4567-e89b-12d3-a456-426614174000"],
  },
])("the format $format", ({ format, good, bad }) => {
  const check = (text: string): boolean => formats[format]?.test(text) === true;
  expect({ good: good.filter((text) => !check(text)), bad: bad.filter(check) }).toEqual({
    good: [],
    bad: [],
  });
});
