import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { TaskCodec as OlderTaskCodec } from "@a2agen/a2a-0.3";
import { A2AService, type AgentCard, StreamResponseCodec } from "@a2agen/a2a-1.0";
import { StreamResponseCodec as DraftStreamResponseCodec } from "@a2agen/a2a-1.0-draft";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { type AgentEvent, completed, createAgent, textArtifact, working } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import { webhooks } from "@a2agen/runtime/push";
import { createHostFamily, createHttpHandler } from "@a2agen/runtime/server";
import { a2a03ToA2a10, draftToA2a10 } from "@a2agen/translate";
import { expect, onTestFinished, test } from "vitest";
import { receiver } from "../../../shared/push/opened.ts";
import type { Received } from "../../../shared/push/receiver.ts";
import { local } from "../../../shared/push/start-webhooks.ts";

const card: AgentCard = {
  name: "Told",
  description: "Does what it is told.",
  version: "1.0.0",
  supportedInterfaces: [
    { url: "http://127.0.0.1:1/a2a", protocolBinding: "JSONRPC", protocolVersion: "1.0" },
  ],
  capabilities: { pushNotifications: true, streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
};

interface Started {
  /** Lets the agent tell of one more event. */
  say(event: AgentEvent | undefined): void;
  call(path: string, method: string, params: object, version?: string): Promise<unknown>;
  readonly errors: unknown[];
}

/** An agent whose tasks tell of the events that a test gives them, for clients of all versions. */
async function startAgent(): Promise<Started> {
  const events: (AgentEvent | undefined)[] = [];
  let wake: (() => void) | undefined;
  const errors: unknown[] = [];
  const agent = createAgent({
    service: A2AService,
    card,
    async *execute() {
      for (;;) {
        while (events.length === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        const event = events.shift();
        if (event === undefined) return;
        yield event;
      }
    },
    push: webhooks({ ...local, older: [a2a03ToA2a10, draftToA2a10] }),
    onError: (error) => errors.push(error),
  });
  const family = createHostFamily({
    services: [implement(A2AService, agent)],
    card,
    older: [
      { translation: a2a03ToA2a10 },
      { translation: draftToA2a10, jsonRpc: "/draft/a2a", rest: "/draft", cardPrefix: "/draft" },
    ],
    onLosses: () => undefined,
  });
  const server = createServer(toNodeListener(createHttpHandler(family, { onDeprecated: () => undefined })));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    await agent.close(0);
    await family.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    errors,
    say(event) {
      events.push(event);
      wake?.();
    },
    async call(path, method, params, version) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(version === undefined ? {} : { "a2a-version": version }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      });
      const answer = (await response.json()) as { readonly result?: unknown; readonly error?: unknown };
      if (answer.error !== undefined) throw new Error(JSON.stringify(answer.error));
      return answer.result;
    },
  };
}

/** What the agent says, and what a client of each version is told of it: a short form of each event. */
const script: readonly (readonly [event: AgentEvent | undefined, told: string])[] = [
  [working("one moment"), "working"],
  [textArtifact("poem", "Roses", { append: true }), "artifact Roses"],
  [textArtifact("poem", "Violets", { append: true, lastChunk: true }), "artifact Violets"],
  [completed("done"), "completed"],
];

/** Each event is said when the one before has arrived at every webhook. */
async function play(
  agent: Started,
  count: (wanted: number) => Promise<unknown>,
  from: number,
): Promise<void> {
  for (const [i, [event]] of script.entries()) {
    if (i < from) continue;
    agent.say(event);
    await count(i + 1);
  }
  agent.say(undefined);
}

interface Short {
  readonly state?: string;
  readonly text?: string;
}

function shorten({ state, text }: Short): string {
  return text === undefined ? String(state).replace("TASK_STATE_", "").toLowerCase() : `artifact ${text}`;
}

test("a client of 1.0 is notified of every update, once and in order", async () => {
  const agent = await startAgent();
  const early = await receiver();
  const late = await receiver();
  const sent = (await agent.call(
    "/a2a",
    "SendMessage",
    {
      message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "a poem" }] },
      configuration: {
        returnImmediately: true,
        taskPushNotificationConfig: {
          url: `${early.origin}/early`,
          token: "early",
          authentication: { scheme: "Bearer", credentials: "abc" },
        },
      },
    },
    "1.0",
  )) as { readonly task: { readonly id: string } };
  const taskId = sent.task.id;
  agent.say(script[0]?.[0]);
  await early.count(1);
  await agent.call(
    "/a2a",
    "CreateTaskPushNotificationConfig",
    { taskId, url: late.origin, token: "late" },
    "1.0",
  );
  await play(agent, async (wanted) => Promise.all([early.count(wanted), late.count(wanted - 1)]), 1);
  const read = ({ text }: Received): string => {
    const { statusUpdate, artifactUpdate } = StreamResponseCodec.parse(text);
    expect((statusUpdate ?? artifactUpdate)?.taskId).toBe(taskId);
    const part = artifactUpdate?.artifact.parts[0]?.text;
    return shorten(part === undefined ? { state: statusUpdate?.status.state ?? "" } : { text: part });
  };
  const all = script.map(([, told]) => told);
  expect(early.received.map(read)).toEqual(all);
  expect(late.received.map(read)).toEqual(all.slice(1));
  expect(new Set(early.received.map(({ headers }) => headers.authorization))).toEqual(
    new Set(["Bearer abc"]),
  );
  expect(new Set(late.received.map(({ headers }) => headers["x-a2a-notification-token"]))).toEqual(
    new Set(["late"]),
  );
  expect(agent.errors).toEqual([]);
});

