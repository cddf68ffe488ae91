import { versions } from "@a2agen/exchange/versions.ts";
import { trailing } from "@a2agen/generators/cases/write-proto.ts";
import { counting, current, previous } from "../../core/named-versions.ts";
import type { Answer, Behaviour, Json } from "../behaviour.ts";
import {
  addBeside,
  addUnknownFields,
  message,
  messageAnswer,
  poison,
  replaceFields,
  shown,
  task,
  taskAnswer,
  unknownBytes,
} from "../script.ts";
import { row } from "./rows.ts";

const mustShow = row("MUST", "understood");
const shouldShow = row("SHOULD", "understood");
const mayShow = row("MAY", "understood");
const refuse = row("SHOULD", "refused");
const mayRefuse = row("MAY", "refused");
const end = row("SHOULD", "ended");

const right = { values: [taskAnswer] };

/** Answers with a task, changed. */
function edited(edit: NonNullable<Answer["edit"]>): { readonly answer: () => Answer } {
  return { answer: () => ({ ...right, edit }) };
}

/** The same JSON in another spelling of its text. */
function spelled(text: NonNullable<Answer["text"]>): { readonly answer: () => Answer } {
  return { answer: () => ({ ...right, text }) };
}

const json = ["JSONRPC", "HTTP+JSON"];

/** An answer as the version before has it. */
function toPrevious(answer: object): unknown {
  const methods = versions[previous].translation?.methods ?? [];
  return methods.find(({ newer }) => newer === "sendMessage")?.response.downgrade(answer).value;
}

/** "contextId" as "context_id". */
function toProtoNames(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map(toProtoNames);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      toProtoNames(each),
    ]),
  );
}

/** Of a task, with an entry whose number no version has. */
const timeline = [
  { message: { ...message("Hello"), role: "ROLE_USER" }, generation: "1" },
  { hologramUpdate: { url: "https://example.com" }, generation: "2", [trailing]: unknownBytes },
  { status: task().status, generation: "3" },
];

/** The text of objects inside of each other. */
function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
}

const metadata = (value: object): { readonly answer: () => Answer } => ({
  answer: () => ({ values: [{ task: { ...task(), metadata: value } }] }),
});

