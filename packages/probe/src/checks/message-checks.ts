import { isDeepStrictEqual } from "node:util";
import type { SendMessageResponse, Task } from "@a2agen/a2a-1.0";
import type { Check } from "../core/check.ts";
import { excerpt, NotReached } from "../core/trial.ts";
import { endedTask, getTask, readSent, send, textRequest } from "./tasks.ts";

/** In base64 with every character that its form for URLs spells otherwise. */
const raw = "Pz8/Pj4+fg==";

/** What becomes of messages: their parts, and what two of them have in common. */
export const messageChecks: readonly Check[] = [
  {
    id: "send.parts",
    covers: ["get.history-same"],
    needs: ["task"],
    works: 1,
    isOnce: true,
    *run(trial) {
      const { defaultInputModes } = trial.subject.card;
      const mediaType = defaultInputModes.find((mode) => /^[^*]+\/[^*]+$/.test(mode)) ?? "text/plain";
      const parts = [{ text: trial.scenario.plain }, { raw, mediaType, filename: "probe" }];
      const request = textRequest(trial, "", { message: { parts } });
      const outcome = yield* trial.call("sendMessage", request);
      if (outcome.kind === "error") throw new NotReached("the agent takes no bytes");
      const { task } = readSent(trial, outcome);
      if (task === undefined) return;
      const { messageId } = (request as { readonly message: { readonly messageId: string } }).message;
      const { history = [] } = yield* getTask(trial, { id: task.id });
      const kept = history.find((message) => message.messageId === messageId);
      const bytes = kept?.parts.find((part) => part.raw !== undefined)?.raw;
      if (kept !== undefined && !isDeepStrictEqual(bytes, raw)) {
        trial.find("get.history-same", excerpt(parts), excerpt(kept.parts));
      }
    },
  },
  {
    id: "send.crossed",
    covers: ["send.own-text", "send.new-context"],
    needs: ["task"],
    works: 2,
    isOnce: true,
    *run(trial) {
      const { plain } = trial.scenario;
      const isEcho = told(endedTask(trial)).includes(plain);
      const texts = isEcho ? [`${plain} one`, `${plain} two`] : [plain, plain];
      const [first = "", second = ""] = texts;
      const request = trial.encode("sendMessage", textRequest(trial, first));
      yield { kind: "open", name: "first", request, effect: "works", ms: 5 };
      const other = yield* send(trial, textRequest(trial, second));
      const one = readSent(
        trial,
        trial.read(yield { kind: "join", name: "first", close: false }, "sendMessage"),
      );
      const answers = [one, other].map((answer) => told(answer.task ?? answer.message));
      const isOther = isEcho && texts.some((text, at) => answers[1 - at]?.includes(text) === true);
      if (isOther) trial.find("send.own-text", `an answer to ${excerpt(first)}`, excerpt(answers[0]));
      const contexts = [one, other].map(contextOf);
      if (contexts[0] !== undefined && contexts[0] === contexts[1]) {
        trial.find("send.new-context", "a context for each message", `${excerpt(contexts[0])} for both`);
      }
    },
  },
];

function contextOf({ task, message }: SendMessageResponse): string | undefined {
  return task?.contextId ?? message?.contextId;
}

/** What an agent says: not what it was told, which is in the history. */
function told(answer: Task | SendMessageResponse["message"]): string {
  if (answer === undefined) return "";
  const { history: _, ...said } = answer as Task;
  return JSON.stringify(said);
}
