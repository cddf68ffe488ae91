import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";
import type { KitKind, KitVersion } from "../probe/probe-kit.ts";
import {
  again,
  answer,
  answered,
  at,
  atEnd,
  calls,
  events,
  header,
  instead,
  isEnd,
  json,
  put,
  reading,
  refused,
  result,
  rpcError,
  set,
  setAnew,
  status,
  text,
  trailer,
  unknownTask,
  without,
} from "./effects.ts";
import type { AnswerChange, AnswerTest, CallTest, Effect, Fault, FaultBinding, WireCall } from "./fault.ts";

type Row = readonly [name: string, by: RequirementId, effect: Effect];

const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };
const message = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] };
const page = { tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 };
const config = { id: "a", taskId: "t", url: "https://example.com" };
const history = [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] }];

const isUnknown = ({ params }: { readonly params: object }): boolean =>
  [at(params, "id"), at(params, "taskId"), at(params, "message.taskId")].includes(unknownTask);

const card: CallTest = ({ target }) => target.endsWith("/agent-card.json");
const cardFault = (name: string, by: RequirementId, change: Parameters<typeof answer>[1]): Row => [
  name,
  by,
  answer(card, change),
];

const keysPath = "/a2agen-keys.json";

/** A card with a signature by a key that did not sign it, and the key. */
const signWrong: AnswerChange = (given, call) => {
  if (call.target === keysPath) {
    const [x, y] = [
      "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ];
    given.status = 200;
    given.headers = { "content-type": "application/json" };
    given.body = JSON.stringify({ keys: [{ kty: "EC", crv: "P-256", kid: "k", x, y }] });
    return;
  }
  const jku = `http://${call.header("host")}${keysPath}`;
  const head = Buffer.from(JSON.stringify({ alg: "ES256", kid: "k", typ: "JOSE", jku })).toString(
    "base64url",
  );
  set("signatures", [{ protected: head, signature: "A".repeat(86) }])(given, call);
};

const cardFaults: readonly Row[] = [
  cardFault("no card", "discovery.card", status(404)),
  cardFault("the card is HTML", "discovery.card", text("<!doctype html><p>Hello")),
  cardFault("the card is text/html", "discovery.content-type", header("content-type", "text/html")),
  cardFault("the card has no name", "discovery.valid", set("name", undefined)),
  cardFault("the description is a number", "discovery.valid", set("description", 5)),
  cardFault("no skills", "discovery.valid", set("skills", undefined)),
  cardFault("no capabilities", "discovery.valid", set("capabilities", undefined)),
  cardFault("no interfaces", "discovery.interfaces", set("supportedInterfaces", [])),
  cardFault("a relative URL", "discovery.url", set("supportedInterfaces.0.url", "/rpc")),
  cardFault(
    "the version of an interface with a patch number",
    "discovery.version",
    set("supportedInterfaces.0.protocolVersion", "1.0.0"),
  ),
  cardFault(
    "an interface in clear",
    "discovery.encrypted",
    set("supportedInterfaces.0.url", "http://agent.example.com"),
  ),
  cardFault(
    "a binding under another name",
    "discovery.binding",
    set("supportedInterfaces.0.protocolBinding", "REST"),
  ),
  cardFault(
    "two skills with one id",
    "discovery.skills",
    json((body) => put(body, "skills.1", at(body, "skills.0"))),
  ),
  cardFault(
    "a security scheme that is not there",
    "discovery.schemes",
    set("securityRequirements", [{ schemes: { none: { list: [] } } }]),
  ),
  cardFault(
    "a signature without alg",
    "discovery.signed",
    set("signatures", [{ protected: "e30", signature: "AAAA" }]),
  ),
  [
    "a signature of something else",
    "discovery.signature",
    answer((call) => card(call) || call.target === keysPath, signWrong),
  ],
  cardFault("no Cache-Control", "discovery.cache-control", header("cache-control", undefined)),
  cardFault("no ETag", "discovery.etag", header("etag", undefined)),
  ["If-None-Match is not read", "discovery.conditional", reading("if-none-match", () => undefined)],
  cardFault("another card each time", "discovery.stable", (given, call) => {
    header("etag", undefined)(given, call);
    setAnew("description")(given, call);
  }),
];

const known = calls("GetTask", (_, call) => !isUnknown(call));
const plainGet = answered(
  calls("GetTask", (params, call) => !isUnknown(call) && params["historyLength"] === undefined),
);
const noTask = refused(calls("GetTask", (_, call) => isUnknown(call)));
const bodyIs =
  (test: RegExp): CallTest =>
  ({ text: body }) =>
    test.test(body);

const rpcFaults: readonly Row[] = [
  ["jsonrpc is 1.0", "jsonrpc.envelope", answer(noTask, set("jsonrpc", "1.0"))],
  ["another id", "jsonrpc.envelope", answer(noTask, set("id", "other"))],
  ["no id", "jsonrpc.envelope", answer(plainGet, set("id", undefined))],
  ["neither result nor error", "answers.answered", answer(plainGet, set("result", undefined))],
  ["text/plain", "jsonrpc.content-type", answer(plainGet, header("content-type", "text/plain"))],
  ["no content type", "jsonrpc.content-type", answer(plainGet, header("content-type", undefined))],
  ["HTML", "answers.answered", answer(plainGet, text("<html>"))],
  ["no body", "answers.answered", answer(plainGet, text(""))],
  ["a status of 500 with a result", "jsonrpc.status", answer(plainGet, status(500))],
  ["a redirect", "answers.answered", answer(plainGet, status(302))],
  ["the code of an error is a text", "errors.form", answer(noTask, set("error.code", "-32001"))],
  ["an error without a message", "errors.message", answer(noTask, set("error.message", undefined))],
  ["an error with an empty message", "errors.message", answer(noTask, set("error.message", ""))],
  ["an unknown task is an internal error", "get.unknown", answer(noTask, rpcError(-32603))],
  ["an unknown task is -32000", "get.unknown", answer(noTask, rpcError(-32000))],
  ["an error has another code", "errors.code", answer(noTask, set("error.code", -32000))],
  ["no ErrorInfo", "errors.info-jsonrpc", answer(noTask, set("error.data", undefined))],
  ["another reason", "errors.info-jsonrpc", answer(noTask, set("error.data.0.reason", "NOT_THERE"))],
  ["another domain", "errors.info-jsonrpc", answer(noTask, set("error.data.0.domain", "example.com"))],
  [
    "a parse error is -32600",
    "jsonrpc.parse-error",
    answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("error.code", -32600)),
  ],
  ["a parse error has an id", "jsonrpc.id-null", answer(bodyIs(/^\{"jsonrpc":"2.0",$/), set("id", "probe"))],
  [
    "an invalid request is -32602",
    "jsonrpc.invalid-request",
    answer(bodyIs(/^\{\}$/), set("error.code", -32602)),
  ],
  [
    "a request of JSON-RPC 1.0 is answered",
    "jsonrpc.invalid-request",
    answer(bodyIs(/"1\.0","id"/), rpcError(-32001)),
  ],
  [
    "an unknown method is -32600",
    "jsonrpc.unknown-method",
    answer(calls("NoSuchMethod"), set("error.code", -32600)),
  ],
  [
    "an unknown method is another one",
    "jsonrpc.unknown-method",
    instead(calls("NoSuchMethod"), (body) =>
      put(put(body, "method", "GetTask"), "params", { id: unknownTask }),
    ),
  ],
  ["params can be a number", "jsonrpc.params", answer(bodyIs(/"params":5\}/), rpcError(-32001))],
  [
    "params are needed",
    "jsonrpc.no-params",
    answer(
      ({ method, text: body }) => method === "GetExtendedAgentCard" && !body.includes("params"),
      rpcError(-32602),
    ),
  ],
  ["a number as id becomes a text", "jsonrpc.id", answer(bodyIs(/"id":7,/), set("id", "7"))],
  ["the id 0 becomes null", "jsonrpc.id", answer(bodyIs(/"id":0,/), set("id", null))],
  ["DELETE is answered", "jsonrpc.verb", answer(({ verb }) => verb === "DELETE", status(200))],
  ["every media type is read", "jsonrpc.media-type", reading("content-type", () => "application/json")],
];

