import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { isCallError } from "@a2agen/runtime/service";
import { execute as approval } from "./approval.ts";
import { execute as callbacks } from "./callbacks.ts";
import { run, say } from "./client-of.ts";
import { execute as either } from "./either.ts";
import { execute as files } from "./files.ts";
import { execute as modelText } from "./model-text.ts";
import { execute as reply } from "./reply.ts";
import { execute as usage } from "./usage.ts";

await writeFile("report.csv", "a,b\n");
const { task } = await run(files).client.sendMessage(say("go"));
assert.deepEqual(
  task?.artifacts?.map(({ artifactId, parts }) => [artifactId, parts]),
  [
    ["totals", [{ data: { items: 2, cents: 1250 }, mediaType: "application/json" }]],
    ["report", [{ raw: "YSxiCg==", filename: "report.csv", mediaType: "text/csv" }]],
  ],
);

const replied = await run(reply).client.sendMessage(say("hello"));
assert.deepEqual(replied.message?.parts, [{ text: "You said: hello" }]);

const used = await run(usage).client.sendMessage(say("tea"));
assert.deepEqual(used.task?.metadata, { model: "small-1", usage: { inputTokens: 12, outputTokens: 3 } });

const { client } = run(either);
assert.deepEqual((await client.sendMessage(say("ping"))).message?.parts, [{ text: "pong" }]);
const written = await client.sendMessage(say("tea"));
assert.deepEqual(written.task?.artifacts?.[0]?.parts, [{ text: "All about tea" }]);
await assert.rejects(
  client.sendMessage(say("")),
  (error) =>
    isCallError(error) && error.status === "INVALID_ARGUMENT" && error.message === "the message has no text",
);

for (const execute of [modelText, callbacks]) {
  const { task: told } = await run(execute).client.sendMessage(say("one two"));
  assert.deepEqual(told?.artifacts, [{ artifactId: "answer", parts: [{ text: "one two " }] }]);
}

const bank = run(approval).client;
for (const [text, said] of [
  ["yes", "Paid."],
  ["no", "Not paid: you refused"],
] as const) {
  const { task: asked } = await bank.sendMessage(say("pay"));
  const { message } = say(text);
  const { task: answered } = await bank.sendMessage({ message: { ...message, taskId: asked?.id ?? "" } });
  assert.deepEqual(answered?.status.message?.parts, [{ text: said }]);
}
