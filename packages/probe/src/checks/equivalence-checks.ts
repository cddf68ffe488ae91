import type { ListTasksResponse, Task } from "@a2agen/a2a-1.0";
import { type IsSame, listDifferences } from "@a2agen/exchange/replay/differences.ts";
import { mayAskForCredentials } from "../core/access.ts";
import type { Check } from "../core/check.ts";
import type { Outcome } from "../core/outcome.ts";
import { methodOf, versionHeader } from "../core/subject.ts";
import { type Compared, describe, excerpt, NotApplicable, NotReached, type Trial } from "../core/trial.ts";
import { tellDifference, textRequest, unknownTask } from "./tasks.ts";

interface Row {
  readonly name: string;
  readonly member: string;
  readonly of: (trial: Trial, endedTask: string) => object;
  /** Another version, for which older ones have no error. */
  readonly version?: string;
}

/** Requests that do nothing, whose outcomes are the same over each binding. */
const rows: readonly Row[] = [
  { name: "no such task", member: "getTask", of: () => ({ id: unknownTask }) },
  { name: "canceling no task", member: "cancelTask", of: () => ({ id: unknownTask }) },
  { name: "canceling a task that has ended", member: "cancelTask", of: (_, id) => ({ id }) },
  { name: "following no task", member: "subscribeToTask", of: () => ({ id: unknownTask }) },
  { name: "following a task that has ended", member: "subscribeToTask", of: (_, id) => ({ id }) },
  {
    name: "a page that is none",
    member: "listTasks",
    of: () => ({ pageToken: "a2agen-probe-no-such-page" }),
  },
  { name: "pages of nothing", member: "listTasks", of: () => ({ pageSize: 0 }) },
  { name: "pages that are too large", member: "listTasks", of: () => ({ pageSize: 101 }) },
  { name: "a negative history", member: "getTask", of: (_, id) => ({ id, historyLength: -1 }) },
  {
    name: "a message for no task",
    member: "sendMessage",
    of: (trial) => textRequest(trial, trial.scenario.plain, { message: { taskId: unknownTask } }),
  },
  {
    name: "a message for a task that has ended",
    member: "sendMessage",
    of: (trial, taskId) => textRequest(trial, trial.scenario.plain, { message: { taskId } }),
  },
  {
    name: "a message without parts",
    member: "sendMessage",
    of: (trial) => textRequest(trial, trial.scenario.plain, { message: { taskId: unknownTask, parts: [] } }),
  },
  {
    name: "webhooks of no task",
    member: "listTaskPushNotificationConfigs",
    of: () => ({ taskId: unknownTask }),
  },
  {
    name: "a webhook that is none",
    member: "getTaskPushNotificationConfig",
    of: (_, taskId) => ({ taskId, id: "a2agen-probe-none" }),
  },
  { name: "the extended card", member: "getExtendedAgentCard", of: () => ({}) },
  {
    name: "a version that is not spoken",
    member: "getTask",
    of: () => ({ id: unknownTask }),
    version: "99.0",
  },
];

/** What came, in words that bindings share. */
function compare(outcome: Outcome, { subject }: Trial): Compared {
  const text = describe(outcome);
  if (outcome.kind !== "error") return { words: [outcome.kind], text };
  const { names, isNamed, kind } = outcome.failure;
  // JSON-RPC has no code for what the others spell in one way each.
  if (mayAskForCredentials(outcome, subject)) return { words: ["auth", kind, ...names], text };
  return { words: isNamed ? names : [...names, kind], text };
}

/** What some bindings write in another way: times of a whole second, and what is empty. */
const isSameOver: IsSame = (one, other) =>
  (isNothing(one) && isNothing(other)) ||
  (/^\d{4}-\d\d-\d\dT/.test(String(one)) && Date.parse(String(one)) === Date.parse(String(other)));

function isNothing(value: unknown): boolean {
  return value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Compare an interface with the one of the same version before it. */
export const equivalenceChecks: readonly Check[] = [
  {
    id: "equivalence.errors",
    covers: ["equivalence.errors"],
    needs: ["task"],
    *run(trial) {
      const { first, ended } = trial.facts;
      const task = ended?.id ?? first?.task?.id;
      const compared = new Map<string, Compared>();
      trial.facts.compared = compared;
      const isOlder = trial.subject.translation !== undefined;
      for (const { name, member, of, version } of rows) {
        if (methodOf(trial.subject, member) === undefined || (version !== undefined && isOlder)) continue;
        const request = of(trial, task ?? "");
        if (task === undefined && JSON.stringify(request).includes('""')) continue;
        const headers = version === undefined ? [] : versionHeader(trial.subject, version);
        const outcome = yield* trial.call(member, request, { headers, effect: "changes" });
        const own = compare(outcome, trial);
        compared.set(name, own);
        const other = first?.compared?.get(name);
        if (other === undefined || own.words.some((word) => other.words.includes(word))) continue;
        trial.find("equivalence.errors", `for ${name} ${other.text}, as over ${first?.label}`, own.text);
      }
      if (first === undefined) throw new NotApplicable("the interface is the first of its version");
    },
  },
  {
    id: "equivalence.task",
    covers: ["equivalence.task"],
    needs: ["task"],
    *run(trial) {
      const { first, ended } = trial.facts;
      const id = first === undefined ? ended?.id : first.fetched?.id;
      if (id === undefined) throw new NotReached("the first interface has no task that has ended");
      // Bindings do not agree on what the absence of a length means.
      const outcome = yield* trial.call("getTask", { id, historyLength: 100 });
      if (first === undefined) {
        if (outcome.kind === "value") trial.facts.fetched = outcome.value as Task;
        throw new NotApplicable("the interface is the first of its version");
      }
      if (outcome.kind !== "value") {
        trial.find("equivalence.task", `the task, as over ${first.label}`, describe(outcome));
        return;
      }
      const [difference] = listDifferences(first.fetched, outcome.value, { isSame: isSameOver });
      if (difference === undefined) return;
      const [expected, came] = tellDifference(difference);
      trial.find("equivalence.task", `${expected}, as over ${first.label}`, came);
    },
  },
  {
    id: "equivalence.list",
    covers: ["equivalence.list"],
    needs: ["task"],
    *run(trial) {
      const { first } = trial.facts;
      if (first === undefined) throw new NotApplicable("the interface is the first of its version");
      if (first.task === undefined) throw new NotReached("the first interface has no task that has ended");
      const request = { contextId: first.task.contextId, pageSize: 100 };
      const outcome = yield* trial.call("listTasks", request);
      if (outcome.kind !== "value") {
        trial.find("equivalence.list", "a list of tasks", describe(outcome));
        return;
      }
      const ids = (outcome.value as ListTasksResponse).tasks.map(({ id }) => id);
      if (!ids.includes(first.task.id)) trial.find("equivalence.list", first.task.id, excerpt(ids));
    },
  },
];
