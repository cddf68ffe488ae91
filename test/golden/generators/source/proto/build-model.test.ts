import { describe, expect, test } from "vitest";
import type { FieldModel, FileModel, MessageModel } from "../../../../../generators/model/model.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";

async function buildFile(text: string, profile = "proto"): Promise<FileModel> {
  const { model } = loadModel(await compileProtos({ "a.proto": text }), { requested: ["a.proto"], profile });
  const file = model.files.find(({ name }) => name === "a.proto");
  if (file === undefined) throw new Error("expected the model to hold a.proto");
  return file;
}

async function buildMessage(...lines: readonly string[]): Promise<MessageModel> {
  const head = ['syntax = "proto3";', "package p.v1;"];
  const { messages } = await buildFile([...head, ...lines, ""].join("\n"));
  const message = messages.find(({ identifier }) => identifier === "M");
  if (message === undefined) throw new Error("expected a message M");
  return message;
}

/** What matters of a field for its value. */
function describeField({ jsonName, shape, presence, explicit, oneof }: FieldModel): object {
  return { jsonName, shape, presence, explicit, ...(oneof === undefined ? {} : { oneof }) };
}

describe("a field", () => {
  const string = { kind: "singular", type: { kind: "scalar", scalar: "string" } };
  const cases: readonly {
    readonly name: string;
    readonly given: readonly string[];
    readonly want: object;
  }[] = [
    {
      name: "without a label is implicit",
      given: ["string a_b = 1;"],
      want: { jsonName: "aB", shape: string, presence: "implicit", explicit: false },
    },
    {
      name: "with `optional` is optional, and its synthetic oneof is none",
      given: ["optional string a = 1;"],
      want: { jsonName: "a", shape: string, presence: "optional", explicit: true },
    },
    {
      name: "with json_name is named so",
      given: ['string a = 1 [json_name = "x-y"];'],
      want: { jsonName: "x-y", shape: string, presence: "implicit", explicit: false },
    },
    {
      name: "that is REQUIRED is required, and not explicit for that",
      given: ["string a = 1 [(google.api.field_behavior) = REQUIRED];"],
      want: { jsonName: "a", shape: string, presence: "required", explicit: false },
    },
    {
      name: "that is `optional` and REQUIRED is required, and explicit",
      given: ["optional string a = 1 [(google.api.field_behavior) = REQUIRED];"],
      want: { jsonName: "a", shape: string, presence: "required", explicit: true },
    },
    {
      name: "with another behavior is not required",
      given: ["string a = 1 [(google.api.field_behavior) = OUTPUT_ONLY];"],
      want: { jsonName: "a", shape: string, presence: "implicit", explicit: false },
    },
    {
      name: "of a oneof is optional",
      given: ["oneof o {", "string a = 1;", "}"],
      want: { jsonName: "a", shape: string, presence: "optional", explicit: true, oneof: "o" },
    },
    {
      name: "that is repeated is implicit, and packed where it can be",
      given: ["repeated int32 a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "list", type: { kind: "scalar", scalar: "int32" }, packed: true },
        presence: "implicit",
        explicit: false,
      },
    },
    {
      name: "that is repeated and REQUIRED is required",
      given: ["repeated string a = 1 [(google.api.field_behavior) = REQUIRED];"],
      want: {
        jsonName: "a",
        shape: { kind: "list", type: { kind: "scalar", scalar: "string" }, packed: false },
        presence: "required",
        explicit: false,
      },
    },
    {
      name: "that is a map has a key and a value",
      given: ["map<fixed64, E> a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "map", key: "fixed64", type: { kind: "enum", typeName: "p.v1.E", withZero: true } },
        presence: "implicit",
        explicit: false,
      },
    },
    {
      name: "of an enum without presence cannot tell zero from absence",
      given: ["E a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "singular", type: { kind: "enum", typeName: "p.v1.E", withZero: false } },
        presence: "implicit",
        explicit: false,
      },
    },
    {
      name: "of an enum with presence can",
      given: ["optional E a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "singular", type: { kind: "enum", typeName: "p.v1.E", withZero: true } },
        presence: "optional",
        explicit: true,
      },
    },
    {
      name: "of a message is optional",
      given: ["M a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "singular", type: { kind: "message", typeName: "p.v1.M", delimited: false } },
        presence: "optional",
        explicit: true,
      },
    },
    {
      name: "of a well-known type knows it",
      given: ["google.protobuf.Struct a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "singular", type: { kind: "wellKnown", wellKnown: "Struct" } },
        presence: "optional",
        explicit: true,
      },
    },
    {
      name: "of the null value is of a well-known type too",
      given: ["repeated google.protobuf.NullValue a = 1;"],
      want: {
        jsonName: "a",
        shape: { kind: "list", type: { kind: "wellKnown", wellKnown: "NullValue" }, packed: true },
        presence: "implicit",
        explicit: false,
      },
    },
  ];

  test.each(cases)("$name", async ({ given, want }) => {
    const { fields } = await buildMessage(
      'import "google/api/field_behavior.proto";',
      'import "google/protobuf/struct.proto";',
      "enum E {",
      "  E_UNSPECIFIED = 0;",
      "}",
      "message M {",
      ...given,
      "}",
    );
    expect(fields.map(describeField)).toEqual([want]);
  });
});

