import type { JsonValue } from "@a2agen/runtime";
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { fromBase64, toBase64 } from "./shared/base64.ts";

/** A value as the serializer of checkpoints writes it: its type, and JSON or bytes as base64. */
type Stored = [type: string, text: string];

type StoredWrite = { task: string; path: string; index: number; channel: string; value: Stored };

/** The latest checkpoint of a graph or subgraph, with what its tasks have written since. */
type StoredCheckpoint = {
  id: string;
  parent: string | null;
  checkpoint: Stored;
  metadata: Stored;
  writes: StoredWrite[];
};

/** Of these a task has one write, the latest; of other channels the first write of each index stays. */
const single = new Set(["__error__", "__scheduled__", "__interrupt__", "__resume__"]);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Keeps the latest checkpoint of one thread as JSON, which a graph needs to go on in another process. */
export class RunSaver extends BaseCheckpointSaver {
  readonly #checkpoints: Map<string, StoredCheckpoint>;
  /** Earlier checkpoints of the graph, without what was written since: the graph runs ahead of its stream. */
  readonly #earlier = new Map<string, StoredCheckpoint>();
  #work: Promise<unknown> = Promise.resolve();

  constructor(run: JsonValue | undefined) {
    super();
    this.#checkpoints = new Map(Object.entries((run ?? {}) as Record<string, StoredCheckpoint>));
  }

  /** Everything that was given to it. */
  async toRun(): Promise<JsonValue> {
    await this.#work;
    return Object.fromEntries(this.#checkpoints);
  }

  /** The same as it was at a checkpoint of the graph; undefined for one of a subgraph. */
  async toRunAt(id: string): Promise<JsonValue | undefined> {
    await this.#work;
    const found = this.#earlier.get(id);
    for (const earlier of this.#earlier.keys()) if (earlier <= id) this.#earlier.delete(earlier);
    return found && { ...Object.fromEntries(this.#checkpoints), "": found };
  }

  async getTuple({ configurable }: LangGraphRunnableConfig): Promise<CheckpointTuple | undefined> {
    await this.#work;
    const { thread_id, checkpoint_ns = "", checkpoint_id } = readConfig(configurable);
    const found = this.#checkpoints.get(checkpoint_ns);
    if (found === undefined || (checkpoint_id ?? found.id) !== found.id) return undefined;
    const at = (id: string) => ({ configurable: { thread_id, checkpoint_ns, checkpoint_id: id } });
    const writes = found.writes.toSorted(
      (a, b) => compare(a.path, b.path) || compare(a.task, b.task) || a.index - b.index,
    );
    return {
      config: at(found.id),
      checkpoint: (await this.#load(found.checkpoint)) as Checkpoint,
      metadata: (await this.#load(found.metadata)) as CheckpointMetadata,
      pendingWrites: await Promise.all(
        writes.map(
          async ({ task, channel, value }): Promise<[string, string, unknown]> => [
            task,
            channel,
            await this.#load(value),
          ],
        ),
      ),
      ...(found.parent !== null && { parentConfig: at(found.parent) }),
    };
  }

  async *list(config: LangGraphRunnableConfig): AsyncGenerator<CheckpointTuple> {
    const tuple = await this.getTuple(config);
    if (tuple !== undefined) yield tuple;
  }

  put(
    { configurable }: LangGraphRunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<LangGraphRunnableConfig> {
    const { thread_id, checkpoint_ns = "", checkpoint_id: parent = null } = readConfig(configurable);
    return this.#change(async () => {
      const [stored, about] = await Promise.all([this.#dump(checkpoint), this.#dump(metadata)]);
      const { id } = checkpoint;
      const made = { id, parent, checkpoint: stored, metadata: about };
      this.#checkpoints.set(checkpoint_ns, { ...made, writes: [] });
      if (checkpoint_ns === "") this.#earlier.set(id, { ...made, writes: [] });
      return { configurable: { thread_id, checkpoint_ns, checkpoint_id: id } };
    });
  }

  putWrites(
    { configurable }: LangGraphRunnableConfig,
    writes: [channel: string, value: unknown][],
    task: string,
    path = "",
  ): Promise<void> {
    const { checkpoint_ns = "", checkpoint_id } = readConfig(configurable);
    return this.#change(async () => {
      const found = this.#checkpoints.get(checkpoint_ns);
      if (found === undefined || found.id !== checkpoint_id) return;
      for (const [index, [channel, value]] of writes.entries()) {
        const isSame = (other: StoredWrite): boolean =>
          other.task === task && (single.has(channel) ? other.channel === channel : other.index === index);
        const before = found.writes.findIndex(isSame);
        if (before >= 0 && !single.has(channel)) continue;
        if (before >= 0) found.writes.splice(before, 1);
        found.writes.push({ task, path, index, channel, value: await this.#dump(value) });
      }
    });
  }

  async deleteThread(): Promise<void> {
    this.#checkpoints.clear();
  }

  /** One after the other, in the order of the calls. */
  #change<Result>(change: () => Promise<Result>): Promise<Result> {
    const done = this.#work.then(change);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #dump(value: unknown): Promise<Stored> {
    const [type, bytes] = await this.serde.dumpsTyped(value);
    return [type, type === "json" ? decoder.decode(bytes) : toBase64(bytes)];
  }

  #load([type, text]: Stored): Promise<unknown> {
    return this.serde.loadsTyped(type, type === "json" ? encoder.encode(text) : fromBase64(text));
  }
}

interface ThreadConfig {
  readonly thread_id?: string;
  readonly checkpoint_ns?: string;
  readonly checkpoint_id?: string;
}

function readConfig(configurable: object | undefined): ThreadConfig {
  return configurable ?? {};
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
