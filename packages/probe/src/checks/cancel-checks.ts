import type { Task } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import { beginsWithTask, canceledState } from "../core/task-states.ts";
import { describe, excerpt, NotReached } from "../core/trial.ts";
import {
  endedTask,
  getTask,
  hasEnded,
  isNotCancelable,
  openTask,
  settle,
  textRequest,
  unnamedTask,
} from "./tasks.ts";

/** Canceling tasks, those at work among them. */
export const cancelChecks: readonly Check[] = [
  {
    id: "cancel.unknown",
    covers: ["cancel.unknown"],
    *run(trial) {
      const outcome = yield* trial.call("cancelTask", { id: unnamedTask });
      trial.expectError(outcome, "TaskNotFoundError", "cancel.unknown");
    },
  },
  {
    id: "cancel.ended",
    covers: ["cancel.ended"],
    needs: ["task"],
    *run(trial) {
      const { id, status } = endedTask(trial);
      if (status.state === canceledState(trial.subject)) {
        throw new NotReached("the task was canceled by the agent");
      }
      const outcome = yield* trial.call("cancelTask", { id });
      trial.expectError(outcome, "TaskNotCancelableError", "cancel.ended");
      const after = yield* getTask(trial, { id });
      if (after.status.state !== status.state) trial.find("cancel.kept", status.state, after.status.state);
    },
  },
  {
    id: "cancel.running",
    covers: ["cancel.canceled", "cancel.kept", "cancel.twice", "send.timestamp"],
    needs: ["open task", "text"],
    makes: ["canceled task"],
    usesUp: ["open task"],
    *run(trial) {
      const running = trial.facts.running ?? trial.facts.waiting ?? (yield* openTask(trial));
      const outcome = yield* trial.call("cancelTask", { id: running.id });
      if (outcome.kind === "error" && outcome.failure.names.includes("TaskNotCancelableError")) return;
      const task = trial.value<Task>(outcome, "cancel.canceled", "the canceled task");
      if (task.id !== running.id) trial.find("cancel.canceled", running.id, excerpt(task.id));
      const canceled = canceledState(trial.subject);
      if (!hasEnded(trial, task) && !hasEnded(trial, yield* settle(trial, task))) {
        trial.find("cancel.canceled", canceled ?? "a canceled task", task.status.state);
      }
      if (hasEnded(trial, task) && task.status.state !== canceled) {
        trial.find("cancel.canceled", canceled ?? "a canceled task", task.status.state);
      }
      if (task.status.state === canceled) trial.facts.canceled = task;
      const { timestamp = "" } = task.status;
      // Some agents have no more than seconds.
      if (hasEnded(trial, task) && timestamp === running.status.timestamp && /\.\d*[1-9]/.test(timestamp)) {
        trial.find(
          "send.timestamp",
          `the time at which the task was canceled, after ${timestamp}`,
          timestamp,
        );
      }
      const kept = yield* getTask(trial, { id: running.id });
      if (hasEnded(trial, task) && kept.status.state !== task.status.state) {
        trial.find("cancel.kept", task.status.state, kept.status.state);
      }
      const again = yield* trial.call("cancelTask", { id: running.id });
      const isSame =
        (again.kind === "value" && (again.value as Task).status.state === task.status.state) ||
        isNotCancelable(again);
      if (!isSame) trial.find("cancel.twice", "the same, or TaskNotCancelableError", describe(again));
    },
  },
  {
    id: "cancel.over",
    covers: ["send.ended-task", "streams.subscribe-ended"],
    needs: ["canceled task"],
    *run(trial) {
      const { subject, facts, scenario } = trial;
      if (facts.canceled === undefined) throw new NotReached("no task was canceled");
      const { id } = facts.canceled;
      const request = textRequest(trial, scenario.plain, { message: { taskId: id } });
      const sent = yield* trial.call("sendMessage", request, { effect: "changes" });
      trial.expectError(sent, "UnsupportedOperationError", "send.ended-task");
      if (subject.card.capabilities.streaming !== true || !beginsWithTask(subject)) return;
      const followed = yield* trial.call("subscribeToTask", { id });
      trial.expectError(followed, "UnsupportedOperationError", "streams.subscribe-ended");
    },
  },
];
