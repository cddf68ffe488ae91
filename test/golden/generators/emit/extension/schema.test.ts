import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { buildProfileSchema } from "../../../../../generators/emit/extension/profile-schema.ts";
import { resolveExtensions } from "../../../../../generators/emit/extension/resolve-extensions.ts";
import { createSchemaUniverse } from "../../../../../generators/emit/extension/schema-universe.ts";
import { createDiagnostics } from "../../../../../generators/model/diagnostics.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import type { SchemaDocument } from "../../../../shared/jsonschema/emit-schemas.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";
import { coreFromPackage, extensionProtos, generateExtensions } from "./generate-extensions.ts";
import { proveNarrowing } from "./prove-narrowing.ts";

const repository = join(import.meta.dirname, "../../../../..");
const draftExamples = JSON.parse(
  await readFile(join(repository, "test/shared/vectors/draft-examples.json"), "utf8"),
) as readonly { readonly id: string; readonly json: Record<string, unknown> }[];

function example(id: string): Record<string, unknown> {
  const found = draftExamples.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`there is no example ${id}`);
  return structuredClone(found.json);
}

async function readSchema(path: string): Promise<SchemaDocument> {
  return JSON.parse(await readFile(join(repository, path), "utf8")) as SchemaDocument;
}

const core = {
  open: await readCores("a2a.schema.json"),
  strict: await readCores("a2a.schema.strict.json"),
};

function readCores(name: string): Promise<readonly SchemaDocument[]> {
  const versions = ["a2a-1.0", "a2a-1.0-draft"];
  return Promise.all(versions.map((version) => readSchema(`generated/${version}/schemas/${name}`)));
}

const { files } = await generateExtensions(`target=ts,targets=extension,${coreFromPackage}`);

type Definitions = (name: string) => ValidateFunction;
const compiled = new Map<string, Definitions>();

function compile(path: string, mode: "open" | "strict" = "open"): Definitions {
  const name = `extensions/${path}.profile.schema${mode === "strict" ? ".strict" : ""}.json`;
  const definitions = compiled.get(name) ?? definitionsOf(name, mode);
  compiled.set(name, definitions);
  return definitions;
}

function definitionsOf(path: string, mode: "open" | "strict"): Definitions {
  const schema = JSON.parse(files[path] ?? "") as SchemaDocument;
  const ajv = createAjv([...core[mode], schema]);
  return (name) => {
    const validate = ajv.getSchema(`${schema.$id}#/$defs/${name}`);
    if (validate === undefined) throw new Error(`${path} has no definition ${name}`);
    return validate as ValidateFunction;
  };
}

describe.each(["open", "strict"] as const)("the %s schemas", (mode) => {
  test.each(["citations/v1/citations", "geolocation/v1/geolocation", "konami_code/v1/konami-code"])(
    "%s: every definition compiles in ajv in strict mode",
    (path) => {
      const definition = compile(path, mode);
      const text = files[`extensions/${path}.profile.schema${mode === "strict" ? ".strict" : ""}.json`] ?? "";
      const { $defs } = JSON.parse(text) as { $defs: Record<string, unknown> };
      expect(Object.keys($defs).length).toBeGreaterThan(1);
      for (const name of Object.keys($defs)) expect(definition(name)).toBeTypeOf("function");
    },
  );
});

const uri = "https://example.com/extensions/geolocation/v1";
const coordinates = { latitude: 37.7749, longitude: -122.4194 };

/** The draft's example in the spelling of 1.0, with the fields that it lacks. */
function message(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { messageId: "m", ...example("s003-L1085"), role: "ROLE_USER", ...changes };
}

interface Case {
  readonly name: string;
  readonly given: Record<string, unknown>;
  readonly want: boolean;
}

