import { describe, expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local, startWebhooks, toldOf } from "../../../shared/push/start-webhooks.ts";

describe("a configuration", () => {
  test("is given and listed as it was set", async () => {
    const { notifier, set } = start();
    const first = { id: "a", taskId: "t-1", url: "https://hooks.example.com/a", token: "secret" };
    const second = { id: "b", taskId: "t-1", url: "https://hooks.example.com/b" };
    await set(first);
    await set(second);
    expect(await notifier.get("t-1", "a")).toEqual(first);
    expect(await notifier.list("t-1")).toEqual([first, second]);
    expect(await notifier.get("t-1", "c")).toBeUndefined();
    expect(await notifier.get("t-2", "a")).toBeUndefined();
    expect(await notifier.list("t-2")).toEqual([]);
  });

  test("can be deleted, and deleted again; nothing is sent then", async () => {
    const hook = await receiver();
    const { notifier, source, set } = start();
    await source.begin("t-1");
    await set({ id: "a", taskId: "t-1", url: `${hook.origin}/deleted` });
    await set({ id: "b", taskId: "t-1", url: `${hook.origin}/kept` });
    await notifier.delete("t-1", "a");
    await notifier.delete("t-1", "a");
    await notifier.delete("t-2", "a");
    await source.complete("t-1");
    await hook.count(1);
    expect(hook.received.map(({ path }) => path)).toEqual(["/kept"]);
    expect((await notifier.list("t-1")).map(({ id }) => id)).toEqual(["b"]);
  });

  test("that is deleted while it waits for an answer, or for the next attempt, is let go", async () => {
    const silent = await receiver(() => undefined);
    const failing = await receiver((response) => void response.writeHead(503).end());
    const { notifier, source, set } = start({ ...local, limits: { initialDelayMs: 60_000 } });
    await source.begin("t-1");
    await set({ id: "a", taskId: "t-1", url: silent.origin });
    await set({ id: "b", taskId: "t-1", url: failing.origin });
    await source.complete("t-1");
    await Promise.all([silent.count(1), failing.count(1)]);
    await notifier.delete("t-1", "a");
    await notifier.delete("t-1", "b");
    await notifier.close(60_000);
    expect(source.errors).toEqual([]);
    expect(await notifier.list("t-1")).toEqual([]);
  });

  test("that is set again goes on where it was, with the new URL and token, at once", async () => {
    const old = await receiver((response) => void response.writeHead(503).end());
    const hook = await receiver();
    const { notifier, source, set } = start({
      ...local,
      limits: { initialDelayMs: 60_000, maximumDelayMs: 60_000 },
    });
    await source.begin("t-1");
    await set({ id: "a", taskId: "t-1", url: old.origin, token: "old" });
    for (const text of ["one", "two"]) await source.artifact("t-1", text);
    await old.count(1);
    // The answer has to have arrived as well: the wait for the next attempt has begun then.
    await new Promise((resolve) => setImmediate(resolve));
    const changed = { id: "a", taskId: "t-1", url: hook.origin, token: "new" };
    for (let round = 0; hook.received.length === 0 && round < 1000; round++) {
      await set(changed, { version: 2 });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await source.complete("t-1");
    expect(toldOf(await hook.count(3))).toEqual(["one", "two", "TASK_STATE_COMPLETED"]);
    expect(hook.received.map(({ headers }) => headers["x-a2a-notification-token"])).toEqual([
      "new",
      "new",
      "new",
    ]);
    expect(await notifier.list("t-1")).toEqual([changed]);
    expect(old.received).toHaveLength(1);
  });

  test("of a caller that has its share is refused, and of another one is not", async () => {
    const hook = await receiver();
    const limits = { ...local.limits, configurationsPerScope: 1 };
    const { notifier, source, set } = start({ ...local, limits });
    for (const taskId of ["t-1", "t-2", "t-3"]) await source.begin(taskId);
    await set({ id: "a", taskId: "t-1", url: hook.origin }, { scope: "eve" });
    const second = { id: "a", taskId: "t-2", url: hook.origin };
    await expect(set(second, { scope: "eve" })).rejects.toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "the server has no room for further push notification configurations of this caller",
    });
    await set({ id: "a", taskId: "t-3", url: hook.origin }, { scope: "bob" });
    await notifier.delete("t-1", "a");
    await set(second, { scope: "eve" });
    expect(await notifier.list("t-2")).toEqual([second]);
  });

  test("of a task that has ended is kept until another one needs the room", async () => {
    const hook = await receiver();
    const { notifier, source, set } = start({ ...local, limits: { ...local.limits, configurations: 2 } });
    for (const taskId of ["t-1", "t-2", "t-3", "t-4"]) await source.begin(taskId);
    await set({ id: "a", taskId: "t-1", url: hook.origin });
    await set({ id: "a", taskId: "t-2", url: hook.origin });
    const third = { id: "a", taskId: "t-3", url: hook.origin };
    await expect(set(third)).rejects.toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "the server has no room for push notification configurations",
    });
    await source.complete("t-1");
    await hook.count(1);
    expect(await notifier.list("t-1")).toHaveLength(1);
    // The notifier learns of the end of the task a moment after its receiver.
    for (let round = 0; round < 1000; round++) {
      const error = await set(third).then(
        () => undefined,
        (refused: unknown) => refused,
      );
      if (error === undefined) break;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await notifier.list("t-3")).toEqual([third]);
    expect(await notifier.list("t-1")).toEqual([]);
    expect(await notifier.list("t-2")).toHaveLength(1);
  });

  test("is refused when its task has as many as it may have; replacing one is not", async () => {
    const { notifier, set } = start({ ...local, limits: { perTask: 2 } });
    const url = "https://hooks.example.com";
    await set({ id: "a", taskId: "t-1", url });
    await set({ id: "b", taskId: "t-1", url });
    await expect(set({ id: "c", taskId: "t-1", url })).rejects.toMatchObject({
      status: "RESOURCE_EXHAUSTED",
      message: "the task has 2 push notification configurations, which is the most that it may have",
    });
    await set({ id: "a", taskId: "t-1", url, token: "other" });
    await set({ id: "c", taskId: "t-2", url });
    expect((await notifier.list("t-1")).map(({ id, token }) => [id, token])).toEqual([
      ["a", "other"],
      ["b", undefined],
    ]);
  });

  test("cannot be called __proto__ to any effect but its own", async () => {
    const { notifier, set } = start();
    const config = { id: "__proto__", taskId: "__proto__", url: "https://hooks.example.com" };
    await set(config);
    expect(await notifier.list("__proto__")).toEqual([config]);
    expect(await notifier.get("constructor", "toString")).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, "url")).toBe(false);
  });
});

