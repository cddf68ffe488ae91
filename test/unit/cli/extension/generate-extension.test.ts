import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Codec } from "@a2agen/runtime";
import type { Fake } from "@a2agen/runtime/fakes";
import { beforeEach, expect, test } from "vitest";
import { listFiles } from "../../../../scripts/list-files.ts";
import { type CliResult, runA2agen } from "../../../shared/run-a2agen.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

const workspace = await useDirectory("a2agen-extension-");
let directory: string;

const manifest = `
extensions:
  - name: Mood
    uri: https://example.com/mood/v1
    kind: profile
    data:
      - type: mood.json#/$defs/Mood
        on: [Message]
        at: { uriWithoutScheme: mood }
`;
const mood = {
  $defs: {
    Mood: {
      description: "How a message is meant.",
      type: "object",
      properties: { name: { type: "string" }, strength: { $ref: "shared/numbers.json#/$defs/Share" } },
      required: ["name"],
    },
  },
};
const numbers = { $defs: { Share: { type: "number", minimum: 0, maximum: 1 } } };

beforeEach(async () => {
  directory = await mkdtemp(join(workspace, "run-"));
  await write({ "extension.yaml": manifest, "mood.json": mood, "shared/numbers.json": numbers });
});

async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), typeof content === "string" ? content : JSON.stringify(content));
  }
}

function run(...args: readonly string[]): Promise<CliResult> {
  return runA2agen(["generate", "extension", "extension.yaml", ...args], { directory });
}

test("code and pages are written, and only what changed is told", async () => {
  expect(await run()).toMatchObject({ status: 0, stdout: "", stderr: "" });
  expect((await listFiles(join(directory, "gen"))).toSorted()).toEqual([
    "extension.md",
    "extension.ts",
    "mood_json.ts",
    "mood_types.ts",
    "shared/numbers_json.ts",
    "shared/numbers_types.ts",
  ]);
  expect(await readFile(join(directory, "gen/extension.ts"), "utf8")).toContain(
    "export const MoodExtension: Extension<Mood, never, Message> =",
  );
  expect(await readFile(join(directory, "gen/mood_types.ts"), "utf8")).toContain(
    'import type { Share } from "./shared/numbers_types.js";',
  );
  expect(await run("--check")).toMatchObject({ status: 0, stderr: "" });
  await writeFile(join(directory, "gen/mood_types.ts"), "");
  expect(await run("--check")).toMatchObject({ status: 1, stderr: "gen/mood_types.ts: is out of date\n" });
});

test("fakes are written with --fakes, and their values are right", async () => {
  expect(await run("--fakes", "--import-extension", "ts")).toMatchObject({
    status: 0,
    stdout: "",
    stderr: "",
  });
  const text = await readFile(join(directory, "gen/fakes.ts"), "utf8");
  expect(text.slice(text.indexOf("\n") + 1)).toMatchInlineSnapshot(`
    "
    import { type Fake, type FakeTypes, fakeOf } from "@a2agen/runtime/fakes";
    import { MoodCodec } from "./mood_json.ts";
    import type { Mood } from "./mood_types.ts";

    const types: FakeTypes = {
      Mood: {
        fields: {
          name: { leaf: "text", rules: {} },
          strength: { leaf: "number", rules: { minimum: 0, maximum: 1 } },
        },
        required: ["name"],
      },
    };

    /** Makes Mood for tests: plausible, valid, the same for the same seed. */
    export const fakeMood: Fake<Mood> = /* @__PURE__ */ fakeOf(types, "Mood", MoodCodec);
    "
  `);
  const load = (name: string): Promise<Readonly<Record<string, unknown>>> =>
    import(/* @vite-ignore */ join(directory, "gen", name)) as Promise<Readonly<Record<string, unknown>>>;
  const { fakeMood } = (await load("fakes.ts")) as {
    readonly fakeMood: Fake<{ name: string; strength: number }>;
  };
  const { MoodCodec } = (await load("mood_json.ts")) as { readonly MoodCodec: Codec<unknown> };
  for (let seed = 0; seed < 100; seed++) expect(MoodCodec.is(fakeMood(seed))).toBe(true);
  expect(fakeMood(1, { name: "glad", strength: 1 })).toEqual({ name: "glad", strength: 1 });
  expect(fakeMood(1)).toEqual(fakeMood(1));
});

