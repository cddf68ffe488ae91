import { completed, type Execute } from "@a2agen/runtime/agent";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { failureOf, stateOf, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { callsOfAll } from "./every-method.ts";
import { draftVersion, startWorld, type World } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

const execute: Execute = async function* () {
  yield completed();
};

/** Sends a message under a version of the caller's choice. */
async function sendAs(world: World, version: string): Promise<string> {
  const { client } = await startWorld(world, { execute });
  const headers = { "a2a-version": version };
  return stateOf(taskOf(await client.sendMessage({ message: userMessage("hi") }, { headers })));
}

test.each(worldsOf("3.6-patch"))("%s", async (_title, world) => {
  for (const version of ["1.0", "1.0.0", "1.0.17"]) expect(await sendAs(world, version)).toBe("completed");
  for (const version of ["1.1.0", "0.3.0"]) {
    expect((await failureOf(sendAs(world, version))).name).toBe("VersionNotSupportedError");
  }
});

async function unsupported(world: World): Promise<void> {
  for (const version of ["0.2", "0.9", "1.1", "2.0", "1", "latest"]) {
    const error = await failureOf(sendAs(world, version));
    expect([version, error.name, error.metadata]).toEqual([
      version,
      "VersionNotSupportedError",
      { supportedVersions: "1.0" },
    ]);
  }
  expect(await sendAs(world, "1.0")).toBe("completed");
}

test.each(worldsOf("3.6-unsupported"))("%s", (_title, world) => unsupported(world));
test.each(worldsOf("3.6.2-unsupported"))("%s", (_title, world) => unsupported(world));

test.each(worldsOf("3.6.1-sent"))("%s", async (_title, world) => {
  const sent = new Map<string, string | undefined>();
  const { client } = await startWorld(world, {
    execute,
    host: {
      authenticate: ({ method, header }) => {
        sent.set(method, header("a2a-version"));
        return { id: "ada" };
      },
    },
  });
  const calls = Object.entries(callsOfAll(client, "nowhere", "hook"));
  // Whether they succeed does not matter here.
  for (const [, call] of calls) await call().catch(() => undefined);
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(calls.map(([method]) => [method, "1.0"])));
});

test.each(worldsOf("3.6.2-semantics"))("%s", async (_title, world) => {
  const { client, url } = await startWorld(world, { execute });
  const draft = await startWorld({ ...world, text: "draft" }, { execute });
  const older = { messageId: "1", role: "user", parts: [{ file: { fileWithUri: "https://x/y" } }] } as const;
  const { task } = await draft.draftClient().sendMessage({ message: { ...older, parts: [{ text: "hi" }] } });
  expect(task?.status.state).toMatch(/^[a-z-]+$/);
  const sent = await client.sendMessage({ message: userMessage("hi") });
  expect(sent.task?.status.state).toBe("TASK_STATE_COMPLETED");
  if (world.binding === "GRPC") return;
  // What is right in one version is wrong in the other.
  const isRest = world.binding === "HTTP+JSON";
  const params = { message: older };
  const body = isRest ? params : { jsonrpc: "2.0", id: 1, method: "SendMessage", params };
  const response = await fetch(isRest ? `${url}/message:send` : url, {
    method: "POST",
    headers: { "a2a-version": "1.0", "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toMatchObject({
    error: { code: isRest ? 400 : -32602, message: expect.stringMatching(/role|parts\[0\]/) },
  });
});

test.each(worldsOf("3.6.2-empty"))("%s", async (_title, world) => {
  const error = await failureOf(sendAs(world, ""));
  expect(error).toMatchObject({ name: "VersionNotSupportedError", message: /no version, which means 0\.3/ });
  if (world.binding !== "JSONRPC") return;
  // 0.3 has JSON-RPC: where it is spoken, such a request is one of 0.3.
  const { url } = await startWorld(world, {
    execute,
    host: { older: [draftVersion, { translation: a2a03ToA2a10 }] },
  });
  const message = { kind: "message", messageId: "1", role: "user", parts: [{ kind: "text", text: "hi" }] };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/send", params: { message } }),
  });
  expect(await response.json()).toMatchObject({
    result: { kind: "task", status: { state: "completed" } },
  });
});
