import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compileProtos } from "../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../shared/process/run-plugin.ts";
import { useDirectory } from "../../../shared/use-directory.ts";

/** Lines of a proto; the first is line 1. */
function proto3(...lines: readonly string[]): string {
  return ['syntax = "proto3";', "package p.v1;", ...lines, ""].join("\n");
}

const directory = await useDirectory("a2agen-input-errors-");

beforeAll(async () => {
  await writeFile(join(directory, "broken.yaml"), profile("enums: upper"));
  await writeFile(join(directory, "indented.yaml"), "name: mine\n title: mine\n");
  await writeFile(join(directory, "naming.yaml"), profile("enums: proto-name", fieldRules));
  await writeFile(join(directory, "ruling.yaml"), profile("enums: proto-name", rulesThatDoNotFit));
  await writeFile(
    join(directory, "verbs.yaml"),
    `${profile("enums: proto-name").replaceAll("p.v1.Dog.", "q.v1.Dog.")}methods: { p.v1.Dogs.GetDog: { http: [{ verb: POST }, { verb: PUT }] } }\n`,
  );
  await writeFile(
    join(directory, "calling.yaml"),
    `${profile("enums: proto-name").replace("packages: []", "packages: [p.v1]")}${protocolRules}`,
  );
});

const fieldRules = "{ p.v1.Dog.agee: { minimum: 0, section: '1' } }";
const rulesThatDoNotFit =
  "{ p.v1.Dog.name: { minimum: 0, section: '1' }, p.v1.Dog.age: { values: [a], section: '1' } }";

/** In p.v1: Dog.name, Dog.age, Dog.owner (of type Owner), Owner.dogs, and the service Kennel with Feed. */
const protocolRules = `methods:
  p.v1.Kennel.Walk: { idempotent: true }
  q.v1.Kennel.Walk: { idempotent: true }
  p.v1.Kennel.Feed: { http: [{ verb: PUT }] }
wellKnownPaths: { agentCard: /dog.json }
signatures:
  message: p.v1.Dog
  field: p.v1.Dog.signature
  canonicalization: rfc8785
  excludedFields: [p.v1.Dog.mark]
  protectedHeader: { type: JOSE, required: [], optional: [] }
card:
  message: p.v1.Dog
  interfaces: [p.v1.Dog.ways]
  olderInterfaces: { url: [p.v1.Dog.name], binding: [p.v1.Dog.tag], additional: [p.v1.Owner.dogs] }
  version: [p.v1.Owner.dogs]
  securitySchemes: [p.v1.Dog.owner, p.v1.Dog.name]
  securityRequirements: [p.v1.Dog.name, p.v1.Owner.dogs]
  extensions: [p.v1.Dog.owner, p.v1.Owner.dogs]
  capabilities:
    - name: barking
      declaredIn: [p.v1.Dog.barks]
      methods: [p.v1.Kennel.Bark]
      fields: [{ methods: [p.v1.Kennel.Hush], field: [p.v1.Dog.owner, p.v1.Owner.voice] }]
      error: NoBark
tenant: { field: kennel }
tasks:
  state: p.v1.Mood
  terminalStates: [MOOD_GONE]
  interruptedStates: [MOOD_ASLEEP]
  eventTaskIds: [[p.v1.Dog.id]]
  eventStates: [[p.v1.Dog.mood]]
  eventMessages: []
  resume: { method: p.v1.Kennel.Follow, field: p.v1.Dog.id }
  snapshot: { method: p.v1.Kennel.Look, field: p.v1.Dog.nose, event: p.v1.Dog.task }
`;

function profile(enums: string, fields = "{}"): string {
  return `name: mine
title: Mine
packages: []
json:
  ${enums}
  spellings: protojson
  timestamps: offset
oneofs:
  exactlyOne: [p.v1.Dog.paw]
lists:
  requiredNonEmpty: false
  exempt: [p.v1.Dog.tail]
fields: ${fields}
errors: [{ name: NoBark, title: No, description: No., jsonRpc: -1, grpc: ABORTED, http: 409, reason: NO }]
jsonRpcErrors: []
errorBody: status
jsonRpcErrorData: details
serviceParameters: []
resourceNames: []
contentTypes:
  http: { send: application/json, accept: [application/json] }
  jsonRpc: { send: application/json, accept: [application/json] }
  error: { send: application/json, accept: [application/json] }
  stream: text/event-stream
`;
}