const versionFaults: readonly Row[] = [
  ["any version", "versions.unsupported", reading("a2a-version", () => "1.0")],
  [
    "a version that is not spoken is another error",
    "versions.unsupported",
    answer((call) => call.header("a2a-version") === "99.0", rpcError(-32001)),
  ],
  [
    "the patch number counts",
    "versions.patch",
    answer((call) => /^\d+\.\d+\.\d/.test(call.header("a2a-version") ?? ""), rpcError(-32009)),
  ],
  ["no version is 1.0", "versions.empty", reading("a2a-version", (value) => value ?? "1.0")],
  [
    "names of parameters have to be in small letters",
    "versions.case",
    {
      kind: "sent",
      change: (request) => {
        request.headers = (request.headers ?? []).filter(({ name }) => !/^[A-Z0-9-]+$/.test(name));
      },
    },
  ],
  [
    "the query is not read",
    "versions.query",
    { kind: "target", read: (target) => target.replace(/[?&]A2A-Version=[^&]*/, "") },
  ],
  [
    "a version that is none",
    "versions.malformed",
    reading("a2a-version", (value) => (/^\d+\.\d+/.test(value ?? "") || value === undefined ? value : "1.0")),
  ],
  [
    "unknown extensions are refused",
    "extensions.unknown",
    answer((call) => call.header("a2a-extensions")?.includes("a2agen-probe") === true, rpcError(-32008)),
  ],
];

const sent = (fits: (params: object) => boolean = () => true): AnswerTest =>
  answered(calls("SendMessage", (params, call) => !isUnknown(call) && fits(params)));
