import type { JsonObject } from "@a2agen/runtime";
import {
  type AgentEvent,
  type ArtifactEvent,
  fileArtifact,
  streamText,
  type Turn,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import {
  askFor,
  findUnanswered,
  type KeptRun,
  keepRun,
  readAnswers,
  readRun,
  tryToKeepRun,
} from "./kept-run.ts";
import { LookAhead } from "./look-ahead.ts";
import {
  type AgentSource,
  type Answer,
  type Open,
  type RunEvent,
  type RunOptions,
  type ToolCall,
  type Usage,
  usageFields,
} from "./run-event.ts";
import { toSafeError } from "./safe-error.ts";
import { toJson } from "./to-json.ts";

/** A run that goes on, with the answers to all that it waited for; none in a turn that begins again. */
export interface Resumed {
  /** The message with which it began. */
  readonly first: string;
  readonly run: KeptRun["run"];
  readonly answers: readonly Answer[];
  readonly open: readonly Open[];
}

/**
 * Serves one turn by a run of a framework, which `begin` starts, or continues if it has waited for this
 * message or was interrupted by the end of a process: the one mapping of what frameworks report to events of
 * tasks.
 */
export async function* executeRun(
  turn: Turn,
  options: RunOptions,
  begin: (resumed: Resumed | undefined) => AsyncIterable<RunEvent>,
): AsyncGenerator<AgentEvent, void, undefined> {
  const { messageId } = turn.message;
  const kept = await readRun(turn);
  const isAgain = kept?.message === messageId;
  const answers = [...(kept?.answers ?? [])];
  // A turn that begins again has kept its answers, and its text may be what the run began with.
  if (kept !== undefined && !isAgain) answers.push(...readAnswers(turn, findUnanswered(kept)));
  const unanswered = kept === undefined ? [] : findUnanswered({ open: kept.open, answers });
  if (kept !== undefined && unanswered.length > 0) {
    // In a turn that begins again, the question was asked already or not, and nothing else is left to do.
    keepRun(turn, { ...kept, message: messageId, answers });
    yield askFor(unanswered);
    return;
  }
  const { first = messageId, texts = 0, files = 0 } = kept ?? {};
  const counts = isAgain ? { texts, files } : { texts: 0, files: 0 };
  const mapping = new RunMapping(turn, options, { first, ...counts });
  yield* mapping.map(begin(kept && { first, run: kept.run, answers, open: kept.open }));
}

export async function makeAgent<Agent extends object>(
  source: AgentSource<Agent>,
  turn: Turn,
): Promise<Agent> {
  return typeof source === "function" ? source(turn) : source;
}

/** The state of a mapping. */
class RunMapping {
  readonly #turn: Turn;
  readonly #options: RunOptions;
  readonly #open: Open[] = [];
  #kept: KeptRun;
  #keeps = 0;
  #lastText: { readonly block: string; readonly artifactId: string } | undefined;
  /** The artifacts of blocks that may go on after other texts. */
  readonly #artifacts = new Map<string, string>();
  #usage: Usage;

  constructor(turn: Turn, options: RunOptions, from: Pick<KeptRun, "first" | "texts" | "files">) {
    this.#turn = turn;
    this.#options = options;
    this.#kept = { ...from, message: turn.message.messageId, run: null, open: [], answers: [] };
    this.#usage = readUsage(turn.task?.metadata?.["usage"]);
  }

  async *map(run: AsyncIterable<RunEvent>): AsyncGenerator<AgentEvent, void, undefined> {
    const events = new LookAhead(run);
    try {
      for (let event = await events.peek(); event !== undefined; event = await events.peek()) {
        yield* this.#mapNext(event, events);
      }
    } catch (error) {
      this.#turn.signal.throwIfAborted();
      throw toSafeError(error);
    } finally {
      await events.close();
    }
    // Frameworks end a run that was aborted as if it had done all.
    this.#turn.signal.throwIfAborted();
    const isWaiting = this.#open.length > 0;
    keepRun(this.#turn, isWaiting ? { ...this.#kept, open: this.#open } : undefined);
    if (isWaiting) yield askFor(this.#open);
  }

  async *#mapNext(event: RunEvent, events: LookAhead<RunEvent>): AsyncGenerator<AgentEvent, void, undefined> {
    switch (event.type) {
      case "text":
        yield* this.#mapText(event, events);
        return;
      case "reasoning": {
        const text = await joinReasoning(events);
        const parts = [{ text, metadata: { adk_thought: true } }];
        if (this.#options.showReasoning === true && text !== "") yield working({ parts });
        return;
      }
      case "call":
        yield* this.#showTool("function_call", { id: event.id, name: event.name, args: toJson(event.input) });
        break;
      case "result":
        yield* this.#showTool("function_response", {
          id: event.id,
          name: event.name,
          response: toJson(event.output),
        });
        break;
      case "tool-error": {
        const { id, name, error } = event;
        const { onToolError = printToolError } = this.#options;
        onToolError(toSafeError(error), { id, name, taskId: this.#turn.taskId });
        yield* this.#showTool("function_response", { id, name, response: { error: "The tool failed." } });
        break;
      }
      case "file":
        yield fileArtifact(this.#nameArtifact("file", "files"), event.file, { lastChunk: true });
        break;
      case "usage":
        this.#usage = addUsage(this.#usage, event.usage);
        yield { metadata: { usage: toJson(this.#usage) } };
        break;
      case "keep":
        this.#kept = { ...this.#kept, run: event.run };
        // What was set is written with it, and nothing is shown.
        if (tryToKeepRun(this.#turn, this.#kept))
          await this.#turn.step(`a2agen.run ${this.#turn.attempt}.${++this.#keeps}`, () => null);
        break;
      case "approval":
      case "question":
        this.#open.push(event);
        break;
    }
    events.take();
  }

  async *#mapText(
    { block, text, isWhole = false, isUnique = false }: RunEvent & { readonly type: "text" },
    events: LookAhead<RunEvent>,
  ): AsyncGenerator<AgentEvent, void, undefined> {
    const last = this.#lastText?.block === block ? this.#lastText.artifactId : undefined;
    const before = this.#artifacts.get(block) ?? (isWhole ? last : undefined);
    if (isWhole) events.take();
    if (isWhole && text === "") return;
    const artifactId = before ?? this.#nameArtifact("text", "texts");
    if (isWhole) {
      yield textArtifact(artifactId, text, { append: false, lastChunk: true });
      return;
    }
    this.#lastText = { block, artifactId };
    const texts = streamText(artifactId, readBlock(block, events), {
      signal: this.#turn.signal,
      append: before !== undefined,
    });
    if (isUnique) {
      this.#artifacts.set(block, artifactId);
      yield* this.#withoutEarlyEnd(texts, events);
    } else yield* texts;
  }

  /** A block that another one interrupts may go on: its last piece is unknown. */
  async *#withoutEarlyEnd(
    texts: AsyncIterable<ArtifactEvent>,
    events: LookAhead<RunEvent>,
  ): AsyncGenerator<AgentEvent, void, undefined> {
    for await (const event of texts) {
      const { lastChunk, ...rest } = event;
      yield lastChunk === true && (await events.peek())?.type === "text" ? rest : event;
    }
  }

  *#showTool(adk_type: string, data: JsonObject): Generator<AgentEvent> {
    if (this.#options.showTools === true) yield working({ parts: [{ data, metadata: { adk_type } }] });
  }

  /** By the message, as frameworks count from 1 in each run. */
  #nameArtifact(kind: string, count: "texts" | "files"): string {
    const number = this.#kept[count] + 1;
    this.#kept = { ...this.#kept, [count]: number };
    const id = `${kind}-${this.#turn.message.messageId}`;
    return number === 1 ? id : `${id}-${number}`;
  }
}

function printToolError(error: unknown, { name, taskId }: ToolCall): void {
  console.error(`a2agen: the tool ${name} failed (${taskId}):`, error);
}

/** The texts of one block, until something else comes. A generator would take more promises for each. */
function readBlock(block: string, events: LookAhead<RunEvent>): AsyncIterable<string> {
  const next = async (): Promise<IteratorResult<string, undefined>> => {
    const event = await events.peek();
    const isText = event?.type === "text" && event.block === block && event.isWhole !== true;
    if (!isText) return { done: true, value: undefined };
    events.take();
    return { done: false, value: event.text };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

async function joinReasoning(events: LookAhead<RunEvent>): Promise<string> {
  let text = "";
  for (let event = await events.peek(); event?.type === "reasoning"; event = await events.peek()) {
    events.take();
    text += event.text;
  }
  return text;
}

function addUsage(usage: Usage, more: Usage): Usage {
  const sum = (name: keyof Usage): number | undefined =>
    more[name] === undefined ? usage[name] : (usage[name] ?? 0) + more[name];
  return readUsage(Object.fromEntries(usageFields.map((name) => [name, sum(name)])));
}

/** The numbers of a usage, of which a task has that of its turns before. */
function readUsage(value: unknown): Usage {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(
    ([name, count]) => isUsageField(name) && typeof count === "number",
  );
  return Object.fromEntries(entries);
}

function isUsageField(name: string): boolean {
  return usageFields.some((field) => field === name);
}