const dog = proto3("message Dog {", "  string name = 1;", "  int32 age = 2;", "}");

interface Case {
  readonly name: string;
  readonly given: {
    readonly plugin?: string;
    readonly parameter?: string;
    /** By path; the first is generated. */
    readonly protos?: Readonly<Record<string, string>>;
    readonly generate?: readonly string[];
  };
  /** Lines of the error. */
  readonly want: readonly string[];
}

const umbrellaOptions =
  "target, import_extension, profile, targets, folders, keep_empty_files, schema_base, title, license, contact, ts_nocheck, templates, template, modules, manifest";

const optionCases: readonly Case[] = [
  {
    name: "an unknown option",
    given: { parameter: "flavour=sweet" },
    want: [`unknown option "flavour"; the options are ${umbrellaOptions}`],
  },
  {
    name: "an option named like something that objects inherit",
    given: { parameter: "target=ts,toString=1" },
    want: [`unknown option "toString"; the options are ${umbrellaOptions}`],
  },
  {
    name: "an option of the umbrella in a plugin of one target",
    given: { plugin: "protoc-gen-a2a-types", parameter: "targets=types" },
    want: [
      'unknown option "targets"; the options are target, import_extension, profile, keep_empty_files, ts_nocheck, modules',
    ],
  },
  {
    name: "an unknown language",
    given: { parameter: "target=ts+java" },
    want: ['option target: expected ts, js, dts, joined with +; got "ts+java"'],
  },
  {
    name: "an option without its value",
    given: { parameter: "target" },
    want: ['option target: expected ts, js, dts, joined with +; got ""'],
  },
  {
    name: "an unknown target",
    given: { parameter: "targets=types+jsn" },
    want: [
      'option targets: expected all, client, server, schemas, or types, json, binary, service, grpc, fakes, legacy, extension, index, jsonschema, schema-bundle, openapi, openrpc, docs, template, legacy-schema, migration, joined with +; got "types+jsn"',
    ],
  },
  {
    name: "an unknown import extension",
    given: { parameter: "import_extension=mjs" },
    want: ['option import_extension: expected none, js, ts; got "mjs"'],
  },
  {
    name: "a switch that is neither on nor off",
    given: { parameter: "ts_nocheck=maybe" },
    want: ['option ts_nocheck: expected true, false; got "maybe"'],
  },
  {
    name: "an option with two values",
    given: { parameter: "targets=types,targets=json" },
    want: ['option targets: expected one value, got "types" and "json"; join values with +'],
  },
  {
    name: "a package for templates without a template",
    given: { parameter: "target=ts,modules=@a/b" },
    want: [
      'option modules: expected FILE.proto=PACKAGE; "@a/b" without FILE.proto= is for the target template only',
    ],
  },
  {
    name: "a profile without a name",
    given: { parameter: "profile=" },
    want: ['option profile: expected a built-in profile or the path of a .yaml file; got ""'],
  },
  {
    name: "an unknown profile",
    given: { parameter: "profile=a2a-9" },
    want: [
      "a2a-9: expected one of the built-in profiles a2a-0.3-proto, a2a-1.0-draft, a2a-1.0, a2a-1.1-dev, proto, or a path that ends in .yaml, .yml or .json [unknown-profile]",
    ],
  },
  {
    name: "a profile that is not there",
    given: { parameter: "profile=none.yaml" },
    want: ["none.yaml: expected a file that can be read, found ENOENT [unreadable]"],
  },
  {
    name: "a profile with a wrong value",
    given: { parameter: "profile=broken.yaml" },
    want: [
      'broken.yaml:5:10: json.enums: expected "kebab-case" or "proto-name", found "upper" [not-allowed]',
    ],
  },
  {
    name: "a profile that is not YAML",
    given: { parameter: "profile=indented.yaml" },
    want: [
      "indented.yaml:1:7: expected YAML, but nested mappings are not allowed in compact mappings [syntax]",
      "indented.yaml:1:7: expected YAML, but implicit keys need to be on a single line [syntax]",
    ],
  },
  {
    name: "a profile that names what the proto lacks",
    given: { parameter: "target=ts,profile=naming.yaml" },
    want: [
      'a.proto:1:1: error: profile mine names "p.v1.Dog.tail" under lists.exempt, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.agee" under fields, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.paw" under oneofs.exactlyOne, which the proto does not have; correct the profile [profile-name]',
    ],
  },
  {
    name: "a profile whose protocol is not that of the proto",
    given: {
      parameter: "target=ts,profile=calling.yaml",
      protos: {
        "a.proto": proto3(
          "message Dog {",
          "  string name = 1;",
          "  int32 age = 2;",
          "  Owner owner = 3;",
          "  repeated string tail = 4;",
          "  oneof paw {",
          "    bool left = 5;",
          "  }",
          "}",
          "message Owner {",
          "  repeated Dog dogs = 1;",
          "}",
          "enum Mood {",
          "  MOOD_UNSPECIFIED = 0;",
          "  MOOD_ASLEEP = 1;",
          "}",
          "service Kennel {",
          "  rpc Feed(Dog) returns (Dog);",
          "}",
        ),
      },
    },
    want: [
      "a.proto:20:3: error: profile mine adds PUT to p.v1.Kennel.Feed, which has no HTTP rule; correct the profile [profile-http]",
      'a.proto:1:1: error: profile mine names "p.v1.Kennel.Walk" under methods, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.signature" under signatures.field, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.mark" under signatures.excludedFields, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Kennel.Bark" under card.capabilities.methods, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Kennel.Hush" under card.capabilities.fields.methods, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Mood.MOOD_GONE" under tasks.terminalStates, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Kennel.Follow" under tasks.resume.method, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.id" under tasks.resume.field, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Kennel.Look" under tasks.snapshot.method, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.nose" under tasks.snapshot.field, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.task" under tasks.snapshot.event, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "kennel" under tenant.field, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.ways" under card.interfaces, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.tag" under card.olderInterfaces.binding, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.barks" under card.capabilities.declaredIn, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Owner.voice" under card.capabilities.fields.field, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.id" under tasks.eventTaskIds, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine names "p.v1.Dog.mood" under tasks.eventStates, which the proto does not have; correct the profile [profile-name]',
      'a.proto:1:1: error: profile mine has "p.v1.Owner.dogs" in a path under card.olderInterfaces.additional, where it should have a field of p.v1.Dog; correct the profile [profile-path]',
      'a.proto:1:1: error: profile mine has "p.v1.Owner.dogs" in a path under card.version, where it should have a field of p.v1.Dog; correct the profile [profile-path]',
      'a.proto:1:1: error: profile mine has "p.v1.Dog.name" in a path under card.securitySchemes, where it should have a field of p.v1.Owner; correct the profile [profile-path]',
      'a.proto:1:1: error: profile mine has "p.v1.Owner.dogs" in a path under card.securityRequirements, where it should have nothing, as p.v1.Dog.name is no singular message; correct the profile [profile-path]',
    ],
  },
  {
    name: "a profile whose rules do not fit the fields",
    given: {
      parameter: "target=ts,profile=ruling.yaml",
      protos: {
        "a.proto": proto3(
          "message Dog {",
          "  string name = 1;",
          "  int32 age = 2;",
          "  repeated string tail = 3;",
          "  oneof paw {",
          "    bool left = 4;",
          "  }",
          "}",
        ),
      },
    },
    want: [
      'a.proto:4:3: error: profile mine gives p.v1.Dog.name the rule "minimum", which is for singular numbers, but not for 64-bit integers; correct the profile [profile-rule]',
      'a.proto:5:3: error: profile mine gives p.v1.Dog.age the rule "values", which is for singular strings; correct the profile [profile-rule]',
    ],
  },
];