const begun = sent((params) => at(params, "message.taskId") === undefined);
const onto = calls(
  "SendMessage",
  (params, call) => at(params, "message.taskId") !== undefined && !isUnknown(call),
);
const toNone = refused(calls("SendMessage", (_, call) => isUnknown(call)));
const elsewhere = calls("SendMessage", (params) =>
  String(at(params, "message.contextId")).endsWith("-other-context"),
);
const toEnded: AnswerTest = (call, body) => refused(onto)(call, body) && !elsewhere(call);
const malformed = (name: string, path: string, value: unknown): Row => [
  name,
  "answers.valid",
  answer(begun, set(`result.task.${path}`, value)),
];

const sendFaults: readonly Row[] = [
  ["a task without id", "send.task-id", answer(begun, set("result.task.id", ""))],
  malformed("no status", "status", undefined),
  malformed("a state that there is not", "status.state", "TASK_STATE_DONE"),
  malformed("a state as in 0.3", "status.state", "completed"),
  malformed("a timestamp with an offset", "status.timestamp", "2026-01-01T00:00:00+02:00"),
  malformed("an artifact without parts", "artifacts.0.parts", []),
  malformed("a part with two members", "artifacts.0.parts.0.url", "https://example.com"),
  malformed("a part without a member", "artifacts.0.parts", [{}]),
  ["a task and a message", "answers.valid", answer(begun, set("result.message", message))],
  [
    "the task without its member",
    "answers.valid",
    answer(
      begun,
      json((body) => put(body, "result", at(body, "result.task"))),
    ),
  ],
  ["a task at work", "send.blocking", answer(begun, set("result.task.status.state", "TASK_STATE_WORKING"))],
  ["no timestamp", "send.timestamp", answer(begun, set("result.task.status.timestamp", undefined))],
  ["a task of another context", "get.same", answer(begun, set("result.task.contextId", "other"))],
  [
    "a message of the user",
    "send.role",
    answer(begun, result({ message: { ...message, contextId: "c", role: "ROLE_USER" } })),
  ],
  ["no answer that can be read", "send.answered", answer(begun, rpcError(-32603))],
  [
    "another contextId",
    "send.keeps-context-id",
    answer(
      sent((params) => at(params, "message.contextId") !== undefined),
      set("result.task.contextId", "other"),
    ),
  ],
  ["the task before", "turns.new-task", answer(begun, firstId())],
  ["an identifier for all tasks", "send.unique", answer(begun, firstId())],
  [
    "a medium that the client does not accept",
    "send.output-modes",
    answer(card, set("defaultOutputModes", ["text/plain", "image/png"])),
  ],
  [
    "history that nothing asked for",
    "send.history",
    answer(
      sent((params) => at(params, "configuration.historyLength") === 0),
      set("result.task.history", history),
    ),
  ],
  [
    "a task that has ended at once",
    "send.immediate",
    answer(
      sent((params) => at(params, "configuration.returnImmediately") === true),
      set("result.task.status.state", "TASK_STATE_COMPLETED"),
    ),
  ],
  ["a task for an unknown one", "send.unknown-task", answer(toNone, result({ task }))],
  ["an unknown task is a wrong request", "send.unknown-task", answer(toNone, rpcError(-32602))],
  [
    "an unknown task is a new one",
    "send.unknown-task",
    without(
      calls("SendMessage", (_, call) => isUnknown(call)),
      "message.taskId",
    ),
  ],
  ["a task that has ended goes on", "send.ended-task", answer(toEnded, result({ task }))],
  ["a task that has ended is not found", "send.ended-task", answer(toEnded, rpcError(-32001))],
  ["a context that is not that of the task", "turns.mismatch", answer(elsewhere, result({ task }))],
  ["a mismatch is an internal error", "turns.mismatch", answer(elsewhere, rpcError(-32603))],
  ["an answer makes another task", "turns.input", without(onto, "message.taskId")],
  [
    "an answer makes another context",
    "turns.infers-context",
    answer(answered(onto), set("result.task.contextId", "other")),
  ],
  [
    "more history of a message than was asked for",
    "send.history-limit",
    without(
      calls("SendMessage", (params) => at(params, "configuration.historyLength") === 1),
      "configuration.historyLength",
    ),
  ],
  [
    "an artifact twice",
    "send.artifact-ids",
    answer(
      begun,
      json((body) => put(body, "result.task.artifacts.1", at(body, "result.task.artifacts.0"))),
    ),
  ],
  ["one context for all", "send.new-context", answer(begun, set("result.task.contextId", "context-0"))],
  ["the answer to the message before", "send.own-text", textBefore()],
  [
    "a message of another task",
    "send.messages",
    answer(begun, set("result.task.status.message", { ...message, taskId: "other" })),
  ],
  [
    "every media type is taken",
    "send.media-type",
    answer(
      refused(calls("SendMessage", (params) => at(params, "message.parts.0.raw") !== undefined)),
      result({ task }),
    ),
  ],
  [
    "a message that comes twice is an internal error",
    "send.repeated",
    answer(
      again(calls("SendMessage"), ({ params }) => at(params, "message.messageId")),
      rpcError(-32603),
    ),
  ],
];

