import { isDeepStrictEqual } from "node:util";
import type { Part, StreamResponse, Task } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import type { RequirementId } from "../core/requirements.ts";
import { beginsWithTask, canceledState, isInterrupted, isTerminal } from "../core/task-states.ts";
import { enough } from "../core/transport/limits.ts";
import { describe, excerpt, NotReached, type Run, type Trial } from "../core/trial.ts";
import { artifactsOf, factsOf } from "./event-facts.ts";
import { judgeReply } from "./send-checks.ts";
import {
  endedEarly,
  endedTask,
  getTask,
  hasEnded,
  isAsking,
  needsCapability,
  openTask,
  send,
  textRequest,
  unknownTask,
  unnamedTask,
} from "./tasks.ts";

type Events = Extract<Outcome, { readonly kind: "events" }>;

/** Milliseconds for which a stream is followed without events. */
const whileMs = 2500;

const needsStreams = needsCapability("streaming");

export function eventsOf(outcome: Outcome, trial: Trial, requirement: RequirementId): Events {
  const isMalformed = outcome.problems.length > 0 && outcome.isMended !== true;
  if (isMalformed) throw new NotReached("the stream has malformed events");
  if (outcome.kind === "events" && outcome.events.length > 0) return outcome;
  trial.find(requirement, "a stream of events", describe(outcome));
  throw new NotReached(`expected a stream; came ${describe(outcome)}`);
}

/** What holds for every stream that begins with a task. */
export function judgeStream(trial: Trial, { events: raw, failure, isWhole, exchange }: Events): void {
  // The codec of the version has checked them.
  const events = raw as readonly StreamResponse[];
  const [first] = events;
  if (first?.message !== undefined) {
    judgeReply(trial, first.message);
    if (events.length > 1) trial.find("streams.message", "one message", `${events.length} events`);
    return;
  }
  if (first?.task === undefined && beginsWithTask(trial.subject)) {
    trial.find("streams.first", "a task or a message", excerpt(first));
  }
  judgeOnce(trial, events);
  const { subject } = trial;
  const end = events.findIndex((event) => isTerminal(subject, factsOf(event).state));
  const extra = events.slice(end + 1).filter(({ task }) => task === undefined);
  if (end !== -1 && extra.length > 0) trial.find("streams.no-more", "no event", excerpt(extra[0]));
  const last = events.findLast((event) => factsOf(event).state !== undefined);
  const state = last === undefined ? "" : (factsOf(last).state ?? "");
  if (isWhole && failure === undefined && !isTerminal(subject, state) && !isInterrupted(subject, state)) {
    trial.find("streams.ends", "a stream until the task has ended", `an end in ${state}`);
  }
  if (isTerminal(subject, state) && isLeftOpen(isWhole, exchange)) {
    trial.find("streams.ends", "the end of the stream with that of its task", exchange.end?.error ?? "none");
  }
  const begun = new Set((first?.task?.artifacts ?? []).map(({ artifactId }) => artifactId));
  for (const { artifactUpdate } of events) {
    if (artifactUpdate === undefined) continue;
    const { artifactId } = artifactUpdate.artifact;
    if (artifactUpdate.append === true && !begun.has(artifactId)) {
      trial.find(
        "streams.artifacts",
        `a first piece of ${artifactId}`,
        "append to an artifact that did not begin",
      );
    }
    begun.add(artifactId);
  }
}

function judgeOnce(trial: Trial, events: readonly StreamResponse[]): void {
  const twice = events.find((event, at) => isSaid(event) && isDeepStrictEqual(event, events[at - 1]));
  if (twice !== undefined) trial.find("streams.once", "each event once", `${excerpt(twice)} twice`);
}

/** Whether an event is like no other: pieces of artifacts, and states without a message, may be alike. */
function isSaid({ task, statusUpdate }: StreamResponse): boolean {
  return task !== undefined || statusUpdate?.status.message !== undefined;
}

