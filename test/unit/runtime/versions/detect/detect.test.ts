import type { DetectHints } from "@a2agen/runtime/versions";
import { detect } from "@a2agen/translate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definitionNames } from "../../../../shared/a2a-0.3/codecs.ts";
import { validValue } from "../../../../shared/a2a-0.3/values.ts";
import { chooseSeed } from "../../../../shared/random/seed.ts";
import { runs, thorough } from "../../../../shared/runs.ts";
import { messages } from "../../../../shared/vectors/a2a-1.0-messages.ts";
import { formatDetection } from "./format-detection.ts";

const many = thorough ? 1_000_000 : 100_000;

function detected(value: unknown, hints?: DetectHints): readonly string[] {
  return formatDetection(detect(value, hints));
}

function call(method: string, params: unknown): object {
  return { jsonrpc: "2.0", id: 1, method, params };
}

const message03 = { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "hi" }] };
const message10 = { messageId: "1", role: "ROLE_USER", parts: [{ text: "hi" }] };
const messageDraft = { messageId: "1", role: "user", parts: [{ text: "hi" }] };

describe("a message", () => {
  test("is known by its discriminator, its enums, its fields", () => {
    expect([message03, message10, messageDraft].map((value) => detected(value))).toEqual([
      [
        "+ certain a2a-0.3 message a2a-0.3.Message",
        "+ certain a2a-0.3 message a2a-0.3.SendMessageResult",
        "+ certain a2a-0.3 event a2a-0.3.SendStreamingMessageResult",
        "+ possible a2a-1.0-draft message a2a.v1.Message -kind -parts[0].kind",
      ],
      ["+ certain a2a-1.0 message lf.a2a.v1.Message"],
      ["+ certain a2a-1.0-draft message a2a.v1.Message"],
    ]);
  });

  test("that is valid in several versions has a candidate of each, the newest first", () => {
    expect(detected({ artifactId: "1", parts: [{ text: "hi" }] })).toEqual([
      "+ possible a2a-1.0 message lf.a2a.v1.Artifact",
      "+ possible a2a-1.0-draft message a2a.v1.Artifact",
    ]);
  });

  test("of one version is not hidden by the hint of another", () => {
    expect(detected(message03, { dialects: ["a2a-1.0-draft"] })).toEqual([
      "+ likely a2a-1.0-draft message a2a.v1.Message -kind -parts[0].kind",
    ]);
    expect(detected(message03, { dialects: [] })).toEqual([
      "! no known type has the fields kind, messageId, role, parts",
    ]);
  });

  test("with fields that no version knows tells them, however they are nested and whatever they hold", () => {
    const value = {
      ...message10,
      extra: {},
      empty: "",
      parts: [{ text: "hi", no: false, metadata: { free: 1 } }],
      extensions: [],
    };
    expect(detected(value)).toEqual([
      "+ likely a2a-1.0 message lf.a2a.v1.Message -parts[0].no -extra -empty",
    ]);
  });

  test("may be written with proto names and null where the version allows it", () => {
    const { messageId, ...rest } = message10;
    expect(detected({ ...rest, message_id: messageId, context_id: null })).toEqual([
      "+ certain a2a-1.0 message lf.a2a.v1.Message",
    ]);
  });

  test("can be looked for by its type", () => {
    const value = { task: { id: "1", contextId: "2", status: { state: "working" } } };
    expect(detected(value)).toEqual([
      "+ certain a2a-1.0-draft message a2a.v1.SendMessageResponse",
      "+ certain a2a-1.0-draft event a2a.v1.StreamResponse",
    ]);
    for (const typeName of ["StreamResponse", "a2a.v1.StreamResponse"]) {
      expect(detected(value, { typeName })).toEqual(["+ certain a2a-1.0-draft event a2a.v1.StreamResponse"]);
    }
    expect(detected(value, { typeName: "lf.a2a.v1.Part" })).toEqual([
      "! no type named lf.a2a.v1.Part has the fields task",
    ]);
  });
});