/** Each answer is to the message before, the first one to itself. */
function textBefore(): Effect {
  let before: unknown;
  return answer(
    begun,
    json((body, { params }) => {
      const own = at(params, "message.parts.0.text");
      const text = `echo: ${String(before ?? own)}`;
      before = own;
      return put(body, "result.task.artifacts", [{ artifactId: "a", parts: [{ text }] }]);
    }),
  );
}

/** The identifier of the first task in the place of all others. */
function firstId() {
  let first: unknown;
  return json((body) => {
    first ??= at(body, "result.task.id");
    return put(body, "result.task.id", first);
  });
}

const listed = (fits: (params: Readonly<Record<string, unknown>>) => boolean = () => true): CallTest =>
  calls(
    "ListTasks",
    (params) => params["contextId"] !== undefined && params["contextId"] !== unknownTask && fits(params),
  );
const lists = (fits?: Parameters<typeof listed>[0]): AnswerTest => answered(listed(fits));
const bare = lists(({ includeArtifacts }) => includeArtifacts !== true);
const eachTask = (change: (each: object) => object) =>
  json((body) =>
    put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).map(change)),
  );
const reversed = json((body) =>
  put(body, "result.tasks", ((at(body, "result.tasks") ?? []) as readonly object[]).toReversed()),
);

const backwards = json((body) =>
  put(body, "result.history", ((at(body, "result.history") ?? []) as readonly unknown[]).toReversed()),
);

