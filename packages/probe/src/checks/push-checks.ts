import type { ListTaskPushNotificationConfigsResponse, TaskPushNotificationConfig } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import type { RequirementId } from "../core/requirements.ts";
import { methodOf } from "../core/subject.ts";
import { describe, excerpt, NotReached, type Trial } from "../core/trial.ts";
import { anyTask, getTask, hasEnded, needsCapability, unknownTask } from "./tasks.ts";

const url = "https://example.com/a2agen-probe";

const needsPush = needsCapability("pushNotifications");

export const pushChecks: readonly Check[] = [
  {
    id: "push.unsupported",
    covers: ["push.unsupported"],
    except: (subject) =>
      needsPush(subject) === undefined ? "the card declares pushNotifications" : undefined,
    isQuick: true,
    *run(trial) {
      const of = { taskId: unknownTask, id: "a2agen-probe" };
      const calls: readonly (readonly [string, object])[] = [
        ["createTaskPushNotificationConfig", { taskId: unknownTask, url }],
        ["getTaskPushNotificationConfig", of],
        ["listTaskPushNotificationConfigs", { taskId: unknownTask }],
        ["deleteTaskPushNotificationConfig", of],
      ];
      for (const [member, request] of calls) {
        // Some versions lack one of them.
        if (methodOf(trial.subject, member) === undefined) continue;
        const outcome = yield* trial.call(member, request);
        trial.expectError(outcome, "PushNotificationNotSupportedError", "push.unsupported");
      }
    },
  },
  {
    id: "push.unknown-task",
    covers: ["push.unknown-task"],
    except: needsPush,
    *run(trial) {
      const calls: readonly (readonly [string, object])[] = [
        ["createTaskPushNotificationConfig", { taskId: unknownTask, url }],
        ["getTaskPushNotificationConfig", { taskId: unknownTask, id: "a2agen-probe" }],
        ["listTaskPushNotificationConfigs", { taskId: unknownTask }],
      ];
      for (const [member, request] of calls) {
        // Some versions lack one of them.
        if (methodOf(trial.subject, member) === undefined) continue;
        const outcome = yield* trial.call(member, request);
        trial.expectError(outcome, "TaskNotFoundError", "push.unknown-task");
      }
    },
  },
  {
    id: "push.life",
    covers: [
      "push.created",
      "push.get",
      "push.list",
      "push.deleted",
      "push.delete-twice",
      "push.get-unknown",
      "push.other-task",
    ],
    needs: ["task", "open task"],
    except: needsPush,
    *run(trial) {
      const { id: taskId } = anyTask(trial);
      const authentication = { scheme: "Bearer", credentials: "a2agen" };
      const wanted = { taskId, id: "a2agen-probe", url, authentication };
      const made = yield* trial.call("createTaskPushNotificationConfig", wanted);
      if (made.kind === "error")
        throw new NotReached(`the agent refuses the webhook ${url}: ${describe(made)}`);
      const config = trial.value<TaskPushNotificationConfig>(made, "push.created", "the configuration");
      const { id = "" } = config;
      if (id === "") trial.find("push.created", "an identifier", "none");
      judgeConfig(trial, "push.created", { ...wanted, id }, config);
      const got = yield* trial.call("getTaskPushNotificationConfig", { taskId, id });
      if (got.kind === "error" && hasEnded(trial, yield* getTask(trial, { id: taskId }))) {
        throw new NotReached("the task has ended: its configurations need not stay");
      }
      const same = trial.value<TaskPushNotificationConfig>(got, "push.get", "the configuration");
      judgeConfig(trial, "push.get", { ...wanted, id }, same);
      const listed = yield* trial.call("listTaskPushNotificationConfigs", { taskId });
      const { configs = [] } = trial.value<ListTaskPushNotificationConfigsResponse>(
        listed,
        "push.list",
        "the configurations",
      );
      const [found, twice] = configs.filter((each) => each.id === id);
      if (found === undefined) trial.find("push.list", id, excerpt(configs));
      else judgeConfig(trial, "push.list", { ...wanted, id }, found);
      if (twice !== undefined) trial.find("push.list", `${id} once`, "it comes again");
      const { ended } = trial.facts;
      if (ended !== undefined && ended.id !== taskId) {
        const other = { taskId: ended.id };
        const others = yield* trial.call("listTaskPushNotificationConfigs", other);
        const theirs =
          others.kind === "value" ? (others.value as ListTaskPushNotificationConfigsResponse).configs : [];
        if (theirs?.some((each) => each.id === id && each.url === url) === true) {
          trial.find("push.other-task", `no configuration of the task ${taskId}`, excerpt(theirs));
        }
        const stray = yield* trial.call("getTaskPushNotificationConfig", { ...other, id });
        if (stray.kind === "value") trial.find("push.other-task", "an error", describe(stray));
      }
      const missing = yield* trial.call("getTaskPushNotificationConfig", { taskId, id: "a2agen-probe-none" });
      trial.expectError(missing, "TaskNotFoundError", "push.get-unknown");
      const deleted = yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id });
      if (deleted.kind !== "value") trial.find("push.deleted", "an empty answer", describe(deleted));
      const gone = yield* trial.call("getTaskPushNotificationConfig", { taskId, id });
      if (gone.kind !== "error") trial.find("push.deleted", "an error", describe(gone));
      const again = yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id });
      if (again.kind !== "value") trial.find("push.delete-twice", "an empty answer", describe(again));
    },
  },
  {
    id: "push.nameless",
    covers: ["push.created"],
    needs: ["task", "open task"],
    except: needsPush,
    *run(trial) {
      const { id: taskId } = anyTask(trial);
      const made = yield* trial.call("createTaskPushNotificationConfig", { taskId, url });
      if (made.kind === "error")
        throw new NotReached(`the agent refuses the webhook ${url}: ${describe(made)}`);
      const config = trial.value<TaskPushNotificationConfig>(made, "push.created", "the configuration");
      const { id = "" } = config;
      // Agents may use the identifier of the task.
      if (id === "") trial.find("push.created", "an identifier made by the agent", "none");
      else yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id });
    },
  },
  {
    id: "push.addresses",
    covers: ["push.private-address", "push.scheme"],
    needs: ["task", "open task"],
    except: needsPush,
    *run(trial) {
      const { id: taskId } = anyTask(trial);
      const rows = [
        ["push.private-address", "http://169.254.169.254/latest/meta-data"],
        ["push.private-address", "http://10.0.0.1/hook"],
        ["push.private-address", "http://172.16.0.1/hook"],
        ["push.private-address", "http://192.168.0.1/hook"],
        ["push.private-address", "http://3232235521/hook"],
        ["push.private-address", "http://[::ffff:10.0.0.1]/hook"],
        ["push.scheme", "file:///etc/passwd"],
        ["push.scheme", "no-url"],
      ] as const;
      for (const [requirement, address] of rows) {
        const outcome = yield* trial.call("createTaskPushNotificationConfig", {
          taskId,
          id: "a2agen-probe-address",
          url: address,
        });
        if (outcome.kind === "error" && outcome.failure.kind !== "internal") continue;
        trial.find(requirement, `a refusal of ${address}`, describe(outcome));
        yield* trial.call("deleteTaskPushNotificationConfig", { taskId, id: "a2agen-probe-address" });
      }
    },
  },
];

/** Whether a configuration is the one that was sent; agents need not show its credentials. */
function judgeConfig(
  trial: Trial,
  requirement: RequirementId,
  sent: TaskPushNotificationConfig,
  { id, taskId, url: came, authentication }: TaskPushNotificationConfig,
): void {
  const { scheme } = authentication ?? {};
  const rows = [
    ["id", sent.id, id],
    ["taskId", sent.taskId, taskId],
    ["url", sent.url, came],
    ["authentication.scheme", sent.authentication?.scheme, scheme ?? sent.authentication?.scheme],
  ] as const;
  for (const [name, wanted, found] of rows) {
    if (found !== wanted) trial.find(requirement, `${name}: ${excerpt(wanted)}`, excerpt(found));
  }
}
