import { A2AService } from "@a2agen/a2a-1.0";
import { implement } from "@a2agen/runtime/host";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { expect, test } from "vitest";
import { callRaw, draft, shared, startFamily } from "../../shared/versions/start-family.ts";

test("each name of an earlier version is told once", async () => {
  const { origin, deprecated } = await startFamily();
  const named = { headers: { "x-a2a-extensions": "https://example.com/extensions/echo/v1" } };
  for (const _ of [1, 2]) {
    await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" });
    await callRaw(`${origin}/rpc`, "tasks/get", { id: "none" }, named);
    await callRaw(`${origin}/rpc`, "tasks/explode");
    await callRaw(`${origin}/draft/rpc`, "GetTask", { name: "tasks/task-1" });
    await callRaw(`${origin}/draft/rpc`, "ListTaskPushNotificationConfig", { parent: "tasks/task-1" });
    await fetch(`${origin}/.well-known/agent.json`);
    await fetch(`${origin}/.well-known/agent-card.json`);
    await fetch(`${origin}/agent/authenticatedExtendedCard`);
    await fetch(`${origin}/draft/v1/extendedAgentCard`);
  }
  expect(deprecated).toStrictEqual([
    { kind: "jsonRpcMethod", name: "tasks/get", use: "GetTask", profile: "a2a-0.3" },
    { kind: "header", name: "X-A2A-Extensions", use: "A2A-Extensions", profile: "a2a-0.3" },
    { kind: "endpoint", name: "POST /draft/rpc", use: "POST /rpc", profile: "a2a-1.0-draft" },
    {
      kind: "jsonRpcMethod",
      name: "ListTaskPushNotificationConfig",
      use: "ListTaskPushNotificationConfigs",
      profile: "a2a-1.0-draft",
    },
    {
      kind: "wellKnownPath",
      name: "/.well-known/agent.json",
      use: "/.well-known/agent-card.json",
      profile: undefined,
    },
    {
      kind: "endpoint",
      name: "GET /agent/authenticatedExtendedCard",
      use: "GET /extendedAgentCard",
      profile: "a2a-0.3",
    },
    {
      kind: "endpoint",
      name: "GET /v1/extendedAgentCard",
      use: "GET /extendedAgentCard",
      profile: "a2a-1.0-draft",
    },
  ]);
});

test("names that the server does not know are not told", async () => {
  const { origin, deprecated } = await startFamily();
  await Promise.all(Array.from({ length: 50 }, (_, index) => callRaw(`${origin}/rpc`, `tasks/${index}`)));
  expect(deprecated).toStrictEqual([]);
});

test("without a hook a text is written", async () => {
  const { warn } = console;
  const written: unknown[] = [];
  console.warn = (text: unknown) => void written.push(text);
  try {
    const { origin } = await startFamily({ http: { onDeprecated: undefined } as never });
    await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" });
    await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" });
  } finally {
    console.warn = warn;
  }
  expect(written).toStrictEqual([
    "a2agen: a client uses the JSON-RPC method tasks/get of a2a-0.3, which is GetTask now",
  ]);
});

test("a hook that fails does not fail the call", async () => {
  const { error } = console;
  console.error = () => undefined;
  try {
    const { origin } = await startFamily({
      http: {
        onDeprecated() {
          throw new Error("a bug");
        },
      },
    });
    expect(await callRaw(`${origin}/rpc`, "tasks/get", { id: "task-1" })).toMatchObject({ kind: "task" });
  } finally {
    console.error = error;
  }
});

const services = [implement(A2AService, {})];
const { cardPrefix: _, ...placed } = draft;

test.each([
  {
    name: "the draft at the path of 1.0",
    older: [{ ...placed, jsonRpc: "/" }],
    message:
      "a2a-1.0 and a2a-1.0-draft share a path and are both version 1.0; give one of them a path of its own",
  },
  {
    name: "the draft at the base of 1.0, where /v1 could be a tenant",
    older: [{ ...placed, rest: "/" }],
    message:
      'a2a-1.0 and a2a-1.0-draft are both served at /, where /{tenant=*}/message:send and /v1/message:send have paths in common; give one of them a base of its own with "rest"',
  },
])("$name is refused", ({ older, message }) => {
  expect(() => createHttpHandler(createHostFamily({ services, older }))).toThrow(new TypeError(message));
});

test("a translation to a service that nobody implements is refused", () => {
  const stray = { ...shared.translation, newer: { ...shared.translation.newer, typeName: "a.Service" } };
  expect(() => createHostFamily({ services, older: [{ translation: stray }] })).toThrow(
    new TypeError(
      "older: the translation of a2a-0.3.A2AService ends at a.Service of a2a-1.0, which is neither implemented nor the older service of another translation",
    ),
  );
});