const taskFaults: readonly Row[] = [
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

/** A task that was canceled is completed when it is asked for again and again. */
function endsLater(): Effect {
  const asked = new Map<unknown, number>();
  return answer(
    (call, body) => {
      const { id } = call.params;
      if (answered(canceled)(call, body)) asked.set(id, 0);
      const count = asked.get(id);
      if (count === undefined || !plainGet(call, body)) return false;
      asked.set(id, count + 1);
      return count > 0;
    },
    set("result.status.state", "TASK_STATE_COMPLETED"),
  );
}

const canceled = calls("CancelTask", (_, call) => !isUnknown(call));
const canceledIds = new Set<unknown>();

const cancelFaults: readonly Row[] = [
  [
    "an unknown task is canceled",
    "cancel.unknown",
    answer(refused(calls("CancelTask", (_, call) => isUnknown(call))), result(task)),
  ],
  ["a task that has ended is canceled", "cancel.ended", answer(refused(canceled), result(task))],
  [
    "a task that has ended is not found when it is canceled",
    "cancel.ended",
    answer(refused(canceled), rpcError(-32001)),
  ],
  [
    "a canceled task is completed",
    "cancel.canceled",
    answer(answered(canceled), set("result.status.state", "TASK_STATE_COMPLETED")),
  ],
  ["another task is canceled", "cancel.canceled", answer(answered(canceled), set("result.id", "other"))],
  [
    "a canceled task goes on",
    "cancel.kept",
    answer(
      (call, body) => {
        if (answered(canceled)(call, body)) canceledIds.add(call.params["id"]);
        return known(call) && canceledIds.has(call.params["id"]);
      },
      set("result.status.state", "TASK_STATE_WORKING"),
    ),
  ],
  ["a canceled task is completed in the end", "cancel.kept", endsLater()],
  [
    "canceling twice is an internal error",
    "cancel.twice",
    answer(refused(again(canceled, ({ params }) => params["id"])), rpcError(-32603)),
  ],
  [
    "the answer to a cancellation at the end is the other one",
    "cancel.at-end",
    answer(canceled, (given, call) => {
      const isCanceled = given.body.includes('"result"');
      if (isCanceled) rpcError(-32002)(given, call);
      else result({ ...task, id: call.params["id"], status: { state: "TASK_STATE_CANCELED" } })(given, call);
    }),
  ],
  [
    "canceling at once is an internal error",
    "cancel.race",
    answer(refused(again(canceled, ({ params }) => params["id"])), rpcError(-32603)),
  ],
];

const streamed = calls("SendStreamingMessage", (_, call) => !isUnknown(call));
const followed = calls("SubscribeToTask", (_, call) => !isUnknown(call));
const asEnd = (name: string, by: RequirementId, change: (event: unknown) => unknown): Row => [
  name,
  by,
  events(streamed, atEnd(change)),
];
const isPiece = (event: unknown, append: boolean): boolean =>
  at(event, "result.artifactUpdate") !== undefined &&
  (at(event, "result.artifactUpdate.append") === true) === append;

const streamFaults: readonly Row[] = [
  [
    "a stream begins with a status",
    "streams.first",
    events(streamed, (event, place) => (place === 0 ? [] : [event])),
  ],
  asEnd("an event of another task", "streams.same-task", (event) =>
    put(event, "result.statusUpdate.taskId", "other"),
  ),
  asEnd("an event of another context", "streams.same-task", (event) =>
    put(event, "result.statusUpdate.contextId", "other"),
  ),
  ["a stream without an end", "streams.ends", events(streamed, (event) => (isEnd(event) ? [] : [event]))],
  [
    "a state comes twice",
    "streams.once",
    events(streamed, (event) => (at(event, "result.statusUpdate.status.message") ? [event, event] : [event])),
  ],
  [
    "an event after the end",
    "streams.no-more",
    events(streamed, (event) => (isEnd(event) ? [event, event] : [event])),
  ],
  [
    "an artifact that did not begin",
    "streams.artifacts",
    events(streamed, (event) => (isPiece(event, false) ? [] : [event])),
  ],
  [
    "a piece of an artifact is lost",
    "streams.agrees",
    events(streamed, (event) => (isPiece(event, true) ? [] : [event])),
  ],
  [
    "a stream is answered as SendMessage is",
    "streams.event-stream",
    instead(streamed, (body) => put(body, "method", "SendMessage")),
  ],
  ["all streams end with the first", "streams.independent", { kind: "together", when: followed }],
  [
    "a stream that begins when the task has ended",
    "streams.immediate",
    events(streamed, (event, place) => [
      place === 0 ? put(event, "result.task.status.state", "TASK_STATE_COMPLETED") : event,
    ]),
  ],
  ["a stream as JSON", "answers.answered", answer(streamed, header("content-type", "application/json"))],
  asEnd("an event without its member", "answers.valid", (event) =>
    put(event, "result", at(event, "result.statusUpdate")),
  ),
  asEnd("an event of two members", "answers.valid", (event) => put(event, "result.message", message)),
  asEnd("an event with another id", "jsonrpc.envelope", (event) => put(event, "id", "other")),
  asEnd("an event without JSON-RPC", "jsonrpc.envelope", (event) => at(event, "result")),
  [
    "a message and more",
    "streams.message",
    events(streamed, (event, place) => [
      place === 0 ? { jsonrpc: "2.0", id: "probe", result: { message } } : event,
    ]),
  ],
  ["an empty stream", "streams.first", events(streamed, () => [])],
  [
    "another state after the stream",
    "streams.agrees",
    answer(plainGet, set("result.status.state", "TASK_STATE_WORKING")),
  ],
  ["an artifact is lost", "streams.agrees", answer(plainGet, set("result.artifacts", undefined))],
  [
    "a stream for an unknown task",
    "streams.unknown-task",
    answer(refused(calls("SendStreamingMessage", (_, call) => isUnknown(call))), result({ task })),
  ],
  ["a stream for a task that has ended", "streams.ended-task", answer(refused(streamed), result({ task }))],
  [
    "a subscription to an unknown task",
    "streams.subscribe-unknown",
    answer(refused(calls("SubscribeToTask", (_, call) => isUnknown(call))), result({ task })),
  ],
  [
    "a subscription to a task that has ended",
    "streams.subscribe-ended",
    answer(refused(followed), result({ task })),
  ],
  [
    "a subscription begins without the task",
    "streams.subscribe-first",
    events(followed, (event, place) => (place === 0 ? [] : [event])),
  ],
  [
    "a subscription does not end",
    "streams.subscribe-ends",
    events(followed, (event) => (isEnd(event) ? [] : [event])),
  ],
  [
    "a stream cannot be taken up again",
    "streams.reconnect",
    answer(followed, (given) => {
      given.headers["content-type"] = "application/json";
    }),
  ],
  [
    "subscriptions differ",
    "streams.same-events",
    events(
      followed,
      atEnd((event) => put(event, "result.statusUpdate.metadata", { at: crypto.randomUUID() })),
    ),
  ],
  [
    "a stream that closes takes its task with it",
    "streams.outlives",
    answer(plainGet, set("result.status.state", "TASK_STATE_CANCELED")),
  ],
];

const creates = calls("CreateTaskPushNotificationConfig", (_, call) => !isUnknown(call));
const gets = calls("GetTaskPushNotificationConfig", (_, call) => !isUnknown(call));
const hasId =
  (wanted: string): CallTest =>
  (call) =>
    gets(call) && call.params["id"] === wanted;
const urlIs =
  (start: string): CallTest =>
  (call) =>
    creates(call) && String(call.params["url"]).startsWith(start);

const pushFaults: readonly Row[] = [
  [
    "a webhook for an unknown task",
    "push.unknown-task",
    answer(refused(calls("CreateTaskPushNotificationConfig", (_, call) => isUnknown(call))), result(config)),
  ],
  ["another URL", "push.created", answer(answered(creates), set("result.url", "https://example.com/other"))],
  ["no identifier", "push.created", answer(answered(creates), set("result.id", undefined))],
  [
    "another configuration",
    "push.get",
    answer(answered(gets), set("result.url", "https://example.com/other")),
  ],
  [
    "a configuration is not listed",
    "push.list",
    answer(answered(calls("ListTaskPushNotificationConfigs")), set("result.configs", [])),
  ],
  [
    "one configuration of several is listed",
    "push.all-listed",
    answer(
      answered(calls("ListTaskPushNotificationConfigs")),
      json((body) => put(body, "result.configs", [at(body, "result.configs.0")])),
    ),
  ],
  [
    "the configurations of all tasks",
    "push.other-task",
    answer(calls("ListTaskPushNotificationConfigs"), allConfigs()),
  ],
  [
    "an unknown configuration",
    "push.get-unknown",
    answer(refused(hasId("a2agen-probe-none")), result(config)),
  ],
  ["nothing is deleted", "push.deleted", answer(refused(hasId("a2agen-probe")), result(config))],
  [
    "a webhook that was deleted is told",
    "push.deleted-silent",
    instead(calls("DeleteTaskPushNotificationConfig"), (body) =>
      put(body, "method", "GetTaskPushNotificationConfig"),
    ),
  ],
  [
    "deleting twice fails",
    "push.delete-twice",
    answer(
      again(calls("DeleteTaskPushNotificationConfig"), ({ params }) => params["id"]),
      rpcError(-32001),
    ),
  ],
  ["a configuration does not stay", "push.persists", answer(hasId("a2agen-probe-kept"), rpcError(-32001))],
  [
    "private addresses",
    "push.private-address",
    answer(refused(urlIs("http://169.254")), result({ ...config, url: "http://169.254.169.254" })),
  ],
  ["files", "push.scheme", answer(refused(urlIs("file:")), result({ ...config, url: "file:///etc/passwd" }))],
  [
    "nothing is delivered",
    "push.delivered",
    instead(urlIs("http://127.0.0.1"), (body) =>
      put(body, "params.url", `${String(at(body, "params.url"))}/elsewhere`),
    ),
  ],
  [
    "a webhook of a message is not kept",
    "push.send-config",
    without(calls("SendMessage"), "configuration.taskPushNotificationConfig"),
  ],
  ["a notification without credentials", "push.authentication", without(creates, "authentication")],
  [
    "a notification without its token",
    "push.token",
    without(calls("SendMessage"), "configuration.taskPushNotificationConfig.token"),
  ],
  [
    "a notification of another media type",
    "push.content-type",
    {
      kind: "notification",
      change: (request) => {
        request.headers = [{ name: "content-type", value: "text/plain" }];
      },
    },
  ],
  [
    "a notification by PUT",
    "push.payload",
    {
      kind: "notification",
      change: (request) => {
        request.verb = "PUT";
      },
    },
  ],
  [
    "a notification that is no event",
    "push.payload",
    {
      kind: "notification",
      change: (request) => {
        request.body = { text: '{"event":1}' };
      },
    },
  ],
  [
    "a notification of a task at work after that of its end",
    "push.order",
    {
      kind: "notification",
      change: () => undefined,
      more: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll("TASK_STATE_CANCELED", "TASK_STATE_WORKING"),
        };
      },
    },
  ],
  [
    "a notification of another task",
    "push.same-task",
    {
      kind: "notification",
      change: (request) => {
        request.body = {
          text: (request.body?.text ?? "").replaceAll(/"taskId":"[^"]*"/g, '"taskId":"other"'),
        };
      },
    },
  ],
];

