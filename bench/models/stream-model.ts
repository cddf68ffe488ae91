// A process in which a scripted model answers: read from its framework alone, in turn with adapter and kit.
import { A2AService } from "@a2agen/a2a-1.0";
import { createAgent, type Execute, MemoryTaskStore } from "@a2agen/runtime/agent";
import { callOf } from "../call-context.ts";
import { median } from "../median.ts";
import { readCpu } from "../served.ts";
import type { ModelsFigure, ModelsOrder } from "./models-order.ts";

type Script = object;

/** What the tests of an adapter have of its framework. */
export interface FrameworkModule {
  makeExecute(script: Script, setup: object): Execute | Promise<Execute>;
  streamAlone(script: Script): Promise<AsyncIterable<unknown>>;
  readonly Script: new (...answers: readonly (readonly object[])[]) => Script;
}

/** Measures, and sends the figures to the process that has started this one. */
export async function streamModel({ makeExecute, streamAlone, Script }: FrameworkModule): Promise<void> {
  const { framework, rounds, deltas, conversations, conversationDeltas } = JSON.parse(
    process.argv[2] ?? "{}",
  ) as ModelsOrder;
  function scriptOf(pieces: number): Script {
    const words = Array.from({ length: pieces }, (_, index) => [{ later: true }, { text: `word ${index} ` }]);
    return new Script(words.flat());
  }

  async function readAlone(pieces: number): Promise<void> {
    let events = 0;
    for await (const event of await streamAlone(scriptOf(pieces))) if (event !== undefined) events++;
    if (events < pieces) throw new Error(`expected ${pieces} pieces of ${framework}, found ${events}`);
  }

  const executes = new Map<string, Execute>();
  const agent = createAgent({
    service: A2AService,
    store: new MemoryTaskStore({ service: A2AService }),
    execute: (turn) => executes.get(turn.message.messageId)?.(turn) ?? Promise.reject(new Error("no model")),
  });

  async function readServed(pieces: number): Promise<void> {
    const message = { messageId: crypto.randomUUID(), role: "ROLE_USER" as const, parts: [{ text: "Go" }] };
    executes.set(message.messageId, await makeExecute(scriptOf(pieces), {}));
    let text = "";
    const call = callOf("SendStreamingMessage");
    for await (const { artifactUpdate } of agent.sendStreamingMessage({ message }, call))
      text += artifactUpdate?.artifact.parts.map((part) => part.text).join("") ?? "";
    if (!text.endsWith(`word ${pieces - 1} `))
      throw new Error(`expected ${pieces} pieces, found ${text.length}`);
  }

  function readAtOnce(read: (pieces: number) => Promise<void>): Promise<unknown> {
    return Promise.all(Array.from({ length: conversations }, () => read(conversationDeltas)));
  }

  // Optimized code comes with use.
  for (let round = 0; round < 3; round++) {
    await readAlone(deltas);
    await readServed(deltas);
  }
  const alone: number[] = [];
  const added: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await measure(deltas, () => readAlone(deltas));
    alone.push(bare);
    added.push((await measure(deltas, () => readServed(deltas))) - bare);
  }

  const pieces = conversations * conversationDeltas;
  const addedAtOnce: number[] = [];
  const perSecond: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds / 3; round++) {
    const bare = await measure(pieces, () => readAtOnce(readAlone));
    const sampler = new MemorySampler();
    const start = performance.now();
    addedAtOnce.push((await measure(pieces, () => readAtOnce(readServed))) - bare);
    perSecond.push((pieces * 1000) / (performance.now() - start));
    memory.push(sampler.stop());
  }
  const figure: ModelsFigure = {
    framework,
    alone: median(alone),
    added: median(added),
    perSecond: median(perSecond),
    addedAtOnce: median(addedAtOnce),
    memory: median(memory),
  };
  process.send?.(figure, () => process.exit());
}

/** Microseconds of CPU for each of the pieces. */
async function measure(pieces: number, read: () => Promise<unknown>): Promise<number> {
  const before = readCpu();
  await read();
  return (readCpu() - before) / pieces;
}

/** The most memory that the process has over what it had, in MiB. */
class MemorySampler {
  readonly #before = process.memoryUsage().rss;
  #most = this.#before;
  readonly #timer = setInterval(() => {
    this.#most = Math.max(this.#most, process.memoryUsage().rss);
  }, 20);

  stop(): number {
    clearInterval(this.#timer);
    return (this.#most - this.#before) / 1024 / 1024;
  }
}
