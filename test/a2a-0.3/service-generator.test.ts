import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type EmittedFile, emitSchemaPackage } from "../../generators/from-schema/emit-package.ts";
import type { MethodSource, ProtocolSource } from "../../generators/from-schema/service-source.ts";

const definitions = {
  Pet: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  Food: { type: "object", properties: { grams: { type: "integer" } } },
  FeedRequest: {
    type: "object",
    properties: {
      method: { const: "pets/feed" },
      params: { anyOf: [{ $ref: "#/definitions/Pet" }, { type: "string" }] },
      after: { anyOf: [{ $ref: "#/definitions/Pet" }, { type: "string" }] },
    },
    required: ["method", "params"],
  },
  FeedResponse: {
    type: "object",
    properties: { result: { type: "array", items: { $ref: "#/definitions/Food" } } },
  },
  ListRequest: { type: "object", properties: { method: { const: "pets/list" } } },
  ListResponse: { type: "object", properties: { result: { $ref: "#/definitions/Pet" } } },
  Nameless: { type: "object", properties: { method: { type: "string" }, params: { type: "null" } } },
};

const feed: MethodSource = {
  description:
    "Feeds a pet, which takes as long as it takes: this text is longer than a line of a comment is.",
  request: "FeedRequest",
  response: "FeedResponse",
  idempotent: true,
};
const protocol: ProtocolSource = {
  title: "Pets 1",
  types: {
    PetOrName: { description: "A pet, or its name.", of: "FeedRequest.params" },
    Meal: { description: "What was eaten.", of: "FeedResponse.result" },
    Nothing: { description: "Has no members." },
  },
  service: {
    name: "PetService",
    description: "Cares for pets.",
    methods: {
      feed,
      watch: {
        description: "Tells of pets.",
        request: "ListRequest",
        params: "Nothing",
        response: "ListResponse",
        streaming: true,
        authenticated: true,
        http: [{ verb: "GET", path: "/pets/all" }],
      },
    },
  },
  protocol: { name: "pets", errors: {}, contentTypes: { stream: "text/event-stream" } },
};

function emit(more: Partial<ProtocolSource> = {}): readonly EmittedFile[] {
  return emitSchemaPackage({
    schema: { definitions },
    source: "pets.json",
    basename: "pets",
    namespace: "pets",
    version: "0.0.0",
    protocol: { ...protocol, ...more },
  });
}

function problemsOf(more: Partial<ProtocolSource>): string {
  try {
    emit(more);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("the service made of a small schema", () => {
  test("is beside its types, with an index of all", () => {
    expect(emit().map(({ path }) => path)).toEqual([
      "pets_types.ts",
      "pets_json.ts",
      "pets_service.ts",
      "pets_protocol.ts",
      "index.ts",
    ]);
  });

  test.each(["pets_types.ts", "pets_service.ts", "pets_protocol.ts", "index.ts"])(
    "%s is the golden one",
    async (path) => {
      const text = emit().find((file) => file.path === path)?.text;
      await expect(text).toMatchFileSnapshot(
        join(import.meta.dirname, "../golden/from-schema/service", path),
      );
    },
  );

  test("a type that got a name has a codec, and another like it keeps its own", () => {
    const text = emit().find(({ path }) => path === "pets_json.ts")?.text ?? "";
    expect(text).toContain("export const PetOrNameCodec: Codec<PetOrName>");
    expect(text).toContain("export const MealCodec: Codec<Meal>");
    expect(text).toContain('typeName: "pets.Nothing"');
    expect(text).toContain("type FeedRequestAfter = Pet | string;");
  });
});

describe("what does not fit the schema is an error that says where and what is wanted", () => {
  const service = (method: Partial<MethodSource>): Partial<ProtocolSource> => ({
    service: { ...protocol.service, methods: { feed: { ...feed, ...method } } },
  });

  test.each([
    {
      name: "a name that a definition has",
      given: { types: { ...protocol.types, Food: { description: "Again.", of: "FeedRequest.after" } } },
      want: "pets.json#types/Food: found the name of a definition; expected a new one [schema-types]",
    },
    {
      name: "a property that is not there",
      given: { types: { ...protocol.types, Other: { description: "None.", of: "FeedRequest.none" } } },
      want: 'pets.json#types/Other: found "FeedRequest.none"; expected a property of a definition [schema-types]',
    },
    {
      name: "a type that has a name",
      given: { types: { ...protocol.types, Other: { description: "A pet.", of: "ListResponse.result" } } },
      want: "pets.json#types/Other: found a type that has the name Pet; expected one without [schema-types]",
    },
    {
      name: "a request that is not there",
      given: service({ request: "None" }),
      want: 'pets.json#service/feed: expected a definition whose property "method" has a "const"; found None [schema-service]',
    },
    {
      name: "a request without a constant",
      given: service({ request: "Nameless" }),
      want: 'pets.json#service/feed: expected a definition whose property "method" has a "const"; found Nameless [schema-service]',
    },
    {
      name: "a request without params",
      given: service({ request: "ListRequest" }),
      want: 'pets.json#service/feed: expected a type with a name as "params" of ListRequest; give it one under types [schema-service]',
    },
    {
      name: "params and a result without names",
      given: { types: { Nothing: { description: "Has no members." } } },
      want: 'pets.json#service/feed: expected a type with a name as "params" of FeedRequest; give it one under types [schema-service]',
    },
    {
      name: "a result without a name",
      given: service({ response: "FeedRequest" }),
      want: 'pets.json#service/feed: expected a type with a name as "result" of FeedRequest; give it one under types [schema-service]',
    },
  ])("$name", ({ given, want }) => {
    expect(problemsOf(given)).toBe(want);
  });
});
