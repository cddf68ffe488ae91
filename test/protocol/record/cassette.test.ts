import { join } from "node:path";
import { A2AService } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { describe, expect, test } from "vitest";
import { withCassette } from "../../../packages/exchange/src/replay/cassette.ts";
import type { CassetteMode } from "../../../packages/exchange/src/replay/cassette-options.ts";
import { useDirectory } from "../../shared/use-directory.ts";
import { startAgent } from "../../system/cli/call/start-agent.ts";

const directory = await useDirectory("a2agen-cassette-");

interface Said {
  readonly events: readonly unknown[];
  readonly state: string | undefined;
  readonly missing: string;
}

/** A conversation with identifiers of its own: a stream, its task, and a task that is not there. */
async function converse(
  send: typeof fetch,
  init: { url: string; binding: string; words?: string },
): Promise<Said> {
  const bindings = [jsonRpc(), rest()].filter(({ binding }) => binding === init.binding);
  const { client, close } = await connect(A2AService, init.url, { bindings, fetch: send });
  try {
    const events: unknown[] = [];
    const parts = [{ text: init.words ?? "Hello" }];
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER" as const, parts };
    for await (const event of client.sendStreamingMessage({ message })) events.push(event);
    const { status } = await client.getTask({ id: "task-1" });
    const missing = await client.getTask({ id: "no-such-task" }).then(
      () => "found",
      (error: unknown) => String(error),
    );
    // Answers name the message of this run, whatever the recorded one was called.
    const named = JSON.stringify(events).replaceAll(message.messageId, "the message of this run");
    expect(named).toContain("the message of this run");
    return { events: JSON.parse(named) as unknown[], state: status.state, missing };
  } finally {
    await close();
  }
}

describe.each(["JSONRPC", "HTTP+JSON"])("over %s", (binding) => {
  const fileOf = (): string => join(directory, `${binding.replace("+", "-")}.jsonl`);
  const offline: typeof fetch = () => Promise.reject(new TypeError("the network is off"));

  test("what was recorded is answered again without the agent", async () => {
    const { origin: url } = await startAgent();
    const live = await withCassette(fileOf(), { mode: "record" }, ({ fetch: send }) =>
      converse(send, { url, binding }),
    );
    expect(live.events.length).toBeGreaterThan(2);
    const said = await withCassette(fileOf(), { fetch: offline }, ({ fetch: send, mode }) => {
      expect(mode).toBe("replay");
      return converse(send, { url, binding });
    });
    expect(said).toEqual(live);
    const paced = await withCassette(fileOf(), { fetch: offline, paced: true }, ({ fetch: send }) =>
      converse(send, { url, binding }),
    );
    expect(paced).toEqual(live);
  });

  test("what was not recorded fails, with the nearest request, and is forwarded by spy", async () => {
    const { origin: url } = await startAgent();
    await withCassette(fileOf(), { mode: "record" }, ({ fetch: send }) => converse(send, { url, binding }));
    const other = (mode: CassetteMode): Promise<Said> =>
      withCassette(fileOf(), { mode }, ({ fetch: send }) => converse(send, { url, binding, words: "Bye" }));
    await expect(other("replay")).rejects.toThrow(
      'SendStreamingMessage is not recorded; the nearest differs in request.message.parts[0].text: expected "Hello"; came "Bye"',
    );
    expect((await other("spy")).state).toBe("TASK_STATE_WORKING");
  });

  test("diff forwards, and finds an agent that answers otherwise", async () => {
    const before = await startAgent();
    await withCassette(fileOf(), { mode: "record" }, ({ fetch: send }) =>
      converse(send, { url: before.origin, binding }),
    );
    const compare = (url: string): Promise<Said> =>
      withCassette(fileOf(), { mode: "diff" }, ({ fetch: send }) => converse(send, { url, binding }));
    const same = await startAgent();
    expect((await compare(same.origin)).state).toBe("TASK_STATE_WORKING");
    const changed = await startAgent();
    const task = changed.agent.tasks.get("task-1");
    if (task === undefined) throw new Error("the agent has no task-1");
    changed.agent.tasks.set("task-1", { ...task, status: { state: "TASK_STATE_REJECTED" } });
    await expect(compare(changed.origin)).rejects.toThrow(
      'GetTask\n  events[0].status.state: expected "TASK_STATE_WORKING"; came "TASK_STATE_REJECTED"',
    );
  });
});

test("a recording that is not there is said to be missing", async () => {
  await expect(
    withCassette(join(directory, "none.jsonl"), { mode: "replay" }, () => Promise.resolve()),
  ).rejects.toThrow('none.jsonl: expected a recording; there is no file: record it with { mode: "record" }');
});
