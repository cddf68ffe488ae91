import {
  again,
  answer,
  answered,
  at,
  calls,
  instead,
  json,
  put,
  refused,
  result,
  set,
  unknownTask,
  without,
} from "./effects.ts";
import type { Effect } from "./fault.ts";
import { backwards, begun, type Faults, history, known, listed, lists, plainGet } from "./rows.ts";

const page = { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
const bare = lists(({ includeArtifacts }) => includeArtifacts !== true);
const eachTask = (change: (each: object) => object) =>
  json((body) =>
    put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).map(change)),
  );

const reversed = json((body) =>
  put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).toReversed()),
);

export const taskFaults: Faults = {
  "get.found": { "another task": answer(plainGet, set("result.id", "other")) },
  "get.same": {
    "another context of a task": answer(plainGet, set("result.contextId", "other")),
    "another state": answer(plainGet, set("result.status.state", "TASK_STATE_FAILED")),
    "no artifacts": answer(plainGet, set("result.artifacts", undefined)),
    "an artifact of the task that came last": lastArtifacts(),
  },
  "get.context": {
    "a task in another context": answer(answered(calls("GetTask")), set("result.contextId", "other")),
  },
  "get.final": {
    "a task that ends otherwise": answer(
      answered(calls("GetTask")),
      json((body) =>
        at(body, "result.status.state") === "TASK_STATE_COMPLETED"
          ? put(body, "result.status.state", "TASK_STATE_REJECTED")
          : body,
      ),
    ),
  },
  "get.idempotent": {
    "another task the second time": answer(
      plainGet,
      json((body) => put(body, "result.metadata", { at: crypto.randomUUID() })),
    ),
  },
  "get.history-zero": {
    "history for 0": answer(
      answered(calls("GetTask", ({ historyLength }) => historyLength === 0)),
      set("result.history", history),
    ),
  },
  "get.history-limit": {
    "more history than was asked for": without(known, "historyLength"),
    "one message more than two": instead(
      calls("GetTask", ({ historyLength }) => historyLength === 2),
      (body) => put(body, "params.historyLength", 3),
    ),
  },
  "get.history-latest": {
    "the oldest messages": answer(
      answered(calls("GetTask", ({ historyLength }) => historyLength === 1)),
      set("result.history.0.messageId", "first"),
    ),
  },
  "get.history-order": { "a history backwards": answer(plainGet, backwards) },
  "get.history-same": {
    "another text in the history": answer(plainGet, set("result.history.0.parts.0.text", "another")),
  },
  "list.same": {
    "a task of the list is at work": answer(
      lists(),
      eachTask((each) => put(each, "status.state", "TASK_STATE_WORKING") as object),
    ),
  },
  "list.found": { "a task of the list is not there": answer(lists(), set("result.tasks", [])) },
  "list.context": {
    "a task of another context in a list": answer(lists(), set("result.tasks.0.contextId", "other")),
    "the context is not read": without(listed(), "contextId"),
    "an unknown context is not read": without(
      calls("ListTasks", ({ contextId }) => contextId === unknownTask),
      "contextId",
    ),
  },
  "list.no-artifacts": {
    "artifacts that nothing asked for": answer(
      bare,
      set("result.tasks.0.artifacts", [{ artifactId: "a", parts: [{ text: "a" }] }]),
    ),
    "an empty list of artifacts": answer(bare, set("result.tasks.0.artifacts", [])),
  },
  "list.total": {
    "the totalSize of the page": answer(
      lists(),
      json((body) => put(body, "result.totalSize", (at(body, "result.tasks") as readonly unknown[]).length)),
    ),
    "a totalSize of all states": totalOfAll(),
    "a wrong totalSize": answer(lists(), set("result.totalSize", 77)),
    "a totalSize of the tasks that are left": answer(
      lists(({ pageToken }) => pageToken !== undefined),
      json((body) => put(body, "result.totalSize", Number(at(body, "result.totalSize")) - 1)),
    ),
  },
  "list.size-told": {
    "the pageSize of the page": answer(
      lists(),
      json((body) => put(body, "result.pageSize", (at(body, "result.tasks") as readonly unknown[]).length)),
    ),
    "another pageSize is told": answer(lists(), set("result.pageSize", 7)),
  },
  "send.role": {
    "what the agent said is the user's": answer(
      plainGet,
      set("result.status.message", { messageId: "m", role: "ROLE_USER", parts: [{ text: "Done" }] }),
    ),
    "what the user said is the agent's": answer(
      answered(known),
      json((body) => {
        for (const each of (at(body, "result.history") ?? []) as readonly unknown[])
          put(each, "role", "ROLE_AGENT");
        return body;
      }),
    ),
  },
  "answers.valid": {
    "no totalSize": answer(lists(), set("result.totalSize", undefined)),
    "no nextPageToken": answer(lists(), set("result.nextPageToken", undefined)),
  },
  "list.last-page": {
    "a nextPageToken on the last page": answer(
      lists(({ pageSize }) => pageSize === 100),
      set("result.nextPageToken", "next"),
    ),
    "an empty page behind the last one": emptyPage(),
  },
  "list.artifacts": {
    "no artifacts in a list": without(
      listed(({ includeArtifacts }) => includeArtifacts === true),
      "includeArtifacts",
    ),
  },
  "list.status": {
    "tasks in another state": answer(
      lists(({ status: state }) => state !== undefined),
      set("result.tasks.0.status.state", "TASK_STATE_WORKING"),
    ),
    "the state is not read": without(listed(), "status"),
  },
  "list.since": {
    "the time is not read": without(listed(), "statusTimestampAfter"),
    "a time of this year is not read": without(
      listed(({ statusTimestampAfter }) => !String(statusTimestampAfter).startsWith("2999")),
      "statusTimestampAfter",
    ),
  },
  "list.since-kept": {
    "a task as old as the time is left out": answer(
      lists(({ statusTimestampAfter }) => statusTimestampAfter !== undefined),
      set("result.tasks", []),
    ),
  },
  "list.page-size": {
    "pageSize is not read": without(
      listed(({ pageSize }) => pageSize === 1),
      "pageSize",
    ),
  },
  "list.size-default": {
    "80 tasks on a page": answer(
      lists(({ pageSize }) => pageSize === undefined),
      set("result.pageSize", 80),
    ),
  },
  "list.pages": { "a page twice": without(listed(), "pageToken") },
  "list.order": { "the oldest first": answer(lists(), reversed) },
  "list.idempotent": {
    "another order each time": answer(
      again(
        listed(({ pageSize }) => pageSize === undefined),
        () => "",
      ),
      reversed,
    ),
  },
  "list.cursor": {
    "a page that moves when a task is added": without(
      again(
        listed(({ pageToken }) => pageToken !== undefined),
        ({ params }) => params["pageToken"],
      ),
      "pageToken",
    ),
  },
  "list.page-token": {
    "any pageToken": without(
      calls("ListTasks", ({ pageToken }) => String(pageToken).startsWith("a2agen-probe")),
      "pageToken",
    ),
  },
  "list.history-zero": {
    "history in a list for 0": answer(
      lists(({ historyLength }) => historyLength === 0),
      eachTask((each) => ({ ...each, history })),
    ),
  },
  "list.history-limit": {
    "more history in a list than was asked for": answer(
      lists(({ historyLength }) => historyLength === 1),
      eachTask((each) => ({ ...each, history: [...history, ...history] })),
    ),
  },
  "list.range": {
    "any pageSize": answer(refused(calls("ListTasks", ({ pageSize }) => pageSize === 101)), result(page)),
  },
};

/** A token on the last page, which leads to a page without tasks. */
function emptyPage(): Effect {
  return answer(
    listed(({ pageSize }) => pageSize === 1),
    (given, call) => {
      if (call.params["pageToken"] === "end") result(page)(given, call);
      else if (given.body.includes('"nextPageToken":""')) set("result.nextPageToken", "end")(given, call);
    },
  );
}

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
