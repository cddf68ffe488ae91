import { describe, expect, test } from "vitest";
import { compareModels as compareAll } from "../../../../generators/compare/compare-models.ts";
import type { Model } from "../../../../generators/model/model.ts";
import { compareCodeUnits } from "../../../../generators/naming/order.ts";
import { checkVersion, nextVersion, stepOf } from "../../../../packages/cli/src/pack/next-version.ts";
import { parseVersion, type SemVer } from "../../../../packages/cli/src/package/version.ts";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { loadModel } from "../../generators/model/load-model.ts";

const proto = `syntax = "proto3";
package p.v1;
import "google/api/annotations.proto";
import "google/api/field_behavior.proto";
message M {
  string id = 1 [(google.api.field_behavior) = REQUIRED];
  optional string text = 2;
  repeated string tags = 3;
  oneof body { string plain = 4; int32 number = 5; }
}
message Other { string id = 1; }
enum Kind { option allow_alias = true; KIND_UNSPECIFIED = 0; KIND_LIST = 1; KIND_ROW = 1; KIND_TEXT = 2; }
service S {
  rpc Get(M) returns (M) { option (google.api.http) = { get: "/m/{id}" additional_bindings { get: "/n/{id}" } }; }
  rpc Put(M) returns (M) { option idempotency_level = IDEMPOTENT; }
}
`;

function compareModels(before: Model, after: Model) {
  return compareAll(before, after).changes.toSorted((a, b) => compareCodeUnits(a.place, b.place));
}

async function buildModel(text: string, profile = "proto"): Promise<Model> {
  const set = await compileProtos({ "p.proto": text });
  return loadModel(set, { requested: ["p.proto"], profile }).model;
}

async function compare(changes: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  let changed = proto;
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`the proto does not have ${from}`);
    changed = changed.replace(from, to);
  }
  const findings = compareModels(await buildModel(proto), await buildModel(changed));
  return findings.map(({ step, place, reason }) => `${step} ${place}: ${reason}`);
}

const unread = "the binary form of one is not read by the other";

