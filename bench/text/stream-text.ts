// A process with an agent that gives a text piece by piece, as a model gives tokens, and with the readers of
// its streams.
import { setImmediate as macrotask } from "node:timers/promises";
import { A2AService } from "@a2agen/a2a-1.0";
import { openPGlite, openPool } from "@a2agen/postgres";
import { createAgent, MemoryTaskStore, type TaskStore, textArtifact, working } from "@a2agen/runtime/agent";
import pg from "pg";
import { createPGlite } from "../../test/shared/pglite.ts";
import { callOf } from "../call-context.ts";
import { readCpu } from "../served.ts";
import type { TextFigure, TextOrder } from "./text-order.ts";

const order = JSON.parse(process.argv[2] ?? "{}") as TextOrder;
const { store: name, connection, streams, deltas } = order;

async function openStore(): Promise<TaskStore> {
  if (name === "memory") return new MemoryTaskStore({ service: A2AService });
  const store =
    name === "PGlite" ? openPGlite(await createPGlite()) : openPool(new pg.Pool({ ...connection, max: 10 }));
  await store.migrate();
  return store;
}

const agent = createAgent({
  service: A2AService,
  store: await openStore(),
  async *execute({ text }) {
    yield working();
    for (let index = 0; index < Number(text); index++) {
      // A piece comes with each turn of the event loop, as from a socket.
      await macrotask();
      yield textArtifact("answer", `word ${index} `, { append: index > 0 });
    }
  },
});

async function readOne(number: number, pieces: number): Promise<void> {
  const message = {
    messageId: `m-${pieces}-${number}`,
    role: "ROLE_USER" as const,
    parts: [{ text: String(pieces) }],
  };
  let count = 0;
  let id = "";
  for await (const event of agent.sendStreamingMessage({ message }, callOf("SendStreamingMessage"))) {
    if (event.artifactUpdate !== undefined) count++;
    id = event.task?.id ?? id;
  }
  const { artifacts } = await agent.getTask({ id }, callOf("GetTask"));
  if (count !== pieces || artifacts?.[0]?.parts.length !== 1)
    throw new Error(`expected ${pieces} pieces of one part`);
}

await readOne(-1, 100);
const before = process.memoryUsage().rss;
let most = before;
const sampler = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss);
}, 20);
const cpu = readCpu();
const start = performance.now();
await Promise.all(Array.from({ length: streams }, (_, number) => readOne(number, deltas)));
const elapsed = performance.now() - start;
const microseconds = (readCpu() - cpu) / (streams * deltas);
clearInterval(sampler);
const perSecond = (streams * deltas * 1000) / elapsed;
const memory = (most - before) / 1024 / 1024;
const figure: TextFigure = { store: name, streams, deltas, perSecond, microseconds, memory };
process.send?.(figure, () => process.exit());
