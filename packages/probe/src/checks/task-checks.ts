import type { ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import { firstDifference } from "@a2agen/exchange/replay/differences.ts";
import { count } from "@a2agen/runtime/internal";
import type { Check } from "../core/check.ts";
import { otherState } from "../core/task-states.ts";
import { describe, excerpt, NotApplicable } from "../core/trial.ts";
import {
  endedTask,
  getTask,
  isAsking,
  isOutOfOrder,
  listTasks,
  tellDifference,
  tellsZero,
  unknownTask,
  unnamedTask,
} from "./tasks.ts";

export const taskChecks: readonly Check[] = [
  {
    id: "get.unknown",
    covers: ["get.unknown"],
    isQuick: true,
    *run(trial) {
      const outcome = yield* trial.call("getTask", { id: unnamedTask });
      trial.expectError(outcome, "TaskNotFoundError", "get.unknown");
    },
  },
  {
    id: "get.ended",
    covers: ["get.found", "get.same", "get.idempotent"],
    needs: ["task"],
    *run(trial) {
      const sent = endedTask(trial);
      const task = yield* getTask(trial, { id: sent.id });
      if (task.id !== sent.id) trial.find("get.found", sent.id, excerpt(task.id));
      if (task.contextId !== sent.contextId)
        trial.find("get.same", excerpt(sent.contextId), excerpt(task.contextId));
      for (const part of ["status", "artifacts"] as const) {
        const difference = firstDifference(sent[part] ?? [], task[part] ?? [], part);
        if (difference !== undefined) trial.find("get.same", ...tellDifference(difference));
      }
      const again = yield* getTask(trial, { id: sent.id });
      const difference = firstDifference(task, again);
      if (difference !== undefined) trial.find("get.idempotent", ...tellDifference(difference));
    },
  },
  {
    id: "get.waiting",
    covers: ["get.same"],
    needs: ["task"],
    *run(trial) {
      const { waiting } = trial.facts;
      // One that waits for credentials may go on by itself.
      if (waiting === undefined || !isAsking(trial, waiting)) {
        throw new NotApplicable("no task asks for input");
      }
      const { status } = yield* getTask(trial, { id: waiting.id });
      if (status.state !== waiting.status.state) {
        trial.find("get.same", waiting.status.state, status.state);
      }
    },
  },
  {
    id: "get.history",
    covers: ["get.history-zero", "get.history-limit", "get.history-latest"],
    needs: ["task"],
    *run(trial) {
      // One with several messages, if there is such a one.
      const { id } = trial.facts.answered ?? endedTask(trial);
      const whole = yield* getTask(trial, { id });
      const none = yield* getTask(trial, { id, historyLength: 0 });
      const { history = [] } = none;
      if (history.length > 0 && tellsZero(trial)) {
        trial.find("get.history-zero", "no history", count(history.length, "message"));
      }
      const one = yield* getTask(trial, { id, historyLength: 1 });
      const two = yield* getTask(trial, { id, historyLength: 2 });
      for (const [limit, task] of [one, two].entries()) {
        const { length } = task.history ?? [];
        const most = count(limit + 1, "message");
        if (length > limit + 1) trial.find("get.history-limit", `at most ${most}`, `${length}`);
      }
      const last = whole.history?.at(-1);
      const [first] = one.history ?? [];
      if (last !== undefined && first !== undefined && first.messageId !== last.messageId) {
        trial.find("get.history-latest", excerpt(last.messageId), excerpt(first.messageId));
      }
    },
  },
  {
    id: "list.context",
    covers: [
      "list.found",
      "list.same",
      "list.context",
      "list.no-artifacts",
      "list.artifacts",
      "list.total",
      "list.last-page",
    ],
    needs: ["task"],
    *run(trial) {
      const { id, contextId, artifacts = [], status } = endedTask(trial);
      const page = yield* listTasks(trial, { contextId, pageSize: 100 });
      const found = page.tasks.find((task) => task.id === id);
      if (found === undefined)
        trial.find("list.found", `the task ${id}`, excerpt(page.tasks.map((task) => task.id)));
      else if (found.status.state !== status.state) trial.find("list.same", status.state, found.status.state);
      const stranger = page.tasks.find((task) => task.contextId !== contextId);
      if (stranger !== undefined) trial.find("list.context", excerpt(contextId), excerpt(stranger.contextId));
      const without = yield* listTasks(trial, { contextId, pageSize: 100, includeArtifacts: false });
      if ([...page.tasks, ...without.tasks].some((task) => task.artifacts !== undefined)) {
        trial.find("list.no-artifacts", "tasks without artifacts", "a task with artifacts");
      }
      if (page.nextPageToken === "" && page.totalSize !== page.tasks.length) {
        trial.find("list.total", `${page.tasks.length}`, `${page.totalSize}`);
      }
      if (page.tasks.length < 100 && page.nextPageToken !== "") {
        trial.find("list.last-page", 'nextPageToken ""', excerpt(page.nextPageToken));
      }
      const full = yield* listTasks(trial, { contextId, pageSize: 100, includeArtifacts: true });
      const same = full.tasks.find((task) => task.id === id);
      if (same !== undefined && (same.artifacts ?? []).length !== artifacts.length) {
        trial.find("list.artifacts", `${artifacts.length} artifacts`, `${(same.artifacts ?? []).length}`);
      } else {
        const difference = firstDifference(artifacts, same?.artifacts ?? artifacts, "artifacts");
        if (difference !== undefined) trial.find("list.artifacts", ...tellDifference(difference));
      }
    },
  },
  {
    id: "list.filters",
    covers: ["list.status", "list.since", "list.context", "list.total"],
    needs: ["task"],
    *run(trial) {
      const { contextId, status } = endedTask(trial);
      const same = yield* listTasks(trial, { contextId, status: status.state });
      const wrong = same.tasks.find((task) => task.status.state !== status.state);
      if (wrong !== undefined) trial.find("list.status", status.state, wrong.status.state);
      if (same.tasks.length === 0) trial.find("list.status", `tasks in ${status.state}`, "none");
      const wanted = otherState(trial.subject);
      const other = yield* listTasks(trial, { contextId, status: wanted });
      const stray = other.tasks.find((task) => task.status.state !== wanted);
      if (stray !== undefined) trial.find("list.status", wanted, stray.status.state);
      for (const { tasks, nextPageToken, totalSize } of [same, other]) {
        if (nextPageToken === "" && totalSize !== tasks.length) {
          trial.find("list.total", `${tasks.length} of that state`, `${totalSize}`);
        }
      }
      const none = yield* listTasks(trial, { contextId: unknownTask });
      if (none.tasks.length > 0) trial.find("list.context", "no tasks of no context", `${none.tasks.length}`);
      const later = yield* listTasks(trial, { contextId, statusTimestampAfter: "2999-01-01T00:00:00Z" });
      if (later.tasks.length > 0) trial.find("list.since", "no tasks", `${later.tasks.length}`);
    },
  },
  {
    id: "list.pages",
    covers: [
      "list.page-size",
      "list.pages",
      "list.order",
      "list.no-artifacts",
      "list.last-page",
      "list.total",
    ],
    needs: ["task", "context"],
    *run(trial) {
      const { contextId } = endedTask(trial);
      const ids: string[] = [];
      const paged: Task[] = [];
      const totals = new Set<number>();
      let pageToken = "";
      for (let count = 0; count < 5; count++) {
        const page: ListTasksResponse = yield* listTasks(trial, {
          contextId,
          pageSize: 1,
          ...(pageToken === "" ? {} : { pageToken }),
        });
        if (page.tasks.length > 1) trial.find("list.page-size", "at most 1 task", `${page.tasks.length}`);
        if (page.tasks.some(({ artifacts }) => artifacts !== undefined)) {
          trial.find("list.no-artifacts", "tasks without artifacts", `some on page ${count + 1}`);
        }
        if (count > 0 && page.tasks.length === 0) {
          trial.find(
            "list.last-page",
            `nextPageToken "" on page ${count}`,
            "a token that leads to an empty page",
          );
        }
        totals.add(page.totalSize);
        ids.push(...page.tasks.map(({ id }) => id));
        paged.push(...page.tasks);
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      if (totals.size > 1) trial.find("list.total", "one number on all pages", [...totals].join(", "));
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      if (twice !== undefined) trial.find("list.pages", "each task once", `${twice} twice`);
      const whole = yield* listTasks(trial, { contextId, pageSize: 100 });
      const missing = whole.tasks.slice(0, 5).find(({ id }) => !ids.includes(id));
      if (missing !== undefined) trial.find("list.pages", `the task ${missing.id}`, excerpt(ids));
      const stray = ids.find((id) => whole.tasks.length < 100 && !whole.tasks.some((task) => task.id === id));
      if (stray !== undefined) trial.find("list.context", `tasks of ${contextId}`, `the task ${stray}`);
      for (const tasks of [paged, whole.tasks]) {
        if (!isOutOfOrder(tasks)) continue;
        const times = tasks.flatMap(({ status }) => status.timestamp ?? []);
        trial.find("list.order", "the latest status first", excerpt(times));
      }
    },
  },
  {
    id: "list.page-token",
    covers: ["list.page-token"],
    *run(trial) {
      const outcome = yield* trial.call("listTasks", { pageToken: "a2agen-probe-no-such-page" });
      const isRefused = outcome.kind === "error" && outcome.failure.kind === "validation";
      if (!isRefused) trial.find("list.page-token", "a refusal", describe(outcome));
    },
  },
];