describe("the differences of two releases", () => {
  test.each<{ name: string; changes: readonly (readonly [string, string])[]; want: readonly string[] }>([
    { name: "a comment", changes: [["message M {", "// What it is.\nmessage M {"]], want: [] },
    {
      name: "a new field",
      changes: [["repeated string tags = 3;", "repeated string tags = 3; string more = 9;"]],
      want: ["minor p.v1.M.more: is new"],
    },
    {
      name: "a new field that is required",
      changes: [
        [
          "repeated string tags = 3;",
          "repeated string tags = 3; string more = 9 [(google.api.field_behavior) = REQUIRED];",
        ],
      ],
      want: ["major p.v1.M.more: is new and required: values without it are refused"],
    },
    {
      name: "a field that goes",
      changes: [["  repeated string tags = 3;\n", ""]],
      want: ["major p.v1.M.tags: is gone: number 3 and tags in JSON are no longer read"],
    },
    {
      name: "a field with another name",
      changes: [["tags = 3", "labels = 3"]],
      want: ["major p.v1.M.tags: is named labels now: JSON and TypeScript no longer have tags"],
    },
    {
      name: "another number",
      changes: [["tags = 3", "tags = 8"]],
      want: [`major p.v1.M.tags: the number was 3 and is 8: ${unread}`],
    },
    {
      name: "another name in JSON",
      changes: [["tags = 3", 'tags = 3 [json_name = "tagList"]']],
      want: [
        "major p.v1.M.tags: the name in JSON was tags and is tagList: JSON and TypeScript have another property",
      ],
    },
    {
      name: "another type",
      changes: [["repeated string tags", "repeated int32 tags"]],
      want: [
        "major p.v1.M.tags: the type was repeated string and is repeated int32: values of one are not read by the other",
      ],
    },
    {
      name: "a list that was one",
      changes: [["repeated string tags", "string tags"]],
      want: [
        "major p.v1.M.tags: the type was repeated string and is string: values of one are not read by the other",
      ],
    },
    {
      name: "REQUIRED that comes and goes",
      changes: [
        [" [(google.api.field_behavior) = REQUIRED]", ""],
        [
          "message Other { string id = 1;",
          "message Other { string id = 1 [(google.api.field_behavior) = REQUIRED];",
        ],
      ],
      want: [
        "major p.v1.M.id: is no longer required: code that reads it must handle its absence",
        "major p.v1.Other.id: is required now: values without it are refused",
      ],
    },
    {
      name: "presence",
      changes: [["optional string text", "string text"]],
      want: ["major p.v1.M.text: no longer distinguishes absence from the default"],
    },
    {
      name: "a field that moves into a oneof",
      changes: [
        ["  repeated string tags = 3;\n", ""],
        ["  optional string text = 2;\n", ""],
        ["oneof body {", "oneof body { string text = 2; string tags = 3;"],
      ],
      want: [
        "major p.v1.M.tags: the type was repeated string and is string: values of one are not read by the other",
        "major p.v1.M.tags: the oneof was nothing and is body: other fields can be set together",
        "major p.v1.M.tags: distinguishes absence from the default now",
        "major p.v1.M.text: the oneof was nothing and is body: other fields can be set together",
      ],
    },
    {
      name: "types that go and come",
      changes: [["message Other", "message Another"]],
      want: ["minor p.v1.Another: the message is new", "major p.v1.Other: the message is gone"],
    },
    {
      name: "an alias that goes, and a value that comes",
      changes: [[" KIND_ROW = 1;", " KIND_TREE = 3; KIND_LEAF = 3;"]],
      want: [
        "minor p.v1.Kind.KIND_LEAF: is new",
        "major p.v1.Kind.KIND_ROW: is gone: KIND_ROW in JSON and Row in TypeScript are unknown now",
        "minor p.v1.Kind.KIND_TREE: is new",
      ],
    },
    {
      name: "a value with another number",
      changes: [["KIND_TEXT = 2", "KIND_TEXT = 4"]],
      want: [`major p.v1.Kind.KIND_TEXT: the number was 2 and is 4: ${unread}`],
    },
    {
      name: "names of a value that change places",
      changes: [["KIND_LIST = 1; KIND_ROW = 1;", "KIND_ROW = 1; KIND_LIST = 1;"]],
      want: [
        "major p.v1.Kind.KIND_LIST: is a second name of 1 now: JSON is written with the other",
        "major p.v1.Kind.KIND_ROW: is the first name of 1 now: JSON is written with it",
      ],
    },
    {
      name: "methods",
      changes: [
        ["rpc Get(M) returns (M)", "rpc Get(Other) returns (stream M)"],
        [' additional_bindings { get: "/n/{id}" }', ' additional_bindings { get: "/o/{id}" }'],
        ["option idempotency_level = IDEMPOTENT;", ""],
        ["service S {", "service S { rpc New(M) returns (M);"],
      ],
      want: [
        "major p.v1.S.Get: the request was p.v1.M and is p.v1.Other: calls of one are not read by the other",
        "major p.v1.S.Get: the kind of streaming was unary and is server: calls of one are not answered by the other",
        "major p.v1.S.Get: GET /n/{id} is gone: calls over HTTP are not found",
        "minor p.v1.S.Get: GET /o/{id} is new",
        "minor p.v1.S.New: the method is new",
        "major p.v1.S.Put: is no longer idempotent: clients that repeat calls do harm",
      ],
    },
  ])("$name", async ({ changes, want }) => {
    expect(await compare(changes)).toEqual(want);
  });

  test("limits that get narrower break, others do not", async () => {
    const model = await buildModel(proto);
    const withRules = (rules: object): Model =>
      structuredClone({
        ...model,
        files: model.files.map((file) => ({
          ...file,
          messages: file.messages.map((message) => ({
            ...message,
            fields: message.fields.map((field) => (field.name === "number" ? { ...field, rules } : field)),
          })),
        })),
      });
    const given = withRules({ minimum: 1, maximum: 100, values: ["a", "b"], pattern: "^x" });
    const between = (before: Model, after: Model): readonly string[] =>
      compareModels(before, after).map(({ step, reason }) => `${step} ${reason}`);
    expect(
      between(given, withRules({ minimum: 2, maximum: 50, values: ["a"], pattern: "^y", default: 3 })),
    ).toEqual([
      "major minimum: was 1, is 2: values between are refused",
      "major maximum: was 100, is 50: values between are refused",
      "major no longer takes b",
      "major must match ^y now: other values are refused",
      "major the default was nothing and is 3: an absent value means something else",
    ]);
    expect(between(given, withRules({ minimum: 0, values: ["a", "b", "c"] }))).toEqual([
      "minor minimum: was 1, is 0",
      "minor maximum: was 100, is none",
      "minor takes more values",
      "minor no longer has to match a pattern",
    ]);
    expect(between(given, given)).toEqual([]);
  });

  test("another dialect breaks JSON: spelling of enums, spellings that are taken, timestamps", async () => {
    const changed = compareModels(await buildModel(proto), await buildModel(proto, "a2a-1.0-draft"));
    expect(stepOf(changed)).toBe("major");
    expect(changed.map(({ place }) => place)).toContain("p.v1.Kind.KIND_TEXT");
  });
});

function version(text: string): SemVer {
  const parsed = parseVersion(text);
  if (parsed === undefined) throw new Error(`${text} is no version`);
  return parsed;
}

describe("the next version", () => {
  test.each([
    ["1.2.3", "2.0.0", "1.3.0", "1.2.4"],
    ["0.1.0", "0.2.0", "0.1.1", "0.1.1"],
    ["0.0.3", "0.0.4", "0.0.4", "0.0.4"],
    ["2.0.0-rc.1", "2.0.0", "2.0.0", "2.0.0"],
    ["1.2.3-rc.1", "2.0.0", "1.3.0", "1.2.3"],
  ])("after %s is %s, %s or %s", (before, major, minor, patch) => {
    const next = (["major", "minor", "patch"] as const).map(
      (step) => nextVersion(version(before), step).version,
    );
    expect(next).toEqual([major, minor, patch]);
  });

  test.each([
    ["2.0.0", "major", undefined],
    ["2.0.0-rc.1", "major", undefined],
    ["3.0.0", "major", undefined],
    ["1.9.0", "major", "1.9.0 is too low for a major change; expected 2.0.0 or higher"],
    ["1.2.3", "patch", "1.2.3 is published already; the next is 1.2.4"],
    ["1.2.2", "patch", "1.2.2 comes before 1.2.3; the next is 1.2.4"],
    ["1.3.0", "minor", undefined],
  ] as const)("after 1.2.3, %s for a %s change: %s", (given, step, want) => {
    expect(checkVersion(version(given), { before: version("1.2.3"), step })).toBe(want);
  });

  test("versions are in the order of Semantic Versioning", () => {
    const order = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1",
    ];
    expect(order.toReversed().sort((a, b) => version(a).compare(version(b)))).toEqual(order);
  });

  test.each(["1.0", "v1.0.0", "01.0.0", "1.0.0-", "1.0.0-a..b", "latest", undefined, 1])(
    "%s is no version",
    (text) => {
      expect(parseVersion(text)).toBeUndefined();
    },
  );
});
