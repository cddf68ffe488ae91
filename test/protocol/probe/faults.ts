import type { Exchange } from "../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";

/** Something that an agent does wrong: a change of the exchanges whose identifiers match. */
export interface Fault {
  readonly name: string;
  readonly where: RegExp;
  readonly change: (exchange: Exchange) => void;
}

/** The value at a path of names and numbers; negative numbers count from the end. */
function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return (inner as readonly unknown[]).at(Number(name));
    return (inner as Readonly<Record<string, unknown>>)[name];
  }, value);
}

/** Puts a value into a place of another, which it returns; undefined takes the place away. */
function put(value: unknown, path: string, inner: unknown): unknown {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const owner = (names.length === 0 ? value : at(value, names.join("."))) as Record<string, unknown>;
  if (inner === undefined) Reflect.deleteProperty(owner, name);
  else owner[name] = inner;
  return value;
}

/** Changes the JSON of each frame. */
function json(change: (body: unknown) => unknown): Fault["change"] {
  return ({ answer }) => {
    for (const frame of answer?.frames ?? []) {
      frame.bytes = { text: JSON.stringify(change(JSON.parse(frame.bytes.text ?? "null"))) };
    }
  };
}

function set(path: string, value: unknown): Fault["change"] {
  return json((body) => put(body, path, value));
}

/** Adds an element to a list. */
function add(path: string, element: (list: readonly unknown[]) => unknown): Fault["change"] {
  return json((body) => {
    const list = at(body, path) as readonly unknown[];
    return put(body, path, [...list, element(list)]);
  });
}

const text =
  (body: string): Fault["change"] =>
  ({ answer }) => {
    if (answer !== undefined) answer.frames = body === "" ? [] : [{ afterMs: 1, bytes: { text: body } }];
  };

const header =
  (name: string, value: string | undefined): Fault["change"] =>
  ({ answer }) => {
    if (answer === undefined) return;
    answer.headers = (answer.headers ?? []).filter((each) => each.name !== name);
    if (value !== undefined) answer.headers.push({ name, value });
  };

const status =
  (code: number): Fault["change"] =>
  ({ answer }) => {
    if (answer !== undefined) answer.status = code;
  };

const trailer =
  (name: string, value: string | undefined): Fault["change"] =>
  ({ answer }) => {
    if (answer === undefined) return;
    answer.trailers = (answer.trailers ?? []).filter((each) => each.name !== name);
    if (value !== undefined) answer.trailers.push({ name, value });
  };

/** An error of JSON-RPC instead of the answer. */
const rpcError = (code: number): Fault["change"] =>
  text(JSON.stringify({ jsonrpc: "2.0", id: "probe", error: { code, message: "no" } }));

/** A result of JSON-RPC instead of the answer. */
const result = (value: unknown): Fault["change"] =>
  text(JSON.stringify({ jsonrpc: "2.0", id: "probe", result: value }));

const task = { id: "t", contextId: "c", status: { state: "TASK_STATE_COMPLETED" } };

/** Keeps, drops or adds frames. */
const frames =
  (change: (list: readonly unknown[]) => readonly unknown[]): Fault["change"] =>
  ({ answer }) => {
    if (answer?.frames === undefined) return;
    const list = answer.frames.map(({ bytes }) => JSON.parse(bytes.text ?? "null") as unknown);
    answer.frames = change(list).map((each) => ({ afterMs: 1, bytes: { text: JSON.stringify(each) } }));
  };

/** Changes the last frame. */
const last = (change: (frame: unknown) => unknown): Fault["change"] =>
  frames((list) => [...list.slice(0, -1), change(list.at(-1))]);

const rpcMessage = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] };

const rpc = (check: string): RegExp => new RegExp(`^JSONRPC 1.0/${check}$`);
const http = (check: string): RegExp => new RegExp(`^HTTP\\+JSON 1.0/${check}$`);
const grpc = (check: string): RegExp => new RegExp(`^GRPC 1.0/${check}$`);
const card = /^card\/1$/;