describe("a JSON-RPC request", () => {
  test("is known by its method, then by its params", () => {
    const given = [
      call("message/send", { message: message03 }),
      call("SendMessage", { message: message10 }),
      call("SendMessage", { message: messageDraft }),
      call("tasks/get", { id: "1" }),
      call("GetTask", { name: "tasks/1" }),
      { jsonrpc: "2.0", id: "a", method: "agent/getAuthenticatedExtendedCard" },
    ];
    expect(given.map((value) => detected(value))).toEqual([
      ["+ certain a2a-0.3 request a2a-0.3.MessageSendParams at params message/send"],
      ["+ certain a2a-1.0 request lf.a2a.v1.SendMessageRequest at params SendMessage"],
      ["+ certain a2a-1.0-draft request a2a.v1.SendMessageRequest at params SendMessage"],
      ["+ certain a2a-0.3 request a2a-0.3.TaskQueryParams at params tasks/get"],
      ["+ certain a2a-1.0-draft request a2a.v1.GetTaskRequest at params GetTask"],
      [
        "+ likely a2a-0.3 request a2a-0.3.GetAuthenticatedExtendedCardParams at params agent/getAuthenticatedExtendedCard",
      ],
    ]);
  });

  test("may give the parts of a resource name instead of it", () => {
    expect(detected(call("GetTask", { id: "1" }))).toEqual([
      "+ certain a2a-1.0 request lf.a2a.v1.GetTaskRequest at params GetTask",
      "+ possible a2a-1.0-draft request a2a.v1.GetTaskRequest at params GetTask",
    ]);
  });

  test("need not say that it is JSON-RPC", () => {
    expect(detected({ method: "tasks/get", params: { id: "1" } })).toEqual([
      "+ certain a2a-0.3 request a2a-0.3.TaskQueryParams at params tasks/get",
    ]);
  });

  test("is never taken for one of another version because its params do not fit", () => {
    expect(detected(call("message/send", { message: messageDraft }))).toEqual(
      [
        "! the params are not those of message/send",
        "~ a2a-0.3 request a2a-0.3.MessageSendParams at params message/send\n" +
          '    params.message.parts[0].kind: required: one of "text", "file", "data"; with text it is "text" [required]',
      ].map((line) => line.replace("message/send\n", "message/send (leniently)\n")),
    );
  });

  test("of an unknown method has no candidate", () => {
    const { candidates, nearest, reason } = detect(call("tasks/paint", {}));
    expect({ candidates, nearest }).toEqual({ candidates: [], nearest: [] });
    expect(reason).toMatch(
      /^no known version has the method "tasks\/paint"; the methods are CancelTask, CreateTask.*tasks\/resubscribe$/,
    );
  });

  test.each([{}, { jsonrpc: "2.0" }, { jsonrpc: "2.0", id: 1 }, { jsonrpc: "2.0", method: 1 }])(
    "%j is none",
    (value) => {
      expect(detect(value).candidates).toEqual([]);
    },
  );
});

