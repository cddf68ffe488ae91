import assert from "node:assert/strict";
import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { askApproval, completed, createAgent, textArtifact } from "@a2agen/runtime/agent";
import { createHttpHandler } from "@a2agen/runtime/server";
import { openChat, show } from "./chat.ts";
import { hostOf } from "./client-of.ts";
import { use } from "./use.ts";

const agent = createAgent({
  service: A2AService,
  async *execute({ task }) {
    if (task === undefined) yield askApproval({ id: "1", name: "pay", input: {}, text: "Pay?" });
    else {
      yield textArtifact("a", "paid");
      yield completed();
    }
  },
});
const http = createServer(toNodeListener(createHttpHandler(hostOf(agent))));
await new Promise<void>((resolve) => http.listen(4000, "localhost", resolve));

const items = new Map<string, string>();
const storage = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
};
const conversations = openChat("http://localhost:4000", storage);
await use(conversations);
await conversations.close();
const [first] = conversations.getSnapshot().conversations;
assert.ok(first);
assert.match(show(first).join(), /Pay the bill.*Pay\?.*ended TASK_STATE_COMPLETED: paid.*pay\?/);

const reloaded = openChat("http://localhost:4000", storage);
await reloaded.load();
assert.equal(reloaded.getSnapshot().conversations.length, 1);
await reloaded.close();
http.close();
await agent.close();