type Row = readonly [name: string, where: RegExp, change: Fault["change"]];

const cardFaults: readonly Row[] = [
  ["no card", card, status(404)],
  ["the card is HTML", card, text("<!doctype html><p>Hello")],
  ["the card is text/html", card, header("content-type", "text/html")],
  ["the card has no name", card, set("name", undefined)],
  ["the description is a number", card, set("description", 5)],
  ["no skills", card, set("skills", undefined)],
  ["no capabilities", card, set("capabilities", undefined)],
  ["no interfaces", card, set("supportedInterfaces", [])],
  ["a relative URL", card, set("supportedInterfaces.0.url", "/rpc")],
  [
    "the version of an interface with a patch number",
    card,
    set("supportedInterfaces.0.protocolVersion", "1.0.0"),
  ],
  [
    "an interface in clear",
    card,
    add("supportedInterfaces", ([first]) => ({ ...(first as object), url: "http://agent.example.com" })),
  ],
  ["a binding under another name", card, set("supportedInterfaces.1.protocolBinding", "REST")],
  ["two skills with one id", card, add("skills", ([first]) => first)],
  [
    "a security scheme that is not there",
    card,
    set("securityRequirements", [{ schemes: { none: { list: [] } } }]),
  ],
  ["a signature without alg", card, set("signatures", [{ protected: "e30", signature: "AAAA" }])],
  ["no Cache-Control", card, header("cache-control", undefined)],
  ["no ETag", card, header("etag", undefined)],
  ["If-None-Match is not read", /^card\/2$/, status(200)],
];

const formFaults: readonly Row[] = [
  ["jsonrpc is 1.0", rpc("get.unknown/1"), set("jsonrpc", "1.0")],
  ["another id", rpc("get.unknown/1"), set("id", "other")],
  ["no id", rpc("get.ended/1"), set("id", undefined)],
  ["neither result nor error", rpc("get.ended/1"), set("result", undefined)],
  ["text/plain", rpc("get.ended/1"), header("content-type", "text/plain")],
  ["no content type", rpc("get.ended/1"), header("content-type", undefined)],
  ["HTML", rpc("get.ended/1"), text("<html>")],
  ["no body", rpc("get.ended/1"), text("")],
  ["a status of 500 with a result", rpc("get.ended/1"), status(500)],
  ["a redirect", rpc("get.ended/1"), status(302)],
  [
    "no answer",
    rpc("get.ended/1"),
    (exchange) => {
      delete exchange.answer;
      exchange.end = { afterMs: 1, error: "nothing came for 10 s" };
    },
  ],
  ["the code of an error is a text", rpc("get.unknown/1"), set("error.code", "-32001")],
  ["an error without a message", rpc("get.unknown/1"), set("error.message", undefined)],
  ["an error with an empty message", rpc("get.unknown/1"), set("error.message", "")],
  ["an unknown task is an internal error", rpc("get.unknown/1"), rpcError(-32603)],
  ["an unknown task is -32000", rpc("get.unknown/1"), rpcError(-32000)],
  ["no ErrorInfo", rpc("get.unknown/1"), set("error.data", undefined)],
  ["another reason", rpc("get.unknown/1"), set("error.data.0.reason", "NOT_THERE")],
  ["another domain", rpc("get.unknown/1"), set("error.data.0.domain", "example.com")],
  ["a parse error is -32600", rpc("jsonrpc.bodies/1"), set("error.code", -32600)],
  ["a parse error has an id", rpc("jsonrpc.bodies/1"), set("id", "probe")],
  ["an invalid request is -32602", rpc("jsonrpc.bodies/4"), set("error.code", -32602)],
  ["an unknown method is -32600", rpc("jsonrpc.bodies/7"), set("error.code", -32600)],
  ["params can be a number", rpc("jsonrpc.params/1"), rpcError(-32001)],
  ["a number as id becomes a text", rpc("jsonrpc.id/1"), set("id", "7")],
  ["the id 0 becomes null", rpc("jsonrpc.id/4"), set("id", null)],
  ["DELETE is answered", rpc("jsonrpc.verb/1"), status(200)],
];