const service = (template: string): string =>
  proto3(
    'import "google/api/annotations.proto";',
    "message Dog {",
    "  string name = 1;",
    "  Dog friend = 2; repeated string toys = 3;",
    "}",
    "service Dogs {",
    "  rpc GetDog(Dog) returns (Dog) {",
    `    option (google.api.http) = {${template}};`,
    "  }",
    "}",
  );

const protoCases: readonly Case[] = [
  {
    name: "a verb of the profile that the proto has a rule of",
    given: {
      parameter: "target=ts,profile=verbs.yaml",
      protos: { "a.proto": service('get: "/v1/dogs" additional_bindings {put: "/v1/dog" body: "*"}') },
    },
    want: [
      "a.proto:9:3: error: profile mine adds PUT to p.v1.Dogs.GetDog, which has a rule of that verb already; correct the profile [profile-http]",
    ],
  },
  {
    name: "a field with the JSON name __proto__",
    given: {
      protos: { "a.proto": proto3("message Dog {", '  string name = 1 [json_name = "__proto__"];', "}") },
    },
    want: [
      'a.proto:4:3: error: field p.v1.Dog.name has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]',
    ],
  },
  {
    name: "fields of the same JSON name",
    given: {
      protos: {
        "a.proto":
          'syntax = "proto2";\npackage p.v1;\nmessage Dog {\n  optional string dog_name = 1;\n  optional string dogName = 2;\n}\n',
      },
    },
    want: [
      'a.proto:5:3: error: fields p.v1.Dog.dog_name and p.v1.Dog.dogName have the same JSON name "dogName"; set json_name on one of them [json-name-collision]',
    ],
  },
  {
    name: "enum values that a kebab-case profile spells the same",
    given: {
      parameter: "profile=a2a-1.0-draft",
      protos: {
        "a.proto": proto3(
          "enum Coat {",
          "  // Compilers refuse such names for different numbers.",
          "  option allow_alias = true;",
          "  COAT_UNSPECIFIED = 0;",
          "  COAT_LONG_HAIR = 1;",
          "  COAT_LONG__HAIR = 1;",
          "}",
        ),
      },
    },
    want: [
      'a.proto:3:1: error: enum values COAT_LONG_HAIR and COAT_LONG__HAIR are both spelled "long-hair" in this dialect; rename one of them, or use the profile "proto" [enum-spelling-collision]',
    ],
  },
  {
    name: "a message set",
    given: {
      protos: {
        "a.proto":
          'syntax = "proto2";\npackage p.v1;\nmessage Old {\n  option message_set_wire_format = true;\n  extensions 4 to max;\n}\n',
      },
    },
    want: [
      "a.proto:3:1: error: message p.v1.Old uses message_set_wire_format, which is not supported; use an ordinary message with an Any field [message-set]",
    ],
  },
  {
    name: "problems of several files, all of them, in the order of the files",
    given: {
      protos: {
        "b.proto": proto3("message B {", '  string name = 1 [json_name = "__proto__"];', "}"),
        "a.proto": proto3(
          "message A {",
          '  string name = 1 [json_name = "__proto__"];',
          "}",
          "message C {",
          '  string name = 1 [json_name = "__proto__"];',
          "}",
        ),
      },
      generate: ["b.proto", "a.proto"],
    },
    want: [
      'a.proto:4:3: error: field p.v1.A.name has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]',
      'a.proto:7:3: error: field p.v1.C.name has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]',
      'b.proto:4:3: error: field p.v1.B.name has the JSON name "__proto__", which sets the prototype of a JavaScript object; choose another json_name [json-name-proto]',
    ],
  },
];

