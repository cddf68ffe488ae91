import type { Check } from "../core/check.ts";
import { beginsWithTask } from "../core/task-states.ts";
import { NotReached } from "../core/trial.ts";
import { judgeReply } from "./send-checks.ts";
import { eventsOf, judgeStream } from "./stream-checks.ts";
import { hasEnded, send, sending, settle, textRequest } from "./tasks.ts";

/** What texts lead to that are answered by a message, or by a task that fails. */
export const outcomeChecks: readonly Check[] = [
  {
    id: "send.failing",
    covers: ["send.ended-task", "streams.ends", "streams.subscribe-ended", "cancel.ended"],
    works: 2,
    isOnce: true,
    *run(trial) {
      const { failing, plain } = trial.scenario;
      if (failing === undefined) {
        throw new NotReached("name a text that leads to a task that fails in the scenario, failing");
      }
      const { task } = yield* send(trial, textRequest(trial, failing));
      if (task === undefined || !hasEnded(trial, yield* settle(trial, task))) {
        throw new NotReached("the text of failing leads to no task that ends");
      }
      const { id } = task;
      const hasStreams = sending(trial).length > 1;
      for (const member of sending(trial)) {
        const request = textRequest(trial, plain, { message: { taskId: id } });
        const sent = yield* trial.call(member, request, { effect: "changes" });
        trial.expectError(sent, "UnsupportedOperationError", "send.ended-task");
      }
      const canceled = yield* trial.call("cancelTask", { id });
      trial.expectError(canceled, "TaskNotCancelableError", "cancel.ended");
      if (!hasStreams) return;
      if (beginsWithTask(trial.subject)) {
        const followed = yield* trial.call("subscribeToTask", { id });
        trial.expectError(followed, "UnsupportedOperationError", "streams.subscribe-ended");
      }
      const streamed = yield* trial.call("sendStreamingMessage", textRequest(trial, failing));
      judgeStream(trial, eventsOf(streamed, trial, "streams.first"));
    },
  },
  {
    id: "send.reply",
    covers: ["send.role", "send.context-id", "send.message-context", "streams.message"],
    works: 2,
    *run(trial) {
      const { reply } = trial.scenario;
      if (reply === undefined) {
        throw new NotReached("name a text that is answered by a message in the scenario, reply");
      }
      const { message } = yield* send(trial, textRequest(trial, reply));
      if (message === undefined) throw new NotReached("the text of reply leads to a task");
      judgeReply(trial, message);
      if (sending(trial).length === 1) return;
      const streamed = yield* trial.call("sendStreamingMessage", textRequest(trial, reply));
      judgeStream(trial, eventsOf(streamed, trial, "streams.first"));
    },
  },
];