const versionFaults: readonly Row[] = [
  ["any version", rpc("versions.unsupported/1"), rpcError(-32001)],
  ["the patch number counts", rpc("versions.patch/1"), rpcError(-32009)],
  ["no version is 1.0", rpc("versions.empty/1"), rpcError(-32001)],
  ["the query is not read", rpc("versions.query/1"), rpcError(-32009)],
  ["a version that is none", rpc("versions.malformed/1"), rpcError(-32001)],
  ["names of headers have a case", rpc("versions.case/1"), rpcError(-32009)],
  ["unknown extensions are refused", rpc("extensions.unknown/1"), rpcError(-32008)],
];

const sendFaults: readonly Row[] = [
  ["a task without id", rpc("send.plain/1"), set("result.task.id", "")],
  ["no contextId", rpc("send.plain/1"), set("result.task.contextId", undefined)],
  ["no status", rpc("send.plain/1"), set("result.task.status", undefined)],
  ["a state that there is not", rpc("send.plain/1"), set("result.task.status.state", "TASK_STATE_DONE")],
  ["a state as in 0.3", rpc("send.plain/1"), set("result.task.status.state", "completed")],
  ["a task at work", rpc("send.plain/1"), set("result.task.status.state", "TASK_STATE_WORKING")],
  ["no timestamp", rpc("send.plain/1"), set("result.task.status.timestamp", undefined)],
  [
    "a timestamp with an offset",
    rpc("send.plain/1"),
    set("result.task.status.timestamp", "2026-01-01T00:00:00+02:00"),
  ],
  ["an artifact without parts", rpc("send.plain/1"), set("result.task.artifacts.0.parts", [])],
  [
    "a part with two members",
    rpc("send.plain/1"),
    set("result.task.artifacts.0.parts.0.url", "https://example.com"),
  ],
  ["a part without a member", rpc("send.plain/1"), set("result.task.artifacts.0.parts", [{}])],
  [
    "a task and a message",
    rpc("send.plain/1"),
    set("result.message", { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] }),
  ],
  [
    "the task without its member",
    rpc("send.plain/1"),
    json((body) => put(body, "result", at(body, "result.task"))),
  ],
  [
    "a message of the user",
    rpc("send.plain/1"),
    result({ message: { messageId: "m", contextId: "c", role: "ROLE_USER", parts: [{ text: "a" }] } }),
  ],
  [
    "a message without contextId",
    rpc("send.plain/1"),
    result({ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "a" }] } }),
  ],
  ["another contextId", rpc("send.context/1"), set("result.task.contextId", "other")],
  [
    "the task before",
    rpc("send.context/1"),
    (exchange) => set("result.task.id", previousTask(exchange))(exchange),
  ],
  [
    "history that nothing asked for",
    rpc("send.context/1"),
    set("result.task.history", [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] }]),
  ],
  [
    "a task that has ended at once",
    rpc("send.immediate/1"),
    set("result.task.status.state", "TASK_STATE_COMPLETED"),
  ],
  ["a task for an unknown one", rpc("send.unknown-task/1"), result({ task })],
  ["an unknown task is a wrong request", rpc("send.unknown-task/1"), rpcError(-32602)],
  ["a task that has ended goes on", rpc("send.ended-task/1"), result({ task })],
  ["a task that has ended is not found", rpc("send.ended-task/1"), rpcError(-32001)],
  ["a context that is not that of the task", rpc("turns.mismatch/1"), result({ task })],
  ["a mismatch is an internal error", rpc("turns.mismatch/1"), rpcError(-32603)],
  ["an answer makes another task", rpc("turns.input/2"), set("result.task.id", "other")],
  ["an answer makes another context", rpc("turns.input/2"), set("result.task.contextId", "other")],
];

/** The identifier of the task of `send.plain`, which the replay puts into the record. */
function previousTask({ id }: Exchange): string {
  return known.get(id) ?? "";
}