describe("an enum value", () => {
  const text = (...values: readonly string[]): string =>
    ['syntax = "proto3";', "enum TaskState {", ...values, "}", ""].join("\n");

  const cases: readonly {
    readonly name: string;
    readonly profile: string;
    readonly given: readonly string[];
    readonly want: readonly {
      readonly json: string;
      readonly key: string;
      readonly unspecified: boolean;
      readonly alias: boolean;
    }[];
  }[] = [
    {
      name: "loses the prefix and gets hyphens in the kebab dialect",
      profile: "a2a-1.0-draft",
      given: [
        "option allow_alias = true;",
        "TASK_STATE_UNSPECIFIED = 0;",
        "TASK_STATE_INPUT_REQUIRED = 1;",
        "TASK_STATE_X = 1;",
      ],
      want: [
        { json: "unspecified", key: "Unspecified", unspecified: true, alias: false },
        { json: "input-required", key: "InputRequired", unspecified: false, alias: false },
        { json: "x", key: "X", unspecified: false, alias: true },
      ],
    },
    {
      name: "keeps its name in the proto dialect",
      profile: "proto",
      given: [
        "option allow_alias = true;",
        "TASK_STATE_UNSPECIFIED = 0;",
        "TASK_STATE_INPUT_REQUIRED = 1;",
        "TASK_STATE_X = 1;",
      ],
      want: [
        { json: "TASK_STATE_UNSPECIFIED", key: "Unspecified", unspecified: true, alias: false },
        { json: "TASK_STATE_INPUT_REQUIRED", key: "InputRequired", unspecified: false, alias: false },
        { json: "TASK_STATE_X", key: "X", unspecified: false, alias: true },
      ],
    },
    {
      name: "keeps the prefix when another lacks it",
      profile: "a2a-1.0-draft",
      given: ["TASK_STATE_NONE = 0;", "OTHER = 1;"],
      want: [
        { json: "task-state-none", key: "TaskStateNone", unspecified: false, alias: false },
        { json: "other", key: "Other", unspecified: false, alias: false },
      ],
    },
    {
      name: "that is zero but says something is not unspecified",
      profile: "proto",
      given: ["TASK_STATE_OFF = 0;", "TASK_STATE_UNSPECIFIED = 1;"],
      want: [
        { json: "TASK_STATE_OFF", key: "Off", unspecified: false, alias: false },
        { json: "TASK_STATE_UNSPECIFIED", key: "Unspecified", unspecified: false, alias: false },
      ],
    },
  ];

  test.each(cases)("$name", async ({ profile, given, want }) => {
    const { enums } = await buildFile(text(...given), profile);
    expect(
      enums[0]?.values.map(({ json, key, unspecified, alias }) => ({ json, key, unspecified, alias })),
    ).toEqual(want);
  });
});

test("messages that can contain themselves or an Any are marked", async () => {
  const { messages } = await buildFile(`syntax = "proto3";
import "google/protobuf/any.proto";
message Leaf {}
message Self { repeated Self selves = 1; }
message Left { map<string, Right> rights = 1; }
message Right { oneof o { Left left = 1; Leaf leaf = 2; } }
message User { Self self = 1; }
message Holder { repeated google.protobuf.Any anys = 1; }
message Indirect { map<int32, Holder> holders = 1; Leaf leaf = 2; }
`);
  const marks = messages.map(({ identifier, recursive, containsAny }) => [
    identifier,
    recursive,
    containsAny,
  ]);
  expect(marks).toEqual([
    ["Leaf", false, false],
    ["Self", true, false],
    ["Left", true, false],
    ["Right", true, false],
    ["User", false, false],
    ["Holder", false, true],
    ["Indirect", false, true],
  ]);
});

