import { A2AService, errors } from "@a2agen/a2a-1.0";
import { A2AService as DraftService } from "@a2agen/a2a-1.0-draft";
import { completed } from "@a2agen/runtime/agent";
import type { ErrorRow } from "@a2agen/runtime/service";
import { status as grpcStatus } from "@grpc/grpc-js";
import { expect, test } from "vitest";
import { failureOf, userMessage } from "../../shared/agent/start-agent.ts";
import { codeOnWire } from "./code-on-wire.ts";
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

test.each(worldsOf("3.3.2-errors"))("%s", async (_title, world) => {
  const { client } = await startWorld(world, failing);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    const error = await failureOf(client.sendMessage({ message: userMessage(name) }));
    expect({ name: error.name, message: error.message }).toEqual({ name, message: `it is ${name}` });
  }
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
