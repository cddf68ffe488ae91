import type { ListTasksResponse, SendMessageResponse, TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import { methodOf, type Subject } from "../core/subject.ts";
import { describe, excerpt, NotReached } from "../core/trial.ts";
import {
  anyTask,
  endedTask,
  getTask,
  hasEnded,
  needsCapability,
  send,
  textRequest,
  unknownTask,
} from "./tasks.ts";

function needsOther({ otherHeaders }: Subject): string | undefined {
  return otherHeaders === undefined
    ? "there are no credentials of another caller: --other-token-env or --other-header-env"
    : undefined;
}

/** What another caller can do with the tasks of the first. */
export const callerChecks: readonly Check[] = [
  {
    id: "security.other-config",
    covers: ["security.other-task"],
    needs: ["task", "open task"],
    except: (subject) => needsOther(subject) ?? needsCapability("pushNotifications")(subject),
    *run(trial) {
      const { id: taskId } = anyTask(trial);
      const config = { taskId, id: "a2agen-probe-own", url: "https://example.com/a2agen-probe" };
      const made = yield* trial.call("createTaskPushNotificationConfig", config);
      if (made.kind !== "value") throw new NotReached("the agent refuses the webhook");
      const { id } = made.value as TaskPushNotificationConfig;
      for (const member of ["getTaskPushNotificationConfig", "deleteTaskPushNotificationConfig"]) {
        const outcome = yield* trial.call(member, { taskId, id }, { isOther: true });
        // Deleting what is not there may succeed.
        if (outcome.kind === "value" && member.startsWith("get")) {
          trial.find("security.other-task", `a refusal of ${member}`, describe(outcome));
        }
      }
      const kept = yield* trial.call("getTaskPushNotificationConfig", { taskId, id });
      if (kept.kind === "error" && !hasEnded(trial, yield* getTask(trial, { id: taskId }))) {
        trial.find(
          "security.other-task",
          "the configuration, which another caller cannot delete",
          describe(kept),
        );
      }
      yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id });
    },
  },
  {
    id: "security.message-id",
    covers: ["security.other-task"],
    works: 2,
    isOnce: true,
    except: needsOther,
    *run(trial) {
      const request = textRequest(trial, trial.scenario.plain);
      const { task } = yield* send(trial, request);
      const theirs = yield* trial.call("sendMessage", request, { isOther: true });
      if (task === undefined || theirs.kind !== "value") return;
      const other = (theirs.value as SendMessageResponse).task;
      if (other?.id === task.id) {
        trial.find("security.other-task", "another task for another caller's message", describe(theirs));
      }
    },
  },
  {
    id: "security.other-caller",
    covers: ["security.other-task", "security.existence"],
    needs: ["task"],
    except: needsOther,
    *run(trial) {
      const { id, contextId } = endedTask(trial);
      const calls: readonly (readonly [member: string, of: (id: string) => object])[] = [
        ["getTask", (task) => ({ id: task })],
        ["cancelTask", (task) => ({ id: task })],
        ["subscribeToTask", (task) => ({ id: task })],
        ["listTaskPushNotificationConfigs", (task) => ({ taskId: task })],
        ["sendMessage", (task) => textRequest(trial, trial.scenario.plain, { message: { taskId: task } })],
      ];
      for (const [member, of] of calls) {
        if (methodOf(trial.subject, member) === undefined) continue;
        const effect = member === "sendMessage" ? "changes" : undefined;
        const options = { isOther: true as const, ...(effect === undefined ? {} : ({ effect } as const)) };
        const unknown = yield* trial.call(member, of(unknownTask), options);
        const outcome = yield* trial.call(member, of(id), options);
        if (outcome.kind !== "error") {
          trial.find("security.other-task", `a refusal of ${member}`, describe(outcome));
        } else if (unknown.kind === "error") {
          const [mine, none] = [outcome, unknown].map(
            ({ failure: { names, code } }) => `${names.join(" or ")} ${code}`,
          );
          if (mine !== none)
            trial.find("security.existence", `${none}, as for no task (${member})`, mine ?? "");
        }
      }
      const outcome = yield* trial.call("listTasks", { contextId, pageSize: 100 }, { isOther: true });
      if (outcome.kind !== "value") return;
      const { tasks, totalSize } = outcome.value as ListTasksResponse;
      if (tasks.some((task) => task.id === id)) {
        trial.find("security.other-task", "a list without the task", excerpt(tasks.map((task) => task.id)));
      } else if (tasks.length === 0 && totalSize > 0) {
        trial.find("security.existence", "totalSize 0", `totalSize ${totalSize}`);
      }
    },
  },
];
