import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { builtinProfiles } from "../../../../../generators/source/profile/builtin-profiles.ts";
import { createAjv } from "../../../../shared/jsonschema/create-ajv.ts";
import { type SchemaDocument, schemaAt } from "../../../../shared/jsonschema/emit-schemas.ts";
import { registerSchema, unregisterSchema, validate } from "../../../../shared/jsonschema/hyperjump.ts";
import { invalidExamples, readExamples, validExamples } from "../../../../shared/vectors/draft-examples.ts";
import { emitSubjects, type Subjects } from "./subjects.ts";

let subjects: Subjects;
let validators: Readonly<Record<"draft" | "current", Ajv2020>>;

beforeAll(async () => {
  subjects = await emitSubjects();
  validators = {
    draft: createAjv(subjects.draft.schemas.values()),
    current: createAjv(subjects.current.schemas.values()),
  };
});

type Protocol = keyof typeof validators;

const protocols = ["draft", "current"] as const;
const modes = ["open", "strict"] as const;

type Mode = (typeof modes)[number];

function bundle(protocol: Protocol, mode: Mode = "open"): SchemaDocument {
  return schemaAt(subjects[protocol], mode === "open" ? "a2a.schema.json" : "a2a.schema.strict.json");
}

function definition(protocol: Protocol, name: string): Readonly<Record<string, unknown>> {
  const found = bundle(protocol).$defs?.[name];
  if (found === undefined) throw new Error(`the bundle of ${protocol} has no ${name}`);
  return found;
}

/** What the schema has against a value: "path keyword", sorted. */
function errorsOf(json: unknown, name: string, { protocol = "draft", mode = "open" }: Where = {}): string[] {
  const found = validators[protocol].getSchema(`${bundle(protocol, mode).$id}#/$defs/${name}`);
  if (found === undefined) throw new Error(`the bundle of ${protocol} has no ${name}`);
  if (found(json) === true) return [];
  const errors: readonly ErrorObject[] = found.errors ?? [];
  return errors.map(describeError).sort();
}

interface Where {
  readonly protocol?: Protocol;
  readonly mode?: Mode;
}

function describeError({ instancePath, keyword, params }: ErrorObject): string {
  const missing: unknown = Reflect.get(params, "missingProperty");
  return `${instancePath} ${keyword}${typeof missing === "string" ? ` ${missing}` : ""}`.trim();
}

