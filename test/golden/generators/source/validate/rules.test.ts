import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Codec } from "../../../../../packages/runtime/src/core/codec.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { type PluginResult, runPlugin } from "../../../../shared/process/run-plugin.ts";
import { validateProto } from "./validate-proto.ts";

const field = "(buf.validate.field)";
const path = "acme/v1/acme.proto";

/** Types of fields, with rules, and values of them that keep and break the rules. */
const fields: readonly {
  readonly type: string;
  readonly rules: string;
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}[] = [
  { type: "string", rules: "string.const = 'a'", right: ["a"], wrong: ["", "b"] },
  { type: "string", rules: "string.len = 2", right: ["ab", "😀b"], wrong: ["😀", "abc"] },
  { type: "string", rules: "string.min_len = 2", right: ["ab"], wrong: ["", "😀"] },
  { type: "string", rules: "string.max_len = 2", right: ["", "😀😀"], wrong: ["abc"] },
  {
    type: "string",
    rules: "string.pattern = '^[a-z.]\\\\s?.$'",
    right: ["a b", ".\u2028"],
    wrong: ["a\n", "a\u00a0b"],
  },
  { type: "string", rules: "string.pattern = '^(?P<x>\\\\@)$'", right: ["@"], wrong: ["a"] },
  {
    type: "string",
    rules: "string.pattern = '^!*$'",
    right: ["", "!".repeat(10_000)],
    wrong: ["!".repeat(10_001), "b"],
  },
  {
    type: "string",
    rules: "string = { pattern: '^!*$', max_len: 20000, min_len: 1 }",
    right: ["!".repeat(10_000)],
    wrong: ["", "!".repeat(10_001)],
  },
  {
    type: "string",
    rules: "string = { pattern: '^.+@.+[.].+$', max_len: 5 }",
    right: ["a@b.c"],
    wrong: ["a@b.cd"],
  },
  { type: "string", rules: "string.prefix = 'a.'", right: ["a.", "a.b"], wrong: ["ab.", ""] },
  { type: "string", rules: "string.suffix = '+/'", right: ["+/"], wrong: ["+/a"] },
  { type: "string", rules: "string.contains = '[x]'", right: ["a[x]b"], wrong: ["x"] },
  { type: "string", rules: "string.not_contains = '$'", right: ["", "a"], wrong: ["a$"] },
  { type: "string", rules: "string = { in: ['a', 'b'] }", right: ["a", "b"], wrong: ["", "c"] },
  { type: "string", rules: "string = { not_in: ['a', 'b'] }", right: ["", "c"], wrong: ["a", "b"] },
  {
    type: "string",
    rules:
      "string = { min_len: 2, prefix: 'a', suffix: 'z', contains: 'm', not_contains: 'n', not_in: ['amaz'] }",
    right: ["amz", "aammz"],
    wrong: ["amaz", "amnz", "az", "bmz"],
  },
  {
    type: "string",
    rules: "string.email = true",
    right: ["a@b", "a.b+c@x-y.example"],
    wrong: ["", "a", "a@-b", "a@b."],
  },
  {
    type: "string",
    rules: "string.hostname = true",
    right: ["a", "a-b.example.", `${"a".repeat(63)}.b`, `${"a.".repeat(126)}a`],
    wrong: ["", "a_b", "a.1", "1", "-a", `${"a".repeat(64)}.b`, `${"a.".repeat(127)}a`],
  },
  {
    type: "string",
    rules: "string.ip = true",
    right: ["1.2.3.4", "::1", "fe80::1%en0"],
    wrong: ["1.2.3", "1.2.3.256", "::1%"],
  },
  {
    type: "string",
    rules: "string.ipv4 = true",
    right: ["0.0.0.0", "255.255.255.255"],
    wrong: ["01.2.3.4", "::1"],
  },
  {
    type: "string",
    rules: "string.ipv6 = true",
    right: ["::", "1::", "::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4", "1::3:4:5:6:7:8", "::ffff:1.2.3.4"],
    wrong: ["1:2:3", ":::", "1::2::3", "1:2:3:4:5:6:7:8:9", "12345::", "1.2.3.4"],
  },
  {
    type: "string",
    rules: "string.uri = true",
    right: [
      "https://a.example/b?c#d",
      "urn:a:b",
      "a:",
      "http://[::1]:80/",
      "http://u:p@h",
      "http://[fe80::1%25en0]/",
    ],
    wrong: ["", "/a", "a b:c", "http://a b", "http://[1", "http://a/%zz", "http://a#b#c"],
  },
  {
    type: "string",
    rules: "string.uri_ref = true",
    right: ["", "/a", "./b?c", "//h/p", "a:b"],
    wrong: ["a b", "%", "1:b"],
  },
  {
    type: "string",
    rules: "string.address = true",
    right: ["a.example", "1.2.3.4", "::1"],
    wrong: ["", "a_b"],
  },
  {
    type: "string",
    rules: "string.uuid = true",
    right: ["123e4567-e89b-12d3-a456-426614174000"],
    wrong: ["", "123e4567e89b12d3a456426614174000"],
  },
  { type: "string", rules: "string.tuuid = true", right: ["123E4567e89b12d3a456426614174000"], wrong: ["1"] },
  {
    type: "string",
    rules: "string.ulid = true",
    right: ["01ARZ3NDEKTSV4RRFFQ69G5FAV"],
    wrong: ["81ARZ3NDEKTSV4RRFFQ69G5FAV"],
  },
  {
    type: "string",
    rules: "string.host_and_port = true",
    right: ["a:0", "1.2.3.4:65535", "[::1]:80"],
    wrong: ["a", "a:65536", "a:01", "::1:80"],
  },
  {
    type: "string",
    rules: "string.ip_with_prefixlen = true",
    right: ["1.2.3.4/32", "::/128"],
    wrong: ["1.2.3.4/33", "::/129", "::"],
  },
  { type: "string", rules: "string.ipv4_with_prefixlen = true", right: ["1.2.3.4/0"], wrong: ["::/1"] },
  { type: "string", rules: "string.ipv6_with_prefixlen = true", right: ["::/1"], wrong: ["1.2.3.4/0"] },
  { type: "string", rules: "string.protobuf_fqn = true", right: ["a.B"], wrong: [".a", "a..b"] },
  { type: "string", rules: "string.protobuf_dot_fqn = true", right: [".a.B"], wrong: ["a"] },
  {
    type: "string",
    rules: "string.well_known_regex = KNOWN_REGEX_HTTP_HEADER_NAME",
    right: [":a", "X-Y"],
    wrong: ["a b"],
  },
  {
    type: "string",
    rules: "string = { well_known_regex: KNOWN_REGEX_HTTP_HEADER_VALUE, strict: false }",
    right: ["a\u0001"],
    wrong: ["a\nb"],
  },
  { type: "string", rules: "required = true", right: ["a"], wrong: [""] },
  { type: "optional string", rules: "required = true", right: ["", "a"], wrong: [] },
  { type: "optional string", rules: "string.min_len = 1", right: ["a"], wrong: [""] },
  {
    type: "string",
    rules: "ignore = IGNORE_IF_ZERO_VALUE, (buf.validate.field).string.email = true",
    right: ["", "a@b"],
    wrong: ["a"],
  },
  {
    type: "string",
    rules: "ignore = IGNORE_ALWAYS, (buf.validate.field).string.email = true",
    right: ["", "a"],
    wrong: [],
  },
  { type: "google.protobuf.StringValue", rules: "string.max_len = 1", right: ["", "a"], wrong: ["ab"] },
  { type: "int32", rules: "int32 = { gt: 1, lte: 5 }", right: [2, 5], wrong: [0, 1, 6] },
  { type: "uint32", rules: "uint32 = { gte: 1, lt: 5 }", right: [1, 4], wrong: [0, 5] },
  { type: "int32", rules: "int32 = { in: [1, 2] }", right: [1], wrong: [0, 3] },
  { type: "int32", rules: "int32 = { not_in: [1, 2] }", right: [0, 3], wrong: [1] },
  { type: "int32", rules: "required = true", right: [-1], wrong: [0] },
  {
    type: "int64",
    rules: "int64 = { gte: -5, lte: 12 }",
    right: ["-5", "0", "12", 12, -5],
    wrong: ["-6", "13", 13, -6],
  },
  {
    type: "int64",
    rules: "int64.gt = 9007199254740993",
    right: ["9007199254740994"],
    wrong: ["0", "9007199254740993", 1],
  },
  { type: "int64", rules: "int64.lt = -3", right: ["-4", -9], wrong: ["0", "-3", "7", -3] },
  { type: "uint64", rules: "uint64 = { in: [1, 2] }", right: ["1", 2], wrong: ["0", 3] },
  { type: "int64", rules: "int64 = { not_in: [1] }", right: ["0", "11"], wrong: ["1", 1] },
  {
    type: "double",
    rules: "double = { gt: 0, lte: 1.5 }",
    right: [0.1, 1.5],
    wrong: [0, 1.6, "NaN", "Infinity"],
  },
  { type: "double", rules: "double.gte = 1", right: [1, "Infinity"], wrong: [0.9, "NaN", "-Infinity"] },
  { type: "double", rules: "double.finite = true", right: [1], wrong: ["NaN", "Infinity"] },
  { type: "double", rules: "double = { in: [1, 2.5] }", right: [2.5], wrong: [0, "NaN"] },
  { type: "float", rules: "float.lt = 2", right: [-1, 1.5, "-Infinity"], wrong: [2, "NaN"] },
  { type: "bool", rules: "bool.const = true", right: [true], wrong: [false] },
  { type: "Color", rules: "enum = { in: [1] }", right: ["COLOR_RED"], wrong: ["COLOR_BLUE", 7] },
  { type: "Color", rules: "enum = { not_in: [0, 2] }", right: ["COLOR_RED", 7], wrong: ["COLOR_BLUE", 2] },
  { type: "Color", rules: "enum.defined_only = true", right: ["COLOR_RED", "COLOR_BLUE"], wrong: [7] },
  { type: "Color", rules: "required = true", right: ["COLOR_RED"], wrong: [] },
  { type: "bytes", rules: "required = true", right: ["AQ=="], wrong: [""] },
  { type: "Inner", rules: "required = true", right: [{}], wrong: [] },
  {
    type: "repeated string",
    rules: "repeated = { min_items: 1, max_items: 2 }",
    right: [["a"], ["a", "a"]],
    wrong: [[], ["a", "a", "a"]],
  },
  {
    type: "repeated string",
    rules: "repeated = { unique: true, items: { string: { min_len: 1 } } }",
    right: [[], ["a", "b"]],
    wrong: [["a", "a"], [""]],
  },
  {
    type: "repeated int64",
    rules: "repeated.unique = true",
    right: [[], ["1", "2"]],
    wrong: [["1", "1"]],
  },
  {
    type: "map<int64, string>",
    rules: "map.max_pairs = 1",
    right: [{}, { 1: "" }],
    wrong: [{ 1: "", 2: "" }],
  },
  { type: "bytes", rules: "required = true", right: ["YQ=="], wrong: [""] },
  {
    type: "repeated Color",
    rules: "repeated.items.enum.not_in = 0",
    right: [[], ["COLOR_RED"]],
    wrong: [["COLOR_UNSPECIFIED"]],
  },
  { type: "repeated Inner", rules: "repeated.max_items = 1", right: [[{}]], wrong: [[{}, {}]] },
  {
    type: "repeated string",
    rules: "ignore = IGNORE_IF_ZERO_VALUE, (buf.validate.field).repeated.min_items = 2",
    right: [[], ["a", "b"]],
    wrong: [["a"]],
  },
  { type: "repeated string", rules: "required = true", right: [["a"]], wrong: [[]] },
  {
    type: "map<string, int32>",
    rules:
      "map = { min_pairs: 1, max_pairs: 2, keys: { string: { prefix: 'k' } }, values: { int32: { gt: 0 } } }",
    right: [{ k: 1 }],
    wrong: [{}, { a: 1 }, { k: 0 }, { k1: 1, k2: 1, k3: 1 }],
  },
  {
    type: "map<int32, string>",
    rules: "map.keys.int32.gt = 3",
    right: [{ 4: "" }],
    wrong: [{ 3: "" }, { "-4": "" }],
  },
  {
    type: "map<bool, string>",
    rules: "map.keys.bool.const = true",
    right: [{ true: "" }],
    wrong: [{ false: "" }],
  },
  {
    type: "google.protobuf.Duration",
    rules: "duration = { gte: { seconds: 1 }, lt: { seconds: 90 } }",
    right: ["1s", "1.5s", "89.999s"],
    wrong: ["0.999s", "-1s", "90s", "100s"],
  },
  {
    type: "google.protobuf.Duration",
    rules: "duration.gt = {}",
    right: ["0.001s", "5s"],
    wrong: ["0s", "-1s"],
  },
  {
    type: "google.protobuf.Duration",
    rules: "duration.lte = { seconds: 10 }",
    right: ["-20s", "10s", "9.9s"],
    wrong: ["10.001s", "11s"],
  },
  {
    type: "google.protobuf.Timestamp",
    rules: "timestamp = { gte: { seconds: 1700000000 }, lt: { seconds: 1800000000 } }",
    right: ["2023-11-14T22:13:20Z", "2023-11-14T22:13:20.5Z", "2027-01-15T07:59:59.9Z"],
    wrong: ["2023-11-14T22:13:19.9Z", "2027-01-15T08:00:00Z", "2030-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
  },
];

const proto = `syntax = "proto3";
package acme.v1;
import "buf/validate/validate.proto";
import "google/api/annotations.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message Inner {}
enum Color {
  option allow_alias = true;
  COLOR_UNSPECIFIED = 0; COLOR_RED = 1; COLOR_ALSO_RED = 1; COLOR_BLUE = 2;
}
message All {
  string name = 1 [${field}.string = { min_len: 3, prefix: "a" }];
  string id = 2 [${field}.string.uuid = true];
  int32 size = 3 [${field}.int32 = { gt: 1, lt: 10 }, ${field}.ignore = IGNORE_IF_ZERO_VALUE];
  repeated string tags = 4 [${field}.repeated = { min_items: 1, items: { string: { max_len: 3 } } }];
}
message GetRequest { int32 size = 1 [${field}.int32 = { gt: 1, lt: 10 }]; }
service Alls {
  rpc Get(GetRequest) returns (All) { option (google.api.http) = { get: "/all/{size}" }; }
  rpc Put(All) returns (Inner) { option (google.api.http) = { post: "/all" body: "*" }; }
}
message Choice { oneof it { option (buf.validate.oneof).required = true; string a = 1 [${field}.string.min_len = 1]; string b = 2; } }
${fields.map(({ type, rules }, index) => `message M${index} { ${type} it = 1 [${field}.${rules}]; }`).join("\n")}
`;

let result: PluginResult;
let directory: string | undefined;
let codecs: Readonly<Record<string, Codec<Readonly<Record<string, unknown>>>>>;
let binary: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
let ajv: Ajv2020;

beforeAll(async () => {
  const files = await compileProtos({ [path]: proto, "buf/validate/validate.proto": validateProto }, [path]);
  const targets = "types+json+binary+jsonschema+openapi+docs";
  result = await runPlugin({
    files,
    generate: [path],
    parameter: `target=ts,import_extension=ts,targets=${targets}`,
  });
  const temporary = join(import.meta.dirname, "../../../../../.tmp");
  await mkdir(temporary, { recursive: true });
  const root = await mkdtemp(join(temporary, "validate-"));
  directory = root;
  for (const [name, text] of Object.entries(result.files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
  const load = async (name: string): Promise<object> =>
    (await import(/* @vite-ignore */ pathToFileURL(join(root, name)).href)) as object;
  codecs = (await load("acme/v1/acme_json.ts")) as typeof codecs;
  binary = (await load("acme/v1/acme_binary.ts")) as typeof binary;
  ajv = createAjv([
    JSON.parse(result.files["acme.v1.schema.json"] ?? ""),
    JSON.parse(result.files["acme.v1.schema.strict.json"] ?? ""),
  ]);
});

afterAll(() => directory && rm(directory, { recursive: true, force: true }));

function codecOf(name: string): Codec<Readonly<Record<string, unknown>>> {
  const codec = codecs[`${name}Codec`];
  if (codec === undefined) throw new Error(`no codec of ${name}`);
  return codec;
}

function accepts(name: string, value: unknown, mode = ""): boolean {
  const validate = ajv.getSchema(
    `https://a2agen.dev/schemas/proto/acme.v1.schema.${mode}json#/$defs/${name}`,
  );
  if (validate === undefined) throw new Error(`no schema of ${name}`);
  return validate(value) === true;
}

describe.each(fields.map((row, index) => ({ ...row, name: `M${index}` })))(
  "$type with $rules",
  ({ name, right, wrong }) => {
    test("takes what keeps the rule in codec and schema, and refuses what breaks it", () => {
      const judge = (it: unknown): unknown => ({
        it,
        codec: codecOf(name).tryDecode({ it }).ok,
        schema: accepts(name, { it }),
      });
      expect(right.map(judge)).toEqual(right.map((it) => ({ it, codec: true, schema: true })));
      expect(wrong.map(judge)).toEqual(wrong.map((it) => ({ it, codec: false, schema: false })));
    });

    test("survives the binary form", () => {
      const encode = binary[`encode${name}Binary`];
      const decode = binary[`decode${name}Binary`];
      for (const it of right) {
        const value = codecOf(name).decode({ it });
        expect(codecOf(name).encode(decode?.(encode?.(value)) as never)).toEqual(codecOf(name).encode(value));
        expect(accepts(name, codecOf(name).encode(value), "strict.")).toBe(true);
      }
    });
  },
);

test("the codec and the schema say the same of values of any kind, in the spelling of the type", () => {
  const values = [
    ...new Map(
      fields
        .flatMap(({ right, wrong }) => [...right, ...wrong])
        .map((value) => [JSON.stringify(value), value]),
    ).values(),
  ];
  const differing = fields.flatMap(({ type, rules }, index) =>
    values
      .filter((it) => {
        const decoded = codecOf(`M${index}`).tryDecode(structuredClone({ it }));
        return decoded.ok !== accepts(`M${index}`, decoded.ok ? decoded.value : { it });
      })
      .map((it) => `${type} with ${rules}: ${JSON.stringify(it)}`),
  );
  expect(differing).toEqual([]);
});

test("a field without presence whose zero value breaks the rules is required, and others are not", () => {
  const required = fields.map(({ type, rules }, index) => ({
    type,
    rules,
    isRequired: !codecOf(`M${index}`).tryDecode({}).ok,
    bySchema: !accepts(`M${index}`, {}),
  }));
  expect(required.filter(({ isRequired, bySchema }) => isRequired !== bySchema)).toEqual([]);
  const optional = required
    .filter(({ isRequired }) => !isRequired)
    .map(({ type, rules }) => `${type} ${rules}`);
  expect(optional).toContain("optional string string.min_len = 1");
  expect(optional).not.toContain("string string.min_len = 2");
});

test("nothing is said of rules that are kept", () => {
  expect({ error: result.error, stderr: result.stderr }).toEqual({ error: undefined, stderr: "" });
});

test("a oneof that is required has one member, which keeps its own rules", () => {
  const values = [{}, { a: "x" }, { a: "" }, { b: "" }, { a: "x", b: "" }];
  expect(values.map((value) => codecOf("Choice").tryDecode({ ...value }).ok)).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(values.map((value) => accepts("Choice", value))).toEqual([false, true, false, true, false]);
});

test("spellings of one value are compared and counted as one", () => {
  const find = (type: string, rules: string): string =>
    `M${fields.findIndex((field) => field.type === type && field.rules === rules)}`;
  const [list, map] = [
    codecOf(find("repeated int64", "repeated.unique = true")),
    codecOf(find("map<int64, string>", "map.max_pairs = 1")),
  ];
  const judge = (codec: typeof list, it: unknown): unknown => {
    const result = codec.tryDecode({ it });
    return result.ok ? result.value["it"] : result.issues.map(({ code, path }) => `${path}: ${code}`);
  };
  expect(judge(list, ["1", 1])).toEqual(["it: range"]);
  expect(judge(list, ["1", 2])).toEqual(["1", "2"]);
  expect(judge(map, { "1": "a", "01": "b" })).toEqual({ "1": "b" });
  expect(judge(map, { "01": "a", "2": "b" })).toEqual(["it: range"]);
});

test("bytes that are required have codec and schema agree, however long they are", () => {
  const name = `M${fields.findIndex(({ type, rules }) => type === "bytes" && rules === "required = true")}`;
  const lengths = [1, 7_498, 7_500, 7_501, 9_999, 10_000, 10_001, 30_000];
  const judged = lengths.map((length) => {
    const it = Buffer.alloc(length).toString("base64");
    return { length, codec: codecOf(name).tryDecode({ it }).ok, schema: accepts(name, { it }) };
  });
  expect(judged).toEqual(lengths.map((length) => ({ length, codec: true, schema: true })));
});

test("problems say what the rules ask for", () => {
  const issues = codecOf("M15").tryDecode({ it: "b" });
  expect(issues.ok ? [] : issues.issues.map(({ code, message }) => `${message} [${code}]`)).toEqual([
    'expected a string, of at least 2 characters, beginning with "a", ending with "z", with "m" in it, without "n" in it, not one of "amaz", got "b" [format]',
  ]);
});

test("rules that neither a check nor a schema can keep are told with their places", async () => {
  const text = `syntax = "proto3";
package acme.v1;
import "buf/validate/validate.proto";
import "google/protobuf/timestamp.proto";
message Order {
  option (buf.validate.message).cel = { id: "x", expression: "true" };
  option (buf.validate.message).oneof = { fields: ["id", "code"] };
  string id = 1 [
    (buf.validate.field).string.min_len = 1,
    (buf.validate.field).string.min_bytes = 3,
    (buf.validate.field).string.pattern = "(?i)a"
  ];
  string code = 2 [(buf.validate.field) = { cel: { id: "y", expression: "true" } }];
  bytes data = 3 [(buf.validate.field).bytes.min_len = 1];
  google.protobuf.Timestamp time = 4 [(buf.validate.field).timestamp.lt_now = true];
  int32 count = 5 [(buf.validate.field).int32 = { gt: 5, lt: 1 }];
  repeated string list = 6 [(buf.validate.field).repeated.items.string.ip_prefix = true];
  float part = 7 [(buf.validate.field).float.const = 0.1];
  string other = 8 [(buf.validate.field).int32.gt = 0];
  oneof one { string left = 9 [(buf.validate.field).required = true]; }
  string slow = 10 [(buf.validate.field).string.pattern = "^(\\\\w+\\\\s?)*$"];
  string long = 11 [(buf.validate.field).string = { min_len: 10001, pattern: "^a" }];
}
`;
  const files = await compileProtos({ [path]: text, "buf/validate/validate.proto": validateProto }, [path]);
  const { error, stderr } = await runPlugin({ files, generate: [path], parameter: "targets=json" });
  expect(error).toBeUndefined();
  const end = "is left out, so that codecs and schemas take what it refuses";
  expect(stderr.trimEnd().split("\n")).toEqual([
    `${path}:6:3: warning: the rule cel of acme.v1.Order ${end}: rules in CEL are not evaluated [validate-rule]`,
    `${path}:7:3: warning: the rule oneof of acme.v1.Order ${end}: use a oneof of protobuf, which has a schema [validate-rule]`,
    `${path}:10:5: warning: the rule string.min_bytes of acme.v1.Order.id ${end}: JSON Schema counts characters, not bytes [validate-rule]`,
    `${path}:11:5: warning: the rule string.pattern of acme.v1.Order.id ${end}: the expression has no counterpart in JavaScript [validate-rule]`,
    `${path}:13:20: warning: the rule cel of acme.v1.Order.code ${end}: rules in CEL are not evaluated [validate-rule]`,
    `${path}:14:19: warning: the rule bytes.min_len of acme.v1.Order.data ${end}: bytes are texts in base64, of more than one spelling [validate-rule]`,
    `${path}:15:39: warning: the rule timestamp.lt_now of acme.v1.Order.time ${end}: what it allows depends on the time [validate-rule]`,
    `${path}:16:20: warning: the rule int32.lt of acme.v1.Order.count ${end}: the bounds exclude what is between them, which a schema cannot say; give the range that is allowed [validate-rule]`,
    `${path}:16:20: warning: the rule int32.gt of acme.v1.Order.count ${end}: the bounds exclude what is between them, which a schema cannot say; give the range that is allowed [validate-rule]`,
    `${path}:17:29: warning: the rule repeated.items.string.ip_prefix of acme.v1.Order.list ${end}: no expression can compare the bits of an address with the length of its prefix [validate-rule]`,
    `${path}:18:19: warning: the rule float.const of acme.v1.Order.part ${end}: numbers of single precision have more than one spelling [validate-rule]`,
    `${path}:19:21: warning: the rule int32.gt of acme.v1.Order.other ${end}: it is for another type [validate-rule]`,
    `${path}:20:32: warning: the rule required of acme.v1.Order.left ${end}: a member of a oneof is never required alone; give the oneof the rule [validate-rule]`,
    `${path}:21:21: warning: the rule string.pattern of acme.v1.Order.slow ${end}: JavaScript may take too much time for it: repeat no group whose parts can match the same text [validate-rule]`,
    `${path}:22:21: warning: the rule string.pattern of acme.v1.Order.long ${end}: it is matched against at most 10000 characters, and min_len asks for more [validate-rule]`,
  ]);
});

test("OpenAPI has the same keywords, and examples keep the rules", () => {
  const openapi = JSON.parse(result.files["acme.v1.openapi-3.1.json"] ?? "") as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly parameters: readonly { readonly schema: object }[] }>>
      >
    >;
    readonly components: { readonly schemas: Readonly<Record<string, object>> };
  };
  expect(openapi.components.schemas["All"]).toMatchObject({
    required: ["name", "id", "tags"],
    properties: {
      name: { type: "string", minLength: 3, pattern: "^a" },
      id: { type: "string", pattern: expect.stringContaining("[0-9A-Fa-f]{8}") },
      size: { anyOf: [{ const: 0 }, { type: "integer", minimum: 2, maximum: 9 }] },
      tags: { type: "array", items: { type: "string", maxLength: 3 }, minItems: 1 },
    },
  });
  expect(openapi.paths["/all/{size}"]?.["get"]?.parameters[0]?.schema).toMatchObject({
    minimum: 2,
    maximum: 9,
  });
});

test("the documentation says the rules", () => {
  expect(result.files["acme/v1/acme.md"]).toContain("of at least 3 characters, beginning with");
});
