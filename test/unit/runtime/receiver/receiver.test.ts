import { A2AService, type StreamResponse } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import {
  createWebhookReceiver,
  type Notification,
  type WebhookReceiverOptions,
} from "@a2agen/runtime/receiver";
import { isCallError } from "@a2agen/runtime/service";
import { a2a03ToA2a10, a2a03ToDraft, draftToA2a10 } from "@a2agen/translate";
import { describe, expect, test } from "vitest";

const url = "https://client.example.com/hook";

function status(taskId: string, state = "TASK_STATE_WORKING"): object {
  return { statusUpdate: { taskId, contextId: "c-1", status: { state } } };
}

interface Sent {
  readonly token?: string;
  readonly id?: string;
  readonly authorization?: string;
  readonly method?: string;
  readonly type?: string;
  readonly path?: string;
}

/** A receiver, and a sender of notifications that says how they were answered. */
function start(options: WebhookReceiverOptions<StreamResponse> = {}) {
  const refused: (readonly [number, string, string | undefined])[] = [];
  const receiver = createWebhookReceiver(A2AService, {
    older: [a2a03ToA2a10, draftToA2a10],
    onRefused: ({ http, message }, taskId) => refused.push([http, message, taskId]),
    ...options,
  });
  const answer = toFetchHandler(receiver.handler);
  /** A forged request, whose body does not end until the signal is aborted. */
  const drip = async (signal: AbortSignal): Promise<number> => {
    const body = new ReadableStream({
      start: (controller) => signal.addEventListener("abort", () => controller.close()),
    });
    const headers = { "content-type": "application/json", "x-a2a-notification-token": "forged" };
    return (await answer(new Request(url, { method: "POST", headers, body, duplex: "half" }))).status;
  };
  const send = async (
    body: object | string,
    { token, id, authorization, method = "POST", type = "application/json", path = "/hook" }: Sent = {},
  ): Promise<number> => {
    const headers = {
      "content-type": type,
      ...(token !== undefined && { "x-a2a-notification-token": token }),
      ...(id !== undefined && { "webhook-id": id }),
      ...(authorization !== undefined && { authorization }),
    };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const init = method === "GET" ? { method } : { method, headers, body: text };
    return (await answer(new Request(new URL(path, url), init))).status;
  };
  return { receiver, send, drip, refused };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("a webhook for one task", () => {
  test("yields what came before its task was known, drops doubles, and ends with the task", async () => {
    const { receiver, send, refused } = start();
    const { config, events } = await opened(receiver.open(url));
    expect(config).toEqual({ url, token: expect.stringMatching(/^[\w-]{43}$/) });
    const { token } = config;
    expect(await send(status("t-1"), { token, id: "t-1:1" })).toBe(204);
    expect(await send(status("t-1"), { token, id: "t-1:1" })).toBe(204);
    expect(await send(status("t-2"), { token, id: "t-2:1" })).toBe(204);
    const following = all(events("t-1"));
    expect(await send(status("t-2"), { token, id: "t-2:2" })).toBe(403);
    // A sender without identifiers: there is no telling a double from an equal event.
    for (let i = 0; i < 2; i++) expect(await send(status("t-1"), { token })).toBe(204);
    const end = status("t-1", "TASK_STATE_COMPLETED");
    expect(await send(end, { token, id: "t-1:3" })).toBe(204);
    const seen = await following;
    expect(seen.map(({ id, taskId, profile }) => [id, taskId, profile])).toEqual([
      ["t-1:1", "t-1", "a2a-1.0"],
      [undefined, "t-1", "a2a-1.0"],
      [undefined, "t-1", "a2a-1.0"],
      ["t-1:3", "t-1", "a2a-1.0"],
    ]);
    expect(seen.at(-1)?.event).toEqual(end);
    // The sender did not get the answer, and tries again.
    expect(await send(end, { token, id: "t-1:3" })).toBe(204);
    expect(refused).toEqual([
      [403, "the webhook is for another task", "t-2"],
      [403, "the webhook is for another task", "t-2"],
    ]);
  });

  test("takes its token as credentials too, of any scheme", async () => {
    const { receiver, send } = start();
    const { config } = await receiver.open(url);
    expect(await send(status("t-1"), { authorization: `Bearer ${config.token}` })).toBe(204);
    expect(await send(status("t-1"), { authorization: `bearer  ${config.token}` })).toBe(204);
    expect(await send(status("t-1"), { authorization: "Bearer another" })).toBe(401);
  });

  test("is read in the newest version, whatever the agent speaks", async () => {
    const { receiver, send } = start();
    const { config, events } = await opened(receiver.open(url));
    const { token } = config;
    const kind = "task";
    const older = { kind, id: "t-1", contextId: "c-1", status: { state: "working" } };
    const draft = {
      statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state: "input-required" }, final: false },
    };
    const update = { ...older, kind: "status-update", taskId: "t-1", final: false };
    expect(await send(older, { token })).toBe(204);
    expect(await send(draft, { token })).toBe(204);
    // Some agents of 0.3 post events.
    expect(await send(update, { token })).toBe(204);
    expect(await send({ ...older, status: { state: "completed" } }, { token })).toBe(204);
    const task = { id: "t-1", contextId: "c-1" };
    expect((await all(events("t-1"))).map(({ profile, event }) => [profile, event])).toEqual([
      ["a2a-0.3", { task: { ...task, status: { state: "TASK_STATE_WORKING" } } }],
      ["a2a-1.0-draft", status("t-1", "TASK_STATE_INPUT_REQUIRED")],
      ["a2a-0.3", status("t-1")],
      ["a2a-0.3", { task: { ...task, status: { state: "TASK_STATE_COMPLETED" } } }],
    ]);
  });

  test("keeps no more than its room, and says when to try again", async () => {
    const { receiver, send } = start({ limits: { waiting: 2 } });
    const { config, events } = await opened(receiver.open(url));
    const sent: number[] = [];
    for (let i = 1; i < 4; i++) sent.push(await send(status("t-1"), { ...config, id: `t-1:${i}` }));
    expect(sent).toEqual([204, 204, 503]);
    const reading = events("t-1")[Symbol.asyncIterator]();
    const nextId = async (): Promise<string | undefined> => {
      const step = await reading.next();
      return step.done === true ? undefined : step.value.id;
    };
    expect(await nextId()).toBe("t-1:1");
    // It was not taken, so the next attempt is no double.
    expect(await send(status("t-1"), { ...config, id: "t-1:3" })).toBe(204);
    expect(await nextId()).toBe("t-1:2");
    expect(await nextId()).toBe("t-1:3");
  });

  test("ends when its reader leaves, its signal is aborted, or the receiver is closed", async () => {
    const { receiver, send } = start({ limits: { hooks: 2 } });
    const [one, other] = [await receiver.open(url), await receiver.open(url)];
    const error: unknown = await receiver.open(url).catch((thrown: unknown) => thrown);
    expect(isCallError(error) && error.message).toBe("more than 2 webhooks are open");
    const stop = new AbortController();
    const reading = all(one.events("t-1", { signal: stop.signal }));
    stop.abort();
    expect(await reading).toEqual([]);
    expect(() => one.events("t-1")).toThrow("a webhook has one reader");
    const last = all(other.events("t-2"));
    receiver.close();
    expect(await last).toEqual([]);
    expect(await send(status("t-2"), other.config)).toBe(503);
  });
});

