import { A2AService } from "@a2agen/a2a-1.0";
import { openPool } from "@a2agen/postgres";
import {
  type Agent,
  createAgent,
  MemoryTaskStore,
  type TaskStore,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import type { Pool } from "pg";
import { callOf } from "../call-context.ts";
import { readCpu } from "../served.ts";
import type { SendFigure } from "./store-figures.ts";

const call = callOf("SendMessage");

/** Sends messages to agents over several stores. */
export async function measureSends(pool: Pool, milliseconds: number): Promise<readonly SendFigure[]> {
  const postgres = openPool(pool);
  const memory = new MemoryTaskStore({ service: A2AService });
  const figures = [
    await measure("MemoryTaskStore", memory, { milliseconds, resumable: false }),
    await measure("PostgreSQL", postgres, { milliseconds, resumable: false }),
    await measure("PostgreSQL, resumable", postgres, { milliseconds, resumable: true }),
  ];
  await postgres.close();
  return figures;
}

interface SendLoad {
  readonly milliseconds: number;
  readonly resumable: boolean;
}

async function measure(
  name: string,
  store: TaskStore,
  { milliseconds, resumable }: SendLoad,
): Promise<SendFigure> {
  const agent = createAgent({
    service: A2AService,
    store,
    resumable,
    async *execute() {
      yield working();
      yield textArtifact("answer", "forty-two");
    },
  });
  await sendAll(agent, 300);
  const cpu = readCpu();
  const start = performance.now();
  const count = await sendAll(agent, milliseconds);
  const elapsed = performance.now() - start;
  const microseconds = (readCpu() - cpu) / count;
  await agent.close();
  return { store: name, perSecond: (count * 1000) / elapsed, microseconds };
}

async function sendAll(agent: Agent, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds;
  let count = 0;
  const sender = async (): Promise<void> => {
    while (performance.now() < end) {
      const message = { messageId: `m-${count++}`, role: "ROLE_USER" as const, parts: [{ text: "hello" }] };
      await agent.sendMessage({ message }, call);
    }
  };
  await Promise.all(Array.from({ length: 16 }, sender));
  return count;
}
