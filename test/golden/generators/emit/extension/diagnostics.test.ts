import { describe, expect, test } from "vitest";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";

const head = [
  'syntax = "proto3";',
  "package acme.v1;",
  'import "a2agen/options.proto";',
  'import "lf/a2a/v1/a2a.proto";',
];

/** The first line after the head. */
const first = head.length + 1;

interface Case {
  readonly name: string;
  readonly given: readonly string[];
  /** Without the path; none for a proto that is fine. */
  readonly want: readonly string[];
}

async function diagnose(lines: readonly string[]): Promise<readonly string[]> {
  const files = await compileProtos({ "acme/v1/acme.proto": [...head, ...lines, ""].join("\n") });
  const { error, stderr } = await runPlugin({
    plugin: "protoc-gen-a2a-extension",
    parameter: "target=ts",
    files,
    generate: ["acme/v1/acme.proto"],
  });
  return `${error ?? ""}\n${stderr}`
    .split("\n")
    .filter((line) => line !== "" && !line.includes("imports google/api"))
    .map((line) => line.replace("acme/v1/acme.proto:", ""));
}

/** A message with the option on its first line. */
function extension(
  name: string,
  options: string,
  { fields = "string text = 1;", uri = `"https://acme.example/ext/${name.toLowerCase()}/v1"` } = {},
): string {
  const given = uri === "" ? "" : `uri: ${uri} `;
  return `message ${name} { option (a2agen.extension) = { ${given}${options} }; ${fields} }`;
}

/** A profile that narrows messages of the core by one rule. */
function narrowing(object: string, rule: string): readonly string[] {
  return [
    extension(
      "Pet",
      `kind: EXTENSION_KIND_PROFILE objects: "lf.a2a.v1.Message" narrows: { object: "lf.a2a.v1.${object}" ${rule} }`,
    ),
  ];
}

const profile = 'kind: EXTENSION_KIND_PROFILE objects: "lf.a2a.v1.Message"';
const at = `${first}:15`;
const rules = '(A2A extensions, "Scope of Extensions"; specification 4.6)';
const uriHelp =
  'give an absolute URI of printable ASCII without spaces, quotes and commas, such as "https://example.com/ext/name/v1" [extension-uri]';

