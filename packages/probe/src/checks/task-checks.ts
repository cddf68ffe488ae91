import { isDeepStrictEqual } from "node:util";
import type { ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import { describe, excerpt, NotReached, type Run, type Trial } from "../core/trial.ts";
import { endedTask, hasEnded, openTask, tellsZero } from "./send-checks.ts";
import { unknownTask } from "./version-checks.ts";

function* get(trial: Trial, request: object): Run<Task> {
  const outcome = yield* trial.call("getTask", request);
  return trial.value<Task>(outcome, "get.found", "the task");
}

function* list(trial: Trial, request: object): Run<ListTasksResponse> {
  const outcome = yield* trial.call("listTasks", request);
  return trial.value<ListTasksResponse>(outcome, "list.found", "a list of tasks");
}

export const taskChecks: readonly Check[] = [
  {
    id: "get.unknown",
    covers: ["get.unknown"],
    isQuick: true,
    *run(trial) {
      const outcome = yield* trial.call("getTask", { id: unknownTask });
      trial.expectError(outcome, "TaskNotFoundError", "get.unknown");
    },
  },
  {
    id: "get.ended",
    covers: ["get.found", "get.same", "get.idempotent"],
    *run(trial) {
      const sent = endedTask(trial);
      const task = yield* get(trial, { id: sent.id });
      if (task.id !== sent.id) trial.find("get.found", sent.id, excerpt(task.id));
      if (task.contextId !== sent.contextId)
        trial.find("get.same", excerpt(sent.contextId), excerpt(task.contextId));
      for (const part of ["status", "artifacts"] as const) {
        if (!isDeepStrictEqual(task[part] ?? [], sent[part] ?? [])) {
          trial.find("get.same", excerpt(sent[part]), excerpt(task[part]));
        }
      }
      const again = yield* get(trial, { id: sent.id });
      if (!isDeepStrictEqual(task, again)) trial.find("get.idempotent", excerpt(task), excerpt(again));
    },
  },
  {
    id: "get.history",
    covers: ["get.history-zero", "get.history-limit", "get.history-latest"],
    *run(trial) {
      const { id } = endedTask(trial);
      const whole = yield* get(trial, { id });
      const none = yield* get(trial, { id, historyLength: 0 });
      if ((none.history ?? []).length > 0 && tellsZero(trial.subject)) {
        trial.find("get.history-zero", "no history", `${none.history?.length} messages`);
      }
      const one = yield* get(trial, { id, historyLength: 1 });
      if ((one.history ?? []).length > 1) {
        trial.find("get.history-limit", "at most 1 message", `${one.history?.length}`);
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
      "list.context",
      "list.no-artifacts",
      "list.artifacts",
      "list.total",
      "list.last-page",
    ],
    *run(trial) {
      const { id, contextId, artifacts = [] } = endedTask(trial);
      const page = yield* list(trial, { contextId, pageSize: 100 });
      const found = page.tasks.find((task) => task.id === id);
      if (found === undefined)
        trial.find("list.found", `the task ${id}`, excerpt(page.tasks.map((task) => task.id)));
      const stranger = page.tasks.find((task) => task.contextId !== contextId);
      if (stranger !== undefined) trial.find("list.context", excerpt(contextId), excerpt(stranger.contextId));
      if (page.tasks.some((task) => task.artifacts !== undefined)) {
        trial.find("list.no-artifacts", "tasks without artifacts", "a task with artifacts");
      }
      if (page.nextPageToken === "" && page.totalSize !== page.tasks.length) {
        trial.find("list.total", `${page.tasks.length}`, `${page.totalSize}`);
      }
      if (page.tasks.length < 100 && page.nextPageToken !== "") {
        trial.find("list.last-page", 'nextPageToken ""', excerpt(page.nextPageToken));
      }
      const full = yield* list(trial, { contextId, pageSize: 100, includeArtifacts: true });
      const same = full.tasks.find((task) => task.id === id);
      if (same !== undefined && (same.artifacts ?? []).length !== artifacts.length) {
        trial.find("list.artifacts", `${artifacts.length} artifacts`, `${(same.artifacts ?? []).length}`);
      }
    },
  },
  {
    id: "list.filters",
    covers: ["list.status", "list.since"],
    *run(trial) {
      const { contextId, status } = endedTask(trial);
      const same = yield* list(trial, { contextId, status: status.state });
      const wrong = same.tasks.find((task) => task.status.state !== status.state);
      if (wrong !== undefined) trial.find("list.status", status.state, wrong.status.state);
      if (same.tasks.length === 0) trial.find("list.status", `tasks in ${status.state}`, "none");
      const other = yield* list(trial, { contextId, status: "TASK_STATE_AUTH_REQUIRED" });
      const stray = other.tasks.find((task) => task.status.state !== "TASK_STATE_AUTH_REQUIRED");
      if (stray !== undefined) trial.find("list.status", "TASK_STATE_AUTH_REQUIRED", stray.status.state);
      const later = yield* list(trial, { contextId, statusTimestampAfter: "2999-01-01T00:00:00Z" });
      if (later.tasks.length > 0) trial.find("list.since", "no tasks", `${later.tasks.length}`);
    },
  },
  {
    id: "list.pages",
    covers: ["list.page-size", "list.pages", "list.order"],
    *run(trial) {
      const { contextId } = endedTask(trial);
      const ids: string[] = [];
      const times: string[] = [];
      let pageToken = "";
      for (let count = 0; count < 5; count++) {
        const page: ListTasksResponse = yield* list(trial, {
          contextId,
          pageSize: 1,
          ...(pageToken === "" ? {} : { pageToken }),
        });
        if (page.tasks.length > 1) trial.find("list.page-size", "at most 1 task", `${page.tasks.length}`);
        ids.push(...page.tasks.map(({ id }) => id));
        times.push(...page.tasks.flatMap(({ status }) => status.timestamp ?? []));
        pageToken = page.nextPageToken;
        if (pageToken === "") break;
      }
      const twice = ids.find((id, at) => ids.indexOf(id) !== at);
      if (twice !== undefined) trial.find("list.pages", "each task once", `${twice} twice`);
      const whole = yield* list(trial, { contextId, pageSize: 100 });
      const missing = whole.tasks.slice(0, 5).find(({ id }) => !ids.includes(id));
      if (missing !== undefined) trial.find("list.pages", `the task ${missing.id}`, excerpt(ids));
      const onePage = whole.tasks.flatMap(({ status }) => status.timestamp ?? []);
      for (const list of [times, onePage]) {
        const moments = list.map((time) => Date.parse(time));
        if (moments.some((time, at) => at > 0 && time > (moments[at - 1] ?? time))) {
          trial.find("list.order", "the latest status first", excerpt(list));
        }
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
  {
    id: "cancel.unknown",
    covers: ["cancel.unknown"],
    *run(trial) {
      const outcome = yield* trial.call("cancelTask", { id: unknownTask });
      trial.expectError(outcome, "TaskNotFoundError", "cancel.unknown");
    },
  },
  {
    id: "cancel.ended",
    covers: ["cancel.ended"],
    *run(trial) {
      const { id, status } = endedTask(trial);
      if (status.state === "TASK_STATE_CANCELED") throw new NotReached("the task was canceled by the agent");
      const outcome = yield* trial.call("cancelTask", { id });
      trial.expectError(outcome, "TaskNotCancelableError", "cancel.ended");
      const after = yield* get(trial, { id });
      if (after.status.state !== status.state) trial.find("cancel.kept", status.state, after.status.state);
    },
  },
  {
    id: "cancel.running",
    covers: ["cancel.canceled", "cancel.kept", "cancel.twice"],
    *run(trial) {
      const running = trial.facts.running ?? trial.facts.waiting ?? (yield* openTask(trial));
      const outcome = yield* trial.call("cancelTask", { id: running.id });
      if (outcome.kind === "error" && outcome.failure.names.includes("TaskNotCancelableError")) return;
      const task = trial.value<Task>(outcome, "cancel.canceled", "the canceled task");
      if (task.id !== running.id) trial.find("cancel.canceled", running.id, excerpt(task.id));
      if (hasEnded(task) && task.status.state !== "TASK_STATE_CANCELED") {
        trial.find("cancel.canceled", "TASK_STATE_CANCELED", task.status.state);
      }
      const kept = yield* get(trial, { id: running.id });
      if (hasEnded(task) && kept.status.state !== task.status.state) {
        trial.find("cancel.kept", task.status.state, kept.status.state);
      }
      const again = yield* trial.call("cancelTask", { id: running.id });
      const isSame =
        (again.kind === "value" && (again.value as Task).status.state === task.status.state) ||
        (again.kind === "error" &&
          ["TaskNotCancelableError", "TaskNotFoundError"].some((name) => again.failure.names.includes(name)));
      if (!isSame) trial.find("cancel.twice", "the same, or TaskNotCancelableError", describe(again));
    },
  },
];
