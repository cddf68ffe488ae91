import type { WebhookOptions } from "@a2agen/runtime/push";
import { describe, expect, test } from "vitest";
import { receiver, start } from "../../../shared/push/opened.ts";
import { local, toldOf } from "../../../shared/push/start-webhooks.ts";

type Lookup = NonNullable<WebhookOptions["lookup"]>;

const ofInternet = { address: "8.8.8.8", family: 4 };
const ofMachine = { address: "127.0.0.1", family: 4 };
const refusal = "the host leads to an address that is not one of the public internet";

/** The error for a notification to a name that resolves to loopback, which is not allowed. */
async function call(lookup: Lookup, options: WebhookOptions = {}): Promise<string> {
  const hook = await receiver();
  const { source, set } = start({ ...local, networks: [], lookup, ...options });
  await source.begin("t-1");
  await set({ id: "c", taskId: "t-1", url: `http://hooks.example.com:${hook.port}/` });
  await source.complete("t-1");
  const [text = ""] = await source.failures(1);
  expect(hook.connections()).toBe(0);
  return text.slice(text.indexOf("given up: ") + 10);
}

describe("the address that a name leads to", () => {
  test.each([
    ["127.0.0.1", 4],
    ["127.8.8.8", 4],
    ["10.1.2.3", 4],
    ["169.254.169.254", 4],
    ["0.0.0.0", 4],
    ["::1", 6],
    ["::", 6],
    ["::ffff:127.0.0.1", 6],
    ["fe80::1%lo", 6],
    ["fd00::1", 6],
    ["64:ff9b::7f00:1", 6],
    // An address that says to be of the other family, and what is none.
    ["127.0.0.1", 6],
    ["::1", 4],
    ["localhost", 4],
    ["", 4],
  ])("%j is refused without a connection", async (address, family) => {
    expect(await call(async () => [{ address, family }])).toBe(refusal);
  });

  test("is refused when one of several is not of the internet", async () => {
    expect(await call(async () => [ofInternet, ofMachine])).toBe(refusal);
    expect(await call(async () => [ofMachine, ofInternet])).toBe(refusal);
  });

  test("is the one that is connected to: a name that leads elsewhere a moment later changes nothing", async () => {
    // The first is of a network for documentation, where nobody is; the second attempt asks anew.
    const answers = [[{ address: "192.0.2.1", family: 4 }], [ofMachine]];
    const asked: string[] = [];
    const text = await call(
      async (hostname) => {
        asked.push(hostname);
        return answers.shift() ?? [ofMachine];
      },
      { networks: ["192.0.2.0/24"], limits: { ...local.limits, attemptMs: 200 } },
    );
    expect(text).toBe(refusal);
    expect(asked).toEqual(["hooks.example.com", "hooks.example.com"]);
  });

  test("is looked up again by nobody else", async () => {
    const hook = await receiver();
    const answers = [[ofMachine], [{ address: "10.0.0.1", family: 4 }]];
    const { source, set } = start({ ...local, lookup: async () => answers.shift() ?? [] });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `http://hooks.example.com:${hook.port}/` });
    await source.artifact("t-1", "one");
    await source.artifact("t-1", "two");
    expect(toldOf(await hook.count(2))).toEqual(["one", "two"]);
    expect(answers).toHaveLength(1);
  });

  test("that cannot be found is looked for again", async () => {
    const hook = await receiver();
    let asked = 0;
    const { source, set } = start({
      ...local,
      lookup: async () => {
        asked++;
        if (asked === 1) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
        return asked === 2 ? [] : [ofMachine];
      },
    });
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `http://hooks.example.com:${hook.port}/` });
    await source.artifact("t-1", "one");
    expect(toldOf(await hook.count(1))).toEqual(["one"]);
    expect(asked).toBe(3);
    expect(source.errors).toEqual([]);
  });

  test("is found within the time of the attempt, or not", async () => {
    const text = await call(() => new Promise(() => undefined), {
      limits: { ...local.limits, attempts: 1, attemptMs: 20 },
    });
    expect(text).toBe("no answer within 20 milliseconds");
  });
});

describe("the machine by another name", () => {
  // Names of the hosts file, and those of RFC 6761, are looked up by the system.
  test.each(["localhost", "LocalHost.", "a.localhost", "ip6-localhost", "localhost.localdomain"])(
    "%s is refused when it is set",
    async (host) => {
      const { set } = start({ ...local, networks: [] });
      await expect(set({ id: "c", taskId: "t-1", url: `http://${host}:8080/` })).rejects.toMatchObject({
        status: "INVALID_ARGUMENT",
        violations: [{ field: "url", description: "the host is the machine of the agent itself" }],
      });
    },
  );

  test("can be allowed", async () => {
    const hook = await receiver();
    const { source, set } = start(local);
    await source.begin("t-1");
    await set({ id: "c", taskId: "t-1", url: `http://localhost:${hook.port}/` });
    await source.complete("t-1");
    expect(toldOf(await hook.count(1))).toEqual(["TASK_STATE_COMPLETED"]);
  });
});

test("the look-up of the system is what is used when there is no other", async () => {
  const hook = await receiver();
  const { http, networks, limits } = local;
  const { source, set } = start({ http, networks: [...networks, "::1/128"], limits });
  await source.begin("t-1");
  await set({ id: "c", taskId: "t-1", url: `http://localhost:${hook.port}/` });
  await source.complete("t-1");
  expect(toldOf(await hook.count(1))).toEqual(["TASK_STATE_COMPLETED"]);
});
