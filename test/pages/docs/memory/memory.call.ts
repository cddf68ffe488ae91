import assert from "node:assert/strict";
import { run, say } from "./client-of.ts";
import { execute as conversation } from "./conversation.ts";
import { execute as memory } from "./memory.ts";

const remembering = run(memory).client;
const { message } = say("first");
const asked: string[] = [];
for (const more of [{}, { contextId: "c" }, { contextId: "c" }]) {
  const answer = await remembering.sendMessage({
    message: { ...message, ...more, messageId: crypto.randomUUID() },
  });
  asked.push(answer.task?.status.message?.parts[0]?.text ?? "");
}
assert.deepEqual(asked, [
  "Message 1 of this task, 1 of this conversation.",
  "Message 1 of this task, 1 of this conversation.",
  "Message 1 of this task, 2 of this conversation.",
]);

const chat = run(conversation).client;
const { task: opened } = await chat.sendMessage(say("tea"));
const next = say("milk").message;
const { task: followed } = await chat.sendMessage({
  message: { ...next, contextId: opened?.contextId ?? "" },
});
assert.deepEqual(followed?.artifacts?.[0]?.parts, [{ text: '3 messages, the first one "tea"' }]);
