import type { ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import { firstDifference } from "@a2agen/exchange/replay/differences.ts";
import type { Check } from "../core/check.ts";
import { excerpt, NotReached } from "../core/trial.ts";
import {
  endedTask,
  getTask,
  isOutOfOrder,
  listTasks,
  openTask,
  send,
  tellDifference,
  textRequest,
} from "./tasks.ts";

/** Milliseconds after which an agent that forgets a cancellation has usually gone on. */
const whileMs = 2500;

/** What tasks still are when others have come and time has passed. */
export const lateChecks: readonly Check[] = [
  {
    id: "get.later",
    covers: ["get.same"],
    needs: ["task", "context"],
    *run(trial) {
      const ended = endedTask(trial);
      const now = yield* getTask(trial, { id: ended.id });
      for (const part of ["status", "artifacts"] as const) {
        const difference = firstDifference(ended[part] ?? [], now[part] ?? [], part);
        if (difference !== undefined) trial.find("get.same", ...tellDifference(difference));
      }
    },
  },
  {
    id: "get.messages",
    covers: [
      "get.context",
      "get.final",
      "send.message-ids",
      "send.role",
      "send.messages",
      "send.artifact-ids",
      "get.history-same",
      "get.history-order",
    ],
    needs: ["task"],
    *run(trial) {
      // Each answer with a task is judged; this one has the task whole.
      yield* getTask(trial, { id: (trial.facts.answered ?? endedTask(trial)).id });
    },
  },
  {
    id: "list.filtered-pages",
    covers: ["list.status", "list.order"],
    needs: ["task", "canceled task"],
    *run(trial) {
      const { state } = endedTask(trial).status;
      let pageToken = "";
      const tasks: Task[] = [];
      for (let count = 1; count <= 5; count++) {
        const more = pageToken === "" ? {} : { pageToken };
        const page: ListTasksResponse = yield* listTasks(trial, { status: state, pageSize: 2, ...more });
        const stray = page.tasks.find(({ status }) => status.state !== state);
        if (stray !== undefined) {
          trial.find("list.status", state, `${stray.status.state} on page ${count}`);
          return;
        }
        tasks.push(...page.tasks);
        if (isOutOfOrder(tasks)) {
          trial.find("list.order", "the latest status first", `a later one on page ${count}`);
          return;
        }
        pageToken = page.nextPageToken;
        if (pageToken === "") return;
      }
    },
  },
  {
    id: "list.updated",
    covers: ["list.order"],
    needs: ["text"],
    works: 2,
    isOnce: true,
    *run(trial) {
      const older = yield* openTask(trial);
      const newer = yield* send(trial, textRequest(trial, trial.scenario.plain));
      const canceled = yield* trial.call("cancelTask", { id: older.id });
      if (newer.task === undefined || canceled.kind !== "value") {
        throw new NotReached("no task changes after a later one began");
      }
      const { tasks } = yield* listTasks(trial, { pageSize: 20 });
      if (isOutOfOrder(tasks)) {
        const times = tasks.flatMap(({ status }) => status.timestamp ?? []);
        trial.find("list.order", "the task that changed last first", excerpt(times.slice(0, 4)));
      }
    },
  },
];

/** It waits: made beside others that do. */
export const laterCheck: Check = {
  id: "cancel.later",
  covers: ["cancel.kept"],
  needs: ["canceled task"],
  isOnce: true,
  isParallel: true,
  *run(trial) {
    const { canceled } = trial.facts;
    if (canceled === undefined) throw new NotReached("no task was canceled");
    yield { kind: "pause", ms: whileMs };
    const { status } = yield* getTask(trial, { id: canceled.id });
    if (status.state !== canceled.status.state) {
      trial.find("cancel.kept", canceled.status.state, `${status.state} some seconds later`);
    }
  },
};
