import { type MessageSendParams, PartCodec, type SecurityScheme, type TaskIdParams } from "@a2agen/a2a-0.3";
import { PartCodec as A2A10PartCodec } from "@a2agen/a2a-1.0";
import { PartCodec as DraftPartCodec } from "@a2agen/a2a-1.0-draft";
import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { a2a03ToA2a10Types, a2a03ToDraftTypes, draftToA2a10Types } from "@a2agen/translate";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isDecodeError } from "../../../../packages/runtime/src/service/request-error.ts";

test("a key __proto__ of a map is a key like any other", () => {
  const older: SecurityScheme = JSON.parse(
    '{"type":"oauth2","flows":{"implicit":{"authorizationUrl":"a","scopes":{"__proto__":"x"}}}}',
  );
  const { value, losses } = a2a03ToA2a10Types.SecurityScheme.upgrade(older);
  expect(losses).toEqual([]);
  expect(JSON.stringify(value)).toBe(
    '{"oauth2SecurityScheme":{"flows":{"implicit":{"authorizationUrl":"a","scopes":{"__proto__":"x"}}}}}',
  );
  const schemes: { [key: string]: SecurityScheme } = JSON.parse('{"__proto__":{"type":"http","scheme":"x"}}');
  const card = a2a03ToA2a10Types.AgentCard.upgrade({
    name: "",
    description: "",
    url: "",
    protocolVersion: "",
    version: "",
    capabilities: {},
    defaultInputModes: ["a"],
    defaultOutputModes: ["a"],
    skills: [],
    securitySchemes: schemes,
    security: [JSON.parse('{"__proto__":["s"]}') as { [key: string]: string[] }],
  });
  expect(card.losses).toEqual([]);
  expect(Object.getPrototypeOf(card.value.securitySchemes)).toBe(Object.prototype);
  expect(JSON.stringify(card.value.securitySchemes)).toBe(
    '{"__proto__":{"httpAuthSecurityScheme":{"scheme":"x"}}}',
  );
  expect(JSON.stringify(card.value.securityRequirements)).toBe('[{"schemes":{"__proto__":{"list":["s"]}}}]');
});

test("a field __proto__ is an unknown field, and changes nothing", () => {
  const older: TaskIdParams = JSON.parse('{"id":"t","__proto__":{"id":"other","polluted":true}}');
  const { value, losses } = a2a03ToA2a10Types.CancelTaskRequest.upgrade(older);
  expect(value).toEqual({ id: "t" });
  expect(losses.map(({ path }) => path)).toEqual(["__proto__"]);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test("JSON is shared, however deep it is", () => {
  let data: JsonObject = {};
  for (let depth = 0; depth < 50_000; depth++) data = { data };
  const { value } = a2a03ToA2a10Types.Part.upgrade({ kind: "data", data, metadata: data });
  expect(value.data).toBe(data);
  expect(value.metadata).toBe(data);
});

test("of many unknown fields the first are told, and that there are more", () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, index]));
  const { value, losses } = a2a03ToA2a10Types.CancelTaskRequest.upgrade({ id: "t", ...many });
  expect(value).toEqual({ id: "t" });
  expect(losses.length).toBe(1001);
  expect(losses[999]?.path).toBe("x999");
  expect(losses.at(-1)).toEqual({
    kind: "no-counterpart",
    typeName: "a2a-0.3.TaskIdParams",
    path: "",
    segments: [],
    message: "further losses of this kind are not listed",
  });
});

test("values that no codec would take are refused by an error with a place, if not translated", () => {
  const values: readonly unknown[] = [
    undefined,
    null,
    0,
    true,
    "",
    [],
    { kind: "file", file: 0 },
    { type: null },
    { parts: [null] },
    { parts: 0 },
    { status: null },
    { skills: [0] },
    { securitySchemes: { a: null } },
    { securitySchemes: [1] },
    { kind: "data", data: 0 },
    { capabilities: 0 },
  ];
  type Translate = (value: unknown) => unknown;
  const tables: readonly object[] = [a2a03ToA2a10Types, a2a03ToDraftTypes, draftToA2a10Types];
  const ways = tables.flatMap((table) =>
    Object.values<Readonly<Record<"upgrade" | "downgrade", Translate>>>(
      table as Readonly<Record<string, Readonly<Record<"upgrade" | "downgrade", Translate>>>>,
    ).flatMap(({ upgrade, downgrade }) => [upgrade, downgrade]),
  );
  expect(ways.length).toBeGreaterThan(200);
  for (const translate of ways) {
    for (const value of values) {
      try {
        translate(structuredClone(value));
      } catch (error) {
        const issues = expect.arrayContaining([
          expect.objectContaining({ path: expect.any(String) as string }),
        ]) as readonly object[];
        expect(error).toMatchObject({ code: "ERR_A2AGEN_DECODE", issues });
      }
    }
  }
});

test("texts that take time to match take none", () => {
  const timestamp = `2025-01-01T00:00:00.${"0".repeat(1_000_000)}`;
  const { value, losses } = a2a03ToA2a10Types.TaskStatus.upgrade({ state: "working", timestamp });
  expect(value).toEqual({ state: "TASK_STATE_WORKING" });
  expect(losses.length).toBe(1);
  const name = "tasks/".repeat(200_000);
  expect(draftToA2a10Types.GetTaskPushNotificationConfigRequest.upgrade({ name }).losses.length).toBe(1);
});

test("values are left alone", () => {
  const older = Object.freeze({ id: "t", metadata: Object.freeze({ a: 1 }) });
  expect(a2a03ToA2a10Types.CancelTaskRequest.upgrade(older).value).toEqual(older);
});