describe("requests", () => {
  const cases: readonly {
    readonly name: string;
    readonly body?: object | string;
    readonly sent: Sent;
    readonly want: number;
  }[] = [
    { name: "of another method", sent: { method: "GET" }, want: 405 },
    { name: "of another media type", sent: { type: "text/plain" }, want: 415 },
    {
      name: "of the media type of HTTP+JSON",
      sent: { type: "application/a2a+json; charset=utf-8" },
      want: 204,
    },
    { name: "at another path", sent: { path: "/other" }, want: 404 },
    { name: "without a secret", sent: { token: "" }, want: 401 },
    { name: "with a wrong token", sent: { token: "wrong" }, want: 401 },
    { name: "with no JSON", body: "{", sent: {}, want: 400 },
    { name: "with another message", body: { tasks: [] }, sent: {}, want: 400 },
    {
      name: "about no task",
      body: { message: { messageId: "m", role: "ROLE_AGENT", parts: [] } },
      sent: {},
      want: 400,
    },
    { name: "with a long identifier", sent: { id: "i".repeat(513) }, want: 400 },
    { name: "too long", body: `"${"x".repeat(2000)}"`, sent: {}, want: 413 },
  ];
  test.each(cases)("$name: $want", async ({ body = status("t-1"), sent, want }) => {
    const { receiver, send } = start({ path: "/hook", limits: { bodyBytes: 1000 } });
    const { config } = await receiver.open(url);
    expect(await send(body, { token: config.token, ...sent })).toBe(want);
  });

  type Doubled = readonly [name: string, other: string, value: string];
  const doubled = (object: object, [name, other, value]: Doubled): object => ({
    ...object,
    ...Object.fromEntries([
      [name, value],
      [other, `${value}2`],
    ]),
  });
  const ids: Doubled = ["taskId", "task_id", "t-1"];
  const contexts: Doubled = ["contextId", "context_id", "c-1"];
  const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "hi" }] };
  const artifact = { artifactId: "a", parts: [{ text: "" }] };
  const state = "TASK_STATE_WORKING";
  // In the draft a second spelling is an unknown field, and such an artifact is right.
  const contradictions: readonly (readonly [what: string, body: object, inDraft: number])[] = [
    ["the task of a status", { statusUpdate: doubled({ contextId: "c-1", status: { state } }, ids) }, 400],
    [
      "the context of a status",
      { statusUpdate: doubled({ taskId: "t-1", status: { state } }, contexts) },
      400,
    ],
    ["the task of an artifact", { artifactUpdate: doubled({ contextId: "c-1", artifact }, ids) }, 204],
    ["the context of a task", { task: doubled({ id: "t-1", status: { state } }, contexts) }, 400],
    ["the task of a message", { message: doubled(message, ids) }, 400],
    [
      "the task of a message in a status",
      {
        statusUpdate: { taskId: "t-1", contextId: "c-1", status: { state, message: doubled(message, ids) } },
      },
      400,
    ],
  ];
  test.each(contradictions)(
    "that name %s in two spellings are refused for good",
    async (_, body, inDraft) => {
      const answers: number[] = [];
      for (const older of [[], [a2a03ToA2a10], [a2a03ToA2a10, draftToA2a10]]) {
        const { receiver, send } = start({ older });
        const { config } = await receiver.open(url);
        answers.push(await send(body, { token: config.token }));
      }
      expect(answers).toEqual([400, 400, inDraft]);
    },
  );

  test("that are forged take no place of those with the token of a webhook", async () => {
    const { receiver, send, drip } = start({
      expected: () => undefined,
      onNotification: () => undefined,
      limits: { requests: 2, requestsPerSecond: 3 },
    });
    const { config } = await receiver.open(url);
    const stop = new AbortController();
    const dripping = [drip(stop.signal), drip(stop.signal)];
    for (let i = 0; i < 4; i++) {
      expect([503, 429]).toContain(await send(status("t-1"), { token: "forged" }));
    }
    expect(await send(status("t-1"), config)).toBe(204);
    stop.abort();
    expect(await Promise.all(dripping)).toEqual([400, 400]);
  });

  test("that are handled take no place of those that come", async () => {
    let begin = (): void => undefined;
    let end = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { send } = start({
      expected: () => ({ token: "right" }),
      onNotification() {
        begin();
        return ended;
      },
      limits: { requests: 1 },
    });
    const first = send(status("t-1"), { token: "right" });
    await begun;
    expect(await send(status("t-1"), { token: "forged" })).toBe(401);
    expect(await send(status("t-1"), { token: "right" })).toBe(503);
    end();
    expect(await first).toBe(204);
  });

  test("beyond the rate are refused", async () => {
    const { receiver, send } = start({ limits: { requestsPerSecond: 3 } });
    const { config } = await receiver.open(url);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(status("t-1"), config)));
    expect(answers.filter((answer) => answer === 429).length).toBeGreaterThan(2);
  });
});