describe("lists", () => {
  test.each(protocols)(
    "that are REQUIRED have an element in %s, except tasks of a page and skills of a card",
    (protocol) => {
      const found = subjects[protocol].model.files
        .filter((file) => file.requested)
        .flatMap((file) => file.messages)
        .flatMap(({ identifier, fields }) =>
          fields
            .filter(({ presence, shape }) => presence === "required" && shape.kind === "list")
            .map(({ jsonName }) => {
              const { properties } = definition(protocol, identifier) as {
                readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
              };
              return { field: `${identifier}.${jsonName}`, least: properties[jsonName]?.["minItems"] };
            }),
        );
      const mayBeEmpty = found.filter(({ least }) => least === undefined).map(({ field }) => field);
      expect(mayBeEmpty.sort()).toEqual(["AgentCard.skills", "ListTasksResponse.tasks"]);
      expect(found.filter(({ least }) => least !== undefined && least !== 1)).toEqual([]);
      expect(found.length).toBeGreaterThan(5);
    },
  );

  test("that are empty are taken and refused accordingly", () => {
    const page = { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
    expect(errorsOf(page, "ListTasksResponse")).toEqual([]);
    expect(errorsOf({ messageId: "1", role: "user", parts: [] }, "Message")).toEqual(["/parts minItems"]);
  });
});

describe("values", () => {
  test("of TaskState in the draft are those of the protocol, in its order", () => {
    expect(definition("draft", "TaskState")["enum"]).toEqual([
      "submitted",
      "working",
      "completed",
      "failed",
      "cancelled",
      "input-required",
      "rejected",
      "auth-required",
    ]);
  });

  test("of TaskState in 1.0 are the names in the proto, without the zero value", () => {
    expect(definition("current", "TaskState")["enum"]).toEqual([
      "TASK_STATE_SUBMITTED",
      "TASK_STATE_WORKING",
      "TASK_STATE_COMPLETED",
      "TASK_STATE_FAILED",
      "TASK_STATE_CANCELED",
      "TASK_STATE_INPUT_REQUIRED",
      "TASK_STATE_REJECTED",
      "TASK_STATE_AUTH_REQUIRED",
    ]);
  });

  test.each([
    { name: "a page of 0", json: { pageSize: 0 }, want: ["/pageSize minimum"] },
    { name: "a page of 1", json: { pageSize: 1 }, want: [] },
    { name: "a page of 100", json: { pageSize: 100 }, want: [] },
    { name: "a page of 101", json: { pageSize: 101 }, want: ["/pageSize maximum"] },
    { name: "a page of 1.5", json: { pageSize: 1.5 }, want: ["/pageSize type"] },
    { name: "a negative history", json: { historyLength: -1 }, want: ["/historyLength minimum"] },
    {
      name: "a history beyond 32 bits",
      json: { historyLength: 2147483648 },
      want: ["/historyLength maximum"],
    },
    { name: "milliseconds as text", json: { lastUpdatedAfter: "1761645000000" }, want: [] },
    { name: "milliseconds as a number", json: { lastUpdatedAfter: 1761645000000 }, want: [] },
    {
      name: "milliseconds beyond 64 bits",
      json: { lastUpdatedAfter: "9223372036854775808" },
      want: ["/lastUpdatedAfter anyOf", "/lastUpdatedAfter pattern", "/lastUpdatedAfter type"],
    },
    { name: "a property that nobody knows", json: { anything: true }, want: [] },
  ])("of ListTasksRequest in the draft: $name", ({ json, want }) => {
    expect(errorsOf(json, "ListTasksRequest")).toEqual(want);
  });

  test.each([
    { name: "milliseconds as a number", json: { lastUpdatedAfter: 1 }, want: ["/lastUpdatedAfter type"] },
    { name: "milliseconds as text", json: { lastUpdatedAfter: "1" }, want: [] },
    { name: "a property that nobody knows", json: { anything: true }, want: ["additionalProperties"] },
  ])("of ListTasksRequest in the draft, strictly: $name", ({ json, want }) => {
    expect(errorsOf(json, "ListTasksRequest", { mode: "strict" })).toEqual(want);
  });

  test.each([
    { location: "query", want: [] },
    { location: "header", want: [] },
    { location: "cookie", want: [] },
    { location: "body", want: ["/location enum"] },
  ])("of an API key's location: $location", ({ location, want }) => {
    for (const protocol of protocols)
      expect(errorsOf({ location, name: "key" }, "APIKeySecurityScheme", { protocol })).toEqual(want);
  });

  test.each([
    { timestamp: "2025-10-28T10:30:00Z", want: [] },
    { timestamp: "2025-10-28T10:30:00.123456789Z", want: [] },
    { timestamp: "2025-10-28T10:30:00+01:00", want: ["/timestamp pattern"] },
    { timestamp: "2025-10-28T10:30:00.1234567891Z", want: ["/timestamp pattern"] },
    { timestamp: "2025-10-28t10:30:00z", want: ["/timestamp pattern"] },
    { timestamp: "2025-02-30T10:30:00Z", want: ["/timestamp format"] },
  ])("of a timestamp: $timestamp", ({ timestamp, want }) => {
    expect(errorsOf({ state: "working", timestamp }, "TaskStatus")).toEqual(want);
  });
});

describe("an empty object", () => {
  test.each([
    {
      protocol: "draft",
      want: [
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "description",
        "name",
        "protocolVersion",
        "skills",
        "version",
      ],
    },
    {
      protocol: "current",
      want: [
        "capabilities",
        "defaultInputModes",
        "defaultOutputModes",
        "description",
        "name",
        "skills",
        "supportedInterfaces",
        "version",
      ],
    },
  ] as const)(
    "is no agent card of $protocol, and every field that it lacks is named",
    ({ protocol, want }) => {
      for (const mode of modes)
        expect(errorsOf({}, "AgentCard", { protocol, mode })).toEqual(want.map((name) => `required ${name}`));
    },
  );
});

describe("a oneof", () => {
  test.each([
    { name: "one member", json: { text: "a" }, good: true },
    { name: "one member and a field beside the oneof", json: { text: "a", metadata: {} }, good: true },
    { name: "no member", json: {}, good: false },
    { name: "two members", json: { text: "a", data: { data: {} } }, good: false },
  ])("of the draft with $name", ({ json, good }) => {
    expect(errorsOf(json, "Part").length === 0).toBe(good);
  });
});

describe("bytes", () => {
  test.each([
    { text: "", open: true, strict: true },
    { text: "+/8=", open: true, strict: true },
    { text: "-_8=", open: true, strict: false },
    { text: "-_8", open: true, strict: false },
    { text: "AA==", open: true, strict: true },
    { text: "AA=", open: false, strict: false },
    { text: "A", open: false, strict: false },
    { text: "AAAAA", open: false, strict: false },
    { text: "====", open: false, strict: false },
    { text: "no base64!", open: false, strict: false },
    { text: "A".repeat(1000), open: true, strict: true },
    { text: "A".repeat(997), open: false, strict: false },
    { text: "A".repeat(40_000_000), open: true, strict: true },
    { text: `${"A".repeat(40_000_000)}!`, open: false, strict: false },
  ])(
    "are base64 of either alphabet, strictly the standard one with its padding: $text.length characters",
    (row) => {
      const part = { raw: row.text };
      for (const mode of modes) {
        const isGood = errorsOf(part, "Part", { protocol: "current", mode }).length === 0;
        expect([mode, isGood]).toEqual([mode, row[mode]]);
      }
    },
  );
});

describe("the examples of the draft", () => {
  test("get the same verdict from hyperjump, which does not look at formats", async () => {
    const { schemas } = subjects.draft;
    for (const schema of schemas.values()) registerSchema({ ...schema });
    try {
      const found: [string, boolean][] = [];
      for (const { id, type, json } of [...validExamples(), ...invalidExamples()]) {
        const isValid = await validate(`${bundle("draft").$id}#/$defs/${type}`);
        found.push([id, isValid(json).valid]);
      }
      const wanted = [...validExamples(), ...invalidExamples()].map(({ id, valid }) => [id, valid]);
      expect(found).toEqual(wanted);
    } finally {
      for (const { $id } of schemas.values()) unregisterSchema($id);
    }
  });

  test.each([
    { id: "s003-L1993", type: "GetTaskJsonRpcRequest" },
    { id: "s003-L2005", type: "ListTasksJsonRpcRequest" },
    { id: "s003-L2056", type: "GetTaskJsonRpcResponse" },
    { id: "s003-L2068", type: "GetTaskJsonRpcResponse" },
    { id: "s003-L1389", type: "VersionNotSupportedErrorBody" },
    { id: "s003-L1500", type: "InvalidParamsErrorBody" },
    { id: "s003-L2463", type: "TaskNotFoundErrorBody" },
  ])("that are no messages fit: $id is a $type", ({ id, type }) => {
    expect(errorsOf(readExamples().find((example) => example.id === id)?.json, type)).toEqual([]);
  });
});

describe("JSON-RPC", () => {
  test.each(protocols)(
    "has a request and a response for every method of %s, under names of their own",
    (protocol) => {
      const files = subjects[protocol].model.files.filter((file) => file.requested);
      const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
      const types = files.flatMap((file) =>
        [...file.messages, ...file.enums].map(({ identifier }) => identifier),
      );
      const wanted = methods.flatMap(({ name }) =>
        ["Request", "Response", "Success"].map((suffix) => `${name}JsonRpc${suffix}`),
      );
      const found = Object.keys(bundle(protocol).$defs ?? {}).filter((name) =>
        /JsonRpc(Request|Response|Success)$/.test(name),
      );
      expect(found).toEqual(wanted.sort());
      expect(found.filter((name) => types.includes(name))).toEqual([]);
    },
  );

  const task = { id: "1", contextId: "2", status: { state: "working" } };
  test.each([
    { name: "a result", json: { jsonrpc: "2.0", id: 1, result: task }, good: true },
    {
      name: "an error of the protocol",
      json: { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "no" } },
      good: true,
    },
    {
      name: "an error of another code",
      json: { jsonrpc: "2.0", id: 1, error: { code: -32050, message: "no" } },
      good: true,
    },
    {
      name: "an error without an id",
      json: { jsonrpc: "2.0", id: null, error: { code: -32700, message: "no" } },
      good: true,
    },
    {
      name: "an error with data that is no object",
      json: { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "no", data: [] } },
      good: false,
    },
    {
      name: "both",
      json: { jsonrpc: "2.0", id: 1, result: task, error: { code: -32001, message: "no" } },
      good: false,
    },
    { name: "neither", json: { jsonrpc: "2.0", id: 1 }, good: false },
    { name: "another version", json: { jsonrpc: "1.0", id: 1, result: task }, good: false },
    { name: "a result that is no task", json: { jsonrpc: "2.0", id: 1, result: {} }, good: false },
  ])("answers GetTask with $name", ({ json, good }) => {
    expect(errorsOf(json, "GetTaskJsonRpcResponse").length === 0).toBe(good);
  });

  test.each([
    { name: "a resource name", params: { name: "tasks/1" }, open: true, strict: true },
    { name: "the parts of one", params: { id: "1", historyLength: 2 }, open: true, strict: false },
    { name: "the parts in other words", params: { taskId: "1" }, open: true, strict: false },
    { name: "nothing", params: {}, open: false, strict: false },
  ])("asks for GetTask with $name", ({ params, open, strict }) => {
    const json = { jsonrpc: "2.0", id: "a", method: "GetTask", params };
    const verdicts = modes.map((mode) => errorsOf(json, "GetTaskJsonRpcRequest", { mode }).length === 0);
    expect(verdicts).toEqual([open, strict]);
  });

  test("may leave out the parameters of a method that needs none", () => {
    const json = { jsonrpc: "2.0", id: 1, method: "ListTasks" };
    expect(errorsOf(json, "ListTasksJsonRpcRequest")).toEqual([]);
    const other = { jsonrpc: "2.0", id: 1, method: "GetTask" };
    expect(errorsOf(other, "GetTaskJsonRpcRequest")).toEqual(["required params"]);
  });
});