/** Identifiers of tasks, by the exchange that is to repeat them. */
export const known = new Map<string, string>();

const taskFaults: readonly Row[] = [
  ["another task", rpc("get.ended/[12]"), set("result.id", "other")],
  ["another context of a task", rpc("get.ended/[12]"), set("result.contextId", "other")],
  ["another state", rpc("get.ended/[12]"), set("result.status.state", "TASK_STATE_FAILED")],
  ["no artifacts", rpc("get.ended/[12]"), set("result.artifacts", undefined)],
  ["another task the second time", rpc("get.ended/2"), set("result.metadata", { a: 1 })],
  [
    "history for 0",
    rpc("get.history/2"),
    set("result.history", [{ messageId: "m", role: "ROLE_USER", parts: [{ text: "a" }] }]),
  ],
  ["more history than was asked for", rpc("get.history/3"), add("result.history", ([first]) => first)],
  ["the oldest messages", rpc("get.history/3"), set("result.history.0.messageId", "first")],
  [
    "a task of the list is not there",
    rpc("list.context/1"),
    json((body) => put(put(body, "result.tasks", []), "result.totalSize", 0)),
  ],
  ["a task of another context", rpc("list.context/1"), set("result.tasks.0.contextId", "other")],
  [
    "artifacts that nothing asked for",
    rpc("list.context/1"),
    set("result.tasks.0.artifacts", [{ artifactId: "a", parts: [{ text: "a" }] }]),
  ],
  ["an empty list of artifacts", rpc("list.context/1"), set("result.tasks.0.artifacts", [])],
  ["a wrong totalSize", rpc("list.context/1"), set("result.totalSize", 77)],
  ["no totalSize", rpc("list.context/1"), set("result.totalSize", undefined)],
  ["no nextPageToken", rpc("list.context/1"), set("result.nextPageToken", undefined)],
  ["a nextPageToken on the last page", rpc("list.context/1"), set("result.nextPageToken", "next")],
  [
    "no artifacts in a list",
    rpc("list.context/2"),
    json((body) => {
      const tasks = at(body, "result.tasks") as readonly object[];
      return put(
        body,
        "result.tasks",
        tasks.map((each) => ({ ...each, artifacts: undefined })),
      );
    }),
  ],
  ["tasks in another state", rpc("list.filters/1"), set("result.tasks.0.status.state", "TASK_STATE_WORKING")],
  ["the state is not read", rpc("list.filters/2"), set("result.tasks", [task])],
  ["the time is not read", rpc("list.filters/3"), set("result.tasks", [task])],
  ["pageSize is not read", rpc("list.pages/1"), add("result.tasks", () => task)],
  [
    "a page twice",
    rpc("list.pages/2"),
    (exchange) => set("result.tasks.0.id", previousTask(exchange))(exchange),
  ],
  ["the oldest first", rpc("list.pages/1"), set("result.tasks.0.status.timestamp", "2001-01-01T00:00:00Z")],
  [
    "any pageToken",
    rpc("list.page-token/1"),
    result({ tasks: [], nextPageToken: "", pageSize: 50, totalSize: 0 }),
  ],
  ["an unknown task is canceled", rpc("cancel.unknown/1"), result(task)],
  ["a task that has ended is canceled", rpc("cancel.ended/1"), result(task)],
  [
    "a canceled task is completed",
    rpc("cancel.running/1"),
    set("result.status.state", "TASK_STATE_COMPLETED"),
  ],
  ["another task is canceled", rpc("cancel.running/1"), set("result.id", "other")],
  ["a canceled task goes on", rpc("cancel.running/2"), set("result.status.state", "TASK_STATE_WORKING")],
  ["canceling twice is an internal error", rpc("cancel.running/3"), rpcError(-32603)],
];

