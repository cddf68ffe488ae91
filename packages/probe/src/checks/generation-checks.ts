import type { GetTaskRequest, StreamResponse, Task, TimelineEntry } from "@a2agen/a2a-1.1-dev";
import { versionTable } from "@a2agen/versions/table.ts";
import type { Check } from "../core/check.ts";
import { counting } from "../core/named-versions.ts";
import type { Subject } from "../core/subject.ts";
import { countsChanges, isTerminal } from "../core/task-states.ts";
import { describe, excerpt, NotApplicable, NotReached, type Run, type Trial } from "../core/trial.ts";
import { endedEarly, endedTask, openTask, textRequest } from "./tasks.ts";

/** A generation that no task of a probe comes to. */
const farAhead = "1000000000";

/** The number of the first version whose tasks count their changes. */
const countingFrom = versionTable.find(({ label }) => counting.includes(label))?.number ?? "";

function isOlder(subject: Subject): string | undefined {
  return countsChanges(subject) ? undefined : `generations begin with version ${countingFrom}`;
}

/** The generation of a task; agents may leave counting to others, and have none or 0 then. */
function count(task: Pick<Task, "generation">): number {
  const generation = Number(task.generation ?? 0);
  if (generation === 0) throw new NotApplicable("the agent does not count the changes of its tasks");
  return generation;
}

function generationOf({ task, statusUpdate, artifactUpdate }: StreamResponse): number {
  return Number((task ?? statusUpdate ?? artifactUpdate)?.generation ?? 0);
}

function* get(trial: Trial, request: GetTaskRequest): Run<Task> {
  const outcome = yield* trial.call("getTask", request);
  return trial.value<Task>(outcome, "get.found", "the task");
}

function isSame({ generation: one }: TimelineEntry, { generation: other }: TimelineEntry): boolean {
  return one === other;
}

