import { answer, answered, at, calls, json, put, refused, rpcError, set, without } from "./effects.ts";
import type { AnswerTest, CallTest, Effect, WireCall } from "./fault.ts";
import { isGet } from "./http-faults.ts";
import { asEnd, plainGet, type Row } from "./rows.ts";

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

export const generationFaults: readonly Row[] = [
  asEnd("a generation that jumps", "generations.events", (event) =>
    put(event, "result.statusUpdate.generation", "77"),
  ),
  [
    "an earlier generation after the stream",
    "generations.agrees",
    answer(plainGet, set("result.generation", "1")),
  ],
  [
    "the task as it was",
    "generations.at-once",
    answer(
      answered(waits),
      json((body, call) => put(body, "result.generation", call.params["currentGeneration"])),
    ),
  ],
  ["a wait that is none", "generations.held", without(waits, "currentGeneration")],
  ["any generation", "generations.mismatch", without(aheadOnto, "configuration.ifGenerationMatch")],
  [
    "a mismatch without its generations",
    "generations.mismatch-details",
    answer(refused(aheadOnto), set("error.data.0.metadata", {})),
  ],
  ["a message for another generation is kept", "generations.refused", keepAhead()],
  [
    "a new task needs a generation",
    "generations.new-task",
    answer((call) => ahead(call) && !aheadOnto(call), rpcError(-32602)),
  ],
  [
    "a timeline backwards",
    "timeline.order",
    answer(
      timelines(100),
      timeline((entries) => entries.toReversed()),
    ),
  ],
  [
    "a timeline without what the client said",
    "timeline.input",
    answer(
      timelines(100),
      timeline((entries) => entries.filter((entry) => at(entry, "message.role") !== "ROLE_USER")),
    ),
  ],
  [
    "a longer timeline",
    "timeline.length",
    answer(
      timelines(1),
      timeline((entries) => [entryOf("m"), ...entries]),
    ),
  ],
  [
    "a timeline for 0",
    "timeline.zero",
    answer(
      timelines(0),
      timeline(() => [entryOf("m")]),
    ),
  ],
];

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

export const draftFaults: readonly Row[] = [
  [
    "a task without a context",
    "send.context-id",
    answer(
      ({ text: body }) => body.includes("messageId"),
      (given) => {
        given.body = given.body.replaceAll(/"contextId":"[^"]*"/g, '"contextId":""');
      },
    ),
  ],
];

export const draftHttpFaults: readonly Row[] = [
  [
    "problem details of another type",
    "errors.problem-type",
    answer((call, body) => isGet(call) && body.includes('"type"'), set("type", "about:blank")),
  ],
];