test("a client of the draft is notified in the draft's form", async () => {
  const agent = await startAgent();
  const early = await receiver();
  const late = await receiver();
  const sent = (await agent.call(
    "/draft/a2a",
    "SendMessage",
    {
      message: { messageId: "m-1", role: "user", parts: [{ text: "a poem" }] },
      configuration: {
        blocking: false,
        pushNotificationConfig: {
          url: early.origin,
          token: "early",
          authentication: { schemes: ["Bearer"], credentials: "abc" },
        },
      },
    },
    "1.0",
  )) as { readonly task: { readonly id: string } };
  agent.say(script[0]?.[0]);
  await early.count(1);
  const parent = `tasks/${sent.task.id}`;
  await agent.call(
    "/draft/a2a",
    "SetTaskPushNotificationConfig",
    {
      parent,
      configId: "late",
      config: {
        name: `${parent}/pushNotificationConfigs/late`,
        pushNotificationConfig: { id: "late", url: late.origin },
      },
    },
    "1.0",
  );
  await play(agent, async (wanted) => Promise.all([early.count(wanted), late.count(wanted - 1)]), 1);
  const read = ({ text }: Received): string => {
    const { statusUpdate, artifactUpdate } = DraftStreamResponseCodec.parse(text);
    const part = artifactUpdate?.artifact.parts[0]?.text;
    return shorten(part === undefined ? { state: statusUpdate?.status.state ?? "" } : { text: part });
  };
  const all = script.map(([, told]) => told);
  expect(early.received.map(read)).toEqual(all);
  expect(late.received.map(read)).toEqual(all.slice(1));
  expect(early.received[0]?.headers).toMatchObject({
    authorization: "Bearer abc",
    "content-type": "application/json",
    "x-a2a-notification-token": "early",
  });
  expect(agent.errors).toEqual([]);
});

test("a client of 0.3 is sent its task at every update", async () => {
  const agent = await startAgent();
  const early = await receiver();
  const late = await receiver();
  const sent = (await agent.call("/a2a", "message/send", {
    message: { kind: "message", messageId: "m-1", role: "user", parts: [{ kind: "text", text: "a poem" }] },
    configuration: {
      blocking: false,
      pushNotificationConfig: {
        url: early.origin,
        token: "early",
        authentication: { schemes: ["Bearer"], credentials: "abc" },
      },
    },
  })) as { readonly id: string };
  agent.say(script[0]?.[0]);
  await early.count(1);
  await agent.call("/a2a", "tasks/pushNotificationConfig/set", {
    taskId: sent.id,
    pushNotificationConfig: { id: "late", url: late.origin },
  });
  await play(agent, async (wanted) => Promise.all([early.count(wanted), late.count(wanted - 1)]), 1);
  const read = ({ text }: Received): readonly unknown[] => {
    const task = OlderTaskCodec.parse(text);
    expect(task).toMatchObject({ kind: "task", id: sent.id });
    return [
      task.status.state,
      (task.artifacts ?? []).flatMap(({ parts }) => parts.map((part) => ("text" in part ? part.text : ""))),
      task.history?.length,
    ];
  };
  const all = [
    ["working", [], 1],
    ["working", ["Roses"], 1],
    ["working", ["RosesViolets"], 1],
    ["completed", ["RosesViolets"], 2],
  ];
  expect(early.received.map(read)).toEqual(all);
  expect(late.received.map(read)).toEqual(all.slice(1));
  expect(early.received[0]?.headers).toMatchObject({
    authorization: "Bearer abc",
    "content-type": "application/json",
    "x-a2a-notification-token": "early",
  });
  expect(agent.errors).toEqual([]);
});

test("a webhook in the agent's own network is refused, and no task is made", async () => {
  const agent = await startAgent();
  const params = {
    message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "a poem" }] },
    configuration: { taskPushNotificationConfig: { url: "http://169.254.169.254/latest" } },
  };
  await expect(agent.call("/a2a", "SendMessage", params, "1.0")).rejects.toThrow(
    /"code":-32602.*the webhook cannot be called: url: the address is not one of the public internet/,
  );
  expect(await agent.call("/a2a", "ListTasks", {}, "1.0")).toMatchObject({ tasks: [], totalSize: 0 });
});