async function runCase({
  plugin,
  parameter = "target=ts",
  protos = { "a.proto": dog },
  generate,
}: Case["given"]) {
  return runPlugin({
    ...(plugin === undefined ? {} : { plugin }),
    parameter,
    files: await compileProtos(protos),
    generate: generate ?? Object.keys(protos).slice(0, 1),
    directory,
  });
}

describe("a problem of the input is the error of the response, with exit status 0 and no files", () => {
  test.each([...optionCases, ...protoCases])("$name", async ({ given, want }) => {
    const { status, stderr, error, files } = await runCase(given);
    expect({ status, stderr, error: error?.split("\n"), files }).toEqual({
      status: 0,
      stderr: "",
      error: want,
      files: {},
    });
  });

  test("a file to generate that the input does not have", async () => {
    const files = await compileProtos({ "a.proto": dog });
    const {
      status,
      stderr,
      error,
      files: written,
    } = await runPlugin({
      parameter: "target=ts",
      files,
      generate: ["b.proto"],
    });
    expect({ status, stderr, written }).toEqual({ status: 0, stderr: "", written: {} });
    expect(error).toMatch(/^[^\n]*b\.proto[^\n]*$/);
    expect(error).not.toMatch(/internal error/);
  });

  test("says what is supported as a success does, or protoc would complain of that instead", async () => {
    const supported = async (parameter: string) => {
      const { supportedFeatures, minimumEdition, maximumEdition } = (await runCase({ parameter })).response;
      return { supportedFeatures, minimumEdition, maximumEdition };
    };
    expect(await supported("flavour=sweet")).toEqual(await supported("target=ts"));
  });
});