/** The artifacts as the pieces of a stream make them. */
function assemble(events: readonly StreamResponse[]): ReadonlyMap<string, readonly Part[]> {
  const artifacts = new Map<string, readonly Part[]>();
  for (const { task, artifactUpdate } of events) {
    for (const { artifactId, parts } of task?.artifacts ?? []) artifacts.set(artifactId, parts);
    if (artifactUpdate === undefined) continue;
    const { artifactId, parts } = artifactUpdate.artifact;
    const before = artifactUpdate.append === true ? (artifacts.get(artifactId) ?? []) : [];
    artifacts.set(artifactId, [...before, ...parts]);
  }
  return artifacts;
}

/** The texts joined: an agent may join the pieces of one. */
function textOf(parts: readonly Part[]): string {
  return parts.map(({ text, ...rest }) => text ?? JSON.stringify(rest)).join("");
}

export const streamChecks: readonly Check[] = [
  {
    id: "streams.unsupported",
    covers: ["streams.unsupported"],
    except: ({ card }) => (card.capabilities.streaming === true ? "the card declares streaming" : undefined),
    isQuick: true,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain);
      const sent = yield* trial.call("sendStreamingMessage", request, { effect: "changes" });
      trial.expectError(sent, "UnsupportedOperationError", "streams.unsupported");
      const followed = yield* trial.call("subscribeToTask", { id: unknownTask });
      trial.expectError(followed, "UnsupportedOperationError", "streams.unsupported");
    },
  },
  {
    id: "streams.send",
    covers: [
      "streams.event-stream",
      "streams.first",
      "streams.message",
      "streams.same-task",
      "streams.ends",
      "streams.no-more",
      "streams.artifacts",
      "streams.agrees",
      "streams.once",
    ],
    makes: ["stream"],
    works: 1,
    except: needsStreams,
    *run(trial) {
      const text = trial.scenario.artifact ?? trial.scenario.plain;
      const outcome = yield* trial.call("sendStreamingMessage", textRequest(trial, text));
      const stream = eventsOf(outcome, trial, "streams.first");
      judgeStream(trial, stream);
      const events = stream.events as readonly StreamResponse[];
      const taskId = events[0]?.task?.id;
      if (taskId === undefined) return;
      const got = yield* trial.call("getTask", { id: taskId });
      const task = trial.value<Task>(got, "get.found", "the task of the stream");
      trial.facts.streamed = { taskId, events, exchange: stream.exchange };
      const last = events.findLast((event) => factsOf(event).state !== undefined);
      const state = last === undefined ? undefined : factsOf(last).state;
      if (state !== undefined && task.status.state !== state) {
        trial.find("streams.agrees", state, task.status.state);
      }
      const streamed = new Set(events.flatMap(artifactsOf));
      const kept = new Map((task.artifacts ?? []).map((artifact) => [artifact.artifactId, artifact.parts]));
      const lost = [...streamed].find((id) => !kept.has(id));
      if (lost !== undefined) trial.find("streams.agrees", `the artifact ${lost}`, excerpt([...kept.keys()]));
      for (const [id, parts] of assemble(events)) {
        const own = kept.get(id);
        if (own !== undefined && textOf(own) !== textOf(parts)) {
          trial.find("streams.agrees", excerpt(parts), excerpt(own));
        }
      }
      if (hasEnded(trial, task)) trial.facts.ended ??= task;
    },
  },
  {
    id: "streams.answer",
    covers: [
      "streams.first",
      "streams.same-task",
      "streams.ends",
      "streams.subscribe-first",
      "send.history-limit",
    ],
    needs: ["task"],
    works: 2,
    isOnce: true,
    except: needsStreams,
    *run(trial) {
      const { inputRequired, plain, answer = plain } = trial.scenario;
      if (inputRequired === undefined) {
        throw new NotReached("name a text that leads to a question in the scenario, inputRequired");
      }
      const { task } = yield* send(trial, textRequest(trial, inputRequired));
      if (task === undefined || !isAsking(trial, task)) throw new NotReached("no task asks for input");
      const followed = yield* trial.call("subscribeToTask", { id: task.id }, { frames: 1 });
      if (followed.kind === "error") {
        trial.find(
          "streams.subscribe-first",
          `the task ${task.id}, which asks for input`,
          describe(followed),
        );
      }
      const request = textRequest(trial, answer, {
        message: { taskId: task.id },
        configuration: { historyLength: 1 },
      });
      const outcome = yield* trial.call("sendStreamingMessage", request);
      const stream = eventsOf(outcome, trial, "streams.first");
      judgeStream(trial, stream);
      const events = stream.events as readonly StreamResponse[];
      const { length } = events[0]?.task?.history ?? [];
      if (length > 1) trial.find("send.history-limit", "at most 1 message", `${length}`);
      const [first] = events.map(factsOf);
      if (first?.taskId !== task.id) trial.find("turns.input", `the task ${task.id}`, excerpt(first?.taskId));
    },
  },
  {
    id: "streams.unknown-task",
    covers: ["streams.unknown-task"],
    except: needsStreams,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain, { message: { taskId: unknownTask } });
      const outcome = yield* trial.call("sendStreamingMessage", request, { effect: "changes" });
      trial.expectError(outcome, "TaskNotFoundError", "streams.unknown-task");
    },
  },
  {
    id: "streams.ended-task",
    covers: ["streams.ended-task"],
    needs: ["task"],
    except: needsStreams,
    *run(trial) {
      const { id } = endedTask(trial);
      const request = textRequest(trial, trial.scenario.plain, { message: { taskId: id } });
      const outcome = yield* trial.call("sendStreamingMessage", request, { effect: "changes" });
      trial.expectError(outcome, "UnsupportedOperationError", "streams.ended-task");
    },
  },
  {
    id: "streams.subscribe-unknown",
    covers: ["streams.subscribe-unknown"],
    except: needsStreams,
    *run(trial) {
      const outcome = yield* trial.call("subscribeToTask", { id: unnamedTask });
      trial.expectError(outcome, "TaskNotFoundError", "streams.subscribe-unknown");
    },
  },
  {
    id: "streams.subscribe-ended",
    covers: ["streams.subscribe-ended"],
    needs: ["task"],
    except: (subject) =>
      beginsWithTask(subject) ? needsStreams(subject) : `${subject.version} lets agents answer with the task`,
    *run(trial) {
      const { id } = endedTask(trial);
      const outcome = yield* trial.call("subscribeToTask", { id });
      trial.expectError(outcome, "UnsupportedOperationError", "streams.subscribe-ended");
    },
  },
  {
    id: "streams.subscribe",
    covers: ["streams.subscribe-first", "streams.subscribe-ends", "streams.same-events", "streams.once"],
    needs: ["text"],
    makes: ["end of streams"],
    works: 1,
    except: needsStreams,
    *run(trial) {
      const { id } = yield* openTask(trial);
      // Until it is at work.
      yield { kind: "pause", ms: 100 };
      const before = yield* getTask(trial, { id });
      const subscribe = trial.encode("subscribeToTask", { id });
      yield* open(trial, "one", subscribe);
      yield* open(trial, "two", subscribe);
      const kept = yield* trial.call("getTask", { id });
      const task = trial.value<Task>(kept, "get.found", "the task");
      yield* trial.call("cancelTask", { id });
      const one = yield* join(trial, "one", false);
      const two = yield* join(trial, "two", false);
      // A task that has ended is not to be followed, which has its own check.
      const isLate = [one, two].some(({ kind }) => kind === "error") && hasEnded(trial, task);
      if (isLate) throw new NotReached(endedEarly);
      const isStill = before.status.state === task.status.state;
      const isOver = hasEnded(trial, yield* getTask(trial, { id }));
      for (const each of [one, two]) judgeSubscription(trial, each, isStill ? before : { id }, isOver);
      if (!isOver) throw new NotReached("the agent does not end the task that is canceled");
      trial.facts.streamsEnd = trial.findings.every(
        ({ requirement }) => requirement !== "streams.subscribe-ends",
      );
      const [mine, other] = [one, two].map((each) =>
        (each.kind === "events" ? (each.events as readonly StreamResponse[]) : [])
          .filter(({ task: whole }) => whole === undefined)
          .map((event) => JSON.stringify(event)),
      );
      const shorter = Math.min(mine?.length ?? 0, other?.length ?? 0);
      if (shorter > 0 && mine?.slice(-shorter).join() !== other?.slice(-shorter).join()) {
        trial.find("streams.same-events", excerpt(mine), excerpt(other));
      }
    },
  },
];