/** The configurations that were listed first, for each task. */
function allConfigs() {
  let first: unknown;
  return json((body) => {
    const configs = at(body, "result.configs.0") === undefined ? undefined : at(body, "result.configs");
    first ??= configs;
    return put(body, "result.configs", configs ?? first ?? []);
  });
}

const wrongLength = refused(calls("GetTask", ({ historyLength }) => typeof historyLength === "string"));
const idIs = (start: string): CallTest => calls("GetTask", ({ id }) => String(id).startsWith(start));

const requestFaults: readonly Row[] = [
  [
    "no role is needed",
    "requests.validated",
    answer(
      refused(calls("SendMessage", (params) => at(params, "message.role") === undefined)),
      rpcError(-32001),
    ),
  ],
  [
    "any text is base64",
    "requests.validated",
    answer(
      refused(calls("SendMessage", (params) => typeof at(params, "message.parts.0.raw") === "string")),
      rpcError(-32001),
    ),
  ],
  ["numbers can be texts", "requests.validated", answer(wrongLength, rpcError(-32001))],
  ["a wrong request is an internal error", "requests.validation-code", answer(wrongLength, rpcError(-32603))],
  ["a wrong request without a field", "requests.names-field", answer(wrongLength, rpcError(-32602))],
  [
    "unknown fields are refused",
    "requests.accepts",
    answer(
      calls("GetTask", (params) =>
        Object.keys(params).some((name) => !["id", "historyLength", "tenant"].includes(name)),
      ),
      rpcError(-32602),
    ),
  ],
  ["nesting ends the agent", "requests.survives", answer(bodyIs(/\}{30}|\]{30}/), rpcError(-32603))],
  [
    "a refused request makes a task",
    "requests.unchanged",
    answer(
      again(
        calls("ListTasks", ({ pageSize, contextId }) => pageSize === 1 && contextId === undefined),
        () => "",
      ),
      set("result.totalSize", 7777),
    ),
  ],
  [
    "a stack trace",
    "security.traces",
    answer(idIs("../../etc"), set("error.message", "at x (/app/node_modules/a.js:1:1)")),
  ],
  [
    "a header from an identifier",
    "security.injection",
    answer(idIs("a\r\n"), header("x-a2agen-probe", "injected")),
  ],
  ["an identifier is an internal error", "requests.survives", answer(idIs("%2e%2e"), rpcError(-32603))],
];