test("a warning goes to standard error, and the files are written", async () => {
  const text = proto3(
    'import "google/api/field_behavior.proto";',
    "message Dog {",
    "  oneof tail {",
    "    string long = 1 [(google.api.field_behavior) = REQUIRED];",
    "  }",
    "}",
  );
  const { status, stderr, error, files } = await runCase({
    parameter: "target=ts,targets=types",
    protos: { "a.proto": text },
  });
  expect({ status, stderr, error, files: Object.keys(files) }).toEqual({
    status: 0,
    stderr:
      "a.proto:6:5: warning: REQUIRED has no effect on p.v1.Dog.long, a member of a oneof; list the oneof in the profile under oneofs.exactlyOne instead [required-in-oneof]\n",
    error: undefined,
    files: ["a_types.ts"],
  });
});

const leftOut = (template: string, problem: string): string =>
  `a.proto:9:3: warning: the HTTP rule of p.v1.Dogs.GetDog, "${template}", is left out: ${problem} [http-rule]\n`;

test.each([
  {
    name: "that does not begin at the root",
    given: 'get: "v1/dogs"',
    want: leftOut("v1/dogs", 'it must begin with "/"'),
  },
  {
    name: "with a bracket that stays open, in an additional binding",
    given: 'get: "/v1/dogs" additional_bindings {get: "/v1/{name"}',
    want: leftOut("/v1/{name", '"}" is missing at column 10'),
  },
  { name: "without a path", given: 'body: "*"', want: leftOut("", "it has no verb and path") },
  {
    name: "with two deep wildcards",
    given: 'get: "/v1/{name=dogs/**}/toys/**"',
    want: leftOut("/v1/{name=dogs/**}/toys/**", 'it has "**" 2 times; write it once'),
  },
  {
    name: "with two actions",
    given: 'get: "/v1/{name}:custom:custom"',
    want: leftOut("/v1/{name}:custom:custom", 'a path segment was expected at column 18, found ":"'),
  },
  {
    name: "with a variable that the message lacks",
    given: 'get: "/v1/{friend.nme=dogs/*}"',
    want: leftOut("/v1/{friend.nme=dogs/*}", 'it names the field "friend.nme", which p.v1.Dog does not have'),
  },
  {
    name: "with a body that the message lacks",
    given: 'put: "/v1/dogs" body: "dog"',
    want: leftOut("/v1/dogs", 'it names the field "dog", which p.v1.Dog does not have'),
  },
  {
    name: "with a variable that is a message",
    given: 'get: "/v1/{friend}"',
    want: leftOut("/v1/{friend}", 'its variable "friend" is the message p.v1.Dog; name one of its fields'),
  },
  {
    name: "with a repeated variable",
    given: 'get: "/v1/{toys}"',
    want: leftOut("/v1/{toys}", 'its variable "toys" is a repeated field'),
  },
  {
    name: "with a variable twice",
    given: 'get: "/v1/{name}/{name}"',
    want: leftOut("/v1/{name}/{name}", 'it has the variable "name" twice'),
  },
  {
    name: "of a GET with a body",
    given: 'get: "/v1/dogs" body: "*"',
    want: 'a.proto:9:3: warning: the HTTP rule of p.v1.Dogs.GetDog, "/v1/dogs", has the body "*", which a GET cannot carry: its fields become query parameters [http-body]\n',
  },
])("an HTTP rule $name costs no other target", async ({ given, want }) => {
  const { stderr, error, files } = await runCase({
    parameter: "target=ts,targets=types+json+binary+service",
    protos: { "a.proto": service(given) },
  });
  expect({ stderr, error }).toEqual({ stderr: want, error: undefined });
  expect(Object.keys(files)).toContain("a_service.ts");
});

