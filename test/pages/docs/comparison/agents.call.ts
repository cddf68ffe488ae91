import assert from "node:assert/strict";
import { AgentCard, SendMessageRequest } from "@a2a-js/sdk";
import { DefaultRequestHandler, InMemoryTaskStore, ServerCallContext } from "@a2a-js/sdk/server";
import { execute } from "./agent.ts";
import { card, run, say } from "./client-of.ts";
import { Echo } from "./sdk-agent.ts";

const echo = new Echo();
const handler = new DefaultRequestHandler(AgentCard.fromJSON(card), new InMemoryTaskStore(), echo);
const answer = await handler.sendMessage(SendMessageRequest.fromJSON(say("tea")), new ServerCallContext());
const theirs = "parts" in answer ? answer.parts[0]?.content?.value : undefined;
await echo.cancelTask();

const ours = await run(execute).client.sendMessage(say("tea"));
assert.equal(theirs, "tea");
assert.deepEqual(ours.message?.parts, [{ text: "tea" }]);