const cases: readonly Case[] = [
  { name: "a profile", given: [extension("Pet", profile)], want: [] },
  {
    name: "a URN with a version",
    given: [extension("Pet", profile, { uri: '"urn:acme:pet:1.2"' })],
    want: [],
  },
  {
    name: "no uri",
    given: [extension("Pet", profile, { uri: "" })],
    want: [`${at}: error: the uri of acme.v1.Pet is missing; ${uriHelp}`],
  },
  ...[
    "pet/v1",
    "https://acme.example/a b/v1",
    "https://acme.example/a,b/v1",
    "https://acme.example/é/v1",
    "https://[/v1",
  ].map(
    (uri): Case => ({
      name: `the uri ${uri}`,
      given: [extension("Pet", profile, { uri: JSON.stringify(uri) })],
      want: [`${at}: error: the uri of acme.v1.Pet is ${JSON.stringify(uri)}; ${uriHelp}`],
    }),
  ),
  {
    name: "a uri with a line end",
    given: [extension("Pet", profile, { uri: '"https://acme.example/v1\\r\\nX-Evil: 1"' })],
    want: [`${at}: error: the uri of acme.v1.Pet is "https://acme.example/v1\\r\\nX-Evil: 1"; ${uriHelp}`],
  },
  {
    name: "a uri without a version",
    given: [extension("Pet", profile, { uri: '"https://v1.acme.example/pet"' })],
    want: [
      `${at}: warning: the uri of acme.v1.Pet, "https://v1.acme.example/pet", has no version; end it in one, such as "/v1", since a breaking change needs a new uri (A2A extensions, "Versioning"; specification 4.6.3) [extension-uri-version]`,
    ],
  },
  {
    name: "two extensions with one uri",
    given: [
      extension("Pet", profile),
      extension("Dog", profile, { uri: '"https://acme.example/ext/pet/v1"' }),
    ],
    want: [
      `${first + 1}:15: error: acme.v1.Dog has the uri "https://acme.example/ext/pet/v1" of acme.v1.Pet (acme/v1/acme.proto:${at}); give each extension a uri of its own (A2A extensions, "Extension Declaration"; specification 4.6.1) [extension-uri-twice]`,
    ],
  },
  {
    name: "another uri that is of a second extension",
    given: [
      extension("Pet", `${profile} other_uris: "https://old.example/ext/pet"`),
      extension("Dog", `${profile} other_uris: "https://acme.example/ext/pet/v1" other_uris: "no uri"`),
    ],
    want: [
      `${first + 1}:15: error: acme.v1.Dog has the uri "https://acme.example/ext/pet/v1" of acme.v1.Pet (acme/v1/acme.proto:${at}); give each extension a uri of its own (A2A extensions, "Extension Declaration"; specification 4.6.1) [extension-uri-twice]`,
      `${first + 1}:15: error: the uri of acme.v1.Dog is "no uri"; ${uriHelp}`,
    ],
  },
  {
    name: "errors of its own",
    given: [
      extension(
        "Pet",
        `${profile} errors: { name: "PET_LOST" json_rpc: -32400 } errors: { name: "PET_ILL" grpc: "ABORTED" }`,
      ),
    ],
    want: [],
  },
  {
    name: "errors that are wrong",
    given: [
      extension(
        "Pet",
        `${profile} errors: { name: "PetLost" grpc: "LOST" } errors: { name: "PET_ILL" json_rpc: -32400 http: 200 } errors: { name: "PET_ILL" json_rpc: -32400 } errors: { name: "PET_OLD" }`,
      ),
    ],
    want: [
      'the error "PetLost" of acme.v1.Pet, name: expected a name such as ROUTE_NOT_FOUND',
      'the error "PetLost" of acme.v1.Pet, grpc: expected a status of gRPC, CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS or UNAUTHENTICATED',
      'the error "PET_ILL" of acme.v1.Pet, http: expected a status from 400 to 599',
      'the error "PET_ILL" of acme.v1.Pet, name: expected each name once',
      'the error "PET_ILL" of acme.v1.Pet, jsonRpc: expected each code once',
      'the error "PET_OLD" of acme.v1.Pet: expected jsonRpc or grpc',
    ].map((text) => `${at}: error: ${text}; correct it [extension-error]`),
  },
  {
    name: "errors that are of the core, of JSON-RPC, and of another extension",
    given: [
      extension(
        "Pet",
        `${profile} errors: { name: "PET_LOST" json_rpc: -32400 } errors: { name: "PET_ILL" json_rpc: -32001 } errors: { name: "PET_OLD" json_rpc: -32090 }`,
      ),
      extension(
        "Dog",
        `${profile} errors: { name: "DOG_LOST" json_rpc: -32400 } errors: { name: "TASK_NOT_FOUND" json_rpc: -32401 } errors: { name: "NOT_FOUND" json_rpc: -32402 }`,
      ),
    ],
    want: [
      `${at}: warning: acme.v1.Pet gives PET_ILL the JSON-RPC code -32001 of TaskNotFoundError of A2A 1.0, from which clients cannot tell it by the code alone; choose another one (specification 9.5) [extension-error-code]`,
      `${at}: warning: acme.v1.Pet gives PET_OLD the JSON-RPC code -32090 of JSON-RPC servers (-32099 to -32000), from which clients cannot tell it by the code alone; choose another one (specification 9.5) [extension-error-code]`,
      `${first + 1}:15: warning: acme.v1.Dog gives DOG_LOST the JSON-RPC code -32400 of PET_LOST of acme.v1.Pet, from which clients cannot tell it by the code alone; choose another one (specification 9.5) [extension-error-code]`,
      `${first + 1}:15: warning: acme.v1.Dog has an error TASK_NOT_FOUND, which is the reason of TaskNotFoundError of A2A 1.0 as well, so that clients take it for that; choose another name (specification 9.5) [extension-error-name]`,
      `${first + 1}:15: warning: acme.v1.Dog has an error NOT_FOUND, which is the reason of the gRPC status NOT_FOUND as well, so that clients take it for that; choose another name (specification 9.5) [extension-error-name]`,
    ],
  },
  {
    name: "no kind",
    given: [extension("Pet", 'objects: "lf.a2a.v1.Message"')],
    want: [
      `${at}: error: acme.v1.Pet has no kind; set kind to EXTENSION_KIND_DATA, _PROFILE, _METHOD or _STATE_MACHINE ${rules} [extension-kind]`,
    ],
  },
  {
    name: "an object that is not there, and one of another package",
    given: [extension("Pet", 'kind: EXTENSION_KIND_PROFILE objects: "lf.a2a.v1.Mesage" objects: "Message"')],
    want: ["lf.a2a.v1.Mesage", "Message"].map(
      (name) =>
        `${at}: error: acme.v1.Pet names the object "${name}", which no proto of the request declares; give the full name of a message, such as "lf.a2a.v1.Message", and import its proto [extension-object]`,
    ),
  },
  {
    name: "an object without metadata",
    given: [extension("Pet", 'kind: EXTENSION_KIND_PROFILE objects: "lf.a2a.v1.AgentCard"')],
    want: [
      `${at}: error: acme.v1.Pet cannot have data on lf.a2a.v1.AgentCard, which has no field "metadata" of the type google.protobuf.Struct; name an object that has one ${rules} [extension-metadata]`,
    ],
  },
  {
    name: "params that are not there",
    given: [extension("Pet", `${profile} params: "PetParams"`)],
    want: [
      `${at}: error: the params of acme.v1.Pet are "PetParams", which no proto of the request declares as a message; give a name of the same package or a full name [extension-params]`,
    ],
  },
  ...[
    {
      name: "of a profile",
      kind: "PROFILE",
      machine: 'field: "state"',
      want: "is of another kind; set kind to EXTENSION_KIND_STATE_MACHINE",
    },
    {
      name: "without an enum",
      kind: "STATE_MACHINE",
      machine: 'field: "text"',
      want: 'tells its state in "text"; name a field with an enum, of which it has state',
    },
    {
      name: "with unknown states",
      kind: "STATE_MACHINE",
      machine: 'field: "state" transitions: { from: "ROLE_USER" to: "ROLE_BOT" }',
      want: 'moves to or from "ROLE_BOT"; its states are ROLE_USER, ROLE_AGENT',
    },
    {
      name: "in other data",
      kind: "STATE_MACHINE",
      machine: 'data: "dog" field: "state"',
      want: 'is told in the data "dog"; its data has no name, so leave data out',
    },
    {
      name: "with terms for what is no state",
      kind: "STATE_MACHINE",
      machine: 'field: "state" states: { state: "ROLE_BOT" carries: "text" }',
      want: 'has terms for "ROLE_BOT"; its states are ROLE_USER, ROLE_AGENT',
    },
    {
      name: "with fields that are not there",
      kind: "STATE_MACHINE",
      machine: 'field: "state" states: { state: "ROLE_USER" carries: "name" }',
      want: 'asks for the field "name"; its data has text, state',
    },
  ].map(
    ({ name, kind, machine, want }): Case => ({
      name: `a state machine ${name}`,
      given: [
        extension(
          "Pet",
          `kind: EXTENSION_KIND_${kind} objects: "lf.a2a.v1.Message" state_machine: { ${machine} }`,
          { fields: "string text = 1; lf.a2a.v1.Role state = 2;" },
        ),
      ],
      want: [`${at}: error: the state machine of acme.v1.Pet ${want} ${rules} [extension-states]`],
    }),
  ),
  ...[
    {
      terms: 'data: { name: "Own Data" }',
      want: 'data[0].name of acme.v1.Pet: expected a name in camelCase, found "Own Data"',
    },
    {
      terms: 'data: { name: "get" }',
      want: 'data[0].name of acme.v1.Pet: expected a name that the generated constant has no other member of, found "get"',
    },
    {
      terms: 'data: { name: "one" } data: {}',
      want: "data[1] of acme.v1.Pet: expected a name for each of several data, found an object",
    },
    {
      terms: 'data: { at: { part_key: "pet" } }',
      want: "data[0] of acme.v1.Pet: expected a name for data in parts, found an object",
    },
    {
      terms: 'data: { name: "one" at: { part_key: "pet" also_reads: "dog" } }',
      want: "data[0].at.also_reads of acme.v1.Pet: expected none beside part_key, found a list",
    },
    {
      terms: 'data: { at: { also_reads: "dog" } }',
      want: "data[0].at of acme.v1.Pet: expected a place: uri, key, prefix, uri_without_scheme, path, part_key or media_type, found an object",
    },
    {
      terms: 'data: { at: { path: { names: "pet" } } }',
      want: "data[0].at.path of acme.v1.Pet: expected two names or more, found an object",
    },
    {
      terms: 'data: { name: "one" at: { media_type: "json" } }',
      want: 'data[0].at.media_type of acme.v1.Pet: expected a media type, found "json"',
    },
    {
      terms: "data: { on_invalid: INVALID_DATA_SKIP }",
      want: 'data[0].on_invalid of acme.v1.Pet: expected refuse or ignore: nothing can be left out, found "INVALID_DATA_SKIP"',
    },
    {
      terms: 'headers: { name: "Pet Agent" pattern: "(" }',
      want: [
        'headers[0].name of acme.v1.Pet: expected the name of a header, found "Pet Agent"',
        'headers[0].pattern of acme.v1.Pet: expected a regular expression, found "("',
      ],
    },
    {
      terms: 'headers: { name: "Pet-Agent" pattern: "(a+)+" }',
      want: 'headers[0].pattern of acme.v1.Pet: expected repeated parts with different first characters, so that matching is quick, found "(a+)+"',
    },
    {
      terms: "required: true activation: EXTENSION_ACTIVATION_NONE",
      want: "required of acme.v1.Pet: expected an activation by header, found true",
    },
  ].map(
    ({ terms, want }): Case => ({
      name: `the terms ${terms}`,
      given: [extension("Pet", `${profile} ${terms}`)],
      want: [want].flat().map((text) => `${at}: error: ${text} [extension-option]`),
    }),
  ),
  {
    name: "data that nothing carries",
    given: [extension("Pet", "kind: EXTENSION_KIND_PROFILE data: {}")],
    want: [
      `${at}: error: data[0].on of acme.v1.Pet: expected objects that carry the data, here or for all data in objects, found nothing [extension-option]`,
    ],
  },
  {
    name: "data of a type that is not there, in parts of an object that has none, in a state that is none",
    given: [
      extension(
        "Pet",
        `${profile} data: { name: "one" type: "Dog" } data: { name: "two" on: "lf.a2a.v1.Task" at: { part_key: "pet" } } data: { name: "three" on: "lf.a2a.v1.Task" task_states: "TASK_STATE_ASLEEP" }`,
      ),
    ],
    want: [
      `${at}: error: acme.v1.Pet has data of the type "Dog", which no proto of the request declares as a message; give a name of the same package or a full name [extension-data]`,
      `${at}: error: acme.v1.Pet names the object "lf.a2a.v1.Task", which cannot carry its data; name one of lf.a2a.v1.Message, lf.a2a.v1.Artifact ${rules} [manifest-object]`,
      `${at}: error: acme.v1.Pet asks for the task state "TASK_STATE_ASLEEP", which the core does not have; name one of TASK_STATE_SUBMITTED, TASK_STATE_WORKING, TASK_STATE_COMPLETED, TASK_STATE_FAILED, TASK_STATE_CANCELED, TASK_STATE_INPUT_REQUIRED, TASK_STATE_REJECTED, TASK_STATE_AUTH_REQUIRED [extension-core-state]`,
    ],
  },
  {
    name: "data without a type of its own",
    given: [extension("Pet", `${profile} data: {}`, { fields: "" })],
    want: [
      `${at}: error: acme.v1.Pet has data without a type, and no fields of its own that could be it; set type to a message [extension-data]`,
    ],
  },
  {
    name: "two kinds of data at one place",
    given: [extension("Pet", `${profile} data: { name: "one" } data: { name: "two" }`)],
    want: [
      `${at}: error: acme.v1.Pet.two has data at "https://acme.example/ext/pet/v1" in the metadata of lf.a2a.v1.Message, where acme.v1.Pet.one (acme/v1/acme.proto:${at}) has some; put one of them elsewhere ${rules} [extension-key]`,
    ],
  },
  ...[
    { limit: 'path: "text" rule: LIMIT_RULE_MAX_LENGTH param: "most"', want: "" },
    {
      limit: 'path: "text" param: "most"',
      want: "has no rule; set rule to LIMIT_RULE_MAX_ITEMS or another one",
    },
    {
      limit: 'data: "dog" path: "text" rule: LIMIT_RULE_MAXIMUM param: "most"',
      want: 'is of the data "dog"; its data has no name, so leave data out',
    },
    {
      limit: 'path: "text" rule: LIMIT_RULE_MAXIMUM param: "least"',
      want: 'leads to "least" of its params, which has the fields most; name one of them',
    },
    {
      limit: 'path: "text[]" rule: LIMIT_RULE_MAX_ITEMS param: "most"',
      want: 'leads to "text[]" of its data, which has the fields text; name one of them',
    },
  ].map(
    ({ limit, want }): Case => ({
      name: `the limit ${limit}`,
      given: [
        extension("Pet", `${profile} params: "Params" limits: { ${limit} }`),
        "message Params { int32 most = 1; }",
      ],
      want:
        want === ""
          ? []
          : [
              `${at}: error: the limit of "${limit.includes("[]") ? "text[]" : "text"}" of acme.v1.Pet ${want} [extension-limit]`,
            ],
    }),
  ),
  {
    name: "fields that have no place",
    given: [extension("Pet", 'kind: EXTENSION_KIND_PROFILE params: "Other"'), "message Other {}"],
    want: [
      `${at}: error: acme.v1.Pet has fields and no objects to put them on, and its params are another message; list the objects, or take the fields out [extension-unplaced]`,
    ],
  },
  {
    name: "a dependency on itself, one twice, and one that is no URI",
    given: [
      extension(
        "Pet",
        `${profile} dependencies: { uri: "https://acme.example/ext/pet/v1" } dependencies: { uri: "urn:a:v1" } dependencies: { uri: "urn:a:v1" optional: true } dependencies: { uri: "a b" }`,
      ),
    ],
    want: [
      `${at}: error: acme.v1.Pet depends on "https://acme.example/ext/pet/v1", which is itself; take that dependency out (A2A extensions, "Extension Dependencies") [extension-dependency]`,
      `${at}: error: acme.v1.Pet depends on "urn:a:v1" more than once; take that dependency out (A2A extensions, "Extension Dependencies") [extension-dependency]`,
      `${at}: error: the uri of a dependency of acme.v1.Pet is "a b"; ${uriHelp}`,
    ],
  },
  {
    name: "extensions that depend on one another in a circle",
    given: [
      extension("Pet", `${profile} dependencies: { uri: "https://acme.example/ext/dog/v1" }`),
      extension("Dog", `${profile} dependencies: { uri: "https://acme.example/ext/cat/v1" optional: true }`),
      extension("Cat", `${profile} dependencies: { uri: "https://acme.example/ext/dog/v1" }`),
    ],
    want: [
      `${first + 1}:15: error: acme.v1.Dog depends on itself: acme.v1.Dog -> acme.v1.Cat -> acme.v1.Dog; take one of these dependencies out (A2A extensions, "Extension Dependencies") [extension-cycle]`,
    ],
  },
  {
    name: "dependencies by another uri: of itself, twice of one extension, and in a circle",
    given: [
      extension(
        "Pet",
        `${profile} other_uris: "urn:pet:v1" dependencies: { uri: "urn:pet:v1" } dependencies: { uri: "urn:dog:v1" } dependencies: { uri: "https://acme.example/ext/dog/v1" }`,
      ),
      extension("Dog", `${profile} other_uris: "urn:dog:v1" dependencies: { uri: "urn:pet:v1" }`),
    ],
    want: [
      `${at}: error: acme.v1.Pet depends on "urn:pet:v1", which is itself; take that dependency out (A2A extensions, "Extension Dependencies") [extension-dependency]`,
      `${at}: error: acme.v1.Pet depends on "https://acme.example/ext/dog/v1" more than once; take that dependency out (A2A extensions, "Extension Dependencies") [extension-dependency]`,
      `${at}: error: acme.v1.Pet depends on itself: acme.v1.Pet -> acme.v1.Dog -> acme.v1.Pet; take one of these dependencies out (A2A extensions, "Extension Dependencies") [extension-cycle]`,
    ],
  },
  {
    name: "a data-only extension that is required and more than data-only",
    given: [extension("Pet", 'kind: EXTENSION_KIND_DATA required: true objects: "lf.a2a.v1.Message"')],
    want: [
      `${at}: warning: acme.v1.Pet is data-only and required, which cards do not say by themselves: it has no effect on requests (A2A extensions, "Required Extensions"); take required out [extension-required]`,
      `${at}: warning: acme.v1.Pet is data-only and has objects; a data-only extension adds to the agent card alone, so give it another kind ${rules} [extension-data-only]`,
    ],
  },
  {
    name: "a method extension without a service",
    given: [extension("Pet", 'kind: EXTENSION_KIND_METHOD objects: "lf.a2a.v1.Message"')],
    want: [
      `${at}: error: acme.v1.Pet is a method extension without a service; name its services [extension-services]`,
    ],
  },
  {
    name: "a service that is not there",
    given: [extension("Pet", 'kind: EXTENSION_KIND_METHOD services: "Kennel"')],
    want: [
      `${at}: error: acme.v1.Pet names the service "Kennel", which no proto of the request declares; give a name of the same package or a full name [extension-services]`,
    ],
  },
  {
    name: "a service of a profile",
    given: [
      "service Kennel {",
      '  option (a2agen.service_extension) = { uri: "urn:kennel:v1" kind: EXTENSION_KIND_PROFILE };',
      "}",
    ],
    want: [
      `${first + 1}:3: error: acme.v1.Kennel has services; set kind to EXTENSION_KIND_METHOD [extension-services]`,
    ],
  },
  {
    name: "options that are set one by one",
    given: ["message Pet {", '  option (a2agen.extension).uri = "urn:pet:v1";', "}"],
    want: [
      `${first + 1}:3: error: acme.v1.Pet has no kind; set kind to EXTENSION_KIND_DATA, _PROFILE, _METHOD or _STATE_MACHINE ${rules} [extension-kind]`,
    ],
  },
  {
    name: "two extensions with the same key on one object",
    given: [
      extension("Pet", `${profile} key: METADATA_KEY_URI_FIELD`, {
        fields: "string v2 = 1; string other = 2;",
      }),
      extension("Dog", `${profile} objects: "lf.a2a.v1.Task"`, {
        uri: '"https://acme.example/ext/pet/v1/v2"',
      }),
    ],
    want: [
      `${first + 1}:15: error: acme.v1.Dog has data at "https://acme.example/ext/pet/v1/v2" in the metadata of lf.a2a.v1.Message, where acme.v1.Pet (acme/v1/acme.proto:${at}) has some; change the uri of one of them, or rename the field ${rules} [extension-key]`,
    ],
  },
  ...[
    ['field: "role" values: "ROLE_USER"', 'field: "role" values: "ROLE_AGENT"'],
    ['field: "parts" members: "text"', 'field: "parts" members: "data" members: "url"'],
    ['field: "parts" min_items: 3', 'field: "parts" max_items: 2'],
  ].map(([one = "", other = ""]): Case => {
    const rule = (text: string): string =>
      `${profile} narrows: { object: "lf.a2a.v1.Message" fields: { ${text} } }`;
    const field = `lf.a2a.v1.Message.${one.startsWith('field: "role"') ? "role" : "parts"}`;
    return {
      name: `two rules that exclude one another: ${one}, ${other}`,
      given: [extension("Pet", rule(one)), extension("Dog", rule(other))],
      want: [
        `${first + 1}:15: warning: no value of ${field} follows the rules of both acme.v1.Dog and acme.v1.Pet (acme/v1/acme.proto:${at}), so that they cannot be active for one request; let them have values in common ${rules} [extension-conflict]`,
      ],
    };
  }),
  {
    name: "two rules that have values in common",
    given: [
      ...narrowing("Message", 'fields: { field: "parts" max_items: 2 members: "text" members: "url" }'),
      extension(
        "Dog",
        `${profile} narrows: { object: "lf.a2a.v1.Message" fields: { field: "parts" min_items: 2 members: "url" } }`,
      ),
    ],
    want: [],
  },
  {
    name: "two extensions that have one name",
    given: [
      extension("Pet", profile),
      'service PetService { option (a2agen.service_extension) = { uri: "urn:pet:v1" kind: EXTENSION_KIND_METHOD }; }',
    ],
    want: [
      `${first + 1}:22: error: "PetExtension" is generated for both acme.v1.Pet and acme.v1.PetService; rename one of them [derived-name-collision]`,
    ],
  },
  {
    name: "a field that the core does not have",
    given: narrowing("Message", 'fields: { field: "mood" required: true }'),
    want: [
      `${at}: error: acme.v1.Pet narrows "mood", which lf.a2a.v1.Message does not have; an extension must not add fields to core types, so name a field that is there, or put the value into the data of the extension ${rules} [extension-core-field]`,
    ],
  },
  {
    name: "a member that the core does not have",
    given: narrowing("Message", 'fields: { field: "parts" members: "text" members: "video" }'),
    want: [
      `${at}: error: acme.v1.Pet narrows "video", which lf.a2a.v1.Part does not have; an extension must not add fields to core types, so name a field that is there, or put the value into the data of the extension ${rules} [extension-core-field]`,
    ],
  },
  {
    name: "a value that an enum of the core does not have, and the one that says nothing",
    given: narrowing("Message", 'fields: { field: "role" values: "ROLE_SYSTEM" values: "ROLE_UNSPECIFIED" }'),
    want: ["ROLE_SYSTEM", "ROLE_UNSPECIFIED"].map(
      (value) =>
        `${at}: error: acme.v1.Pet allows "${value}" for lf.a2a.v1.Message.role, whose values are ROLE_USER, ROLE_AGENT; an extension must not add values to enums, so use one of these and tell more in the data of the extension ${rules} [extension-core-enum]`,
    ),
  },
  {
    name: "a text that the profile of the core does not allow",
    given: narrowing("APIKeySecurityScheme", 'fields: { field: "location" values: "body" }'),
    want: [
      `${at}: error: acme.v1.Pet allows "body" for lf.a2a.v1.APIKeySecurityScheme.location, whose values are query, header, cookie; an extension must not add values to enums, so use one of these and tell more in the data of the extension ${rules} [extension-core-enum]`,
    ],
  },
  {
    name: "a required list that is to be empty",
    given: narrowing("Message", 'fields: { field: "parts" max_items: 0 }'),
    want: [
      `${at}: error: acme.v1.Pet lets lf.a2a.v1.Message.parts have no elements, which must have one; an extension must not take required fields away, so raise max_items ${rules} [extension-core-required]`,
    ],
  },
  ...[
    {
      rule: 'fields: { field: "message_id" max_items: 2 }',
      said: "lf.a2a.v1.Message.message_id, but min_items and max_items are for lists; take them out",
    },
    {
      rule: 'fields: { field: "parts" min_items: 3 max_items: 2 }',
      said: "lf.a2a.v1.Message.parts, but min_items, 3, is greater than max_items, 2; lower it",
    },
    {
      rule: 'fields: { field: "parts" values: "x" }',
      said: "lf.a2a.v1.Message.parts, but values are for enums and strings; take them out",
    },
    {
      rule: 'fields: { field: "role" members: "x" }',
      said: "lf.a2a.v1.Message.role, but members are for messages and lists of them; take them out",
    },
  ].map(
    ({ rule, said }): Case => ({
      name: `the rule ${rule}`,
      given: narrowing("Message", rule),
      want: [`${at}: error: acme.v1.Pet narrows ${said} [extension-narrowing]`],
    }),
  ),
  {
    name: "data that an object is to carry and cannot",
    given: narrowing("Task", "carries_data: true"),
    want: [
      `${at}: error: acme.v1.Pet narrows lf.a2a.v1.Task, but carries_data is for the objects of the extension; add it to objects [extension-narrowing]`,
    ],
  },
  {
    name: "data that an object is to carry and that there is not",
    given: [
      extension("Pet", `${profile} narrows: { object: "lf.a2a.v1.Message" carries_data: true }`, {
        fields: "",
      }),
    ],
    want: [
      `${at}: error: acme.v1.Pet narrows lf.a2a.v1.Message, but carries_data is for an extension that has data; give its message fields [extension-narrowing]`,
    ],
  },
];

