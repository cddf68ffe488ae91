import { isDeepStrictEqual } from "node:util";
import type { ListTasksResponse } from "@a2agen/a2a-1.0";
import type { Check } from "../check.ts";
import { describe, excerpt, NotApplicable, NotReached } from "../trial.ts";

/** Compare an interface with the one of the same version before it. */
export const equivalenceChecks: readonly Check[] = [
  {
    id: "equivalence.task",
    covers: ["equivalence.task"],
    *run(trial) {
      const { first } = trial.facts;
      if (first === undefined) throw new NotApplicable("the interface is the first of its version");
      if (first.task === undefined) throw new NotReached("the first interface has no task that has ended");
      const outcome = yield* trial.call("getTask", { id: first.task.id });
      const same = outcome.kind === "value" && isDeepStrictEqual(outcome.value, first.task);
      if (!same)
        trial.find("equivalence.task", `${excerpt(first.task)} as over ${first.label}`, describe(outcome));
    },
  },
  {
    id: "equivalence.list",
    covers: ["equivalence.list"],
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
