import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { StreamResponse } from "@a2agen/a2a-1.0";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../shared/free-port.ts";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";

describe("a notification", () => {
  test("is the event as streams have it, with the media type, the token and the credentials", async () => {
    const hook = await receiver();
    const { source, set } = start();
    await source.begin("t-1");
    const config = {
      id: "c",
      taskId: "t-1",
      url: `${hook.origin}/hooks/a?key=1#top`,
      token: "token of t-1",
      authentication: { scheme: "Bearer", credentials: "abc.def" },
    };
    await set(config);
    await source.artifact("t-1", "hello");
    const [first] = await hook.count(1);
    expect(first).toMatchObject({ method: "POST", path: "/hooks/a?key=1" });
    const event: StreamResponse = {
      artifactUpdate: {
        taskId: "t-1",
        contextId: "c-1",
        artifact: { artifactId: "answer", parts: [{ text: "hello" }] },
        append: true,
      },
    };
    expect(JSON.parse(first?.text ?? "")).toEqual(event);
    const { host, connection, ...headers } = first?.headers ?? {};
    expect({ host, connection }).toEqual({ host: `127.0.0.1:${hook.port}`, connection: "keep-alive" });
    expect(headers).toEqual({
      accept: "*/*",
      authorization: "Bearer abc.def",
      "content-length": String(first?.text.length),
      "content-type": "application/a2a+json",
      "webhook-id": "t-1:1",
      "x-a2a-notification-token": "token of t-1",
    });
  });

  test("has neither token nor credentials where the configuration has none", async () => {
    const hook = await receiver();
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin, authentication: { scheme: "Bearer" } });
    await source.complete("t-1");
    const [first] = await hook.count(1);
    expect(Object.keys(first?.headers ?? {}).toSorted()).toEqual([
      "accept",
      "connection",
      "content-length",
      "content-type",
      "host",
      "webhook-id",
    ]);
  });

  test("has the credentials that the agent finds for a scheme without any", async () => {
    const hook = await receiver();
    const { source, set } = start({ ...local, credentials: async ({ id }) => `made-for-${id}` });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin, authentication: { scheme: "Bearer" } });
    await source.complete("t-1");
    const [first] = await hook.count(1);
    expect(first?.headers.authorization).toBe("Bearer made-for-c");
  });
});