test("types of google/protobuf for which nothing is generated are told, and packages for protos that are not there", async () => {
  const { stderr, error } = await runCase({
    parameter: "target=ts,targets=types,modules=b.proto=@b/b+google/api/http.proto=@google/api",
    protos: {
      "a.proto": proto3(
        'import "google/protobuf/descriptor.proto";',
        'import "google/protobuf/type.proto";',
        'import "google/protobuf/timestamp.proto";',
        "message A {",
        "  google.protobuf.FileDescriptorProto file = 1;",
        "  repeated google.protobuf.Field.Kind kinds = 2;",
        "  google.protobuf.Timestamp time = 3;",
        "}",
        "extend google.protobuf.FieldOptions { string a = 50000; }",
      ),
    },
  });
  const advice = (file: string): string =>
    `no code is generated for ${file}: with buf, set include_imports and include_wkt to true; with protoc, name ${file} as well [not-generated]`;
  const imports = ["any", "descriptor", "source_context", "timestamp", "type"];
  const known = imports.map((name) => `google/protobuf/${name}.proto`).join(", ");
  const unknown = (file: string): string =>
    `warning: the option modules names ${file}, which no proto of this run imports; it imports ${known} [modules-unknown]`;
  expect({ error, stderr: stderr.split("\n") }).toEqual({
    error: undefined,
    stderr: [
      `a.proto:7:3: warning: google.protobuf.FileDescriptorProto is used, but ${advice("google/protobuf/descriptor.proto")}`,
      `a.proto:8:3: warning: google.protobuf.Field.Kind is used, but ${advice("google/protobuf/type.proto")}`,
      unknown("b.proto"),
      unknown("google/api/http.proto"),
      "",
    ],
  });
});

test("a file that is imported and not generated is told, where all directories are one run", async () => {
  const protos = {
    "a/a.proto": proto3('import "c/c.proto";', "message A { c.C c = 1; }"),
    "b/b.proto": proto3("message B {}"),
    "c/c.proto": 'syntax = "proto3"; package c; message C {}',
  };
  const files = await compileProtos(protos);
  const run = async (parameter: string, ...generate: readonly string[]): Promise<string> =>
    (await runPlugin({ files, generate, parameter })).stderr;
  expect(await run("targets=types", "a/a.proto", "b/b.proto")).toMatch(
    /^a\/a\.proto:\d+:\d+: warning: c\.C is used, and this run generates no code for c\/c\.proto: unless another run does, set include_imports to true, name the file as well, or give the option modules=c\/c\.proto=PACKAGE \[elsewhere\]\n$/,
  );
  expect(await run("targets=types", "a/a.proto")).toBe("");
  expect(await run("targets=types,modules=c/c.proto=@c/c", "a/a.proto", "b/b.proto")).toBe("");
});

