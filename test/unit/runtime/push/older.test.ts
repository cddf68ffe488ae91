import { TaskCodec as OlderTaskCodec } from "@a2agen/a2a-0.3";
import { StreamResponseCodec as DraftStreamResponseCodec } from "@a2agen/a2a-1.0-draft";
import { webhooks } from "@a2agen/runtime/push";
import { a2a03ToA2a10, a2a03ToDraft, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local } from "../../../shared/push/start-webhooks.ts";
import { TaskSource } from "../../../shared/push/task-source.ts";

const all = { ...local, older: [a2a03ToA2a10, draftToA2a10] };

describe("a client of 0.3", () => {
  test("is notified with the whole task, as JSON, the token in a header", async () => {
    const hook = await receiver();
    const { source, set } = start(all);
    await source.begin("t-1");
    const config = { id: "c", taskId: "t-1", url: hook.origin, token: "t" };
    await set(config, { profile: "a2a-0.3" });
    await source.artifact("t-1", "one");
    await hook.count(1);
    await source.artifact("t-1", "two");
    await hook.count(2);
    await source.complete("t-1");
    const received = await hook.count(3);
    for (const { headers } of received) {
      expect(headers).toMatchObject({ "content-type": "application/json", "x-a2a-notification-token": "t" });
    }
    const tasks = received.map(({ text }) => OlderTaskCodec.parse(text));
    const base = { kind: "task", id: "t-1", contextId: "c-1" };
    const timestamp = "2026-11-22T10:00:00Z";
    const part = (text: string): object => ({ kind: "text", text });
    expect(tasks).toEqual([
      {
        ...base,
        status: { state: "submitted", timestamp },
        artifacts: [{ artifactId: "answer", parts: [part("one")] }],
      },
      {
        ...base,
        status: { state: "submitted", timestamp },
        artifacts: [{ artifactId: "answer", parts: [part("onetwo")] }],
      },
      {
        ...base,
        status: { state: "completed", timestamp },
        artifacts: [{ artifactId: "answer", parts: [part("onetwo")] }],
      },
    ]);
  });

  test("is told once of updates that came while it was told of others, and always of the end", async () => {
    let go: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const hook = await receiver((response, { index }) => {
      if (index > 0) response.end();
      else void held.then(() => response.end());
    });
    const { notifier, source, set } = start(all);
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin }, { profile: "a2a-0.3" });
    await source.artifact("t-1", "one");
    await hook.count(1);
    for (let i = 0; i < 100; i++) await source.artifact("t-1", `part ${i}`);
    await source.complete("t-1");
    go?.();
    const [, last] = await hook.count(2);
    const task = OlderTaskCodec.parse(last?.text ?? "");
    expect(task.status.state).toBe("completed");
    const pieces = Array.from({ length: 100 }, (_, index) => `part ${index}`);
    expect(task.artifacts?.[0]?.parts).toEqual([{ kind: "text", text: `one${pieces.join("")}` }]);
    // It delivers what is left first, of which there is nothing.
    await notifier.close(60_000);
    expect(hook.received).toHaveLength(2);
  });
});

describe("a client of the draft", () => {
  test("is notified with events in the draft's form", async () => {
    const hook = await receiver();
    const { source, set } = start(all);
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin, token: "t" }, { profile: "a2a-1.0-draft" });
    await source.artifact("t-1", "one");
    await source.complete("t-1");
    const received = await hook.count(2);
    expect(received[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "x-a2a-notification-token": "t",
    });
    expect(received.map(({ text }) => DraftStreamResponseCodec.parse(text))).toEqual([
      {
        artifactUpdate: {
          taskId: "t-1",
          contextId: "c-1",
          artifact: { artifactId: "answer", parts: [{ text: "one" }] },
          append: true,
        },
      },
      {
        statusUpdate: {
          taskId: "t-1",
          contextId: "c-1",
          status: { state: "completed", timestamp: "2026-11-22T10:00:00Z" },
          final: true,
        },
      },
    ]);
  });
});

describe("translations", () => {
  test("that are not there refuse the configuration, and tell the agent", async () => {
    const { source, set } = start(local);
    const config = { id: "c", taskId: "t-1", url: "https://hooks.example.com/" };
    await expect(set(config, { profile: "a2a-0.3" })).rejects.toMatchObject({
      status: "UNIMPLEMENTED",
      message: "push notifications are not sent in the form of a2a-0.3",
    });
    expect(await source.failures(1)).toEqual([
      "push notifications are not sent in the form of a2a-0.3: give its translation, webhooks({ older: [...] })",
    ]);
  });

  test("to another version than the agent's are refused when the agent is made", () => {
    const notifier = webhooks({ older: [a2a03ToDraft] });
    expect(() => notifier.start(new TaskSource())).toThrow(
      "older: expected translations to lf.a2a.v1.A2AService of a2a-1.0, found one to a2a.v1.A2AService of a2a-1.0-draft",
    );
  });

  test("belong to one agent", () => {
    const notifier = webhooks();
    notifier.start(new TaskSource());
    expect(() => notifier.start(new TaskSource())).toThrow(
      "webhooks belong to one agent: make them for each",
    );
  });
});
