import { A2AService, errors } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { completed, type Execute, inputRequired } from "@a2agen/runtime/agent";
import type { ErrorRow } from "@a2agen/runtime/service";
import { status as grpcStatus } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { failureOf, inShort, stateOf, taskOf, userMessage } from "../../unit/runtime/agent/start-agent.ts";
import { codeOnWire } from "./code-on-wire.ts";
import { callsForTask } from "./every-method.ts";
import { startWorld, type WorldOptions } from "./start-world.ts";
import { worldsOf } from "./worlds-of.ts";

type ErrorName = keyof typeof errors;
const names = Object.keys(errors) as ErrorName[];

/** An author that fails with the error that a message names. */
const failing: WorldOptions = {
  execute: async ({ text }) => {
    throw errors[text as ErrorName](`it is ${text}`, { metadata: { about: "a fact" } });
  },
};

const asking: Execute = async function* () {
  yield inputRequired("How many?");
};

test.each(worldsOf("3.3.2-errors"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, failing);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const error = await failureOf(client.sendMessage({ message: userMessage(name) }));
    expect({ name: error.name, message: error.message }).toEqual({ name, message: `it is ${name}` });
  }
});

test.each(worldsOf("3.3.2-payload"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute: asking });
  const { reason, message, metadata } = await failureOf(client.getTask({ id: "nowhere" }));
  expect({ reason, message, metadata }).toEqual({
    reason: "TASK_NOT_FOUND",
    message: expect.stringMatching(/\w/),
    metadata: { taskId: "nowhere" },
  });
});

test.each(worldsOf("3.3.2-mapping"))("%s", async (_title, world) => {
  const { url } = await startWorld(world, failing);
  const { protocol } = world.text === "1.0" ? A2AService : DraftService;
  for (const name of names) {
    const row: ErrorRow | undefined = protocol.errors[name];
    const want = {
      JSONRPC: row?.jsonRpc,
      "HTTP+JSON": row?.http,
      GRPC: row?.grpc === undefined ? undefined : grpcStatus[row.grpc],
    };
    expect([name, await codeOnWire(world, url, name)]).toEqual([name, want[world.binding]]);
  }
});

test.each(worldsOf("3.3.2-unauthenticated"))("%s", async (_title, world) => {
  const { client, clientWith } = await startWorld(world, {
    execute: asking,
    declares: {
      securitySchemes: { token: { httpAuthSecurityScheme: { scheme: "Bearer" } } },
      securityRequirements: [{ schemes: { token: { list: [] } } }],
    },
    host: {
      authenticate: ({ header }) => (header("authorization") === "Bearer good" ? { id: "ada" } : undefined),
    },
  });
  for (const stranger of [client, clientWith({ authorization: "Bearer bad" })]) {
    const error = await failureOf(stranger.sendMessage({ message: userMessage("hi") }));
    expect(error).toMatchObject({ status: "UNAUTHENTICATED", http: 401, challenges: ["Bearer"] });
  }
  const known = clientWith({ authorization: "Bearer good" });
  expect(stateOf(taskOf(await known.sendMessage({ message: userMessage("hi") })))).toBe("input-required");
});

test.each(worldsOf("3.3.2-forbidden"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, {
    execute: asking,
    host: { authorize: ({ method }) => method !== "CancelTask" },
  });
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect(await failureOf(client.cancelTask({ id }))).toMatchObject({
    status: "PERMISSION_DENIED",
    http: 403,
  });
  expect(stateOf(await client.getTask({ id }))).toBe("input-required");
});

test.each(worldsOf("3.3.2-hidden"))("%s", async (_title, world) => {
  const { clientOf } = await startWorld(world, { execute: asking });
  const [alice, bob] = [clientOf("alice"), clientOf("bob")];
  const { id } = taskOf(await alice.sendMessage({ message: userMessage("hi") }));
  for (const method of ["GetTask", "CancelTask", "SendMessage", "SubscribeToTask"]) {
    const [hidden, missing] = await Promise.all(
      [id, "nowhere"].map((taskId) => failureOf(callsForTask(bob, taskId, "")[method]?.() ?? nothing())),
    );
    // Nothing but the identifier that was asked for may differ.
    const shown = [hidden, missing].map((error) => [error?.name, error?.message, error?.reason]);
    expect(shown[0]).toEqual(shown[1]);
    expect(hidden?.name).toBe("TaskNotFoundError");
  }
  expect(stateOf(await alice.getTask({ id }))).toBe("input-required");
});

async function nothing(): Promise<void> {}

test.each(worldsOf("3.3.2-validated"))("%s", async (_title, world) => {
  let asked = 0;
  const { client } = await startWorld(world, {
    async *execute() {
      asked++;
      yield completed();
    },
  });
  const wrong = [
    userMessage("hi", { messageId: "" }),
    userMessage("hi", { parts: [] }),
    userMessage("hi", { role: "ROLE_AGENT" }),
  ];
  for (const message of wrong) {
    const error = await failureOf(client.sendMessage({ message }));
    expect([error.status, error.violations.length]).toEqual(["INVALID_ARGUMENT", 1]);
  }
  expect((await failureOf(client.listTasks({ pageSize: 1000 }))).status).toBe("INVALID_ARGUMENT");
  expect(asked).toBe(0);
  await client.sendMessage({ message: userMessage("hi") });
  expect(asked).toBe(1);
});

test.each(worldsOf("3.3.2-not-found"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, { execute: asking });
  for (const method of ["GetTask", "CancelTask", "SubscribeToTask", "SendMessage", "SendStreamingMessage"]) {
    const call = callsForTask(client, "nowhere", "")[method]?.() ?? nothing();
    expect([method, inShort(await failureOf(call))]).toEqual([method, { error: "TaskNotFoundError" }]);
  }
  const { id } = taskOf(await client.sendMessage({ message: userMessage("hi") }));
  expect((await client.getTask({ id })).id).toBe(id);
});