describe("the updates of a task", () => {
  test("come in order, each one when the one before was answered, the last one included", async () => {
    const hook = await receiver((response) => setImmediate(() => response.end("thank you")));
    const { source, set } = start();
    await source.begin("t-1");
    await source.status("t-1", "TASK_STATE_WORKING");
    await set({ id: "c", taskId: "t-1", url: hook.origin }, { version: 1 });
    const texts = Array.from({ length: 50 }, (_, i) => `part ${i}`);
    for (const text of texts) await source.artifact("t-1", text);
    await source.complete("t-1");
    expect(toldOf(await hook.count(51))).toEqual([...texts, "TASK_STATE_COMPLETED"]);
    expect(hook.connections()).toBe(1);
    expect(source.errors).toEqual([]);
  });

  test("stay in order when attempts fail in all ways in between", async () => {
    const hook = await receiver((response, { index, socket }) => {
      const ways = [
        () => response.end(),
        () => response.writeHead(500).end("no"),
        () => socket.destroy(),
        () => response.writeHead(429, { "retry-after": "0" }).end(),
        () => response.writeHead(503).end(),
        () => socket.resetAndDestroy(),
        () => response.writeHead(408).end(),
      ];
      ways[(index * 5) % ways.length]?.();
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    const texts = Array.from({ length: 10 }, (_, i) => `part ${i}`);
    for (const text of texts) await source.artifact("t-1", text);
    await source.complete("t-1");
    const told: unknown[] = [];
    for (let wanted = 1; told.at(-1) !== "TASK_STATE_COMPLETED"; wanted++) {
      told.splice(0, told.length, ...toldOf(await hook.count(wanted)));
    }
    // Each one as often as it took, never after one that follows it.
    expect(told.filter((text, i) => text !== told[i - 1])).toEqual([...texts, "TASK_STATE_COMPLETED"]);
    expect(source.errors).toEqual([]);
  });

  test("go to every configuration of the task, and to none of another task", async () => {
    const first = await receiver();
    const second = await receiver();
    const other = await receiver();
    const { source, set } = start();
    await source.begin("t-1");
    await source.begin("t-2");
    await set({ id: "a", taskId: "t-1", url: first.origin });
    await set({ id: "b", taskId: "t-1", url: second.origin });
    await set({ id: "a", taskId: "t-2", url: other.origin });
    await source.artifact("t-1", "one");
    await source.complete("t-1");
    await source.complete("t-2");
    expect(toldOf(await first.count(2))).toEqual(["one", "TASK_STATE_COMPLETED"]);
    expect(toldOf(await second.count(2))).toEqual(["one", "TASK_STATE_COMPLETED"]);
    expect(toldOf(await other.count(1))).toEqual(["TASK_STATE_COMPLETED"]);
  });

  test("that came before the configuration are not told", async () => {
    const hook = await receiver();
    const { source, set } = start();
    await source.begin("t-1");
    await source.artifact("t-1", "early");
    await set({ id: "c", taskId: "t-1", url: hook.origin }, { version: 1 });
    await source.artifact("t-1", "late");
    expect(toldOf(await hook.count(1))).toEqual(["late"]);
  });
});

describe("a webhook", () => {
  test("that never answers holds up no other one, nor more than its host's share of the requests", async () => {
    const slow = await receiver(() => undefined);
    const quick = await receiver();
    const { source, set } = start({ ...local, limits: { ...local.limits, requests: 3, requestsPerHost: 2 } });
    for (let i = 0; i < 10; i++) {
      await source.begin(`slow-${i}`);
      await set({ id: "c", taskId: `slow-${i}`, url: slow.origin });
      await source.artifact(`slow-${i}`, "?");
    }
    await slow.count(2);
    for (let i = 0; i < 10; i++) {
      await source.begin(`quick-${i}`);
      await set({ id: "c", taskId: `quick-${i}`, url: quick.origin });
      await source.complete(`quick-${i}`);
    }
    await quick.count(10);
    expect(slow.received).toHaveLength(2);
  });

  test("that never answers holds up no webhook of another caller, at however many hosts it is", async () => {
    const slow = await Promise.all(Array.from({ length: 4 }, () => receiver(() => undefined)));
    const quick = await receiver();
    const { source, set } = start({
      ...local,
      limits: { ...local.limits, requests: 3, requestsPerScope: 2 },
    });
    for (const [i, { origin }] of slow.entries()) {
      await source.begin(`slow-${i}`);
      await set({ id: "c", taskId: `slow-${i}`, url: origin }, { scope: "eve" });
      await source.artifact(`slow-${i}`, "?");
    }
    await Promise.all(slow.slice(0, 2).map((hook) => hook.count(1)));
    await source.begin("quick");
    await set({ id: "c", taskId: "quick", url: quick.origin }, { scope: "bob" });
    await source.complete("quick");
    await quick.count(1);
    expect(slow.map(({ received }) => received.length)).toEqual([1, 1, 0, 0]);
  });

  test("that does not answer in time is asked again", async () => {
    const hook = await receiver((response, { index }) => {
      if (index > 0) response.end();
    });
    const { source, set } = start({ ...local, limits: { ...local.limits, attemptMs: 50 } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    await source.complete("t-1");
    expect(toldOf(await hook.count(2))).toEqual(["TASK_STATE_COMPLETED", "TASK_STATE_COMPLETED"]);
    expect(source.errors).toEqual([]);
  });

  test("that is down is tried as often as allowed, then the next update goes on", async () => {
    const port = await freePort();
    const { source, set } = start({ ...local, limits: { ...local.limits, attempts: 3 } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `http://hooks.example.com:${port}/in?secret=1` });
    await source.artifact("t-1", "lost");
    const place = `push notifications of the configuration "c" to http://hooks.example.com:${port}`;
    expect(await source.failures(1)).toEqual([
      `${place}: the notification of version 1 of the task was given up: no connection, or a broken one: ECONNREFUSED`,
    ]);
    const hook = await receiver(undefined, { port });
    await source.artifact("t-1", "arrived");
    expect(toldOf(await hook.count(1))).toEqual(["arrived"]);
  });

  test("that has closed every kept connection is told over a new one, within the same attempt", async () => {
    const kept = new Set<Socket>();
    const held: ServerResponse[] = [];
    const hook = await receiver((response, { socket }) => {
      if (kept.has(socket)) return void socket.resetAndDestroy();
      kept.add(socket);
      held.push(response);
      // Two at the same time, so that two connections are kept.
      if (held.length === 2) for (const each of held) each.end();
      else if (held.length > 2) response.end();
    });
    const { source, set } = start({ ...local, limits: { ...local.limits, attempts: 1 } });
    for (const id of ["t-1", "t-2"]) {
      await source.begin(id);
      await set({ id: "c", taskId: id, url: hook.origin });
      await source.artifact(id, "kept");
    }
    await hook.count(2);
    await source.complete("t-1");
    await hook.count(4);
    expect(toldOf(hook.received)).toEqual(["kept", "kept", "TASK_STATE_COMPLETED", "TASK_STATE_COMPLETED"]);
    expect(hook.connections()).toBe(3);
    expect(source.errors).toEqual([]);
  });

  test("is told once its credentials can be found", async () => {
    const hook = await receiver();
    let asked = 0;
    const { source, set } = start({
      ...local,
      credentials: () => {
        asked++;
        if (asked < 3) throw new Error("the server of credentials is down");
        return "found";
      },
    });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin, authentication: { scheme: "Bearer" } });
    await source.complete("t-1");
    const [first] = await hook.count(1);
    expect(first?.headers.authorization).toBe("Bearer found");
    expect(source.errors).toEqual([]);
  });

  test("that refuses for good is not asked again", async () => {
    const hook = await receiver((response, { index }) => {
      response.writeHead([400, 401, 403, 404, 410, 413, 422][index] ?? 200).end("{}");
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    for (let i = 0; i < 8; i++) await source.artifact("t-1", `part ${i}`);
    const told = toldOf(await hook.count(8));
    expect(told).toEqual(Array.from({ length: 8 }, (_, i) => `part ${i}`));
    const texts = await source.failures(7);
    expect(texts.map((text) => /answered (\d+)$/.exec(text)?.[1])).toEqual([
      "400",
      "401",
      "403",
      "404",
      "410",
      "413",
      "422",
    ]);
  });

  test("that asks for time is given it", async () => {
    const hook = await receiver((response, { index }) => {
      if (index === 0) response.writeHead(429, { "retry-after": "1" }).end();
      else response.end();
    });
    const { source, set } = start({ ...local, limits: { initialDelayMs: 0, maximumDelayMs: 2000 } });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    await source.complete("t-1");
    const [first, second] = await hook.count(2);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(990);
  });

  test("that asks for more time than the longest wait is given that", async () => {
    const hook = await receiver((response, { index }) => {
      const soon = new Date(Date.now() + 3_600_000).toUTCString();
      if (index < 2) response.writeHead(503, { "retry-after": index === 0 ? "86400" : soon }).end();
      else response.end();
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    await source.complete("t-1");
    await hook.count(3);
    expect(source.errors).toEqual([]);
  });

  test("that fails too often in a row is told nothing more, until it is set again", async () => {
    const hook = await receiver(
      (response, { index }) => void response.writeHead(index < 3 ? 400 : 200).end(),
    );
    const { notifier, source, set } = start({ ...local, limits: { ...local.limits, failures: 3 } });
    await source.begin("t-1");
    const config = { id: "c", taskId: "t-1", url: hook.origin };
    await set(config);
    for (let i = 0; i < 4; i++) await source.artifact("t-1", `part ${i}`);
    const texts = await source.failures(4);
    expect(texts[3]).toBe(
      `push notifications of the configuration "c" to ${hook.origin} are sent no more: 3 in a row did not arrive`,
    );
    expect(hook.received).toHaveLength(3);
    expect(await notifier.list("t-1")).toEqual([config]);
    await set(config, { version: 4 });
    await source.complete("t-1");
    expect(toldOf(await hook.count(4)).at(-1)).toBe("TASK_STATE_COMPLETED");
  });

  test("may answer as much as it likes: no more than a little is read", async () => {
    let sent = 0;
    const hook = await receiver((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(65_536);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        if (!response.destroyed) response.once("drain", write);
      };
      write();
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    for (let i = 0; i < 3; i++) await source.artifact("t-1", `part ${i}`);
    expect(toldOf(await hook.count(3))).toEqual(["part 0", "part 1", "part 2"]);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(source.errors).toEqual([]);
  });

  test("whose answer never ends costs its connection only", async () => {
    const hook = await receiver((response) => {
      response.writeHead(200);
      response.write("a little");
    });
    const { source, set } = start();
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: hook.origin });
    await source.artifact("t-1", "one");
    await source.artifact("t-1", "two");
    expect(toldOf(await hook.count(2))).toEqual(["one", "two"]);
    expect(source.errors).toEqual([]);
  });
});
