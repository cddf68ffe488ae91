import { again, answer, answered, at, calls, json, put, refused, result, set, without } from "./effects.ts";
import type { Effect } from "./fault.ts";
import { backwards, begun, history, known, listed, lists, plainGet, type Row } from "./rows.ts";

const page = { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
const bare = lists(({ includeArtifacts }) => includeArtifacts !== true);
const eachTask = (change: (each: object) => object) =>
  json((body) =>
    put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).map(change)),
  );

const reversed = json((body) =>
  put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).toReversed()),
);

export const taskFaults: readonly Row[] = [
  ["another task", "get.found", answer(plainGet, set("result.id", "other"))],
  ["another context of a task", "get.same", answer(plainGet, set("result.contextId", "other"))],
  ["another state", "get.same", answer(plainGet, set("result.status.state", "TASK_STATE_FAILED"))],
  ["no artifacts", "get.same", answer(plainGet, set("result.artifacts", undefined))],
  [
    "another task the second time",
    "get.idempotent",
    answer(
      plainGet,
      json((body) => put(body, "result.metadata", { at: crypto.randomUUID() })),
    ),
  ],
  [
    "history for 0",
    "get.history-zero",
    answer(
      answered(calls("GetTask", ({ historyLength }) => historyLength === 0)),
      set("result.history", history),
    ),
  ],
  ["more history than was asked for", "get.history-limit", without(known, "historyLength")],
  [
    "the oldest messages",
    "get.history-latest",
    answer(
      answered(calls("GetTask", ({ historyLength }) => historyLength === 1)),
      set("result.history.0.messageId", "first"),
    ),
  ],
  ["a history backwards", "get.history-order", answer(plainGet, backwards)],
  [
    "another text in the history",
    "get.history-same",
    answer(plainGet, set("result.history.0.parts.0.text", "another")),
  ],
  [
    "a task of the list is at work",
    "list.same",
    answer(
      lists(),
      eachTask((each) => put(each, "status.state", "TASK_STATE_WORKING") as object),
    ),
  ],
  ["a task of the list is not there", "list.found", answer(lists(), set("result.tasks", []))],
  [
    "a task of another context in a list",
    "list.context",
    answer(lists(), set("result.tasks.0.contextId", "other")),
  ],
  ["the context is not read", "list.context", without(listed(), "contextId")],
  [
    "artifacts that nothing asked for",
    "list.no-artifacts",
    answer(bare, set("result.tasks.0.artifacts", [{ artifactId: "a", parts: [{ text: "a" }] }])),
  ],
  ["an empty list of artifacts", "list.no-artifacts", answer(bare, set("result.tasks.0.artifacts", []))],
  [
    "the totalSize of the page",
    "list.total",
    answer(
      lists(),
      json((body) => put(body, "result.totalSize", (at(body, "result.tasks") as readonly unknown[]).length)),
    ),
  ],
  [
    "the pageSize of the page",
    "list.size-told",
    answer(
      lists(),
      json((body) => put(body, "result.pageSize", (at(body, "result.tasks") as readonly unknown[]).length)),
    ),
  ],
  ["a totalSize of all states", "list.total", totalOfAll()],
  ["an artifact of the task that came last", "get.same", lastArtifacts()],
  [
    "what the agent said is the user's",
    "send.role",
    answer(
      plainGet,
      set("result.status.message", { messageId: "m", role: "ROLE_USER", parts: [{ text: "Done" }] }),
    ),
  ],
  [
    "what the user said is the agent's",
    "send.role",
    answer(
      answered(known),
      json((body) => {
        for (const each of (at(body, "result.history") ?? []) as readonly unknown[])
          put(each, "role", "ROLE_AGENT");
        return body;
      }),
    ),
  ],
  ["a wrong totalSize", "list.total", answer(lists(), set("result.totalSize", 77))],
  ["no totalSize", "answers.valid", answer(lists(), set("result.totalSize", undefined))],
  ["no nextPageToken", "answers.valid", answer(lists(), set("result.nextPageToken", undefined))],
  [
    "a nextPageToken on the last page",
    "list.last-page",
    answer(
      lists(({ pageSize }) => pageSize === 100),
      set("result.nextPageToken", "next"),
    ),
  ],
  [
    "no artifacts in a list",
    "list.artifacts",
    without(
      listed(({ includeArtifacts }) => includeArtifacts === true),
      "includeArtifacts",
    ),
  ],
  [
    "tasks in another state",
    "list.status",
    answer(
      lists(({ status: state }) => state !== undefined),
      set("result.tasks.0.status.state", "TASK_STATE_WORKING"),
    ),
  ],
  ["the state is not read", "list.status", without(listed(), "status")],
  ["the time is not read", "list.since", without(listed(), "statusTimestampAfter")],
  [
    "a task as old as the time is left out",
    "list.since-kept",
    answer(
      lists(({ statusTimestampAfter }) => statusTimestampAfter !== undefined),
      set("result.tasks", []),
    ),
  ],
  [
    "pageSize is not read",
    "list.page-size",
    without(
      listed(({ pageSize }) => pageSize === 1),
      "pageSize",
    ),
  ],
  ["another pageSize is told", "list.size-told", answer(lists(), set("result.pageSize", 7))],
  [
    "80 tasks on a page",
    "list.size-default",
    answer(
      lists(({ pageSize }) => pageSize === undefined),
      set("result.pageSize", 80),
    ),
  ],
  ["a page twice", "list.pages", without(listed(), "pageToken")],
  ["the oldest first", "list.order", answer(lists(), reversed)],
  [
    "another order each time",
    "list.idempotent",
    answer(
      again(
        listed(({ pageSize }) => pageSize === undefined),
        () => "",
      ),
      reversed,
    ),
  ],
  [
    "a page that moves when a task is added",
    "list.cursor",
    without(
      again(
        listed(({ pageToken }) => pageToken !== undefined),
        ({ params }) => params["pageToken"],
      ),
      "pageToken",
    ),
  ],
  [
    "any pageToken",
    "list.page-token",
    without(
      calls("ListTasks", ({ pageToken }) => String(pageToken).startsWith("a2agen-probe")),
      "pageToken",
    ),
  ],
  [
    "history in a list for 0",
    "list.history-zero",
    answer(
      lists(({ historyLength }) => historyLength === 0),
      eachTask((each) => ({ ...each, history })),
    ),
  ],
  [
    "more history in a list than was asked for",
    "list.history-limit",
    answer(
      lists(({ historyLength }) => historyLength === 1),
      eachTask((each) => ({ ...each, history: [...history, ...history] })),
    ),
  ],
  [
    "any pageSize",
    "list.range",
    answer(refused(calls("ListTasks", ({ pageSize }) => pageSize === 101)), result(page)),
  ],
];

/** The number of tasks of the context, whatever else was asked for. */
function totalOfAll(): Effect {
  let total: unknown;
  return answer(
    lists(),
    json((body, { params }) => {
      if (params["status"] === undefined)
        total = Math.max(Number(total ?? 0), Number(at(body, "result.totalSize")));
      return params["status"] === undefined ? body : put(body, "result.totalSize", Number(total ?? 7));
    }),
  );
}

/** The artifacts of every task are those of the one that began last. */
function lastArtifacts(): Effect {
  let count = 0;
  return answer(
    (call, body) => {
      if (begun(call, body)) count++;
      return count > 1 && plainGet(call, body);
    },
    json((body) => put(body, "result.artifacts", [{ artifactId: "last", parts: [{ text: `${count}` }] }])),
  );
}