const streamFaults: readonly Row[] = [
  ["a stream begins with a status", rpc("streams.send/1"), frames((list) => list.slice(1))],
  [
    "an event of another task",
    rpc("streams.send/1"),
    last((frame) => put(frame, "result.statusUpdate.taskId", "other")),
  ],
  [
    "an event of another context",
    rpc("streams.send/1"),
    last((frame) => put(frame, "result.statusUpdate.contextId", "other")),
  ],
  ["a stream without an end", rpc("streams.send/1"), frames((list) => list.slice(0, -1))],
  ["an event after the end", rpc("streams.send/1"), frames((list) => [...list, list.at(-1)])],
  [
    "an artifact that did not begin",
    rpc("streams.send/1"),
    frames((list) =>
      list.filter(
        (frame) =>
          at(frame, "result.artifactUpdate") === undefined ||
          at(frame, "result.artifactUpdate.append") === true,
      ),
    ),
  ],
  ["a stream as JSON", rpc("streams.send/1"), header("content-type", "application/json")],
  [
    "an event without its member",
    rpc("streams.send/1"),
    last((frame) => put(frame, "result", at(frame, "result.statusUpdate"))),
  ],
  [
    "an event of two members",
    rpc("streams.send/1"),
    last((frame) => put(frame, "result.message", rpcMessage)),
  ],
  ["an event with another id", rpc("streams.send/1"), last((frame) => put(frame, "id", "other"))],
  ["an event without JSON-RPC", rpc("streams.send/1"), last((frame) => at(frame, "result"))],
  [
    "a message and more",
    rpc("streams.send/1"),
    frames((list) => [{ jsonrpc: "2.0", id: "probe", result: { message: rpcMessage } }, list.at(-1)]),
  ],
  ["an empty stream", rpc("streams.send/1"), frames(() => [])],
  ["another state after the stream", rpc("streams.send/2"), set("result.status.state", "TASK_STATE_WORKING")],
  ["an artifact is lost", rpc("streams.send/2"), set("result.artifacts", undefined)],
  ["a stream for an unknown task", rpc("streams.unknown-task/1"), result({ task })],
  ["a stream for a task that has ended", rpc("streams.ended-task/1"), result({ task })],
  ["a subscription to an unknown task", rpc("streams.subscribe-unknown/1"), result({ task })],
  ["a subscription to a task that has ended", rpc("streams.subscribe-ended/1"), result({ task })],
  ["a subscription begins without the task", rpc("streams.subscribe/2"), frames((list) => list.slice(1))],
  ["a subscription does not end", rpc("streams.subscribe/2"), frames((list) => list.slice(0, 1))],
  [
    "subscriptions differ",
    rpc("streams.subscribe/3"),
    last((frame) => put(frame, "result.statusUpdate.metadata", { a: 1 })),
  ],
];

const pushFaults: readonly Row[] = [
  [
    "a webhook for an unknown task",
    rpc("push.unknown-task/1"),
    result({ id: "a", taskId: "t", url: "https://example.com" }),
  ],
  ["another URL", rpc("push.life/1"), set("result.url", "https://example.com/other")],
  ["no identifier", rpc("push.life/1"), set("result.id", undefined)],
  ["another configuration", rpc("push.life/2"), set("result.url", "https://example.com/other")],
  ["a configuration is not listed", rpc("push.life/3"), set("result.configs", [])],
  [
    "an unknown configuration",
    rpc("push.life/4"),
    result({ id: "a", taskId: "t", url: "https://example.com" }),
  ],
  ["nothing is deleted", rpc("push.life/6"), result({ id: "a", taskId: "t", url: "https://example.com" })],
  ["deleting twice fails", rpc("push.life/7"), rpcError(-32001)],
  [
    "private addresses",
    rpc("push.addresses/1"),
    result({ id: "a", taskId: "t", url: "http://169.254.169.254" }),
  ],
  ["files", rpc("push.addresses/4"), result({ id: "a", taskId: "t", url: "file:///etc/passwd" })],
];

