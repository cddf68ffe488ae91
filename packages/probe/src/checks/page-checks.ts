import type { ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import { count } from "@a2agen/runtime/internal";
import type { Check } from "../core/check.ts";
import { describe, excerpt, NotReached, type Run } from "../core/trial.ts";
import { endedTask, listTasks, tellsZero, textRequest } from "./tasks.ts";

/** What pages say of themselves, and whether they hold while tasks are added. */
export const pageChecks: readonly Check[] = [
  {
    id: "list.sizes",
    covers: ["list.size-told", "list.size-default", "list.idempotent", "list.total"],
    needs: ["task", "context"],
    *run(trial) {
      const { contextId } = endedTask(trial);
      const small = yield* listTasks(trial, { contextId, pageSize: 1 });
      if (small.pageSize !== 1) trial.find("list.size-told", "pageSize 1", `${small.pageSize}`);
      const large = yield* listTasks(trial, { contextId, pageSize: 99 });
      if (large.pageSize !== 99) trial.find("list.size-told", "pageSize 99", `${large.pageSize}`);
      const whole = yield* listTasks(trial, { contextId });
      if (small.totalSize !== whole.totalSize) {
        trial.find("list.total", `${whole.totalSize}, whatever the page`, `${small.totalSize}`);
      }
      if (whole.pageSize < 1 || whole.pageSize > 50 || whole.tasks.length > 50) {
        trial.find("list.size-default", "at most 50 tasks", `${whole.tasks.length} of ${whole.pageSize}`);
      }
      const again = yield* listTasks(trial, { contextId });
      const [one, two] = [whole, again].map(({ tasks }) => tasks.map(({ id }) => id).join(" "));
      if (one !== two) trial.find("list.idempotent", excerpt(one), excerpt(two));
    },
  },
  {
    id: "list.history",
    covers: ["list.history-zero", "list.history-limit"],
    needs: ["task"],
    *run(trial) {
      const { contextId } = endedTask(trial);
      const lengthOf = function* (historyLength: number): Run<number> {
        const { tasks } = yield* listTasks(trial, { contextId, historyLength });
        return Math.max(0, ...tasks.map(({ history = [] }) => history.length));
      };
      const none = yield* lengthOf(0);
      if (none > 0 && tellsZero(trial)) trial.find("list.history-zero", "no history", count(none, "message"));
      const one = yield* lengthOf(1);
      if (one > 1) trial.find("list.history-limit", "at most 1 message", `${one}`);
    },
  },
  {
    id: "list.since",
    covers: ["list.since-kept", "list.since"],
    needs: ["task", "context"],
    *run(trial) {
      const { contextId } = endedTask(trial);
      const { tasks: all } = yield* listTasks(trial, { contextId, pageSize: 100 });
      const newest = all.toSorted((a, b) => timeOf(b) - timeOf(a)).find((task) => timeOf(task) > 0);
      if (newest === undefined) throw new NotReached("the task has no timestamp");
      const statusTimestampAfter = newest.status.timestamp;
      const { tasks } = yield* listTasks(trial, { contextId, statusTimestampAfter, pageSize: 100 });
      if (!tasks.some(({ id }) => id === newest.id)) {
        const came = excerpt(tasks.map(({ id }) => id));
        trial.find("list.since-kept", `the task ${newest.id}, as old as the filter`, came);
      }
      const earlier = tasks.find((task) => timeOf(task) < timeOf(newest));
      if (earlier !== undefined) {
        trial.find(
          "list.since",
          `no task before ${statusTimestampAfter}`,
          earlier.status.timestamp ?? "none",
        );
      }
    },
  },
  {
    id: "list.cursor",
    covers: ["list.cursor"],
    needs: ["task", "context"],
    works: 1,
    isOnce: true,
    *run(trial) {
      const { contextId } = endedTask(trial);
      const first = yield* listTasks(trial, { contextId, pageSize: 1 });
      if (first.nextPageToken === "") throw new NotReached("the context has only one task");
      const second = yield* listTasks(trial, { contextId, pageSize: 1, pageToken: first.nextPageToken });
      const request = textRequest(trial, trial.scenario.plain, { message: { ...contextOf(contextId) } });
      const sent = yield* trial.call("sendMessage", request);
      if (sent.kind !== "value") throw new NotReached("no task can be added");
      const outcome = yield* trial.call("listTasks", {
        contextId,
        pageSize: 1,
        pageToken: first.nextPageToken,
      });
      // Cursors may end; what they lead to may not be another page.
      if (outcome.kind !== "value") return;
      const [wanted] = second.tasks;
      const [came] = (outcome.value as ListTasksResponse).tasks;
      if (came?.id !== wanted?.id) {
        trial.find(
          "list.cursor",
          `the task ${wanted?.id}, as before`,
          came === undefined ? "none" : `the task ${came.id}`,
        );
      }
    },
  },
  {
    id: "list.ranges",
    covers: ["list.range"],
    *run(trial) {
      for (const pageSize of [0, 101, -1]) {
        const outcome = yield* trial.call("listTasks", { pageSize });
        const isRefused = outcome.kind === "error" && outcome.failure.kind === "validation";
        if (!isRefused) trial.find("list.range", `a refusal of pageSize ${pageSize}`, describe(outcome));
      }
    },
  },
];

function contextOf(contextId: string | undefined): { readonly contextId?: string } {
  return contextId === undefined ? {} : { contextId };
}

/** When a task got its status, in milliseconds; 0 where it does not say. */
function timeOf({ status }: Task): number {
  return status.timestamp === undefined ? 0 : Date.parse(status.timestamp);
}
