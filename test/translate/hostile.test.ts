import { PartCodec, type SecurityScheme, type TaskIdParams } from "@a2agen/a2a-0.3";
import { PartCodec as A2A10PartCodec } from "@a2agen/a2a-1.0";
import { PartCodec as DraftPartCodec } from "@a2agen/a2a-1.0-draft";
import type { JsonObject, JsonValue } from "@a2agen/runtime";
import { a2a03ToA2a10Types, draftToA2a10Types } from "@a2agen/translate";
import { expect, test } from "vitest";

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

test("a value with many unknown fields has as many losses, in time", () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, index]));
  const { value, losses } = a2a03ToA2a10Types.CancelTaskRequest.upgrade({ id: "t", ...many });
  expect(value).toEqual({ id: "t" });
  expect(losses.length).toBe(20_000);
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
