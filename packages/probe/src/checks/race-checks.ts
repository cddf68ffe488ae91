import type { StreamResponse, Task } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import { beginsWithTask, canceledState } from "../core/task-states.ts";
import { describe, excerpt, NotReached, type Trial } from "../core/trial.ts";
import {
  endedEarly,
  hasEnded,
  isNotCancelable,
  needsCapability,
  openTask,
  openText,
  send,
  textRequest,
} from "./tasks.ts";

/** What happens when things come twice, at once, or after a connection is gone. */
export const raceChecks: readonly Check[] = [
  {
    id: "send.repeated",
    covers: ["send.repeated"],
    works: 2,
    isOnce: true,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain);
      const first = yield* trial.call("sendMessage", request);
      const again = yield* trial.call("sendMessage", request);
      const isInternal = again.kind === "error" && again.failure.kind === "internal";
      if (first.kind === "value" && (isInternal || again.kind === "broken")) {
        trial.find("send.repeated", "the same task, another one, or a refusal", describe(again));
      }
    },
  },
  {
    id: "cancel.race",
    covers: ["cancel.race", "cancel.kept"],
    needs: ["text"],
    works: 1,
    isOnce: true,
    *run(trial) {
      const { id } = yield* openTask(trial);
      const request = trial.encode("cancelTask", { id });
      yield { kind: "open", name: "one", request, effect: "changes" };
      const other = yield* trial.call("cancelTask", { id });
      const one = trial.read(yield { kind: "join", name: "one", close: false }, "cancelTask");
      const isRight = (outcome: Outcome): boolean =>
        (outcome.kind === "value" && (outcome.value as Task).id === id) || isNotCancelable(outcome);
      const wrongs = [one, other].filter((outcome) => !isRight(outcome));
      if (wrongs.length === 2 && describe(one) === describe(other)) {
        throw new NotReached(`the agent cancels nothing: ${describe(one)}`);
      }
      for (const outcome of wrongs) {
        trial.find("cancel.race", "the task, or TaskNotCancelableError", describe(outcome));
      }
      const told = [one, other].flatMap((outcome) =>
        outcome.kind === "value" && hasEnded(trial, outcome.value as Task) ? [outcome.value as Task] : [],
      );
      const kept = yield* trial.call("getTask", { id });
      const { status } = trial.value<Task>(kept, "get.found", "the task");
      const wrong = told.find((task) => task.status.state !== status.state);
      if (wrong !== undefined) trial.find("cancel.kept", wrong.status.state, status.state);
    },
  },
  {
    id: "cancel.at-end",
    covers: ["cancel.at-end"],
    works: 1,
    isOnce: true,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain, {
        configuration: { returnImmediately: true },
      });
      const { task } = yield* send(trial, request);
      if (task === undefined) throw new NotReached("the agent answers with a message");
      const canceled = yield* trial.call("cancelTask", { id: task.id });
      const kept = yield* trial.call("getTask", { id: task.id });
      const { state } = trial.value<Task>(kept, "get.found", "the task").status;
      const isRefused =
        canceled.kind === "error" && canceled.failure.names.includes("TaskNotCancelableError");
      if (isRefused && state === canceledState(trial.subject)) {
        trial.find("cancel.at-end", "an end other than canceled", `${state} after TaskNotCancelableError`);
      } else if (canceled.kind === "value") {
        const told = canceled.value as Task;
        if (hasEnded(trial, told) && told.status.state !== state) {
          trial.find("cancel.at-end", told.status.state, `${state} afterwards`);
        }
      } else if (!isRefused)
        trial.find("cancel.at-end", "the task, or TaskNotCancelableError", describe(canceled));
    },
  },
  {
    id: "streams.reconnect",
    covers: ["streams.reconnect", "streams.outlives", "streams.immediate"],
    needs: ["text"],
    works: 1,
    except: needsCapability("streaming"),
    *run(trial) {
      const request = textRequest(trial, openText(trial));
      const sent = yield* trial.call("sendStreamingMessage", request, { frames: 1 });
      const first = firstEvent(sent);
      if (first?.task === undefined) throw new NotReached("the stream begins with no task");
      const { id } = first.task;
      // A plain text may be answered before there is anything to tell.
      if (hasEnded(trial, first.task) && trial.scenario.working !== undefined) {
        trial.find("streams.immediate", "the task while it is at work", first.task.status.state);
      }
      const kept = yield* trial.call("getTask", { id });
      const { state } = trial.value<Task>(kept, "streams.outlives", "the task").status;
      if (state === canceledState(trial.subject))
        trial.find("streams.outlives", "a task that goes on", state);
      const again = yield* trial.call("subscribeToTask", { id }, { frames: 1 });
      if (firstEvent(again)?.task?.id !== id && beginsWithTask(trial.subject)) {
        const now = yield* trial.call("getTask", { id });
        if (now.kind === "value" && hasEnded(trial, now.value as Task)) {
          throw new NotReached(endedEarly);
        }
        trial.show(again.exchange);
        trial.find("streams.reconnect", `the task ${id}`, describeFirst(again));
      }
      yield* trial.call("cancelTask", { id });
    },
  },
];

type Read = ReturnType<Trial["read"]>;

function firstEvent(outcome: Read): StreamResponse | undefined {
  return outcome.kind === "events" ? (outcome.events[0] as StreamResponse | undefined) : undefined;
}

function describeFirst(outcome: Read): string {
  return outcome.kind === "events" ? excerpt(outcome.events[0]) : describe(outcome);
}