test("a value that is too deep for an object around it gives way to null", () => {
  let data: JsonValue = [];
  for (let depth = 1; depth < 100; depth++) data = [data];
  const given = A2A10PartCodec.decode({ data });
  for (const [types, codec] of [
    [a2a03ToA2a10Types, PartCodec],
    [draftToA2a10Types, DraftPartCodec],
  ] as const) {
    const { value, losses } = types.Part.downgrade(given);
    expect(losses.map(({ path }) => path)).toEqual(["data", "data"]);
    codec.decode(value);
  }
});

test("a request with very many parts is translated, in time", () => {
  const parts = Array.from({ length: 100_000 }, (_, index) => ({ kind: "text", text: String(index), x: 1 }));
  const message = { kind: "message", messageId: "m", role: "user", parts } as const;
  const older = { message } as unknown as MessageSendParams;
  const { value, losses } = a2a03ToA2a10Types.SendMessageRequest.upgrade(older);
  expect(value.message.parts.length).toBe(100_000);
  expect(value.message.parts.at(-1)).toEqual({ text: "99999" });
  expect(losses[999]).toMatchObject({ kind: "no-counterpart", path: "message.parts[999].x" });
  expect(losses.length).toBe(1001);
});

test("what is invalid is told behind any number of other losses", () => {
  const good = Array.from({ length: 5000 }, () => ({ kind: "text", text: "", x: 1 }));
  const bad = { kind: "file", file: { bytes: "!" } };
  const message = { kind: "message", messageId: "m", role: "user", parts: [...good, bad] };
  const older = { message } as unknown as MessageSendParams;
  const { losses } = a2a03ToA2a10Types.SendMessageRequest.upgrade(older);
  expect(losses.filter(({ kind }) => kind === "invalid").map(({ path }) => path)).toEqual([
    "message.parts[5000].file.bytes",
  ]);
});

test("many losses below a long key do not repeat it in full", () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, 1]));
  const key = "k".repeat(100_000);
  const scheme = { type: "http", scheme: "x", ...unknown } as SecurityScheme;
  const { losses } = a2a03ToA2a10Types.AgentCard.upgrade({
    name: "",
    description: "",
    url: "",
    protocolVersion: "",
    version: "",
    capabilities: {},
    defaultInputModes: ["a"],
    defaultOutputModes: ["a"],
    skills: [],
    securitySchemes: { [key]: scheme },
  });
  expect(losses[0]?.path).toBe(`securitySchemes["${"k".repeat(200)}..."].x0`);
  expect(losses[0]?.segments).toEqual(["securitySchemes", key, "x0"]);
});

test("metadata with a key __proto__ comes across as it is", () => {
  const metadata: JsonObject = JSON.parse('{"__proto__":{"polluted":true},"data_part_compat":true}');
  const { value } = a2a03ToA2a10Types.Part.upgrade({ kind: "data", data: { value: 1 }, metadata });
  expect(JSON.stringify(value)).toBe('{"data":1,"metadata":{"__proto__":{"polluted":true}}}');
  const back = a2a03ToA2a10Types.Part.downgrade(value);
  expect(JSON.stringify(back.value)).toBe(
    '{"kind":"data","data":{"value":1},"metadata":{"__proto__":{"polluted":true},"data_part_compat":true}}',
  );
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

const odd = [
  "a/b",
  "",
  "..",
  "tasks/x",
  "a/pushNotificationConfigs/b",
  "a?b#c",
  "a:cancel",
  "\u0000",
  "\u{1f600}",
];

test.each(odd.flatMap((taskId) => odd.map((id) => ({ taskId, id }))))(
  "the configuration $id of the task $taskId has a name of its own, or none",
  ({ taskId, id }) => {
    const types = draftToA2a10Types.DeleteTaskPushNotificationConfigRequest;
    let name: string | undefined;
    try {
      const there = types.downgrade({ taskId, id });
      expect(there.losses.length > 0).toBe(taskId.includes("/") || id.includes("/"));
      ({ name } = there.value);
    } catch (error) {
      expect(error).toMatchObject({ code: "ERR_A2AGEN_DECODE" });
      expect(taskId).toBe("a/pushNotificationConfigs/b");
      return;
    }
    const back = types.upgrade(name === undefined ? {} : { name });
    expect(back.value).toEqual({ taskId, id });
  },
);

test("a value that its codec refuses is translated or refused, with a path, and no other error comes", () => {
  const translators = Object.values({ ...a2a03ToA2a10Types, ...draftToA2a10Types, ...a2a03ToDraftTypes });
  const messages = fc.dictionary(
    fc.constantFrom(
      "message",
      "parts",
      "task",
      "status",
      "kind",
      "metadata",
      "history",
      "result",
      "role",
      "url",
    ),
    fc.anything({ maxDepth: 3 }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...translators), fc.oneof(fc.anything(), messages), (translator, value) => {
      for (const direction of ["upgrade", "downgrade"] as const) {
        try {
          (translator[direction] as (value: unknown) => unknown)(value);
        } catch (error) {
          if (!isDecodeError(error)) throw error;
          expect(error.issues.length).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test("the error says where the translation came to a stop", () => {
  const params = {
    message: { messageId: "m", role: "user", kind: "message", parts: [{ kind: "text" }, null] },
  };
  let error: unknown;
  try {
    a2a03ToA2a10Types.SendMessageRequest.upgrade(params as unknown as MessageSendParams);
  } catch (thrown) {
    error = thrown;
  }
  if (!isDecodeError(error)) throw new Error("expected a DecodeError", { cause: error });
  expect(error.issues).toEqual([
    {
      code: "type",
      path: "message.parts[1]",
      segments: ["message", "parts", 1],
      message: "expected a value that the codec of a2a-0.3.MessageSendParams accepts: decode it first",
    },
  ]);
  expect(error.cause).toBeInstanceOf(TypeError);
});