describe("a receiver of your own tasks", () => {
  const webhooks = new Map([
    ["t-1", { token: "one" }],
    ["t-2", { authorization: "Bearer two" }],
    ["t-3", { token: "three", authorization: "Bearer three" }],
    ["t-4", {}],
  ]);

  test("takes a secret that it expects, and none that is wrong", async () => {
    const taken: Notification<StreamResponse>[] = [];
    const { send, refused } = start({
      expected: async (taskId) => webhooks.get(taskId),
      onNotification: (notification) => void taken.push(notification),
    });
    const sent: (readonly [string, Sent, number])[] = [
      ["t-1", { token: "one" }, 204],
      ["t-1", { token: "two" }, 401],
      ["t-1", { authorization: "Bearer one" }, 401],
      ["t-2", { authorization: "bearer two" }, 204],
      ["t-2", { authorization: "Basic two" }, 401],
      ["t-3", { token: "three" }, 204],
      ["t-3", { authorization: "Bearer three" }, 204],
      ["t-3", { token: "three", authorization: "Bearer wrong" }, 401],
      ["t-3", { token: "wrong", authorization: "Bearer three" }, 401],
      ["t-4", { token: "any" }, 401],
      ["t-5", { token: "one" }, 401],
      ["t-1", {}, 401],
    ];
    for (const [taskId, how, want] of sent) {
      expect([taskId, how, await send(status(taskId), how)]).toEqual([taskId, how, want]);
    }
    expect(taken.map(({ taskId }) => taskId)).toEqual(["t-1", "t-2", "t-3", "t-3"]);
    // A stranger does not learn which tasks there are.
    expect(new Set(refused.map(([code, message]) => `${code} ${message}`))).toEqual(
      new Set(["401 the notification is not verified"]),
    );
  });

  test("verifies the sender beside the secrets, and alone where none are expected", async () => {
    const { send } = start({
      authenticate: ({ header }) => header("authorization") === "Bearer signed",
      expected: (taskId) => webhooks.get(taskId),
      onNotification: () => undefined,
    });
    expect(await send(status("t-4"), { authorization: "Bearer signed" })).toBe(204);
    expect(await send(status("t-4"), { authorization: "Bearer forged" })).toBe(401);
    expect(await send(status("t-1"), { authorization: "Bearer signed", token: "one" })).toBe(204);
    expect(await send(status("t-1"), { authorization: "Bearer signed", token: "two" })).toBe(401);
    expect(await send(status("t-1"), { token: "one" })).toBe(401);
  });

  test("answers when a notification is taken: one that failed comes again, a double waits and is dropped", async () => {
    let fails = true;
    let calls = 0;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { send, refused } = start({
      expected: (taskId) => webhooks.get(taskId),
      async onNotification() {
        calls++;
        if (fails) throw new Error("the queue is full");
        await held;
      },
    });
    expect(await send(status("t-1"), { token: "one", id: "t-1:1" })).toBe(503);
    expect(refused).toEqual([[503, "the notification could not be taken", "t-1"]]);
    fails = false;
    const both = [
      send(status("t-1"), { token: "one", id: "t-1:1" }),
      send(status("t-1"), { token: "one", id: "t-1:1" }),
    ];
    go();
    expect(await Promise.all(both)).toEqual([204, 204]);
    expect(await send(status("t-1"), { token: "one", id: "t-1:1" })).toBe(204);
    expect(calls).toBe(2);
    // The identifiers of one webhook say nothing of another one.
    expect(await send(status("t-3"), { token: "three", id: "t-1:1" })).toBe(204);
    expect(calls).toBe(3);
  });

  test("is told when it takes too long", async () => {
    const { send } = start({
      expected: (taskId) => webhooks.get(taskId),
      onNotification: () => new Promise(() => undefined),
      limits: { handlerMs: 5 },
    });
    expect(await send(status("t-1"), { token: "one" })).toBe(503);
  });
});

test("options that do not fit are refused", () => {
  expect(() => createWebhookReceiver(A2AService, { expected: () => undefined })).toThrow(
    "expected and onNotification belong together: give both, or use open",
  );
  expect(() => createWebhookReceiver(A2AService, { older: [a2a03ToDraft] })).toThrow(
    "older: expected translations to lf.a2a.v1.A2AService of a2a-1.0, found one to a2a.v1.A2AService of a2a-1.0-draft",
  );
  expect(() => createWebhookReceiver(A2AService, { limits: { waiting: 0 } })).toThrow(RangeError);
});

/** Methods of a webhook are called on it. */
async function opened<Event>(
  opening: Promise<{
    readonly config: { readonly token: string };
    events(taskId: string): AsyncIterable<Event>;
  }>,
) {
  const hook = await opening;
  return { config: hook.config, events: (taskId: string) => hook.events(taskId) };
}