describe("protoc-gen-a2a-extension says of", () => {
  test.each(cases)("$name", async ({ given, want }) => {
    expect(await diagnose(given)).toEqual(want);
  });
});

test("a type in the package of the core is an extension of the core, which is refused", async () => {
  const files = await compileProtos({
    "lf/a2a/v1/mine.proto": [
      'syntax = "proto3";',
      "package lf.a2a.v1;",
      'import "a2agen/options.proto"; import "lf/a2a/v1/a2a.proto"; message Other { lf.a2a.v1.Task task = 1; }',
      'message Mine { option (a2agen.extension) = { uri: "urn:mine:v1" kind: EXTENSION_KIND_PROFILE }; }',
      "",
    ].join("\n"),
  });
  const { error } = await runPlugin({
    parameter: "targets=extension",
    files,
    generate: ["lf/a2a/v1/mine.proto"],
  });
  expect(error).toBe(
    `lf/a2a/v1/mine.proto:4:16: error: lf.a2a.v1.Mine is declared in package lf.a2a.v1, which is that of A2A 1.0; an extension must not add to the core types, so give it a package of its own ${rules} [extension-core-type]`,
  );
});

test("a chain of 5,000 dependencies is walked without recursion", { tags: "later" }, async () => {
  const count = 5000;
  const lines = Array.from({ length: count }, (_, i) =>
    extension(`E${i}`, `${profile} dependencies: { uri: "https://acme.example/ext/e${(i + 1) % count}/v1" }`),
  );
  const [line = "", ...others] = await diagnose(lines);
  expect(others).toEqual([]);
  expect(line).toMatch(/acme\.v1\.E0 depends on itself: acme\.v1\.E0 -> acme\.v1\.E1 -> .* -> acme\.v1\.E0;/);
});
