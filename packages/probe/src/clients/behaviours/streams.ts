import { faults, takeEvents } from "@a2agen/exchange/faults/faults.ts";
import { trailing } from "@a2agen/generators/cases/write-proto.ts";
import { counting, current } from "../../core/named-versions.ts";
import type { Answer, Behaviour } from "../behaviour.ts";
import {
  addUnknownFields,
  events,
  message,
  messageUpdate,
  page,
  poison,
  rightStream,
  shown,
  taskAnswer,
  unknownBytes,
} from "../script.ts";
import { row } from "./rows.ts";

const table = (level: "MUST" | "SHOULD" | "MAY", expected: Behaviour["expected"]) => {
  const make = row(level, expected);
  return (
    id: string,
    section: string,
    title: string,
    does: string,
    answer: Answer,
    only?: readonly string[],
  ): Behaviour =>
    make(`client-streams.${id}`, section, title, does, {
      isStream: true,
      answer: () => answer,
      ...(only === undefined ? {} : { only }),
    });
};

const mustShow = table("MUST", "understood");
const shouldShow = table("SHOULD", "understood");
const refuse = table("SHOULD", "refused");
const mayRefuse = table("MAY", "refused");
const mustBeWhole = table("MUST", "whole");
const whole = table("SHOULD", "whole");
const end = table("SHOULD", "ended");

const json = ["JSONRPC", "HTTP+JSON"];
const right = { values: rightStream };
const [begun, first, second, completed] = rightStream as readonly [object, object, object, object];
const eventStream = { "content-type": "text/event-stream" };

function slowly(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  return pieces.flatMap((piece) => Array.from(piece, (byte) => Uint8Array.of(byte)));
}

