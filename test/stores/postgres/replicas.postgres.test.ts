import { once } from "node:events";
import type { SendMessageRequest, StreamResponse, Task } from "@a2agen/a2a-1.0";
import { migrate, poolSql } from "@a2agen/postgres";
import { beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";
import { type Replica, startReplica } from "./start-replica.ts";

const replicas: Replica[] = [];
let postgres: PostgresServer;
let a: Replica["client"];
let b: Replica["client"];

beforeAll(async () => {
  postgres = await startPostgres();
  try {
    const pool = await postgres.makePool("public");
    await migrate(poolSql(pool));
    await pool.end();
    const start = (): Promise<Replica> => startReplica("replica.ts", postgres.connection);
    const started = await Promise.all([start(), start()]);
    replicas.push(...started);
    [a, b] = [started[0].client, started[1].client];
  } catch (error) {
    await stopAll();
    throw error;
  }
  return stopAll;
});

async function stopAll(): Promise<void> {
  for (const replica of replicas) await replica.kill();
  await postgres.stop();
}

test("a task that one process works on is followed and canceled at another", async () => {
  const { task } = await a.sendMessage(say("1000", { configuration: { returnImmediately: true } }));
  if (task === undefined) throw new Error("expected a task");
  const atB = follow(b.subscribeToTask({ id: task.id }));
  await atB.until(isArtifact);
  const atA = follow(a.subscribeToTask({ id: task.id }));
  await atA.until(isArtifact);
  const canceled = await b.cancelTask({ id: task.id });
  expect(canceled.status.state).toBe("TASK_STATE_CANCELED");
  const [seenAtA, seenAtB] = await Promise.all([atA.rest(), atB.rest()]);
  expect(seenAtA.at(-1)?.statusUpdate?.status.state).toBe("TASK_STATE_CANCELED");
  // The first is the task, as it was when each began; what follows is the same to the end.
  expect(seenAtA.slice(1)).toEqual(seenAtB.slice(seenAtB.length - seenAtA.length + 1));
  const kept = await b.getTask({ id: task.id });
  expect(await a.getTask({ id: task.id })).toEqual(kept);
  const lines = textOf(kept).split("\n").slice(0, -1);
  expect(lines).toEqual(Array.from(lines, (_, index) => String(index + 1)));
  const [first, ...updates] = seenAtB;
  const updated = updates.map((event) => event.artifactUpdate?.artifact.parts[0]?.text ?? "");
  expect(textOf(first?.task) + updated.join("")).toBe(textOf(kept));
});

test("a task that waits for input at one process goes on at another", async () => {
  const asked = await a.sendMessage(say("count, please"));
  expect(asked.task?.status.state).toBe("TASK_STATE_INPUT_REQUIRED");
  const { id: taskId = "", contextId = "" } = asked.task ?? {};
  const answer = { message: { ...say("3").message, taskId, contextId } };
  const done = await b.sendMessage(answer);
  expect(done.task?.status.state).toBe("TASK_STATE_COMPLETED");
  expect(textOf(done.task)).toBe("1\n2\n3\n");
  expect(await a.getTask({ id: taskId })).toEqual(done.task);
  // Sent again, it is known.
  expect(await a.sendMessage(answer)).toEqual(done);
  const texts = done.task?.history?.map(({ parts: [part] }) => part?.text);
  expect(texts).toEqual(["count, please", "to which number?", "3", "counting to 3"]);
});

test("a blocking call at one process and the list at another see the same end", async () => {
  const { task } = await b.sendMessage(say("2"));
  const { tasks } = await a.listTasks({ contextId: task?.contextId ?? "", includeArtifacts: true });
  expect(tasks.map(({ id, status, artifacts }) => ({ id, status, artifacts }))).toEqual([
    { id: task?.id, status: task?.status, artifacts: task?.artifacts },
  ]);
});

test("a process ends by itself when it is told to, and the other one goes on", async () => {
  const [, second] = replicas;
  if (second === undefined) throw new Error("expected two processes");
  const exited = once(second.child, "exit");
  second.child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  const { task } = await a.sendMessage(say("1"));
  expect(task?.status.state).toBe("TASK_STATE_COMPLETED");
});

let count = 0;

function say(text: string, rest: Partial<SendMessageRequest> = {}): SendMessageRequest {
  return { message: { messageId: `m-${++count}`, role: "ROLE_USER", parts: [{ text }] }, ...rest };
}

function isArtifact(event: StreamResponse): boolean {
  return event.artifactUpdate !== undefined;
}

/** What its artifacts say. */
function textOf(task: Task | undefined): string {
  return (task?.artifacts ?? []).flatMap(({ parts }) => parts.map(({ text }) => text ?? "")).join("");
}

interface Followed {
  /** Resolves when an event of the kind has come. */
  until(isWanted: (event: StreamResponse) => boolean): Promise<void>;
  /** All events, once the stream has ended. */
  rest(): Promise<readonly StreamResponse[]>;
}

function follow(stream: AsyncIterable<StreamResponse>): Followed {
  const iterator = stream[Symbol.asyncIterator]();
  const seen: StreamResponse[] = [];
  const next = async (): Promise<StreamResponse | undefined> => {
    const { done, value } = await iterator.next();
    if (done === true) return undefined;
    seen.push(value);
    return value;
  };
  return {
    async until(isWanted) {
      for (let event = await next(); event === undefined || !isWanted(event); event = await next()) {
        if (event === undefined) throw new Error(`the stream ended after ${seen.length} events`);
      }
    },
    async rest() {
      while ((await next()) !== undefined);
      return seen;
    },
  };
}