describe("a JSON-RPC response", () => {
  const result = { kind: "task", id: "1", contextId: "2", status: { state: "working" } };

  test("is all that its result may be", () => {
    expect(detected({ jsonrpc: "2.0", id: 1, result })).toEqual([
      "+ certain a2a-0.3 response a2a-0.3.Task at result tasks/get, tasks/cancel",
      "+ certain a2a-0.3 response a2a-0.3.SendMessageResult at result message/send",
      "+ certain a2a-0.3 response a2a-0.3.SendStreamingMessageResult at result message/stream, tasks/resubscribe",
      "+ possible a2a-1.0-draft response a2a.v1.Task at result GetTask, CancelTask -result.kind",
    ]);
  });

  test("is what its method returns, if that is told", () => {
    expect(detected({ jsonrpc: "2.0", id: 1, result }, { method: "message/send" })).toEqual([
      "+ certain a2a-0.3 response a2a-0.3.SendMessageResult at result message/send",
    ]);
  });

  test("with an error is of the versions that know its code and the form of its data", () => {
    const error = { code: -32001, message: "gone" };
    const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_FOUND" }];
    expect(detected({ jsonrpc: "2.0", id: 1, error: { ...error, data: details } })).toEqual([
      "+ certain a2a-1.0 error at error TaskNotFoundError",
      "+ possible a2a-1.0-draft error at error TaskNotFoundError",
      "+ possible a2a-0.3 error at error TaskNotFoundError",
    ]);
    expect(detected({ jsonrpc: "2.0", id: 1, error })).toEqual([
      "+ possible a2a-1.0 error at error TaskNotFoundError",
      "+ possible a2a-1.0-draft error at error TaskNotFoundError",
      "+ possible a2a-0.3 error at error TaskNotFoundError",
    ]);
  });
});

describe("a value of 1.1, which adds to 1.0", () => {
  const task = { id: "t", status: { state: "TASK_STATE_WORKING" } };
  const cardOf = (...versions: readonly string[]) => ({
    name: "a",
    description: "b",
    version: "1",
    supportedInterfaces: versions.map((protocolVersion) => ({
      url: "https://agent.example.com/",
      protocolBinding: "JSONRPC",
      protocolVersion,
    })),
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [{ id: "s", name: "S", description: "d", tags: ["t"] }],
  });

  test("is one of 1.1 where it has something that 1.0 lacks", () => {
    const [plain, counted] = [task, { ...task, generation: "2" }].map((value) => detected(value));
    expect(plain?.filter((line) => line.includes("lf.a2a.v1.Task"))).toEqual([
      "+ certain a2a-1.0 message lf.a2a.v1.Task",
    ]);
    expect(counted?.slice(0, 2)).toEqual([
      "+ certain a2a-1.1-dev message lf.a2a.v1.Task",
      "+ possible a2a-1.0 message lf.a2a.v1.Task -generation",
    ]);
    const [asked] = detected(call("GetTask", { id: "t", currentGeneration: "2" }));
    expect(asked).toBe("+ certain a2a-1.1-dev request lf.a2a.v1.GetTaskRequest at params GetTask");
    const [mismatch] = detected({ jsonrpc: "2.0", id: 1, error: { code: -32010, message: "m", data: [] } });
    expect(mismatch).toContain("a2a-1.1-dev error");
    expect(detected(task, { dialects: ["a2a-1.1-dev"] })[0]).toBe(
      "+ certain a2a-1.1-dev message lf.a2a.v1.Task",
    );
  });

  test("is, for cards, what their interfaces say", () => {
    const first = (card: object) => detected(card)[0];
    expect([cardOf("1.0"), cardOf("1.1"), cardOf("1.1", "1.0"), cardOf("1.1.2")].map(first)).toEqual([
      "+ certain a2a-1.0 message lf.a2a.v1.AgentCard",
      "+ certain a2a-1.1-dev message lf.a2a.v1.AgentCard",
      "+ certain a2a-1.0 message lf.a2a.v1.AgentCard",
      "+ certain a2a-1.1-dev message lf.a2a.v1.AgentCard",
    ]);
  });
});

test("an HTTP error in the form of 1.0 is one of 1.0", () => {
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "TASK_NOT_FOUND" }];
  const error = { code: 404, status: "NOT_FOUND", message: "gone", details };
  expect(
    detect({ error }).candidates.map((found) => [found.what, found.dialect, found.error]),
  ).toContainEqual(["problem", "a2a-1.0", "TaskNotFoundError"]);
});