/** What 1.1 adds: tasks that count their changes, and tell them in order. */
export const generationChecks: readonly Check[] = [
  {
    id: "generations.events",
    covers: ["generations.events", "generations.agrees"],
    needs: ["stream"],
    except: isOlder,
    *run(trial) {
      const { streamed } = trial.facts;
      if (streamed === undefined) throw new NotReached("no stream told of a task");
      trial.show(streamed.exchange);
      // The codec of 1.1 has checked them.
      const events = streamed.events as readonly StreamResponse[];
      const numbers = events.map(generationOf);
      const [first = 0] = numbers;
      const last = numbers.at(-1) ?? 0;
      if (numbers.every((each) => each === 0)) count({});
      if (first < 1) trial.find("generations.events", "a generation from 1", String(first));
      for (const [at, number] of numbers.entries()) {
        const before = numbers[at - 1];
        if (before === undefined || events[at]?.task !== undefined || number === before + 1) continue;
        trial.find("generations.events", String(before + 1), String(number));
      }
      const kept = count(yield* get(trial, { id: streamed.taskId }));
      if (kept < last) trial.find("generations.agrees", `${last} or more`, String(kept));
    },
  },
  {
    id: "generations.at-once",
    covers: ["generations.at-once"],
    needs: ["task"],
    except: isOlder,
    *run(trial) {
      const { id } = endedTask(trial);
      const generation = count(yield* get(trial, { id }));
      const again = yield* get(trial, { id, currentGeneration: String(generation - 1) });
      if (count(again) !== generation) {
        trial.find("generations.at-once", String(generation), excerpt(again.generation));
      }
    },
  },
  {
    id: "generations.held",
    covers: ["generations.held"],
    needs: ["text"],
    works: 1,
    isOnce: true,
    except: isOlder,
    *run(trial) {
      const { id } = yield* openTask(trial);
      const task = yield* get(trial, { id });
      const generation = count(task);
      if (isTerminal(trial.subject, task.status.state)) throw new NotReached(endedEarly);
      const request = trial.encode("getTask", { id, currentGeneration: String(generation) });
      yield { kind: "open", name: "held", request, effect: "reads", ms: 200 };
      yield* trial.call("cancelTask", { id });
      const outcome = trial.read(yield { kind: "join", name: "held", close: false }, "getTask");
      const after = trial.value<Task>(outcome, "generations.held", "the task");
      if (count(after) <= generation) {
        trial.find("generations.held", `a generation above ${generation}`, excerpt(after.generation));
      }
    },
  },
  {
    id: "generations.mismatch",
    covers: ["generations.mismatch", "generations.mismatch-details", "generations.refused"],
    needs: ["open task", "text"],
    works: 2,
    isOnce: true,
    except: isOlder,
    *run(trial) {
      const { id } = trial.facts.waiting ?? trial.facts.running ?? (yield* openTask(trial));
      const generation = count(yield* get(trial, { id }));
      const request = textRequest(trial, trial.scenario.answer ?? trial.scenario.plain, {
        message: { taskId: id },
        configuration: { ifGenerationMatch: farAhead },
      });
      const outcome = yield* trial.call("sendMessage", request);
      const isClosed =
        outcome.kind === "error" && outcome.failure.names.includes("UnsupportedOperationError");
      if (isClosed) throw new NotReached("the agent takes no message for a task at work");
      trial.expectError(outcome, "TaskGenerationMismatchError", "generations.mismatch");
      if (outcome.kind !== "error") return;
      const { taskId, expectedGeneration, currentGeneration } = outcome.failure.metadata;
      if (taskId !== id || expectedGeneration !== farAhead || currentGeneration === undefined) {
        const expected = "taskId, expectedGeneration and currentGeneration in the metadata";
        trial.find("generations.mismatch-details", expected, excerpt(outcome.failure.metadata));
      }
      const timeline = (yield* get(trial, { id, timelineLength: 100 })).timeline ?? [];
      const { messageId } = (request as { message: { messageId: string } }).message;
      if (timeline.some(({ message }) => message?.messageId === messageId)) {
        trial.find("generations.refused", `a task without the message, as at ${generation}`, messageId);
      }
    },
  },
  {
    id: "generations.new-task",
    covers: ["generations.new-task"],
    needs: ["task"],
    works: 1,
    isOnce: true,
    except: isOlder,
    *run(trial) {
      count(yield* get(trial, { id: endedTask(trial).id }));
      const request = textRequest(trial, trial.scenario.plain, {
        configuration: { ifGenerationMatch: farAhead },
      });
      const outcome = yield* trial.call("sendMessage", request);
      if (outcome.kind !== "value") trial.find("generations.new-task", "a new task", describe(outcome));
    },
  },
  {
    id: "timeline.task",
    covers: ["timeline.order", "timeline.input", "timeline.length", "timeline.zero"],
    needs: ["task"],
    except: isOlder,
    *run(trial) {
      const { id } = endedTask(trial);
      const whole = yield* get(trial, { id, timelineLength: 100 });
      const generation = count(whole);
      const { timeline = [] } = whole;
      const numbers = timeline.map((entry) => Number(entry.generation ?? 0));
      if (numbers.some((each, at) => each <= (numbers[at - 1] ?? 0) || each > generation)) {
        trial.find("timeline.order", `growing generations up to ${generation}`, excerpt(numbers));
      }
      if (!timeline.some(({ message }) => message?.role === "ROLE_USER")) {
        trial.find("timeline.input", "the message of the client", `${timeline.length} entries without it`);
      }
      const { timeline: one = [] } = yield* get(trial, { id, timelineLength: 1 });
      const [entry] = one;
      const last = timeline.at(-1);
      if (one.length > 1 || (entry !== undefined && last !== undefined && !isSame(entry, last))) {
        trial.find("timeline.length", `the latest entry, ${excerpt(last)}`, excerpt(one));
      }
      const { timeline: none = [] } = yield* get(trial, { id, timelineLength: 0 });
      if (none.length > 0) trial.find("timeline.zero", "no timeline", `${none.length} entries`);
    },
  },
];
