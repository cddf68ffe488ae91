import { setImmediate } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import {
  A2AService as NextService,
  Role,
  type StreamResponse,
  type Task,
  type TimelineEntry,
} from "@a2agen/a2a-1.1-dev";
import {
  completed,
  inputRequired,
  type TaskEntry,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import fc from "fast-check";
import { expect } from "vitest";
import { type NextAgent, nextCard, nextOrigin, startNext } from "../versions/start-next.ts";

/** What happens to a task, on one of two replicas. */
const step = fc.record({
  replica: fc.constantFrom(0 as const, 1 as const),
  action: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.stringMatching(/^[wamens]{0,5}[irc]?$/).map((text) => ({ kind: "say" as const, text })),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "cancel" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  ),
  /** Whether the next step waits for this one. */
  waits: fc.boolean(),
});

async function* events(text: string) {
  for (const letter of text) {
    if (letter === "w") yield working("at it");
    if (letter === "a") yield textArtifact("a", "one");
    if (letter === "m") yield textArtifact("a", "two", { append: true });
    if (letter === "e") yield textArtifact("a", "three", { append: true, lastChunk: true });
    if (letter === "n") yield textArtifact(`other-${text.length}`, "four");
    if (letter === "s") await setImmediate();
    if (letter === "i") yield inputRequired("what next?");
    if (letter === "c") yield completed("done");
  }
  if (!/[ic]/.test(text)) yield inputRequired();
}

const execute = ({ text }: { readonly text: string }) =>
  text.endsWith("r") ? Promise.resolve(`reply to ${text}`) : events(text);

function say(text: string, taskId?: string) {
  const message = {
    messageId: crypto.randomUUID(),
    role: "ROLE_USER" as const,
    parts: [{ text: text || "-" }],
  };
  return { message: { ...message, ...(taskId === undefined ? {} : { taskId }) } };
}

/** Another reading of the facts, over the whole log at once. */
function foldTimeline(first: TimelineEntry, log: readonly TaskEntry[]): readonly TimelineEntry[] {
  let status: object = { state: "TASK_STATE_SUBMITTED" };
  let count = 1;
  return log.reduce<TimelineEntry[]>(
    (found, entry) => {
      if (!("message" in entry || "statusUpdate" in entry || "artifactUpdate" in entry)) return found;
      count++;
      if ("artifactUpdate" in entry) return found;
      const generation = String(count);
      if ("statusUpdate" in entry) status = entry.statusUpdate.status;
      const isInput = "message" in entry && entry.message.role === "ROLE_USER";
      const step =
        "statusUpdate" in entry
          ? { status: entry.statusUpdate.status }
          : isInput
            ? { message: entry.message }
            : { status: { ...status, message: entry.message } };
      found.push({ ...step, generation } as TimelineEntry);
      return found;
    },
    [first],
  );
}

/** All events of a task from its beginning, as a client of a version gets them. */
async function replay(fetch: NextAgent["fetch"], id: string, version: string): Promise<StreamResponse[]> {
  const response = await fetch(`${nextOrigin}/rpc`, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": version, "last-event-id": "0-0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SubscribeToTask", params: { id } }),
  });
  const found: StreamResponse[] = [];
  for (const line of (await response.text()).split("\n")) {
    if (!line.startsWith("data:")) continue;
    const { result } = JSON.parse(line.slice(5)) as { readonly result?: StreamResponse };
    if (result !== undefined) found.push(result);
  }
  return found;
}

const countOf = ({ task, statusUpdate, artifactUpdate, messageUpdate }: StreamResponse): number =>
  Number((task ?? statusUpdate ?? artifactUpdate ?? messageUpdate)?.generation);

/** The same without what 1.0 has not. */
function asBefore(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      ["generation", "timeline", "startGeneration", "endGeneration"].includes(key) ? undefined : inner,
    ),
  );
}

/**
 * Random lives of tasks, on two replicas over the stores, are counted without a gap, and 1.0 sees what an
 * agent of 1.0 over the first store shows.
 */
export function livesProperty(openStores: () => readonly [TaskStore, TaskStore]): fc.IAsyncProperty<unknown> {
  return fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
    const stores = openStores();
    const [store] = stores;
    const limits = { stopMs: 20, pollMs: 10 };
    const start = (replica: 0 | 1) =>
      startNext({ execute, store: stores[replica], limits, onError: () => undefined });
    const replicas: [NextAgent, NextAgent] = [start(0), start(1)];
    const clientOf = async (replica: 0 | 1) => {
      const { fetch } = replicas[replica];
      return (await connect(NextService, nextCard, { bindings: [jsonRpc()], fetch })).client;
    };
    const { task: begun } = await (await clientOf(0)).sendMessage(say("wi"));
    const id = begun?.id ?? "";
    expect(Number(begun?.generation)).toBe(3);
    const pending: Promise<unknown>[] = [];
    const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
    for (const { replica, action, waits } of steps) {
      const client = await clientOf(replica);
      const work = settled(
        action.kind === "say"
          ? client.sendMessage(say(action.text, id))
          : action.kind === "cancel"
            ? client.cancelTask({ id })
            : replicas[replica].agent.close(20),
      );
      pending.push(work);
      if (waits || action.kind === "restart") await work;
      if (action.kind === "restart") replicas[replica] = start(replica);
    }
    await Promise.all(pending);
    // Ends it, if it has not ended.
    await settled((await clientOf(0)).cancelTask({ id }));

    const log = await store.entries(id, 0);
    const changes = log.filter(
      (entry) => "message" in entry || "statusUpdate" in entry || "artifactUpdate" in entry,
    );
    const [one, other] = await Promise.all(
      [clientOf(0), clientOf(1)].map(async (client) => (await client).getTask({ id })),
    );
    expect(one).toEqual(other);
    const task = one as Task;
    expect(task.generation).toBe(String(1 + changes.length));
    const [first] = task.timeline ?? [];
    expect(task.timeline).toEqual(foldTimeline(first as TimelineEntry, log));

    // Every event has the number of its change; only replies of the agent that are no status have none.
    const shown = await replay(replicas[0].fetch, id, "1.1");
    const want = changes.flatMap((entry, at) =>
      "message" in entry && entry.message.role === Role.Agent ? [] : [at + 2],
    );
    expect(shown.map(countOf)).toEqual(want);

    const before = startNext({ execute, store }, false);
    const old = await connect(A2AService, nextCard, { bindings: [jsonRpc()], fetch: before.fetch });
    const older = await connect(A2AService, nextCard, {
      bindings: [jsonRpc()],
      fetch: replicas[1].fetch,
    });
    const asItWas = await old.client.getTask({ id });
    expect(await older.client.getTask({ id })).toEqual(asItWas);
    expect(asBefore(task)).toEqual(asItWas);
    const replayed = await replay(before.fetch, id, "1.0");
    expect(await replay(replicas[1].fetch, id, "1.0")).toEqual(replayed);
    expect(asBefore(shown.filter(({ messageUpdate }) => messageUpdate === undefined))).toEqual(replayed);
    await Promise.all([...replicas, before].map(({ agent }) => agent.close(0)));
  });
}
