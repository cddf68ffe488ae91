import { answer, answered, at, calls, json, put, refused, rpcError, set, without } from "./effects.ts";
import type { AnswerTest, CallTest, Effect, WireCall } from "./fault.ts";
import { isGet } from "./http-faults.ts";
import { asEnd, type Faults, plainGet } from "./rows.ts";

/** Calls that wait for a task to go on. */
const waits = calls("GetTask", ({ currentGeneration }) => currentGeneration !== undefined);
const ahead = calls("SendMessage", (params) => at(params, "configuration.ifGenerationMatch") !== undefined);
const aheadOnto: CallTest = (call) => ahead(call) && at(call.params, "message.taskId") !== undefined;
const timelines = (length: number): AnswerTest =>
  answered(calls("GetTask", ({ timelineLength }) => timelineLength === length));

const timeline = (change: (entries: readonly unknown[], call: WireCall) => readonly unknown[]) =>
  json((body, call) =>
    put(body, "result.timeline", change((at(body, "result.timeline") ?? []) as readonly unknown[], call)),
  );

const entryOf = (messageId: unknown) => ({
  generation: "1",
  message: { messageId, role: "ROLE_USER", parts: [{ text: "a" }] },
});

export const generationFaults: Faults = {
  "generations.events": {
    "a generation that jumps": asEnd((event) => put(event, "result.statusUpdate.generation", "77")),
  },
  "generations.agrees": {
    "an earlier generation after the stream": answer(plainGet, set("result.generation", "1")),
  },
  "generations.at-once": {
    "the task as it was": answer(
      answered(waits),
      json((body, call) => put(body, "result.generation", call.params["currentGeneration"])),
    ),
  },
  "generations.held": { "a wait that is none": without(waits, "currentGeneration") },
  "generations.mismatch": { "any generation": without(aheadOnto, "configuration.ifGenerationMatch") },
  "generations.mismatch-details": {
    "a mismatch without its generations": answer(refused(aheadOnto), set("error.data.0.metadata", {})),
  },
  "generations.refused": { "a message for another generation is kept": keepAhead() },
  "generations.new-task": {
    "a new task needs a generation": answer((call) => ahead(call) && !aheadOnto(call), rpcError(-32602)),
  },
  "timeline.order": {
    "a timeline backwards": answer(
      timelines(100),
      timeline((entries) => entries.toReversed()),
    ),
  },
  "timeline.input": {
    "a timeline without what the client said": answer(
      timelines(100),
      timeline((entries) => entries.filter((entry) => at(entry, "message.role") !== "ROLE_USER")),
    ),
  },
  "timeline.length": {
    "a longer timeline": answer(
      timelines(1),
      timeline((entries) => [entryOf("m"), ...entries]),
    ),
  },
  "timeline.zero": {
    "a timeline for 0": answer(
      timelines(0),
      timeline(() => [entryOf("m")]),
    ),
  },
};

/** The message that was refused last, in the timeline. */
function keepAhead(): Effect {
  let messageId: unknown;
  return answer(
    (call, body) => {
      if (aheadOnto(call)) messageId = at(call.params, "message.messageId");
      return messageId !== undefined && timelines(100)(call, body);
    },
    timeline((entries) => [...entries, entryOf(messageId)]),
  );
}

export const draftFaults: Faults = {
  "send.context-id": {
    "a task without a context": answer(
      ({ text: body }) => body.includes("messageId"),
      (given) => {
        given.body = given.body.replaceAll(/"contextId":"[^"]*"/g, '"contextId":""');
      },
    ),
  },
};

export const draftHttpFaults: Faults = {
  "errors.problem-type": {
    "problem details of another type": answer(
      (call, body) => isGet(call) && body.includes('"type"'),
      set("type", "about:blank"),
    ),
  },
};
