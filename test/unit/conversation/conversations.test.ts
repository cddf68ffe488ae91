import { A2AService } from "@a2agen/a2a-1.0";
import { Conversations, type SavedConversation, webStorage } from "@a2agen/conversation";
import { completed, textArtifact, working } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { openClient } from "../../shared/client/open-client.ts";

/** A stand-in for `localStorage`. */
function memory(): {
  readonly items: Map<string, string>;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
} {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

async function settle(conversations: Conversations): Promise<void> {
  while (conversations.getSnapshot().conversations.some(({ isBusy }) => isBusy)) {
    await new Promise<void>((resolve) => {
      const stop = conversations.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

test("what goes on at a reload is taken up, with several agents", async () => {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { client: writer } = openClient(A2AService, undefined, {
    async *execute() {
      yield working("at it");
      yield textArtifact("a", "Hel");
      await gate;
      yield textArtifact("a", "lo", { append: true });
      yield completed();
    },
  });
  const { client: echo } = openClient(A2AService, undefined, { execute: async ({ text }) => text });
  const storage = memory();
  const agents = { writer, echo: () => echo };
  const before = new Conversations({ agents, storage: webStorage(storage) });
  await before.load();
  const written = before.begin("writer", { title: "Text" });
  void written.send("Write");
  await before.begin("echo").send("Hi");
  await new Promise<void>((resolve) => {
    const stop = written.subscribe(() => {
      if (written.getSnapshot().current?.task.artifacts === undefined) return;
      stop();
      resolve();
    });
  });
  await before.close();

  const after = new Conversations({ agents, storage: webStorage(storage) });
  expect(after.getSnapshot()).toEqual({ conversations: [], isLoaded: false });
  await after.load();
  expect(after.getSnapshot().isLoaded).toBe(true);
  release();
  await settle(after);
  const [first, second] = after.getSnapshot().conversations;
  expect(first).toMatchObject({
    id: written.id,
    title: "Text",
    agent: "writer",
    entries: [
      { kind: "user", delivery: "sent" },
      { kind: "task", phase: "ended", task: { artifacts: [{ parts: [{ text: "Hello" }] }] } },
    ],
  });
  expect(second).toMatchObject({
    title: "Hi",
    agent: "echo",
    entries: [{ kind: "user" }, { kind: "agent" }],
  });
  expect(after.get(written.id)?.getSnapshot()).toBe(first);
  after.remove(written.id);
  await after.close();
  const kept = JSON.parse(storage.getItem("a2agen.conversations") ?? "") as readonly SavedConversation[];
  expect(kept.map(({ title }) => title)).toEqual(["Hi"]);
});

test("a message that was under way at a reload can be sent once more; an agent that is gone is left out", async () => {
  const { client } = openClient(A2AService, undefined, { execute: async ({ text }) => text });
  const message = { messageId: "m", role: "ROLE_USER" as const, parts: [{ text: "Hi" }] };
  const saved: SavedConversation[] = ["echo", "gone"].map((agent) => ({
    id: agent,
    agent,
    title: "",
    entries: [{ kind: "user", key: "m", message, delivery: "sending" }],
  }));
  const conversations = new Conversations({
    agents: { echo: client },
    storage: { load: async () => saved, save: () => undefined },
  });
  await conversations.load();
  expect(conversations.getSnapshot().conversations).toHaveLength(1);
  const echo = conversations.get("echo");
  expect(echo?.getSnapshot().entries[0]).toMatchObject({ delivery: "failed" });
  await echo?.retry("m");
  expect(echo?.getSnapshot().entries).toMatchObject([{ delivery: "sent" }, { kind: "agent" }]);
  expect(() => conversations.begin("gone")).toThrow('agent: expected one of echo, found "gone"');
});

test("a message with a file that was not kept over a reload is not sent without it", async () => {
  const received: unknown[] = [];
  const { client } = openClient(A2AService, undefined, {
    execute: async ({ message }) => {
      received.push(message.parts);
      return "Thanks";
    },
  });
  const storage = webStorage(memory(), { fileBytes: 8 });
  const parts = [{ raw: "a".repeat(40), filename: "a" }];
  const message = { messageId: "m", role: "ROLE_USER" as const, parts };
  await storage.save([
    { id: "1", agent: "one", title: "", entries: [{ kind: "user", key: "m", message, delivery: "failed" }] },
  ]);
  const conversations = new Conversations({ agents: { one: client }, storage });
  await conversations.load();
  await conversations.get("1")?.retry("m");
  expect(received).toEqual([]);
  expect(conversations.get("1")?.getSnapshot().entries).toMatchObject([
    { kind: "user", delivery: "failed" },
    { kind: "problem", text: "A file of the message was not kept over the reload: send it again." },
  ]);
});

test("webhooks of a message and their credentials are not saved, and it is not sent without them", async () => {
  const received: unknown[] = [];
  let isDown = true;
  const { client: online } = openClient(A2AService, undefined, {
    execute: async ({ text }) => {
      received.push(text);
      return "Thanks";
    },
  });
  const client = (): typeof online => {
    if (isDown) throw new Error("no network");
    return online;
  };
  const kept = memory();
  const storage = webStorage(kept);
  const before = new Conversations({ agents: { one: client }, storage });
  await before.load();
  const conversation = before.begin("one");
  const taskPushNotificationConfig = {
    url: "https://user.example.com/hook?key=secret-1",
    token: "secret-2",
    authentication: { scheme: "Bearer", credentials: "secret-3" },
  };
  await conversation.send("Hi", {
    configuration: { historyLength: 1, taskPushNotificationConfig },
    metadata: { a: 1 },
  });
  const key = conversation.getSnapshot().entries[0]?.key ?? "";
  await before.close();
  const text = [...kept.items.values()].join();
  expect(text).not.toContain("secret");
  expect(JSON.parse(text)).toMatchObject([
    {
      entries: [
        { delivery: "failed", options: { configuration: { historyLength: 1 }, metadata: { a: 1 } } },
        { kind: "problem" },
      ],
    },
  ]);

  isDown = false;
  const after = new Conversations({ agents: { one: client }, storage });
  await after.load();
  const reloaded = after.get(conversation.id);
  await reloaded?.retry(key);
  expect(received).toEqual([]);
  expect(reloaded?.getSnapshot().entries.at(-1)).toMatchObject({
    kind: "problem",
    text: "A webhook of the message was not kept over the reload: send it again.",
  });

  // Without a reload it is sent with its webhook, which this agent refuses.
  await conversation.retry(key);
  expect(conversation.getSnapshot().entries.at(-1)).toMatchObject({
    text: expect.stringContaining("taskPushNotificationConfig needs the capability") as string,
  });
  await conversation.send("Well", { metadata: { a: 1 } });
  expect(received).toEqual(["Well"]);
  const sent = conversation.toSaved().entries.find(({ kind, key: each }) => kind === "user" && each !== key);
  expect(sent).toMatchObject({ delivery: "sent" });
  expect(sent).not.toHaveProperty("options");
});

test("a task that the agent has lost stays as it was, and is said to be lost", async () => {
  const { client } = openClient(A2AService, undefined, { execute: async ({ text }) => text });
  const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" as const } };
  const saved: SavedConversation = {
    id: "1",
    agent: "echo",
    title: "T",
    contextId: "c",
    current: "t",
    entries: [{ kind: "task", key: "t", task, phase: "working", isFollowed: true }],
  };
  const conversations = new Conversations({
    agents: { echo: client },
    storage: { load: () => [saved], save: () => undefined },
  });
  await conversations.load();
  await settle(conversations);
  expect(conversations.getSnapshot().conversations[0]?.entries).toMatchObject([
    { kind: "task", task, phase: "lost", isFollowed: false },
    { kind: "note", text: "The agent does not know the task t any more." },
  ]);
});

test("errors of the storage are told, and what changes while it is at work is saved after that", async () => {
  const { client } = openClient(A2AService, undefined, { execute: async ({ text }) => text });
  const errors: unknown[] = [];
  const saves: number[] = [];
  let release = (): void => undefined;
  const slow = new Promise<void>((resolve) => (release = resolve));
  const conversations = new Conversations({
    agents: { echo: client },
    onError: (error) => errors.push(error),
    storage: {
      load: () => undefined,
      async save(all) {
        saves.push(all.length);
        if (saves.length === 1) throw new Error("full");
        await slow;
      },
    },
  });
  await conversations.load();
  while (errors.length === 0) await Promise.resolve();
  conversations.begin("echo");
  while (saves.length < 2) await Promise.resolve();
  conversations.begin("echo");
  conversations.begin("echo");
  release();
  await conversations.close();
  expect(errors).toEqual([new Error("full")]);
  expect(saves).toEqual([0, 1, 3]);
});

test("large files are kept by name only in the storage of a browser", async () => {
  const { client } = openClient(A2AService, undefined, {
    async *execute() {
      yield { artifact: { artifactId: "a", parts: [{ raw: "b".repeat(40), filename: "b" }] } };
      yield completed({ parts: [{ raw: "YWFh", filename: "small" }] });
    },
  });
  const storage = memory();
  const conversations = new Conversations({
    agents: { files: client },
    storage: webStorage(storage, { key: "k", fileBytes: 8 }),
  });
  await conversations.load();
  const file = { raw: "a".repeat(40), filename: "a" };
  await conversations.begin("files").send([file]);
  await conversations.close();
  const [kept] = JSON.parse(storage.getItem("k") ?? "") as readonly SavedConversation[];
  const [said, made] = kept?.entries ?? [];
  expect(said).toMatchObject({ message: { parts: [{ raw: "", filename: "a" }] } });
  expect(made).toMatchObject({
    task: {
      artifacts: [{ parts: [{ raw: "", filename: "b" }] }],
      status: { message: { parts: [{ raw: "YWFh", filename: "small" }] } },
    },
  });
  expect(conversations.getSnapshot().conversations[0]?.entries[0]).toMatchObject({
    message: { parts: [file] },
  });
});