/** It waits: made beside others that do. */
export const independenceCheck: Check = {
  id: "streams.independent",
  covers: ["streams.independent", "streams.outlives"],
  needs: ["text", "end of streams"],
  works: 1,
  isOnce: true,
  isParallel: true,
  except: needsStreams,
  *run(trial) {
    const { id } = yield* openTask(trial);
    const subscribe = trial.encode("subscribeToTask", { id });
    yield* open(trial, "kept", subscribe);
    yield* open(trial, "closed", subscribe);
    yield* join(trial, "closed", true);
    const outcome = yield* trial.call("getTask", { id });
    const task = trial.value<Task>(outcome, "streams.outlives", "the task");
    const { state } = task.status;
    if (state === canceledState(trial.subject)) trial.find("streams.outlives", "a task that goes on", state);
    // What keeps a connection alive comes into the stream meanwhile.
    yield { kind: "pause", ms: whileMs };
    yield* trial.call("cancelTask", { id });
    const kept = yield* join(trial, "kept", false);
    if (kept.kind !== "events") throw new NotReached(hasEnded(trial, task) ? endedEarly : describe(kept));
    const last = lastState(kept.events as readonly StreamResponse[]);
    // Streams that never tell the end are found by themselves.
    if (trial.facts.streamsEnd !== true || isTerminal(trial.subject, last)) return;
    trial.find(
      "streams.independent",
      "events until the task has ended, after another stream was closed",
      last,
    );
  },
};