const bindingFaults: readonly Row[] = [
  ["an unknown path is found", http("http.paths/1"), status(200)],
  ["another method is answered", http("http.paths/2"), status(200)],
  ["identifiers are not decoded", http("http.paths/3"), status(400)],
  ["a body that is no JSON is an internal error", http("http.bodies/1"), status(500)],
  ["a list as body", http("http.bodies/3"), status(200)],
  ["another media type", http("http.bodies/6"), status(200)],
  ["text/html", http("get.ended/1"), header("content-type", "text/html")],
  ["an error without error", http("get.unknown/1"), json((body) => at(body, "error"))],
  ["another code in an error", http("get.unknown/1"), set("error.code", 400)],
  ["another status", http("get.unknown/1"), status(400)],
  ["no details", http("get.unknown/1"), set("error.details", [])],
  ["an error as HTML", http("get.unknown/1"), text("<h1>Not found</h1>")],
  ["an unknown method of gRPC is unknown", grpc("grpc.method/1"), trailer("grpc-status", "2")],
  ["bytes that are no message", grpc("grpc.bytes/1"), trailer("grpc-status", "5")],
  ["another status of gRPC", grpc("get.unknown/1"), trailer("grpc-status", "13")],
  ["an error of gRPC without text", grpc("get.unknown/1"), trailer("grpc-message", undefined)],
  ["an error of gRPC without details", grpc("get.unknown/1"), trailer("grpc-status-details-bin", undefined)],
  ["details that are none", grpc("get.unknown/1"), trailer("grpc-status-details-bin", "////")],
  ["no status of gRPC", grpc("get.unknown/1"), trailer("grpc-status", undefined)],
  ["another content type of gRPC", grpc("get.ended/1"), header("content-type", "application/json")],
  ["HTTP 500 of gRPC", grpc("get.ended/1"), status(500)],
  [
    "a message of gRPC that is none",
    grpc("get.ended/1"),
    ({ answer }) => {
      if (answer !== undefined) answer.frames = [{ afterMs: 1, bytes: { base64: "Cn8=" } }];
    },
  ],
];

const requestFaults: readonly Row[] = [
  ["no role is needed", rpc("requests.sendMessage/message.role/missing/1"), rpcError(-32001)],
  ["any text is base64", rpc("requests.sendMessage/message.parts\\[0\\].raw/base64: a/1"), rpcError(-32001)],
  ["numbers can be texts", rpc("requests.getTask/historyLength/type: text/1"), rpcError(-32001)],
  [
    "a wrong request is an internal error",
    rpc("requests.getTask/historyLength/type: text/1"),
    rpcError(-32603),
  ],
  ["a wrong request without a field", rpc("requests.getTask/historyLength/type: text/1"), rpcError(-32602)],
  ["unknown fields are refused", rpc("requests.getTask//unknown-field: text/1"), rpcError(-32602)],
  ["nesting ends the agent", rpc("requests.sendMessage/metadata/deep/1"), rpcError(-32603)],
  ["a refused request makes a task", rpc("requests.tasks-after/1"), set("result.totalSize", 7777)],
  ["a stack trace", rpc("security.identifiers/2"), set("error.message", "at x (/app/node_modules/a.js:1:1)")],
  ["a header from an identifier", rpc("security.identifiers/1"), header("x-a2agen-probe", "injected")],
  ["an identifier is an internal error", rpc("security.identifiers/3"), rpcError(-32603)],
  ["another task over another binding", http("equivalence.task/1"), set("status.state", "TASK_STATE_FAILED")],
  [
    "no task in the list of another binding",
    http("equivalence.list/1"),
    json((body) => put(put(body, "tasks", []), "totalSize", 0)),
  ],
  ["the extended card for everyone", rpc("extended.answered/2"), result({})],
];

export const faults: readonly Fault[] = [
  ...cardFaults,
  ...formFaults,
  ...versionFaults,
  ...sendFaults,
  ...taskFaults,
  ...streamFaults,
  ...pushFaults,
  ...bindingFaults,
  ...requestFaults,
].map(([name, where, change]) => ({ name, where, change }));
