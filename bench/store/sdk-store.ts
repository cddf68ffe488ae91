import { Role, type Task, TaskState } from "@a2a-js/sdk";
import { ServerCallContext } from "@a2a-js/sdk/server";
import { DatabaseTaskStore } from "@a2a-js/sdk/server/database";
import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";

/** Entries per second with the store of @a2a-js/sdk, which writes the whole task for each. */
export async function measureSdkStore(pool: Pool, tasks: number, milliseconds: number): Promise<number> {
  await pool.query(`create table if not exists tasks (tenant text not null, owner text not null, id text not null,
    context_id text not null, status_last_updated bigint not null, status_state text, status text, artifacts text,
    history text, metadata text, protocol_version text, primary key (tenant, owner, id))`);
  const store = new DatabaseTaskStore(new Kysely({ dialect: new PostgresDialect({ pool }) }));
  const context = new ServerCallContext();
  let count = 0;
  const start = performance.now();
  const end = start + milliseconds;
  await Promise.all(
    Array.from({ length: tasks }, async () => {
      for (let task = newTask(); performance.now() < end; count++) {
        const [artifact] = task.artifacts;
        if (artifact === undefined || artifact.parts.length >= 100) task = newTask();
        else artifact.parts.push(partOf());
        await store.save(task, context);
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

function partOf(): Task["artifacts"][number]["parts"][number] {
  const content = { $case: "text" as const, value: "so many words as a model gives at once" };
  return { content, metadata: undefined, filename: "", mediaType: "" };
}

function newTask(): Task {
  const id = crypto.randomUUID();
  const message = {
    messageId: "m",
    contextId: "c",
    taskId: id,
    role: Role.ROLE_USER,
    parts: [partOf()],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  const status = {
    state: TaskState.TASK_STATE_WORKING,
    message: undefined,
    timestamp: new Date().toISOString(),
  };
  const artifact = {
    artifactId: "a",
    name: "",
    description: "",
    parts: [partOf()],
    metadata: undefined,
    extensions: [],
  };
  return { id, contextId: "c", status, artifacts: [artifact], history: [message], metadata: undefined };
}