test("JSON Schemas are written with --schemas, and are self-contained", async () => {
  expect(await run("--schemas")).toMatchObject({ status: 0, stdout: "", stderr: "" });
  const files = await listFiles(join(directory, "gen"));
  const schemas = files.filter((name) => name.endsWith(".schema.json")).toSorted();
  expect(schemas).toEqual([
    "mood.Mood.schema.json",
    ...["a2a-0.3-proto", "a2a-0.3", "a2a-1.0-draft", "a2a-1.0", "a2a-1.1-dev"].map(
      (version) => `mood.${version}.schema.json`,
    ),
  ]);
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(directory, "gen", name), "utf8"));
  const definitions = {
    Mood: {
      ...mood.$defs.Mood,
      properties: { name: { type: "string" }, strength: { $ref: "#/$defs/Share" } },
    },
    Share: numbers.$defs.Share,
  };
  expect(await read("mood.Mood.schema.json")).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $comment: expect.stringMatching(/^Generated by a2agen \S+ from extension\.yaml\. Do not edit\.$/),
    title: "Mood",
    $ref: "#/$defs/Mood",
    $defs: definitions,
  });
  expect(await read("mood.a2a-1.0.schema.json")).toMatchObject({
    title: "Objects of a2a-1.0 with data of https://example.com/mood/v1",
    $defs: {
      ...definitions,
      Message: {
        allOf: [
          { type: "object", required: ["messageId", "role", "parts"] },
          {
            properties: {
              metadata: {
                type: "object",
                properties: { "example.com/mood/v1/mood": { $ref: "#/$defs/Mood" } },
              },
            },
          },
        ],
      },
    },
  });
});

test.each<{ name: string; files: Readonly<Record<string, unknown>>; want: string }>([
  {
    name: "a schema that is not there",
    files: { "extension.yaml": manifest.replace("mood.json", "moods.json") },
    want: "moods.json: error: expected a file that can be read",
  },
  {
    name: "a definition that is not there",
    files: { "extension.yaml": manifest.replace("/Mood\n", "/Moods\n") },
    want: 'mood.json#/$defs/Moods: error: expected a reference to a schema of the given files; "mood.json#/$defs/Moods" is a place that they do not have; correct it [schema-reference]\n',
  },
  {
    name: "an object that carries no data",
    files: { "extension.yaml": manifest.replace("[Message]", "[Massage]") },
    want: 'extension.yaml#/extensions/0: error: Mood names the object "Massage", which cannot carry its data; name one of',
  },
  {
    name: "a schema elsewhere",
    files: { "extension.yaml": manifest.replace("mood.json", "../mood.json") },
    want: 'extension.yaml: error: expected schemas below .; found "../mood.json"; give that file by --reference and name it by its name alone\n',
  },
  {
    name: "a schema on the web",
    files: {
      "mood.json": { $defs: { Mood: { $ref: "https://example.com/mood.json" } } },
    },
    want: "mood.json#/$defs/Mood/$ref: error:",
  },
])("$name is refused, and nothing is written", async ({ files, want }) => {
  await write(files);
  const { status, stderr } = await run();
  expect({ status, stderr: stderr.slice(0, want.length) }).toEqual({ status: 1, stderr: want });
  expect(await listFiles(directory)).not.toContain("gen/extension.ts");
});

test("codes of errors that others have are told, and an error without a code has none", async () => {
  const errors = [
    "    errors:",
    "      - { name: MOOD_GONE, jsonRpc: -32001, grpc: NOT_FOUND }",
    "      - { name: MOOD_BAD, jsonRpc: -32602 }",
    "      - { name: MOOD_OWN, jsonRpc: -32400, http: 409 }",
    "      - { name: MOOD_LOW, grpc: FAILED_PRECONDITION, description: Come back later. }",
  ];
  await write({ "extension.yaml": `${manifest}${errors.join("\n")}\n` });
  const { status, stderr } = await run();
  const told = (index: number, name: string, code: number, owner: string) =>
    `extension.yaml#/extensions/0/errors/${index}: warning: Mood gives ${name} the JSON-RPC code ${code} of ${owner}, from which clients cannot tell it by the code alone; choose another one (specification 9.5) [extension-error-code]\n`;
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr:
      told(0, "MOOD_GONE", -32001, "TaskNotFoundError of A2A 1.0") +
      told(1, "MOOD_BAD", -32602, "InvalidParamsError of A2A 1.0"),
  });
  const text = await readFile(join(directory, "gen/extension.ts"), "utf8");
  expect(text.slice(text.indexOf("  errors: {"), text.lastIndexOf("}"))).toBe(
    [
      "  errors: {",
      '    MOOD_GONE: { status: "NOT_FOUND", http: 404, description: "MOOD_GONE", jsonRpc: -32001 },',
      '    MOOD_BAD: { status: "FAILED_PRECONDITION", http: 400, description: "MOOD_BAD", jsonRpc: -32602 },',
      '    MOOD_OWN: { status: "ALREADY_EXISTS", http: 409, description: "MOOD_OWN", jsonRpc: -32400 },',
      '    MOOD_LOW: { status: "FAILED_PRECONDITION", http: 400, description: "Come back later." },',
      "  },",
      "",
    ].join("\n"),
  );
});