test("another version of a package that a profile names is plain ProtoJSON, and a warning says so", async () => {
  const text = `syntax = "proto3";
package a2a.v1;
message Task { TaskState state = 1; }
enum TaskState { TASK_STATE_UNSPECIFIED = 0; TASK_STATE_CANCELLED = 5; }
service A2AService { rpc GetTask(Task) returns (Task); }
`;
  const protos = { "old.proto": text };
  const { stderr, error, files } = await runCase({ parameter: "target=ts,targets=types+json", protos });
  expect({ stderr, error }).toEqual({
    stderr: expect.stringMatching(
      /^old\.proto:1:1: warning: package a2a\.v1 is that of the profile a2a-1\.0-draft, but this version of it has no a2a\.v1\.[\w.]+; the profile "proto" rules it, plain ProtoJSON: give the option profile= to choose another one \[other-version\]\n$/,
    ),
    error: undefined,
  });
  expect(files["old_types.ts"]).toContain('Cancelled: "TASK_STATE_CANCELLED"');
  // A profile that was asked for is taken at its word.
  const asked = await runCase({ parameter: "target=ts,profile=a2a-1.0-draft", protos });
  expect(asked.error).toMatch(/^old\.proto:1:1: error: profile a2a-1\.0-draft names "/);
});

test("schemas of types that differ in case only are one file on some systems, which a warning says", async () => {
  const { stderr, error, files } = await runCase({
    parameter: "targets=jsonschema",
    protos: {
      "a.proto": proto3(
        "message Foo {}",
        "message FOO {}",
        "message Bar { message Baz {} }",
        "message Bar_baz {}",
      ),
    },
  });
  const warning = (line: number, first: string, second: string): string =>
    `a.proto:${line}:1: warning: ${first}.schema.json and ${second}.schema.json are one file on macOS and Windows, which do not tell cases apart; rename one of the types, or use the bundle, which has both [case-collision]`;
  expect({ error, stderr: stderr.split("\n") }).toEqual({
    error: undefined,
    stderr: [warning(4, "Foo", "FOO"), warning(6, "Bar_Baz", "Bar_baz"), ""],
  });
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(["p.v1/FOO.schema.json", "p.v1/Foo.schema.json"]),
  );
});

test("problems of files that are only imported are not told", async () => {
  const { error, files } = await runCase({
    parameter: "target=ts,targets=types",
    protos: {
      "a.proto": proto3('import "b.proto";', "message A {", "  B b = 1;", "}"),
      "b.proto": proto3("message B {", '  string name = 1 [json_name = "__proto__"];', "}"),
    },
  });
  expect({ error, files: Object.keys(files) }).toEqual({ error: undefined, files: ["a_types.ts"] });
});

test("extensions of messages of other files are left out, which a warning says; options are not told of", async () => {
  const { stderr, error, files } = await runCase({
    parameter: "target=ts,targets=types",
    generate: ["book.proto", "pages.proto"],
    protos: {
      "book.proto": 'syntax = "proto2"; package acme.v1; message Book { extensions 100 to 199; }',
      "pages.proto": [
        'syntax = "proto2";',
        "package acme.v1;",
        'import "book.proto";',
        'import "google/protobuf/descriptor.proto";',
        "extend Book { optional int32 pages = 100; }",
        "message Note { extend Book { optional Note note = 101; } }",
        "extend google.protobuf.FieldOptions { optional bool secret = 50000; }",
      ].join("\n"),
    },
  });
  const warning = (place: string, name: string): string =>
    `pages.proto:${place}: warning: the extension ${name} is not in generated code, since acme.v1.Book is declared in another file; declare it in book.proto, or give acme.v1.Book a field or an Any [extension-elsewhere]`;
  expect({ stderr, error, book: files["book_types.ts"]?.includes("pages") }).toEqual({
    stderr: `${warning("5:15", "acme.v1.pages")}\n${warning("6:30", "acme.v1.Note.note")}\n`,
    error: undefined,
    book: false,
  });
});
