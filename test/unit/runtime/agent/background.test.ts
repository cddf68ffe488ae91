import { textArtifact, working } from "@a2agen/runtime/agent";
import { webhooks } from "@a2agen/runtime/push";
import { expect, test } from "vitest";
import { createGate, start, taskOf, userMessage } from "../../../shared/agent/start-agent.ts";
import { createSignal, listen } from "../../../shared/http/listen.ts";

/** Work that is told, and how much of it is over. */
function watchWork() {
  const seen = { begun: 0, ended: 0 };
  const background = (work: Promise<void>): void => {
    seen.begun++;
    void work.finally(() => {
      seen.ended++;
    });
  };
  return { seen, background };
}

test("a turn is told as work until it is over, whatever became of its call", async () => {
  const gate = createGate();
  const { seen, background } = watchWork();
  const { client } = await start({
    background,
    async *execute({ text }) {
      yield working();
      if (text === "wait") await gate.opened;
      if (text === "fail") throw new Error("broken");
      yield textArtifact("answer", "done");
    },
    onError: () => undefined,
  });
  const configuration = { returnImmediately: true };
  await client.sendMessage({ message: userMessage("wait"), configuration });
  expect(seen).toEqual({ begun: 1, ended: 0 });
  await client.sendMessage({ message: userMessage("fail") });
  await expect.poll(() => seen).toEqual({ begun: 2, ended: 1 });
  gate.open();
  await expect.poll(() => seen).toEqual({ begun: 2, ended: 2 });
});

test("a reply is work too, and a hook that throws stops nothing", async () => {
  const { client } = await start({
    execute: async ({ text }) => text,
    background: () => {
      throw new Error("no");
    },
  });
  const { message } = await client.sendMessage({ message: userMessage("Hello") });
  expect(message?.parts).toEqual([{ text: "Hello" }]);
});

test("the delivery of a notification is told as work that begins before that of its turn is over", async () => {
  const arrived = createSignal();
  const answer = createGate();
  const { url } = await listen((_request, response) => {
    arrived.resolve();
    void answer.opened.then(() => response.end());
  });
  const { seen, background } = watchWork();
  const { client } = await start({
    background,
    push: webhooks({ http: true, networks: ["127.0.0.0/8"] }),
    async *execute() {
      yield textArtifact("answer", "done");
    },
  });
  const configuration = { taskPushNotificationConfig: { url }, returnImmediately: true };
  taskOf(await client.sendMessage({ message: userMessage("Go"), configuration }));
  await arrived.promise;
  expect(seen.begun).toBe(2);
  await expect.poll(() => seen.ended).toBe(1);
  answer.open();
  await expect.poll(() => seen.ended === seen.begun && seen.begun > 2).toBe(true);
});