/** The state that events tell last. */
function lastState(events: readonly StreamResponse[]): string {
  const last = events.findLast((event) => factsOf(event).state !== undefined);
  return last === undefined ? "no state" : (factsOf(last).state ?? "no state");
}

function* open(trial: Trial, name: string, request: ReturnType<Trial["encode"]>): Run {
  const exchange = yield { kind: "open", name, request, effect: "reads" };
  void trial;
  void exchange;
}

function* join(trial: Trial, name: string, close: boolean): Run<Outcome> {
  return trial.read(yield { kind: "join", name, close }, "subscribeToTask");
}

/** `status` is that of the task all the while it was subscribed to. */
function judgeSubscription(
  trial: Trial,
  outcome: Outcome,
  { id, status }: Pick<Task, "id"> & Partial<Pick<Task, "status">>,
  isOver: boolean,
): void {
  const { events: raw, failure, isWhole, exchange } = eventsOf(outcome, trial, "streams.subscribe-first");
  const events = raw as readonly StreamResponse[];
  if (events[0]?.task?.id !== id && beginsWithTask(trial.subject)) {
    trial.find("streams.subscribe-first", `the task ${id}`, excerpt(events[0]));
  }
  const { state: begun } = events[0]?.task?.status ?? {};
  if (status !== undefined && begun !== undefined && begun !== status.state) {
    trial.find("streams.subscribe-first", `the task in ${status.state}`, begun);
  }
  judgeOnce(trial, events);
  if (!isOver) return;
  const state = lastState(events);
  if (!isTerminal(trial.subject, state) || failure !== undefined) {
    trial.find("streams.subscribe-ends", "events until the task has ended", state);
  } else if (isLeftOpen(isWhole, exchange)) {
    trial.find(
      "streams.subscribe-ends",
      "the end of the stream with that of its task",
      exchange.end?.error ?? "none",
    );
  }
}

/** Whether a stream was not closed by the agent. */
function isLeftOpen(isWhole: boolean, { end }: Exchange): boolean {
  return !isWhole && end?.error !== undefined && end.error !== enough;
}
