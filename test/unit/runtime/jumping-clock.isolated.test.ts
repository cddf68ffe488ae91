import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { A2AService } from "@a2agen/a2a-1.0";
import { completed, MemoryTaskStore, working } from "@a2agen/runtime/agent";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryWebhooks } from "../../../packages/runtime/src/agent/store/memory-webhooks.ts";
import {
  createGate,
  follow,
  outline,
  start,
  stateOf,
  taskOf,
  userMessage,
} from "../../shared/agent/start-agent.ts";
import { beginning } from "../../shared/agent/store/samples.ts";

const hour = 3_600_000;
const room = { perTask: 10, perScope: 10, total: 10 };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** The wall clock jumps, and everything that looks at it now and then does so. */
function jump(hours: number): void {
  vi.setSystemTime(Date.now() + hours * hour);
  vi.advanceTimersByTime(1000);
}

describe.each([30, -30])("a wall clock that jumps by %i hours", (hours) => {
  test("ends no turn, no call and no stream", async () => {
    const gate = createGate();
    const begun = createGate();
    const { client, reported } = await start({
      async *execute() {
        yield working();
        begun.open();
        await gate.opened;
        yield completed("done");
      },
    });
    const sent = client.sendMessage({ message: userMessage("wait") });
    const stream = await follow(client.sendStreamingMessage({ message: userMessage("stream") }));
    await begun.opened;
    jump(hours);
    gate.open();
    expect(stateOf(taskOf(await sent))).toBe("completed");
    expect(outline(await stream.all).at(-1)).toBe("completed: done");
    expect(reported).toEqual([]);
  });

  test("forgets no task in memory, and ends no lease on a webhook", async () => {
    const store = new MemoryTaskStore({ service: A2AService });
    await store.create(beginning("t"));
    jump(hours);
    expect((await store.read("t"))?.version).toBe(0);
    const leased = new MemoryWebhooks();
    const config = { id: "a", taskId: "t", url: "https://example.com" };
    await leased.set({ config, profile: "a2a-1.0", scope: "s", version: 0 }, room);
    expect((await leased.claim("one", 60_000, 10)).length).toBe(1);
    jump(hours);
    expect(await leased.claim("two", 60_000, 10)).toEqual([]);
  });
});

/** Where the wall clock is what is asked for: a time that others read, or one that others have written. */
const wallClocks: Readonly<Record<string, string>> = {
  "packages/runtime/src/agent/core/status-time.ts":
    "times of statuses, and the oldest one that a repeated message looks for",
  "packages/runtime/src/agent/runs/open-turn.ts": "how long a message has waited, which observers are told",
  "packages/runtime/src/authenticate/introspect.ts": "tokens expire at dates",
  "packages/runtime/src/grpc/client.ts": "grpc-js takes deadlines since 1970",
  "packages/runtime/src/host/call.ts": "deadlines of clients are since 1970",
  "packages/runtime/src/oauth/identify-client.ts": "registrations end at dates",
  "packages/runtime/src/oauth/token-source.ts": "tokens that are kept for other processes end at dates",
  "packages/runtime/src/push/retry-delay.ts": "Retry-After may be a date",
  "packages/runtime/src/signing/verify-card.ts": "keys expire at dates",
  "packages/runtime/src/websocket/server-call.ts": "deadlines of clients are since 1970",
  "packages/postgres/src/directory-lock.ts": "times of files",
};

test("no time limit is measured by the wall clock", () => {
  const found = ["packages/runtime/src", "packages/postgres/src"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/(^|\/)(dist|generated|node_modules)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((path) => /\bDate\.now\b/.test(readFileSync(join(root, path), "utf8"))),
  );
  expect(found.toSorted()).toEqual(Object.keys(wallClocks).toSorted());
});

const root = fileURLToPath(new URL("../../..", import.meta.url));
