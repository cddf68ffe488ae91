import type { Message, Task } from "@a2agen/a2a-1.0";
import { firstDifference } from "@a2agen/exchange/replay/differences.ts";
import type { Check } from "../core/check.ts";
import { excerpt, NotReached, type Trial } from "../core/trial.ts";
import { endedTask, getTask, tellDifference } from "./tasks.ts";

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
    id: "get.roles",
    covers: ["send.role"],
    needs: ["task"],
    *run(trial) {
      judgeRoles(trial, yield* getTask(trial, { id: endedTask(trial).id }));
    },
  },
  {
    id: "cancel.later",
    covers: ["cancel.kept"],
    needs: ["canceled task"],
    isOnce: true,
    *run(trial) {
      const { canceled } = trial.facts;
      if (canceled === undefined) throw new NotReached("no task was canceled");
      yield { kind: "pause", ms: whileMs };
      const { status } = yield* getTask(trial, { id: canceled.id });
      if (status.state !== canceled.status.state) {
        trial.find("cancel.kept", canceled.status.state, `${status.state} some seconds later`);
      }
    },
  },
];

/** Whether each message of a task has the role of its sender. */
function judgeRoles(trial: Trial, { status, history = [] }: Task): void {
  const { nonce, ...texts } = trial.scenario;
  const isOurs = ({ messageId, parts }: Message): boolean =>
    messageId.startsWith(nonce) || parts.some(({ text = "" }) => Object.values(texts).includes(text));
  const said = status.message === undefined ? [] : [{ message: status.message, isAgent: true }];
  const told = history.map((message) => ({ message, isAgent: !isOurs(message) }));
  for (const { message, isAgent } of [...said, ...told]) {
    const wanted = isAgent ? "ROLE_AGENT" : "ROLE_USER";
    // An agent may say again what it was told.
    const isEcho = !isAgent && message.role === "ROLE_AGENT" && !message.messageId.startsWith(nonce);
    if (message.role !== wanted && !isEcho) {
      trial.find("send.role", `${wanted} for the message ${excerpt(message.messageId)}`, message.role);
    }
  }
}