test("nested types are named after those around them, and reserved words end in a dollar sign", async () => {
  const { messages, enums } = await buildFile(`syntax = "proto3";
message Outer {
  message Inner { enum Deep { DEEP_A = 0; } }
  enum Flat { FLAT_A = 0; }
  map<string, Inner> entries = 1;
}
message string {}
message Function {}
`);
  expect([...messages, ...enums].map(({ identifier, typeName }) => [identifier, typeName])).toEqual([
    ["Outer", "Outer"],
    ["Outer_Inner", "Outer.Inner"],
    ["string$", "string"],
    ["Function", "Function"],
    ["Outer_Flat", "Outer.Flat"],
    ["Outer_Inner_Deep", "Outer.Inner.Deep"],
  ]);
});

test("positions and comments are those of the declarations", async () => {
  const { comment, messages, enums, services } = await buildFile(`// About the file.
syntax = "proto3";

// Detached, of nothing.

// About M.
message M {
  // About a.
  string a = 1; // Beside a.
  string b = 2; // Beside b.
  // About o.
  oneof o {
    // About c.
    string c = 3;
  }
}

// About E.
enum E {
  // About A.
  A = 0;
}

// About S.
service S {
  // About R.
  rpc R(M) returns (stream M);
}
`);
  const at = ({
    comment: text,
    position: { line, column },
  }: {
    comment: string;
    position: { line: number; column: number };
  }) => `${line}:${column} ${text}`;
  expect({
    file: comment,
    messages: messages.map(at),
    fields: messages.flatMap(({ fields }) => fields.map(at)),
    oneofs: messages.flatMap(({ oneofs }) => oneofs.map(({ comment: text }) => text)),
    enums: enums.map(at),
    values: enums.flatMap(({ values }) => values.map(({ comment: text }) => text)),
    services: services.map(at),
    methods: services.flatMap(({ methods }) => methods.map((method) => `${at(method)} ${method.streaming}`)),
  }).toEqual({
    file: "About the file.",
    messages: ["7:1 About M."],
    fields: ["9:3 About a.", "10:3 Beside b.", "14:5 About c."],
    oneofs: ["About o."],
    enums: ["19:1 About E."],
    values: ["About A."],
    services: ["25:1 About S."],
    methods: ["27:3 About R. server"],
  });
});

test("methods have their streaming kind, HTTP rules and signatures", async () => {
  const { services } = await buildFile(`syntax = "proto3";
import "google/api/annotations.proto";
import "google/api/client.proto";
message M { string name = 1; M inner = 2; }
service S {
  rpc Unary(M) returns (M) {
    option (google.api.http) = {
      post: "/v1/{inner.name=things/*}:run"
      body: "inner"
      response_body: "inner"
      additional_bindings {custom {kind: "QUERY" path: "/v1/**"}}
    };
    option (google.api.method_signature) = "name";
    option (google.api.method_signature) = "name,inner";
  }
  rpc Client(stream M) returns (M);
  rpc Bidi(stream M) returns (stream M);
}
`);
  expect(
    services[0]?.methods.map(({ name, streaming, http, signatures }) => ({
      name,
      streaming,
      http,
      signatures,
    })),
  ).toEqual([
    {
      name: "Unary",
      streaming: "unary",
      http: [
        {
          verb: "POST",
          template: "/v1/{inner.name=things/*}:run",
          segments: [
            { kind: "literal", text: "v1" },
            {
              kind: "variable",
              field: "inner.name",
              segments: [
                { kind: "literal", text: "things" },
                { kind: "wildcard", deep: false },
              ],
            },
          ],
          action: "run",
          body: "inner",
          responseBody: "inner",
        },
        {
          verb: "QUERY",
          template: "/v1/**",
          segments: [
            { kind: "literal", text: "v1" },
            { kind: "wildcard", deep: true },
          ],
        },
      ],
      signatures: ["name", "name,inner"],
    },
    { name: "Client", streaming: "client", http: [], signatures: [] },
    { name: "Bidi", streaming: "bidi", http: [], signatures: [] },
  ]);
});