describe("what cannot be a header", () => {
  const url = "https://hooks.example.com";
  test.each([
    [{ token: "a\r\nX-Evil: 1" }, "token"],
    [{ token: "\u0000" }, "token"],
    [{ token: "caf\u00e9" }, "token"],
    [{ token: "x".repeat(8193) }, "token"],
    [{ authentication: { scheme: "" } }, "authentication.scheme"],
    [{ authentication: { scheme: "Bearer x" } }, "authentication.scheme"],
    [{ authentication: { scheme: "Bearer\n" } }, "authentication.scheme"],
    [{ authentication: { scheme: "Bearer", credentials: "secret\n" } }, "authentication.credentials"],
  ])("%j is refused, and not repeated", async (given, field) => {
    const { set } = start();
    const refused: unknown = await set({ id: "a", taskId: "t-1", url, ...given }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ status: "INVALID_ARGUMENT", violations: [{ field }] });
    expect(JSON.stringify(refused) + String(refused)).not.toMatch(/Evil|secret|caf/);
  });

  test("every problem is told at once", async () => {
    const { set } = start();
    const config = { id: "a", taskId: "t-1", url: "ftp://x", token: "\n", authentication: { scheme: " " } };
    await expect(set(config)).rejects.toMatchObject({
      message: "the webhook cannot be called: url: expected an http or https URL, found the scheme ftp:",
      violations: [{ field: "url" }, { field: "token" }, { field: "authentication.scheme" }],
    });
  });
});

describe("closing", () => {
  test("delivers what is there already, and takes nothing new", async () => {
    const hook = await receiver((response) => setImmediate(() => response.end()));
    const { notifier, source, set } = startWebhooks();
    await source.begin("t-1");
    await set({ id: "a", taskId: "t-1", url: hook.origin });
    for (let i = 0; i < 20; i++) await source.artifact("t-1", `part ${i}`);
    await notifier.close(60_000);
    expect(toldOf(hook.received)).toEqual(Array.from({ length: 20 }, (_, i) => `part ${i}`));
    await source.complete("t-1");
    await expect(set({ id: "b", taskId: "t-1", url: hook.origin })).rejects.toMatchObject({
      status: "UNAVAILABLE",
    });
    expect(hook.received).toHaveLength(20);
    expect(source.errors).toEqual([]);
  });

  test("ends what does not end by itself", async () => {
    const silent = await receiver(() => undefined);
    const { notifier, source, set } = startWebhooks();
    await source.begin("t-1");
    await set({ id: "a", taskId: "t-1", url: silent.origin });
    await source.artifact("t-1", "?");
    await silent.count(1);
    await notifier.close(1);
    expect(source.errors).toEqual([]);
  });
});

describe("options that are none", () => {
  test.each([
    [
      { networks: ["10.0.0.0"] },
      'networks[0]: expected a network in CIDR notation such as "10.1.0.0/16", found "10.0.0.0"',
    ],
    [
      { networks: ["10.0.0.0/33"] },
      'networks[0]: expected a network in CIDR notation such as "10.1.0.0/16", found "10.0.0.0/33"',
    ],
    [
      { hosts: ["a.example.com", "https://b"] },
      'hosts[1]: expected the name of a host, or "*." and a name, found "https://b"',
    ],
    [{ hosts: ["*"] }, 'hosts[0]: expected the name of a host, or "*." and a name, found "*"'],
    [
      { hosts: ["*.*.example.com"] },
      'hosts[0]: expected the name of a host, or "*." and a name, found "*.*.example.com"',
    ],
    [{ ports: [0] }, "ports: expected numbers from 1 to 65535, found 0"],
    [{ limits: { attempts: 0 } }, "limits.attempts: expected a whole number from 1, found 0"],
    [{ limits: { attemptMs: Number.NaN } }, "limits.attemptMs: expected a whole number from 1, found NaN"],
  ])("%j", (options, message) => {
    expect(() => startWebhooks(options)).toThrow(message);
  });
});
