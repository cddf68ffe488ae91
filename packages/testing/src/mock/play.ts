import { type Part, TaskState } from "@a2agen/a2a-1.0";
import type { AgentEvent, Execute, Reply, Turn } from "@a2agen/runtime/agent";
import { sleep } from "@a2agen/runtime/internal";
import type { CallContext, CallError } from "@a2agen/runtime/service";
import { breakOf } from "./breaks.ts";
import type { Artifact, Content, Step } from "./scenario.ts";
import { stateOf } from "./state-names.ts";

/** Finds the steps that answer a message. May reject with the error of the call. */
export type Choose = (turn: Turn) => readonly Step[] | Promise<readonly Step[]>;

/** The errors with which calls end, behind what they stream. */
export type Breaks = WeakMap<CallContext, CallError>;

/** Metadata of an event at which a stream breaks off; nobody gets it. */
export const breakMark = "a2agen-mock-break";

/** The code of an agent that follows steps. */
export function createPlayer(choose: Choose, breaks: Breaks): Execute {
  return async (turn) => {
    const steps = await choose(turn);
    const begin = steps.findIndex(({ delay }) => delay === undefined);
    const [first, ...others] = steps.slice(begin < 0 ? steps.length : begin);
    for (const { delay = 0 } of steps.slice(0, Math.max(begin, 0))) await pause(delay, turn);
    const error = first && breakOf(first, turn.call);
    if (error !== undefined) throw error;
    if (first?.message !== undefined && others.every(({ delay }) => delay !== undefined)) {
      return toReply(first.message);
    }
    for (const step of others) {
      const later = breakOf(step, turn.call);
      if (later !== undefined && !breaks.has(turn.call)) breaks.set(turn.call, later);
    }
    return play(steps.slice(begin), turn);
  };
}

async function* play(steps: readonly Step[], turn: Turn): AsyncGenerator<AgentEvent, void, undefined> {
  let state: TaskState = TaskState.Working;
  let artifacts = turn.task?.artifacts?.length ?? 0;
  for (const step of steps) {
    if (step.delay !== undefined) await pause(step.delay, turn);
    if (step.task !== undefined) state = stateOf(step.task);
    if (step.task !== undefined) yield { status: { state } };
    if (step.message !== undefined) yield { status: { state, message: toReply(step.message) } };
    if (step.artifact !== undefined) yield* playArtifact(step.artifact, `artifact-${++artifacts}`, turn);
    if (step.question !== undefined) {
      yield { status: { state: TaskState.InputRequired, message: toReply(step.question) } };
    }
    if (breakOf(step, turn.call) !== undefined) yield { status: { state }, metadata: { [breakMark]: true } };
  }
}

async function* playArtifact(
  artifact: Artifact,
  usualId: string,
  turn: Turn,
): AsyncGenerator<AgentEvent, void, undefined> {
  const {
    id = usualId,
    name,
    parts,
    pieces,
    delay = 0,
  } = typeof artifact === "string"
    ? ({ parts: [{ text: artifact }] } as Exclude<Artifact, string>)
    : artifact;
  const named = { artifactId: id, ...(name !== undefined && { name }) };
  const streamed = pieces?.map((text): Part[] => [{ text }]) ?? [(parts ?? []) as Part[]];
  for (const [at, each] of streamed.entries()) {
    if (at > 0) await pause(delay, turn);
    const lastChunk = at === streamed.length - 1;
    yield { artifact: { ...named, parts: each }, ...(streamed.length > 1 && { append: at > 0, lastChunk }) };
  }
}

function toReply(content: Content): Reply {
  // What a reader let through has valid parts.
  return typeof content === "string" ? content : { parts: content.parts as unknown as Part[] };
}

/** Waits; the turn ends with the reason if it is stopped meanwhile. */
async function pause(ms: number, { signal }: Turn): Promise<void> {
  if (ms > 0) await sleep(ms, { signal });
  signal.throwIfAborted();
}