describe("geolocation", () => {
  const cases: readonly Case[] = [
    { name: "the draft's example", given: message(), want: true },
    {
      name: "a message without a position",
      given: { messageId: "m", role: "ROLE_USER", parts: [{ text: "" }] },
      want: true,
    },
    {
      name: "metadata of others",
      given: message({ metadata: { other: 1, [uri]: coordinates } }),
      want: true,
    },
    {
      name: "fields to come",
      given: message({ metadata: { [uri]: { ...coordinates, altitude: 3 } } }),
      want: true,
    },
    { name: "a part that is data", given: message({ parts: [{ data: { a: 1 } }] }), want: true },
    {
      name: "a latitude without a longitude",
      given: message({ metadata: { [uri]: { latitude: 1 } } }),
      want: false,
    },
    {
      name: "a latitude as text",
      given: message({ metadata: { [uri]: { ...coordinates, latitude: "1" } } }),
      want: false,
    },
    { name: "a position that is none", given: message({ metadata: { [uri]: 7 } }), want: false },
    {
      name: "a part that is a file",
      given: message({ parts: [{ url: "https://example.com/a.png" }] }),
      want: false,
    },
    {
      name: "eleven parts",
      given: message({ parts: Array.from({ length: 11 }, () => ({ text: "" })) }),
      want: false,
    },
    { name: "what the core refuses: no role", given: message({ role: undefined }), want: false },
    {
      name: "what the core refuses: two members",
      given: message({ parts: [{ text: "", data: 1 }] }),
      want: false,
    },
  ];

  test.each(cases)("$name", ({ given, want }) => {
    const value = JSON.parse(JSON.stringify(given)) as unknown;
    expect(compile("geolocation/v1/geolocation")("Message")(value)).toBe(want);
    const [request, task] = [
      { message: value },
      { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" }, history: [value] },
    ];
    expect(compile("geolocation/v1/geolocation")("SendMessageRequest")(request)).toBe(want);
    expect(compile("geolocation/v1/geolocation")("StreamResponse")({ task })).toBe(want);
  });

  test.each([
    { state: "TASK_STATE_WORKING", want: true },
    { state: "TASK_STATE_CANCELED", want: false },
    { state: "TASK_STATE_LOST", want: false },
  ])("a task in $state", ({ state, want }) => {
    const task = { id: "t", contextId: "c", status: { state } };
    expect(compile("geolocation/v1/geolocation")("Task")(task)).toBe(want);
    expect(compile("geolocation/v1/geolocation", "strict")("Task")(task)).toBe(want);
  });

  test("only the strict schema refuses fields to come", () => {
    const given = message({ later: 1 });
    expect(compile("geolocation/v1/geolocation")("Message")(given)).toBe(true);
    expect(compile("geolocation/v1/geolocation", "strict")("Message")(given)).toBe(false);
    expect(compile("geolocation/v1/geolocation", "strict")("Message")(message())).toBe(true);
  });
});

describe("citations, which every artifact carries", () => {
  const artifact = example("s003-L1103");

  test.each([
    { name: "the draft's example", given: artifact, want: true },
    { name: "no metadata", given: { ...artifact, metadata: undefined }, want: false },
    { name: "metadata of others alone", given: { ...artifact, metadata: { other: 1 } }, want: false },
    { name: "a list of extensions without it", given: { ...artifact, extensions: [uri] }, want: false },
    { name: "no list of extensions", given: { ...artifact, extensions: undefined }, want: false },
    { name: "no name", given: { ...artifact, name: undefined }, want: false },
    {
      name: "a source without a title",
      given: {
        ...artifact,
        metadata: { "https://standards.org/extensions/citations/v1": { sources: [{}] } },
      },
      want: false,
    },
  ])("$name", ({ given, want }) => {
    expect(compile("citations/v1/citations")("Artifact")(JSON.parse(JSON.stringify(given)))).toBe(want);
  });
});

describe("the konami code, field by field", () => {
  const key = "https://example.com/ext/konami-code/v1";
  const request = {
    message: { messageId: "1", role: "ROLE_USER", parts: [{ text: "will it rain today?" }] },
  };

  test.each([
    { name: "the code of the example", metadata: { [`${key}/code`]: "motherlode" }, want: true },
    { name: "nothing", metadata: {}, want: true },
    { name: "both fields", metadata: { [`${key}/code`]: "a", [`${key}/repeatCount`]: 2 }, want: true },
    { name: "a count without a code", metadata: { [`${key}/repeatCount`]: 2 }, want: false },
    { name: "a code that is no text", metadata: { [`${key}/code`]: 1 }, want: false },
    {
      name: "keys of another version",
      metadata: { "https://example.com/ext/konami-code/v2/code": 1 },
      want: true,
    },
  ])("$name", ({ metadata, want }) => {
    expect(compile("konami_code/v1/konami-code")("SendMessageRequest")({ ...request, metadata })).toBe(want);
  });
});

describe("the proof that a profile only narrows", async () => {
  const { model } = loadModel(await compileProtos({}, extensionProtos), { requested: extensionProtos });
  const universe = createSchemaUniverse(model);
  const extensions = resolveExtensions(model, createDiagnostics());
  const extension = extensions.find(({ name }) => name === "Geolocation");

  function prove(change: (definitions: Record<string, unknown>) => void) {
    const built = extension && buildProfileSchema(extension, { universe, mode: "open", generator: "test" });
    if (built === undefined) throw new Error("there is no schema");
    const schema = structuredClone(built.schema);
    change(schema["$defs"] as Record<string, unknown>);
    return proveNarrowing(
      { ...built, schema },
      { index: universe.index, coreRef: (typeName) => universe.bundleRef(typeName, "open") },
    );
  }

  const append = (name: string, overlay: unknown) => (definitions: Record<string, unknown>) => {
    (definitions[name] as { allOf: unknown[] }).allOf.push(overlay);
  };

  test("holds for what is emitted", () => {
    const found = extensions.flatMap((each) =>
      (["open", "strict"] as const).flatMap((mode) => {
        const built = buildProfileSchema(each, { universe, mode, generator: "test" });
        if (built === undefined) return [];
        const coreRef = (typeName: string): string => universe.bundleRef(typeName, mode);
        return proveNarrowing(built, { index: universe.index, coreRef });
      }),
    );
    expect(found).toEqual([]);
  });

  test.each([
    {
      name: "a definition of its own in the place of the core's",
      change: (definitions: Record<string, unknown>) => {
        definitions["Message"] = { type: "object" };
      },
      want: [
        {
          pointer: "/$defs/Message",
          problem: "it is not an allOf that begins with the core's own definition",
        },
      ],
    },
    {
      name: "a union beside the core's definition",
      change: (definitions: Record<string, unknown>) => {
        definitions["Task"] = { ...(definitions["Task"] as object), anyOf: [true] };
      },
      want: [
        { pointer: "/$defs/Task", problem: "it is not an allOf that begins with the core's own definition" },
      ],
    },
    {
      name: "a property that the core does not have",
      change: append("Message", { properties: { mood: { type: "string" } } }),
      want: [
        {
          pointer: "/$defs/Message/allOf/3/properties/mood",
          problem: 'lf.a2a.v1.Message has no field "mood"',
        },
      ],
    },
    {
      name: "a required property that the core does not have",
      change: append("Message", { required: ["mood"] }),
      want: [
        { pointer: "/$defs/Message/allOf/3/required", problem: 'lf.a2a.v1.Message has no field "mood"' },
      ],
    },
    {
      name: "a value that the core's enum does not have",
      change: append("Message", { properties: { role: { enum: ["ROLE_USER", "ROLE_SYSTEM"] } } }),
      want: [
        {
          pointer: "/$defs/Message/allOf/3/properties/role/enum",
          problem: '"ROLE_SYSTEM" is not a value of the core',
        },
      ],
    },
    {
      name: "a required list that has nothing",
      change: append("Message", { properties: { parts: { type: "array", maxItems: 0 } } }),
      want: [
        {
          pointer: "/$defs/Message/allOf/3/properties/parts/maxItems",
          problem: "a required list of core elements could have none",
        },
      ],
    },
    {
      name: "a keyword that is not known",
      change: append("Message", { unevaluatedProperties: false }),
      want: [
        {
          pointer: "/$defs/Message/allOf/3/unevaluatedProperties",
          problem: 'the keyword "unevaluatedProperties" is not known to narrow an object',
        },
      ],
    },
    {
      name: "a reference to another type",
      change: append("Task", { properties: { status: { $ref: "#/$defs/Message" } } }),
      want: [
        {
          pointer: "/$defs/Task/allOf/2/properties/status",
          problem: "it is not the definition of lf.a2a.v1.TaskStatus of the profile itself",
        },
      ],
    },
  ])("refuses $name", ({ change, want }) => {
    expect(prove(change)).toEqual(want);
  });
});

test("an extension of two versions of the core has both in its schema", async () => {
  const set = await compileProtos({
    "acme/v1/acme.proto": [
      'syntax = "proto3";',
      "package acme.v1;",
      'import "a2agen/options.proto";',
      'import "a2a/v1/a2a.proto";',
      'import "lf/a2a/v1/a2a.proto";',
      "// Says who pets whom.",
      "message Message {",
      '  option (a2agen.extension) = { uri: "urn:acme:v1" kind: EXTENSION_KIND_PROFILE objects: "a2a.v1.Message" objects: "lf.a2a.v1.Message" };',
      "  lf.a2a.v1.Part part = 1;",
      "}",
      "",
    ].join("\n"),
  });
  const { error, files } = await generateExtensions("target=ts,targets=extension", {
    files: set,
    generate: ["acme/v1/acme.proto"],
  });
  expect(error).toBeUndefined();
  const schema = JSON.parse(files["acme/v1/message.profile.schema.json"] ?? "") as {
    $defs: Record<string, { allOf?: readonly { $ref?: string }[] }>;
  };
  const bases = Object.entries(schema.$defs).map(([name, { allOf }]) => [name, allOf?.[0]?.$ref]);
  expect(Object.fromEntries(bases.filter(([name]) => String(name).endsWith("Message")))).toEqual({
    Message: "https://a2agen.dev/schemas/a2a-1.0-draft/a2a.schema.json#/$defs/Message",
    "lf.a2a.v1.Message": "https://a2agen.dev/schemas/a2a-1.0/a2a.schema.json#/$defs/Message",
    "acme.v1.Message": undefined,
  });
  expect(files["acme/v1/acme_extension.ts"]).toContain(
    "export const MessageExtension: Extension<Message, never, Message$1 | Message$2> =",
  );
});

test("a profile of the draft has the draft's spelling of enums", async () => {
  const set = await compileProtos({
    "acme/v1/acme.proto": [
      'syntax = "proto3";',
      "package acme.v1;",
      'import "a2agen/options.proto";',
      'import "a2a/v1/a2a.proto";',
      "// Tasks that never wait.",
      "message Swift {",
      "  option (a2agen.extension) = {",
      '    uri: "urn:swift:v1" kind: EXTENSION_KIND_PROFILE',
      '    narrows: { object: "a2a.v1.TaskStatus" fields: { field: "state" values: "TASK_STATE_WORKING" values: "TASK_STATE_COMPLETED" } }',
      "  };",
      "}",
      "",
    ].join("\n"),
  });
  const { error, files } = await generateExtensions("target=ts,targets=extension", {
    files: set,
    generate: ["acme/v1/acme.proto"],
  });
  expect(error).toBeUndefined();
  const schema = JSON.parse(files["acme/v1/swift.profile.schema.json"] ?? "") as SchemaDocument;
  const draft = await readSchema("generated/a2a-1.0-draft/schemas/a2a.schema.json");
  const validate = createAjv([draft, schema]).getSchema(`${schema.$id}#/$defs/Task`);
  const verdicts = ["working", "completed", "failed", "TASK_STATE_WORKING"].map((state) =>
    validate?.({ id: "t", contextId: "c", status: { state } }),
  );
  expect(verdicts).toEqual([true, true, false, false]);
});
