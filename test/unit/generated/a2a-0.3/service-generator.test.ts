import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../../generators/model/profile.ts";
import { emitSchema, petsProfile, problemsOf } from "./emit-schema.ts";

type SchemaSource = NonNullable<Profile["schema"]>;
type MethodSource = SchemaSource["service"]["methods"][string];

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
};
const source: SchemaSource = {
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
        http: [{ verb: "GET", path: "/pets/all" }],
      },
    },
  },
};
const profile: Profile = {
  ...petsProfile(source),
  methods: {
    "pets.PetService.pets/feed": { idempotent: true },
    "pets.PetService.pets/list": { authenticated: true },
  },
};

const files = emitSchema({ definitions }, profile);

describe("the service made of a small schema", () => {
  test("is beside its types, with an index of all", () => {
    expect([...files.keys()]).toEqual([
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
      const text = files.get(path);
      await expect(text).toMatchFileSnapshot(
        join(import.meta.dirname, "../../../expected/from-schema/service", path),
      );
    },
  );

  test("a type that got a name has a codec, and another like it keeps its own", () => {
    const text = files.get("pets_json.ts") ?? "";
    expect(text).toContain("export const PetOrNameCodec: Codec<PetOrName>");
    expect(text).toContain("export const MealCodec: Codec<Meal>");
    expect(text).toContain('typeName: "pets.Nothing"');
    expect(text).toContain("type FeedRequestAfter = Pet | string;");
  });
});

describe("what does not fit the schema is an error that says where and what is wanted", () => {
  const service = (method: Partial<MethodSource>): Partial<SchemaSource> => ({
    service: { ...source.service, methods: { feed: { ...feed, ...method } } },
  });

  test.each([
    {
      name: "a name that a definition has",
      given: { types: { ...source.types, Food: { description: "Again.", of: "FeedRequest.after" } } },
      want: "pets.json#types/Food: found the name of a definition; expected a new one [schema-types]",
    },
    {
      name: "a property that is not there",
      given: { types: { ...source.types, Other: { description: "None.", of: "FeedRequest.none" } } },
      want: 'pets.json#types/Other: found "FeedRequest.none"; expected a property of a definition [schema-types]',
    },
    {
      name: "a type that has a name",
      given: { types: { ...source.types, Other: { description: "A pet.", of: "ListResponse.result" } } },
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
      name: "params beside those of the request",
      given: service({ params: "Nothing" }),
      want: "pets.json#service/feed: expected no params beside those of FeedRequest; found Nothing [schema-service]",
    },
    {
      name: "a result without a name",
      given: service({ response: "FeedRequest" }),
      want: 'pets.json#service/feed: expected a type with a name as "result" of FeedRequest; give it one under types [schema-service]',
    },
  ])("$name", ({ given, want }) => {
    expect(problemsOf({ definitions }, petsProfile({ ...source, ...given }))).toBe(want);
  });
});