/** Answers to SendMessage: the first is right. */
export const answerBehaviours: readonly Behaviour[] = [
  mustShow("client-answers.task", "3.1.1", "A task is understood", "answers with a task that has ended", {
    answer: () => right,
  }),
  mustShow("client-answers.message", "3.1.1", "A message is understood", "answers with a message", {
    answer: () => ({ values: [messageAnswer] }),
  }),
  mustShow(
    "client-answers.late",
    "3.2.2",
    "An answer that takes its time is waited for",
    "answers after 1.5 seconds",
    {
      answer: () => ({ ...right, pieces: (pieces) => [{ pauseMs: 1500 }, ...pieces] }),
    },
  ),
  shouldShow(
    "client-answers.unknown-fields",
    "5.7",
    "Unknown fields are ignored",
    "adds a field of a later version to each object",
    edited((value) => addUnknownFields(value)),
  ),
  end(
    "client-answers.unknown-state",
    "4.1.3",
    "A state of a later version does not make the client hang",
    "answers with a task in the state TASK_STATE_OF_LATER",
    {
      only: [current],
      answer: () => ({
        ...right,
        edit: (value, form) =>
          replaceFields(value, "state", () => (form === "binary" ? "99" : "TASK_STATE_OF_LATER")),
      }),
    },
  ),
  end(
    "client-answers.unknown-part",
    "4.1.6",
    "A part of a later version does not make the client hang",
    "answers with a part that has no known content, beside one with text",
    {
      only: [current],
      answer: () => ({
        ...right,
        edit: (value) =>
          replaceFields(value, "parts", (parts) => [
            { hologram: { url: "https://example.com" } },
            ...(parts as object[]),
          ]),
      }),
    },
  ),
  mustShow(
    "client-answers.unknown-entry",
    "4.1.1",
    "Entries of a timeline of an unknown kind are skipped",
    "has an entry of a later version in the timeline of a task",
    {
      only: counting,
      ...edited((value) => addBeside(value, "artifacts", { timeline })),
    },
  ),
  shouldShow(
    "client-answers.null",
    "5.7",
    "Optional fields that are null are absent",
    "writes optional fields as null",
    {
      only: [current, ...json],
      ...edited((value) =>
        addBeside(value, "artifactId", { name: null, description: null, metadata: null, extensions: null }),
      ),
    },
  ),
  mayShow(
    "client-answers.proto-names",
    "5.5",
    "Fields may have the names of the proto",
    "writes context_id for contextId",
    {
      only: [current, ...json],
      ...edited((value) => toProtoNames(value)),
    },
  ),
  mustShow(
    "client-answers.nanoseconds",
    "5.6.1",
    "Timestamps with nine digits of a second are read",
    "has a timestamp in nanoseconds",
    {
      only: json,
      ...edited((value) => replaceFields(value, "timestamp", () => "2026-11-23T06:00:00.123456789Z")),
    },
  ),
  shouldShow(
    "client-answers.offset",
    "5.6.1",
    "Timestamps with an offset are read",
    "has a timestamp of +02:00",
    {
      only: json,
      ...edited((value) => replaceFields(value, "timestamp", () => "2026-11-23T08:00:00+02:00")),
    },
  ),
  shouldShow(
    "client-answers.no-timestamp",
    "4.1.2",
    "A status needs no timestamp",
    "leaves the timestamp out",
    edited((value) => replaceFields(value, "timestamp", () => undefined)),
  ),
  shouldShow(
    "client-answers.numbers",
    "4.1.1",
    "Numbers of any size in metadata are read",
    "has numbers beyond 2^53 in metadata",
    metadata({ big: 1e300, more: 2 ** 60, small: -5e-324 }),
  ),
  end(
    "client-answers.deep",
    "4.1.1",
    "Deep metadata does not make the client hang",
    "has metadata 5,000 objects deep",
    {
      only: json,
      answer: () => ({
        ...right,
        text: (text) => text.replace('"id":"task-', `"metadata":${nested(5000)},"id":"task-`),
      }),
    },
  ),
  shouldShow(
    "client-answers.proto-member",
    "4.1.1",
    "A member __proto__ in metadata is data",
    "has a member __proto__ in metadata",
    {
      only: json,
      ...spelled((text) =>
        text.replace('"id":"task-', '"metadata":{"__proto__":{"polluted":true},"constructor":1},"id":"task-'),
      ),
    },
  ),
  end(
    "client-answers.duplicate-members",
    "5.7",
    "An object with a member twice does not make the client hang",
    "writes the status twice",
    {
      only: json,
      ...spelled((text) => text.replace('"id":"task-', '"id":"task-0","id":"task-')),
    },
  ),
  refuse(
    "client-answers.other-version",
    "3.6.2",
    "An answer in the form of another version is refused",
    `answers in the form of ${previous}`,
    {
      only: [current, ...json],
      ...edited(() => toPrevious({ task: task("TASK_STATE_COMPLETED", poison) })),
    },
  ),
  refuse(
    "client-answers.nothing",
    "3.1.1",
    "An answer that is neither a task nor a message is refused",
    "answers with an empty object",
    {
      answer: () => ({ ...right, edit: () => ({}) }),
    },
  ),
  end(
    "client-answers.both",
    "3.1.1",
    "An answer that is a task and a message does not make the client hang",
    "answers with a task and a message",
    {
      only: [current, ...json],
      answer: () => ({ ...right, edit: (value) => ({ ...value, message: message(poison) }) }),
    },
  ),
  mayRefuse(
    "client-answers.no-id",
    "4.1.1",
    "A task without an identifier is refused",
    "leaves the identifier of the task out",
    {
      only: json,
      ...edited((value) => withoutId(value)),
    },
  ),
  refuse("client-answers.no-status", "4.1.1", "A task without a status is refused", "leaves the status out", {
    only: json,
    ...edited((value) => replaceFields(value, "status", () => undefined)),
  }),
  refuse(
    "client-answers.wrong-type",
    "5.7",
    "A field of a wrong type is refused",
    "writes a string where the parts are a list",
    {
      only: json,
      ...edited((value) => replaceFields(value, "parts", () => "parts")),
    },
  ),
  end(
    "client-answers.failed",
    "4.1.3",
    "A task that has failed comes to an end",
    "answers with a task that has failed",
    {
      answer: () => ({ values: [{ task: task("TASK_STATE_FAILED") }] }),
    },
  ),
  end(
    "client-answers.input-required",
    "4.1.3",
    "A task that asks for input comes to an end",
    "answers with a task that asks",
    {
      answer: () => ({
        values: [
          {
            task: {
              ...task("TASK_STATE_INPUT_REQUIRED"),
              status: { state: "TASK_STATE_INPUT_REQUIRED", message: message() },
            },
          },
        ],
      }),
    },
  ),
  mayShow(
    "client-answers.media-type",
    "9.1",
    "The right body of another media type is read",
    "answers as text/plain",
    {
      only: json,
      answer: () => ({ ...right, headers: { "content-type": "text/plain" } }),
    },
  ),
  refuse(
    "client-answers.page",
    "9.1",
    "A page of HTML is refused",
    "answers with a page of HTML, status 200",
    {
      answer: () => ({
        http: { status: 200, headers: { "content-type": "text/html" }, pieces: [`<title>${poison}</title>`] },
      }),
    },
  ),
  refuse("client-answers.empty", "9.1", "An empty body is refused", "answers 200 without a body", {
    only: ["JSONRPC", "HTTP+JSON"],
    answer: () => ({ http: { status: 200, headers: { "content-type": "application/json" } } }),
  }),
  refuse(
    "client-answers.not-json",
    "9.1",
    "A body that is not JSON is refused",
    "cuts the JSON off and says that it is whole",
    {
      only: json,
      ...spelled((text) => text.slice(0, -3)),
    },
  ),
  refuse(
    "client-answers.more-json",
    "9.1",
    "JSON with more after it is refused",
    "adds a second object after the answer",
    {
      only: json,
      ...spelled((text) => `${text}{}`),
    },
  ),
  end(
    "client-answers.bom",
    "9.1",
    "A byte order mark does not make the client hang",
    "begins the body with a byte order mark",
    {
      only: json,
      ...spelled((text) => `\ufeff${text}`),
    },
  ),
  mustShow(
    "client-answers.spaces",
    "9.1",
    "White space around JSON is ignored",
    "has lines and spaces around the JSON",
    {
      only: json,
      ...spelled((text) => `\r\n\t ${text} \n`),
    },
  ),
  mustShow(
    "client-answers.escapes",
    "9.1",
    "Escaped characters are decoded",
    "escapes the text as \\u0072...",
    {
      only: json,
      ...spelled((text) => text.replaceAll(shown, () => escapeAll(shown))),
    },
  ),
  refuse(
    "client-answers.wrong-id",
    "9.3",
    "An answer with another id is refused",
    "answers with the id of another request",
    {
      only: ["JSONRPC"],
      answer: () => ({
        values: [{ task: task("TASK_STATE_COMPLETED", poison) }],
        envelope: (body) => ({ ...body, id: "another" }),
      }),
    },
  ),
  refuse("client-answers.no-id-member", "9.3", "An answer without an id is refused", "leaves the id out", {
    only: ["JSONRPC"],
    answer: () => ({ ...right, envelope: (body) => ({ ...body, id: undefined }) }),
  }),
  refuse(
    "client-answers.result-and-error",
    "9.3",
    "An answer with result and error is refused",
    "answers with result and error",
    {
      only: ["JSONRPC"],
      answer: () => ({
        values: [{ task: task("TASK_STATE_COMPLETED", poison) }],
        envelope: (body) => ({ ...body, error: { code: -32603, message: "Internal error" } }),
      }),
    },
  ),
  refuse("client-answers.list", "9.3", "A list of responses is refused", "answers with a list", {
    only: ["JSONRPC"],
    answer: () => ({ ...right, envelope: (body) => [body] }),
  }),
  refuse(
    "client-answers.no-message",
    "10.1",
    "A status OK without a message is refused",
    "answers OK without a message",
    {
      only: ["GRPC"],
      answer: () => ({ values: [] }),
    },
  ),
  refuse(
    "client-answers.malformed",
    "10.1",
    "Bytes that are not a message are refused",
    "answers with bytes that are not a message",
    {
      only: ["GRPC"],
      answer: () => ({ ...right, pieces: () => [Uint8Array.of(0, 0, 0, 0, 3, 0x0a, 0x7f, 0x61)] }),
    },
  ),
];

function withoutId(value: Json): unknown {
  if (Object.hasOwn(value, "status")) return { ...value, id: undefined };
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === "object" && each !== null ? withoutId(each as Json) : each,
    ]),
  );
}

function escapeAll(text: string): string {
  return text.replaceAll(/./g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
