import { a2a03ToA2a10 } from "@a2agen/translate";
import { expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";

test("an identifier that is too long to keep is refused", async () => {
  const { source, set } = start();
  await source.begin("t-1");
  const url = "https://hooks.example.com/";
  await expect(set({ id: "i".repeat(257), taskId: "t-1", url })).rejects.toMatchObject({
    status: "INVALID_ARGUMENT",
    violations: [{ field: "id", description: "expected at most 256 characters" }],
  });
});

test("a configuration that is set again by a client of another version goes on where it was", async () => {
  const old = await receiver((response) => void response.writeHead(503).end());
  const hook = await receiver();
  const limits = { initialDelayMs: 60_000, maximumDelayMs: 60_000 };
  const { source, set } = start({ ...local, older: [a2a03ToA2a10], limits });
  await source.begin("t-1");
  await set({ id: "a", taskId: "t-1", url: old.origin }, { profile: "a2a-0.3" });
  const version = await source.artifact("t-1", "one");
  await old.count(1);
  await set({ id: "a", taskId: "t-1", url: hook.origin }, { version });
  await source.complete("t-1");
  expect(toldOf(await hook.count(2))).toEqual(["one", "TASK_STATE_COMPLETED"]);
});

test.each([Infinity, 2 ** 31])("a grace of %d milliseconds is not none", async (graceMs) => {
  const waiting: (() => void)[] = [];
  const hook = await receiver((response) => void waiting.push(() => response.end()));
  const { notifier, source, set } = start({ ...local, limits: { ...local.limits, attemptMs: 2 ** 31 } });
  await source.begin("t-1");
  await set({ id: "a", taskId: "t-1", url: hook.origin });
  await source.artifact("t-1", "one");
  await hook.count(1);
  const closed = notifier.close(graceMs);
  // A timer of no time would have run by now.
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const answer of waiting) answer();
  await closed;
  expect(source.errors).toEqual([]);
  expect(toldOf(hook.received)).toEqual(["one"]);
});