const bareFaults: readonly Row[] = [
  [
    "streams that are not declared have another error",
    "streams.unsupported",
    answer(refused(calls("SendStreamingMessage")), rpcError(-32001)),
  ],
  [
    "webhooks that are not declared have another error",
    "push.unsupported",
    answer(refused(calls("CreateTaskPushNotificationConfig")), rpcError(-32001)),
  ],
  [
    "an extended card that is not declared",
    "extended.unsupported",
    answer(refused(calls("GetExtendedAgentCard")), result({})),
  ],
];

const extensionFaults: readonly Row[] = [
  [
    "extensions are not told",
    "extensions.echoed",
    answer(calls("ListTasks"), header("a2a-extensions", undefined)),
  ],
  [
    "every extension is active",
    "extensions.only-asked",
    reading(
      "a2a-extensions",
      () => "https://example.com/extensions/needed/v1, https://example.com/extensions/offered/v1",
    ),
  ],
  [
    "another version of an extension stands in",
    "extensions.no-fallback",
    reading("a2a-extensions", (value) => value?.replace("/v999", "/v1")),
  ],
  [
    "a required extension is not required",
    "extensions.required",
    reading("a2a-extensions", (value) => value ?? "https://example.com/extensions/needed/v1"),
  ],
];

const secretFaults: readonly Row[] = [
  [
    "no credentials are needed",
    "security.missing",
    reading("authorization", (value) => value ?? "Bearer ada"),
  ],
  [
    "any credentials",
    "security.invalid",
    reading("authorization", (value) => (value?.includes("no-such") === true ? "Bearer ada" : value)),
  ],
  [
    "the tasks of others",
    "security.other-task",
    reading("authorization", (value) => value?.replace("bob", "ada")),
  ],
  [
    "the tasks of others have another error",
    "security.existence",
    answer((call) => call.header("authorization") === "Bearer bob" && known(call), rpcError(-32602)),
  ],
  [
    "the extended card for everyone",
    "extended.authenticated",
    reading("authorization", (value) => value ?? "Bearer ada"),
  ],
  [
    "another extended card each time",
    "extended.idempotent",
    answer(answered(calls("GetExtendedAgentCard")), setAnew("result.description")),
  ],
  [
    "an extended card that is another error",
    "extended.answered",
    answer(answered(calls("GetExtendedAgentCard")), rpcError(-32001)),
  ],
];

const secretHttpFaults: readonly Row[] = [
  ["no challenge", "security.challenge", answer(() => true, header("www-authenticate", undefined))],
  [
    "a refusal for lack of credentials is 403",
    "security.code",
    answer((call) => call.header("authorization") === undefined && !card(call), status(403)),
  ],
];

const isGet: CallTest = ({ verb, target }) => verb === "GET" && /\/tasks\/[^/:?]+(?:\?|$)/.test(target);
const httpNoTask: AnswerTest = (call, body) =>
  isGet(call) && call.target.includes(unknownTask) && body.includes('"error"');
const httpTask: AnswerTest = (call, body) => isGet(call) && !body.includes('"error"');
const targets =
  (part: string): CallTest =>
  ({ target }) =>
    target.includes(part);