describe("hostile values", () => {
  const cycle: { self?: unknown; role: string } = { role: "user" };
  cycle.self = cycle;
  test.each([
    { name: "null", value: null, want: "expected an object, found null" },
    { name: "undefined", value: undefined, want: "expected an object, found undefined" },
    { name: "a string", value: "Task", want: "expected an object, found a string" },
    { name: "a number", value: 1, want: "expected an object, found a number" },
    { name: "a bigint", value: 1n, want: "expected an object, found a bigint" },
    { name: "a list", value: [message10], want: "expected an object, found an array" },
    { name: "a date", value: new Date(0), want: "expected an object, found a Date" },
    { name: "nothing in it", value: {}, want: "an empty object may be anything" },
    {
      name: "very many keys",
      value: Object.fromEntries(Array.from({ length: many }, (_, at) => [`k${at}`, 1])),
      want: `expected an object of a known type, found one with ${many} fields`,
    },
    { name: "a cycle", value: cycle, want: "expected at most 10000000 values in one another, found more" },
    {
      name: "the key __proto__",
      value: JSON.parse('{"__proto__": {"kind": "message"}, "constructor": 1}') as unknown,
      want: "no known type has the fields __proto__, constructor",
    },
  ])("$name is nothing known", { tags: "thorough" }, ({ value, want }) => {
    expect(detected(value)).toEqual([`! ${want}`]);
  });

  test("very many parts are looked at by few codecs, and found", { tags: "thorough" }, () => {
    const parts = Array.from({ length: many }, () => ({ kind: "text", text: "x" }));
    expect(detected({ ...message03, parts })[0]).toBe("+ certain a2a-0.3 message a2a-0.3.Message");
  });

  test("a hundred thousand levels are no message", () => {
    const deep = JSON.parse(`${'{"data":'.repeat(100_000)}1${"}".repeat(100_000)}`) as unknown;
    expect(detect({ ...message10, parts: [{ data: deep }] }).candidates).toEqual([]);
    expect(detected({ ...message10, unknown: deep })).toEqual([
      "! no known type has the fields messageId, role, parts, unknown",
      "~ a2a-1.0 message lf.a2a.v1.Message\n    unknown: expected at most 100 levels of objects and arrays in an unknown field, got more [depth]",
    ]);
  });

  test("__proto__ is an unknown field like others, and pollutes nothing", () => {
    const value: unknown = JSON.parse(
      '{"__proto__": {"polluted": 1}, "messageId": "1", "role": "ROLE_USER", "parts": [{"text": "x"}]}',
    );
    expect(detected(value)).toEqual(["+ likely a2a-1.0 message lf.a2a.v1.Message -__proto__"]);
    expect(({} as { polluted?: unknown }).polluted).toBe(undefined);
  });

  const seed = chooseSeed();
  const number = Number.parseInt(seed.replace(/\D/g, "").slice(0, 9) || "1", 10);

  test(`any JSON is detected without an error and left as it is (seed ${number})`, {
    tags: "thorough",
  }, () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const before = structuredClone(value);
        detect(value);
        expect(value).toEqual(before);
      }),
      { seed: number, numRuns: runs(40) },
    );
  });

  test.each(["Message", "Task", "TaskStatusUpdateEvent", "TaskArtifactUpdateEvent", "AgentCard"])(
    `every 0.3 %s is one (seed ${number})`,
    { tags: "thorough" },
    (name) => {
      expect(definitionNames).toContain(name);
      fc.assert(
        fc.property(validValue(name), (value) => {
          const names = detect(value)
            .candidates.filter(({ unknownFields }) => unknownFields.length === 0)
            .map(({ typeName }) => typeName);
          expect(names).toContain(`a2a-0.3.${name}`);
        }),
        { seed: number, numRuns: runs(10) },
      );
    },
  );

  test.each(Object.entries(messages))("every example of a 1.0 %s is one", (name, examples) => {
    for (const example of examples as readonly object[]) {
      if (Object.keys(example).length === 0) continue;
      const { candidates } = detect(structuredClone(example));
      expect(candidates.map(({ typeName }) => typeName)).toContain(`lf.a2a.v1.${name}`);
    }
  });
});
