import assert from "node:assert/strict";
import { ApprovalExtension } from "@a2agen/ext-kagenti";
import { createHttpHandler } from "@a2agen/runtime/server";
import { card, clientOf, say } from "./client-of.ts";
import { serveShop } from "./shop.ts";

const host = serveShop({ ...card, capabilities: { extensions: [ApprovalExtension.declare()] } });
const client = clientOf(createHttpHandler(host));
const asking = { extensions: [ApprovalExtension.uri] };

const { task } = await client.sendMessage(say("Buy it"), asking);
const question = task?.status.message;
assert(question !== undefined);
assert.deepEqual(ApprovalExtension.request.get(question), { action: "generic", title: "Pay" });
const answer = say("Yes");
ApprovalExtension.decision.set(answer.message, { decision: "approve" });
const bought = await client.sendMessage({ message: { ...answer.message, taskId: task?.id ?? "" } }, asking);
assert.equal(bought.task?.status.state, "TASK_STATE_COMPLETED");
await host.close();