describe("errors", () => {
  test.each(protocols)("of %s each have a JSON-RPC object with their code", (protocol) => {
    const { errors, jsonRpcErrors } = profileOf(protocol);
    for (const { name, jsonRpc } of [...errors, ...jsonRpcErrors]) {
      expect(definition(protocol, name)["properties"]).toMatchObject({
        code: { type: "integer", const: jsonRpc },
      });
      expect(errorsOf({ code: jsonRpc, message: "no" }, name, { protocol })).toEqual([]);
      expect(errorsOf({ code: jsonRpc - 1, message: "no" }, name, { protocol })).toEqual(["/code const"]);
    }
  });

  test("of the draft are problem details with the type and the status of each", () => {
    for (const { name, http, problemType } of profileOf("draft").errors) {
      const body = { type: problemType, status: http, detail: "no", anything: 1 };
      for (const mode of modes) expect(errorsOf(body, `${name}Body`, { mode })).toEqual([]);
      expect(errorsOf({}, `${name}Body`)).toEqual(["required detail", "required status", "required type"]);
      expect(errorsOf({ ...body, type: "about:blank" }, `${name}Body`)).toEqual(["/type const"]);
    }
  });

  test("of 1.0 are told apart by the reason among the details", () => {
    for (const { name, http, grpc, reason } of profileOf("current").errors) {
      const info = {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason,
        domain: "a2a-protocol.org",
      };
      const error = { code: http, status: grpc, message: "no", details: [{ "@type": "x" }, info] };
      for (const mode of modes)
        expect(errorsOf({ error }, `${name}Body`, { protocol: "current", mode })).toEqual([]);
      const other = { ...error, details: [{ ...info, reason: "OTHER" }] };
      expect(errorsOf({ error: other }, `${name}Body`, { protocol: "current" })).toEqual([
        "/error/details contains",
        "/error/details/0/reason const",
      ]);
    }
  });

  function profileOf(protocol: Protocol) {
    const profile = builtinProfiles.get(protocol === "draft" ? "a2a-1.0-draft" : "a2a-1.0");
    if (profile === undefined) throw new Error(`no profile for ${protocol}`);
    return profile;
  }
});