/** Streams, right and wrong. */
export const streamBehaviours: readonly Behaviour[] = [
  mustShow(
    "task",
    "3.1.2",
    "A stream of a task is understood",
    "streams a task, its artifact in two pieces, and its end",
    right,
  ),
  mustShow("message", "3.1.2", "A stream of one message is understood", "streams one message", {
    values: [{ message: message() }],
  }),
  mustShow(
    "late",
    "3.1.2",
    "Silence within a stream is waited for",
    "is silent for 1.5 seconds between two events",
    {
      values: [begun, first, { pauseMs: 1500 }, second, completed],
    },
  ),
  mustShow(
    "comments",
    "9.4.2",
    "Comments in a stream are ignored",
    faults.comments.does,
    { ...right, ...faults.comments },
    json,
  ),
  mustShow(
    "line-ends",
    "9.4.2",
    "Lines of a stream may end with CR LF",
    faults["line-ends"].does,
    { ...right, ...faults["line-ends"] },
    json,
  ),
  mustShow(
    "carriage-returns",
    "9.4.2",
    "Lines of a stream may end with CR",
    faults["carriage-returns"].does,
    { ...right, ...faults["carriage-returns"] },
    json,
  ),
  mustShow(
    "fields",
    "9.4.2",
    "Other fields of events are ignored",
    faults.fields.does,
    { ...right, ...faults.fields },
    json,
  ),
  mustShow(
    "lines",
    "9.4.2",
    "The data of an event may have several lines",
    faults.lines.does,
    { ...right, ...faults.lines },
    json,
  ),
  mustShow(
    "no-space",
    "9.4.2",
    "No space is needed after data:",
    faults["no-space"].does,
    { ...right, ...faults["no-space"] },
    json,
  ),
  mustShow(
    "bom",
    "9.4.2",
    "A byte order mark before a stream is ignored",
    faults.bom.does,
    { ...right, ...faults.bom },
    json,
  ),
  mustShow("bytes", "9.4.2", "Events may come in pieces of any size", "sends each byte by itself", {
    ...right,
    pieces: slowly,
  }),
  mustShow("at-once", "9.4.2", "Several events may come at once", "sends all events in one piece", {
    ...right,
    pieces: (pieces) => [Buffer.concat(pieces)],
  }),
  mustShow(
    "charset",
    "9.4.2",
    "The media type of a stream may have parameters",
    faults.charset.does,
    { ...right, ...faults.charset },
    json,
  ),
  shouldShow(
    "unknown-fields",
    "5.7",
    "Unknown fields of events are ignored",
    "adds a field of a later version to each object",
    { ...right, edit: (value) => addUnknownFields(value) },
  ),
  shouldShow(
    "unknown-event",
    "5.7",
    "Events of an unknown kind are passed over",
    "has an event of a kind that no version has",
    {
      values: [begun, first, {}, second, completed],
      edit: (value, _form, at) =>
        at === 2 ? { hologramUpdate: { url: "https://example.com" }, [trailing]: unknownBytes } : value,
    },
    [current],
  ),
  shouldShow(
    "many",
    "3.1.2",
    "A stream of many events is read to its end",
    "streams 1,000 events before the text",
    {
      values: [
        begun,
        ...Array.from({ length: 1000 }, (_, at) =>
          events.artifact(".", { append: at > 0, lastChunk: false }),
        ),
        events.artifact(shown, { append: true }),
        completed,
      ],
    },
  ),
  shouldShow("large", "3.1.2", "A large event is read", "streams an event of 2 MB", {
    values: [begun, events.artifact(`${"x".repeat(2_000_000)}${shown}`), completed],
  }),
  shouldShow(
    "no-task-first",
    "3.1.2",
    "A stream whose first event is an update is read",
    "leaves the task out that comes first",
    { values: [first, second, completed] },
  ),
  end("repeated", "3.5.2", "Events that come twice do not make the client hang", faults.duplicates.does, {
    values: rightStream.flatMap((event) => Array.from({ length: faults.duplicates.times }, () => event)),
  }),
  end(
    "order",
    "3.5.2",
    "Events in a wrong order do not make the client hang",
    "sends the end of the task first",
    {
      values: [completed, second, first, begun],
    },
  ),
  end(
    "missing",
    "3.5.2",
    "An event that is missing does not make the client hang",
    "leaves out the first piece of the artifact",
    { values: [begun, second, completed] },
  ),
  end(
    "more",
    "3.1.2",
    "Events after the end do not make the client hang",
    "goes on when the task has ended",
    {
      values: [...rightStream, first, begun],
    },
  ),
  end(
    "other-task",
    "3.1.2",
    "An event of another task does not make the client hang",
    "has an event of another task",
    {
      values: [begun, events.artifact("of another task", { taskId: "another" }), first, second, completed],
    },
  ),
  mustBeWhole("cut", "3.1.2", "A stream that breaks off is not taken for a whole one", faults.cut.does, {
    ...right,
    pieces: (pieces) => takeEvents(pieces, faults.cut.cutAfter),
    end: "cut",
  }),
  mustBeWhole(
    "cut-between",
    "3.1.2",
    "A stream that breaks off between two events is not taken for a whole one",
    "closes the connection between two events",
    {
      values: [begun, first],
      end: "cut",
    },
  ),
  whole(
    "unfinished",
    "3.1.2",
    "A stream that ends before the task is not taken for a whole one",
    "ends the stream while the task is at work",
    { values: [begun, first] },
  ),
  refuse("error", "9.4.2", "An error within a stream is reported", "ends the stream with an error", {
    values: [begun, first],
    failure: { jsonRpc: -32603, http: 500, grpc: 13 },
  }),
  refuse(
    "error-first",
    "3.1.2",
    "An error instead of a stream is reported",
    "answers with UnsupportedOperationError",
    { failure: { name: "InvalidAgentResponseError" } },
  ),
  mayRefuse("nothing", "3.1.2", "A stream without an event is refused", "ends the stream at once", {
    values: [],
  }),
  end(
    "no-stream",
    "9.4.2",
    "An answer that is not a stream does not make the client hang",
    "answers with a task as application/json",
    {
      values: [taskAnswer],
      event: (data) => data,
      headers: { "content-type": "application/json" },
    },
    [current, ...json],
  ),
  refuse(
    "page",
    "9.4.2",
    "A page of HTML is not taken for a stream",
    "answers with a page of HTML",
    { http: { status: 200, headers: { "content-type": "text/html" }, pieces: [page] } },
    json,
  ),
  refuse(
    "not-json",
    "9.4.2",
    "An event that is not JSON is reported",
    "has an event that is not JSON",
    {
      http: { status: 200, headers: eventStream, pieces: ["data: {\n\n"] },
    },
    json,
  ),
  refuse(
    "wrong-id",
    "9.3",
    "An event with another id is refused",
    "has events with the id of another request",
    {
      values: [{ message: message(poison) }],
      envelope: (body) => ({ ...body, id: "another" }),
    },
    ["JSONRPC"],
  ),
  mustShow(
    "no-generation",
    "4.2.1",
    "Events of an agent that does not count are read",
    "says the generation 0 with each event",
    { ...right, generation: () => 0 },
    counting,
  ),
  mustShow(
    "same-generation",
    "4.2.1",
    "Events with one generation are read, and it is not used",
    "says the same generation with each event",
    { ...right, generation: () => 1 },
    counting,
  ),
  shouldShow(
    "generation-gap",
    "4.2.1",
    "The task is fetched where generations have a gap",
    "leaves out the first piece of the artifact",
    { values: [begun, second, completed], generation: (at) => (at === 0 ? 1 : at + 2) },
    counting,
  ),
  shouldShow(
    "message-update",
    "4.2.1",
    "Messages of other clients are read",
    "has an event with a message of another client",
    { values: [begun, messageUpdate, first, second, completed] },
    counting,
  ),
];