const httpFaults: readonly Row[] = [
  ["an unknown path is found", "http.unknown-path", answer(targets("no-such-path"), status(200))],
  [
    "another method is answered",
    "http.verb",
    answer((call) => call.verb === "GET" && targets("message:send")(call), status(200)),
  ],
  [
    "identifiers are not decoded",
    "http.encoded-id",
    answer(
      (call) => isGet(call) && /%3F/i.test(call.target),
      (given, call) => {
        status(400)(given, call);
        set("error", { code: 400, status: "INVALID_ARGUMENT", message: "no", details: [] })(given, call);
      },
    ),
  ],
  [
    "queries are not decoded",
    "http.query",
    { kind: "target", read: (target) => target.replaceAll("%", "%25") },
  ],
  [
    "fields in queries are not read",
    "http.query",
    { kind: "target", read: (target) => target.replace(/pageSize=1/, "") },
  ],
  [
    "a body that is no JSON is an internal error",
    "http.bad-json",
    answer(bodyIs(/^\{"message":$/), status(500)),
  ],
  ["a list as body", "http.body-type", answer(bodyIs(/^\[\]$/), status(200))],
  [
    "another media type",
    "http.media-type",
    answer((call) => call.header("content-type") === "text/plain", status(200)),
  ],
  ["text/html", "http.content-type", answer(httpTask, header("content-type", "text/html"))],
  ["an error as text/html", "http.content-type", answer(httpNoTask, header("content-type", "text/html"))],
  [
    "an error without error",
    "errors.form",
    answer(
      httpNoTask,
      json((body) => at(body, "error")),
    ),
  ],
  ["another code in an error", "errors.form", answer(httpNoTask, set("error.code", 400))],
  ["another status", "errors.code", answer(httpNoTask, status(400))],
  ["an error of HTTP without text", "errors.message", answer(httpNoTask, set("error.message", ""))],
  ["no details", "errors.info", answer(httpNoTask, set("error.details", []))],
  ["an error as HTML", "answers.answered", answer(httpNoTask, text("<h1>Not found</h1>"))],
];

const grpcCalls =
  (method: string, code: string): AnswerTest =>
  (call, found) =>
    call.method === method && found === code;
const grpcNoTask = grpcCalls("GetTask", "5");
const grpcTask = grpcCalls("GetTask", "0");

const grpcFaults: readonly Row[] = [
  [
    "an unknown method of gRPC is unknown",
    "grpc.unknown-method",
    answer(calls("NoSuchMethod"), trailer("grpc-status", "2")),
  ],
  [
    "bytes that are no message",
    "grpc.malformed",
    answer(
      (call, code) => call.method === "GetTask" && ["3", "13"].includes(code),
      trailer("grpc-status", "5"),
    ),
  ],
  [
    "every media type of gRPC",
    "grpc.content-type",
    answer(
      (call) => call.header("content-type") === "application/json",
      (given, call) => {
        given.status = 200;
        trailer("grpc-status", "5")(given, call);
      },
    ),
  ],
  ["another status of gRPC", "errors.code", answer(grpcNoTask, trailer("grpc-status", "13"))],
  ["an error of gRPC without text", "errors.message", answer(grpcNoTask, trailer("grpc-message", undefined))],
  [
    "an error of gRPC without details",
    "errors.info",
    answer(grpcNoTask, trailer("grpc-status-details-bin", undefined)),
  ],
  ["details that are none", "errors.form", answer(grpcNoTask, trailer("grpc-status-details-bin", "////"))],
  ["no status of gRPC", "answers.answered", answer(grpcNoTask, trailer("grpc-status", undefined))],
  [
    "another content type of gRPC",
    "answers.answered",
    answer(grpcTask, header("content-type", "application/json")),
  ],
  ["HTTP 500 of gRPC", "answers.answered", answer(grpcTask, status(500))],
  ["a message of gRPC that is none", "answers.valid", answer(grpcTask, text("Cn8="))],
];

/** Those of the second of two bindings. */
const secondFaults: readonly Row[] = [
  [
    "another task over another binding",
    "equivalence.task",
    answer(httpTask, set("status.state", "TASK_STATE_FAILED")),
  ],
  [
    "no task in the list of another binding",
    "equivalence.list",
    answer(
      (call) => call.verb === "GET" && /\/tasks\?/.test(call.target),
      json((body) => put(body, "tasks", [])),
    ),
  ],
  [
    "another error over another binding",
    "equivalence.errors",
    answer(httpNoTask, (given) => {
      given.status = 500;
      given.body = "{}";
    }),
  ],
];

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

const generationFaults: readonly Row[] = [
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

const draftFaults: readonly Row[] = [
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

const draftHttpFaults: readonly Row[] = [
  [
    "problem details of another type",
    "errors.problem-type",
    answer((call, body) => isGet(call) && body.includes('"type"'), set("type", "about:blank")),
  ],
];

interface Place {
  readonly agent: KitKind;
  readonly bindings: readonly FaultBinding[];
  readonly version?: KitVersion;
}

function of({ agent, bindings, version = "1.0" }: Place, rows: readonly Row[]): readonly Fault[] {
  return rows.map(([name, by, effect]) => ({ name, by, effect, agent, bindings, version }));
}

/** Everything that an agent does wrong in tests, each fault by itself. */
export const faults: readonly Fault[] = [
  ...of({ agent: "open", bindings: ["JSONRPC"] }, cardFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, rpcFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, versionFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, sendFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, taskFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, cancelFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, streamFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, pushFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"] }, requestFaults),
  ...of({ agent: "bare", bindings: ["JSONRPC"] }, bareFaults),
  ...of({ agent: "extended", bindings: ["JSONRPC"] }, extensionFaults),
  ...of({ agent: "secured", bindings: ["JSONRPC"] }, secretFaults),
  ...of({ agent: "secured", bindings: ["HTTP+JSON"] }, secretHttpFaults),
  ...of({ agent: "open", bindings: ["HTTP+JSON"] }, httpFaults),
  ...of({ agent: "open", bindings: ["GRPC"] }, grpcFaults),
  ...of({ agent: "open", bindings: ["JSONRPC", "HTTP+JSON"] }, secondFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"], version: "1.1-dev" }, generationFaults),
  ...of({ agent: "open", bindings: ["JSONRPC"], version: "draft" }, draftFaults),
  ...of({ agent: "open", bindings: ["HTTP+JSON"], version: "draft" }, draftHttpFaults),
];
