import { completed, type Execute } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { failureOf, stateOf, taskOf, userMessage } from "../../shared/agent/start-agent.ts";
import { callsOfAll } from "./every-method.ts";
import { startWorld, type World } from "./start-world.ts";
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

test.each(worldsOf("3.6-unsupported"))("%s", async (_title, world) => {
  for (const version of ["0.2", "0.9", "1.1", "2.0", "1", "latest"]) {
    const error = await failureOf(sendAs(world, version));
    expect([version, error.name, error.metadata]).toEqual([
      version,
      "VersionNotSupportedError",
      { supportedVersions: "1.0" },
    ]);
  }
  expect(await sendAs(world, "1.0")).toBe("completed");
});

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
