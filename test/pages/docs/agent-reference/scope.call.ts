import assert from "node:assert/strict";
import { A2AService, type A2AServiceClient } from "@a2agen/a2a-1.0";
import { createAgent } from "@a2agen/runtime/agent";
import { createHttpHandler } from "@a2agen/runtime/server";
import { clientOf, hostOf, say } from "./client-of.ts";
import { scope } from "./scope.ts";

const agent = createAgent({
  service: A2AService,
  scope,
  async *execute() {
    yield { artifact: { artifactId: "a", parts: [{ text: "done" }] } };
  },
});
const teams: Readonly<Record<string, string>> = { ada: "red", bob: "red", eve: "blue" };
const host = hostOf(agent, {
  authenticate: ({ header }) => {
    const id = header("x-user") ?? "anyone";
    const team = teams[id];
    return { id, ...(team !== undefined && { claims: { team } }) };
  },
});
const handler = createHttpHandler(host);
const as = (user: string): A2AServiceClient => clientOf(handler, { "x-user": user });

const { task } = await as("ada").sendMessage(say("go"));
const seen = async (user: string): Promise<number> => (await as(user).listTasks({})).tasks.length;
assert.deepEqual(await Promise.all(["ada", "bob", "eve", "nobody"].map(seen)), [1, 1, 0, 0]);
assert.equal((await as("bob").getTask({ id: task?.id ?? "" })).id, task?.id);
