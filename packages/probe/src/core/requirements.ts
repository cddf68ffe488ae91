import { counting, current, draft, includesVersion, isVersion, previous } from "./named-versions.ts";
import type { Level, Requirement } from "./requirement.ts";

function row(level: Level) {
  return (section: string, title: string, ...only: readonly string[]): Requirement => ({
    level,
    section,
    title,
    ...(only.length === 0 ? {} : { only }),
  });
}

const must = row("MUST");
const should = row("SHOULD");
const may = row("MAY");

/** The groups of requirements, in the order of reports, by what identifiers begin with. */
export const groups = {
  discovery: "Agent card",
  versions: "Versions and service parameters",
  answers: "Form of answers",
  jsonrpc: "JSON-RPC",
  http: "HTTP+JSON",
  grpc: "gRPC",
  errors: "Errors",
  requests: "Checks of requests",
  send: "Sending messages",
  turns: "Contexts and turns",
  get: "Getting tasks",
  list: "Listing tasks",
  cancel: "Canceling tasks",
  streams: "Streams",
  generations: "Generations",
  timeline: "Timelines",
  push: "Push notifications",
  extended: "Extended card",
  extensions: "Extensions",
  security: "Security",
  equivalence: "Equivalence of bindings",
} as const;

export type Group = keyof typeof groups;

/** What the specification says of agents, by identifier. Sections are those of the current version. */
export const requirements = {
  "discovery.card": must("8.2", "The card is at /.well-known/agent-card.json"),
  "discovery.content-type": must("8.2", "The card comes as application/json"),
  "discovery.valid": must("4.4.1", "The card has every required field, each of its type"),
  "discovery.interfaces": must("8.3.1", "The card declares the interfaces that can be called"),
  "discovery.url": must("4.4.6", "The URL of an interface is absolute"),
  "discovery.version": must("4.4.6", "Each interface names its protocol version, Major.Minor"),
  "discovery.binding": should(
    "4.4.6",
    "Each interface names a binding of the specification, or says where its own is described",
  ),
  "discovery.encrypted": must("7.1", "Interfaces on other machines are encrypted"),
  "discovery.skills": should("4.4.5", "The identifiers of skills are unique"),
  "discovery.schemes": must("4.4.1", "Security requirements name schemes that the card declares"),
  "discovery.cache-control": should("8.6", "The card has a Cache-Control header with max-age"),
  "discovery.etag": should("8.6", "The card has an ETag header"),
  "discovery.conditional": should(
    "8.6",
    "A request with If-None-Match for an unchanged card is answered by 304",
  ),
  "discovery.signed": must("8.4.2", "The protected header of a signature has alg and kid"),
  "discovery.signature": must("8.4.3", "Signatures verify with the keys at their jku"),
  "discovery.stable": should("8.2", "Two requests get the same card"),

  "versions.unsupported": must(
    "3.6.2",
    "A call in a version that the interface does not speak gets a VersionNotSupportedError",
    current,
  ),
  "versions.patch": must("3.6", "The patch number of a version does not count", current),
  "versions.empty": must("3.6.2", `A call without a version is a call of ${previous}`, current),
  "versions.query": should(
    "3.6.1",
    "A query parameter can carry the version",
    current,
    "JSONRPC",
    "HTTP+JSON",
  ),
  "versions.malformed": must("3.6.2", "A version of another form is refused", current),
  "versions.case": must(
    "3.2.6",
    "The names of service parameters are case-insensitive",
    "JSONRPC",
    "HTTP+JSON",
  ),

  "answers.answered": must("3.3.2", "Each request gets a readable answer in time"),
  "answers.valid": must("5.7", "Answers have every required field, each of its type"),

  "jsonrpc.content-type": must("9.1", "Answers are application/json", "JSONRPC"),
  "jsonrpc.envelope": must(
    "9.3",
    "Answers are responses of JSON-RPC 2.0 with the id of the request",
    "JSONRPC",
  ),
  "jsonrpc.status": should("9.1", "An answer with a result has HTTP status 200", "JSONRPC"),
  "jsonrpc.parse-error": must("9.5", "A body that is not JSON gets the error -32700", "JSONRPC"),
  "jsonrpc.invalid-request": must(
    "9.5",
    "JSON that is not a request object gets the error -32600",
    "JSONRPC",
  ),
  "jsonrpc.unknown-method": must("9.5", "An unknown method gets the error -32601", "JSONRPC"),
  "jsonrpc.params": must("9.5", "Parameters that are not an object get the error -32602", "JSONRPC"),
  "jsonrpc.no-params": must("9.4.8", "GetExtendedAgentCard needs no params", current, "JSONRPC"),
  "jsonrpc.id": must("9.3", "The id comes back as it was sent, as text or as number", "JSONRPC"),
  "jsonrpc.id-null": should("9.3", "The answer to a request that cannot be read has the id null", "JSONRPC"),
  "jsonrpc.verb": should("9.1", "Other HTTP methods than POST are refused", "JSONRPC"),
  "jsonrpc.media-type": should("9.1", "A body of another media type is refused", "JSONRPC"),

  "http.content-type": must("11.1", "Answers are application/json or application/a2a+json", "HTTP+JSON"),
  "http.unknown-path": must("11.3", "An unknown path is answered by 404", "HTTP+JSON"),
  "http.verb": must("11.3", "A known path with another method is refused", "HTTP+JSON"),
  "http.bad-json": must("11.6", "A body that is not JSON is answered by 400", "HTTP+JSON"),
  "http.body-type": must("11.6", "A body that is not an object is answered by 400", "HTTP+JSON"),
  "http.media-type": should("11.1", "A body of another media type is refused", "HTTP+JSON"),
  "http.query": must(
    "11.5",
    "Fields in queries have their names in camelCase, and are percent-decoded",
    "HTTP+JSON",
  ),
  "http.encoded-id": must("11.5", "Identifiers in paths are percent-decoded", "HTTP+JSON"),

  "grpc.unknown-method": must("10.3", "An unknown method gets status UNIMPLEMENTED", "GRPC"),
  "grpc.malformed": should(
    "10.1",
    "Bytes that are not a message get status INVALID_ARGUMENT or INTERNAL",
    "GRPC",
  ),
  "grpc.content-type": should("10.1", "A request of another media type is refused", "GRPC"),

  "errors.code": must("5.4", "An error has the code that the binding has for it"),
  "errors.form": must("3.3.2", "Errors have the form of the binding"),
  "errors.message": must("3.3.2", "Errors have a message for people"),
  "errors.info": must(
    "10.6",
    "Errors of A2A carry an ErrorInfo with their reason and the domain a2a-protocol.org",
    current,
    draft,
    "HTTP+JSON",
    "GRPC",
  ),
  "errors.info-jsonrpc": should("9.5", "Errors of A2A carry an ErrorInfo in error.data", current, "JSONRPC"),
  "errors.problem-type": must("11.6", "Errors of A2A have their type URI", draft, "HTTP+JSON"),

  "requests.validated": must("3.3.2", "Requests that break the data model are refused"),
  "requests.validation-code": must(
    "3.3.2",
    "The refusal of a request says that the request is wrong, not that the server failed",
  ),
  "requests.names-field": should("3.3.2", "The refusal of a request names the field that is wrong"),
  "requests.accepts": should(
    "5.7",
    "Requests with unknown fields, or in other valid spellings, are accepted",
  ),
  "requests.survives": should("3.3.2", "Odd requests get an answer of the protocol"),
  "requests.unchanged": must("3.3.2", "A refused request changes nothing"),

  "send.answered": must("3.1.1", "SendMessage answers with a task or a message"),
  "send.task-id": must("3.4.2", "A task has an identifier made by the agent"),
  "send.context-id": must(
    "3.4.1",
    "An answer has a contextId, made by the agent where the message has none",
    draft,
  ),
  "send.keeps-context-id": must("3.4.1", "The contextId of a message is kept, or refused"),
  "send.unique": must("3.4.2", "Each new task has an identifier of its own"),
  "send.message-ids": must("4.1.4", "A message has an identifier"),
  "send.role": must("4.1.4", "A message of the agent has the role of the agent"),
  "send.blocking": must("3.2.2", "SendMessage waits until the task has ended or is interrupted"),
  "send.immediate": must("3.2.2", "With returnImmediately, SendMessage returns while the task is at work"),
  "send.ended-task": must("3.1.1", "A message for a task that has ended gets an UnsupportedOperationError"),
  "send.unknown-task": must("3.4.2", "A message for an unknown task gets a TaskNotFoundError"),
  "send.repeated": must("3.3.1", "A message that comes twice is answered or refused, and does no harm"),
  "send.history": should("3.2.4", "With historyLength 0 the task comes without history"),
  "send.history-limit": must(
    "3.2.4",
    "With historyLength, the task of a SendMessage has at most that many messages",
  ),
  "send.artifact-ids": must("4.1.7", "The artifacts of a task have identifiers of their own"),
  "send.own-text": must("3.1.1", "Of two messages at once, each gets the answer to itself"),
  "send.new-context": should("3.4.1", "Messages without a contextId begin contexts of their own"),
  "send.message-context": should("4.1.4", "A message that answers a SendMessage has a contextId", current),
  "send.messages": should("4.1.4", "Messages in a task are of that task and its context"),
  "send.media-type": should(
    "3.1.1",
    "A part of a media type that the card does not declare gets a ContentTypeNotSupportedError",
  ),
  "send.output-modes": should("3.2.2", "The parts of an answer have the media types that the client accepts"),
  "send.timestamp": should("4.1.2", "The status of a task has the time at which it was recorded"),

  "turns.mismatch": must("3.4.3", "A message whose contextId is not that of its task is refused"),
  "turns.infers-context": must("3.4.3", "The contextId is inferred from the task"),
  "turns.new-task": must(
    "3.4.3",
    "A message with a contextId and no taskId begins a new task in that context",
  ),
  "turns.input": must("3.4.3", "A task that asks for input goes on with the next message"),

  "get.found": must("3.1.3", "GetTask returns the task of a SendMessage"),
  "get.same": must("3.1.3", "GetTask returns the state and the artifacts that SendMessage did"),
  "get.context": must("3.4.1", "A task is in the same context in every answer"),
  "get.final": must("3.1.3", "A task that has ended stays in its state in every answer"),
  "get.unknown": must("3.1.3", "GetTask of an unknown task gets a TaskNotFoundError"),
  "get.history-zero": should("3.2.4", "With historyLength 0 the task comes without history"),
  "get.history-limit": must("3.2.4", "GetTask returns at most historyLength messages"),
  "get.history-latest": must("3.2.4", "A history that is cut has the latest messages"),
  "get.history-same": should("3.2.4", "A history has each message once, as it was sent"),
  "get.history-order": should("3.2.4", "The messages of a history come in the order in which they were sent"),
  "get.idempotent": must("3.3.1", "Getting a task twice returns the same task"),

  "list.found": must("3.1.4", "ListTasks has the tasks of the caller"),
  "list.same": must("3.1.4", "A task in a list is in the state in which GetTask returns it"),
  "list.context": must("3.1.4", "ListTasks returns only tasks of the contextId that is asked for"),
  "list.status": must("3.1.4", "ListTasks returns only tasks in the state that is asked for"),
  "list.page-size": must("3.1.4", "A page has at most pageSize tasks"),
  "list.pages": must("3.1.4", "The pages together have each task once"),
  "list.last-page": must("3.1.4", "The nextPageToken of the last page is empty"),
  "list.order": must("3.1.4", "Tasks come with the latest status first"),
  "list.no-artifacts": must("3.1.4", "Tasks come without artifacts unless they are asked for"),
  "list.artifacts": must("3.1.4", "With includeArtifacts, tasks come with their artifacts"),
  "list.since": must("3.1.4", "Tasks with an earlier status are left out when the request asks for it"),
  "list.since-kept": must("3.1.4", "A task whose status is as old as the filter is not left out"),
  "list.size-told": must("3.1.4", "The pageSize of a page is that of the request"),
  "list.size-default": must("3.1.4", "A page has at most 50 tasks when the request names no pageSize"),
  "list.idempotent": must("3.3.1", "Listing tasks twice returns the same list"),
  "list.history-zero": should("3.2.4", "With historyLength 0, tasks in a list have no history"),
  "list.history-limit": must("3.2.4", "Tasks in a list have at most historyLength messages"),
  "list.cursor": must("3.1.4", "A page is the same when tasks were added before it"),
  "list.range": must("3.1.4", "A pageSize below 1 or above 100 is refused"),
  "list.page-token": must("3.1.4", "A pageToken that the agent did not issue is refused"),
  "list.total": must("3.1.4", "totalSize is the number of tasks of all pages"),

  "cancel.unknown": must("3.1.5", "CancelTask of an unknown task gets a TaskNotFoundError"),
  "cancel.ended": must("3.1.5", "CancelTask of a task that has ended gets a TaskNotCancelableError"),
  "cancel.canceled": must(
    "3.1.5",
    "CancelTask returns the task in the state canceled, or a TaskNotCancelableError",
  ),
  "cancel.kept": must("3.1.5", "A canceled task stays canceled"),
  "cancel.race": must("3.3.1", "Two cancellations at once have the effect of one"),
  "cancel.at-end": must("3.1.5", "CancelTask tells the truth about a task that ends meanwhile"),
  "cancel.twice": must("3.3.1", "Canceling twice has the same effect as once"),

  "streams.unsupported": must("3.3.4", "Without the capability, streams get an UnsupportedOperationError"),
  "streams.event-stream": must("9.4.2", "Streams come as text/event-stream", "JSONRPC", "HTTP+JSON"),
  "streams.first": must("3.1.2", "A stream begins with a task or is one message"),
  "streams.message": must("3.1.2", "After a message a stream ends"),
  "streams.same-task": must("3.1.2", "All events of a stream are of one task and context"),
  "streams.once": should("3.5.2", "Each event comes once"),
  "streams.ends": must("3.1.2", "A stream ends when the task has ended"),
  "streams.no-more": must("3.1.2", "No event follows the one in which the task has ended"),
  "streams.agrees": must("3.5.2", "After the stream, GetTask says what the stream said last"),
  "streams.artifacts": must("4.2.2", "The pieces of an artifact are appended to one that began"),
  "streams.subscribe-unknown": must("3.1.6", "SubscribeToTask of an unknown task gets a TaskNotFoundError"),
  "streams.subscribe-ended": must(
    "3.1.6",
    "SubscribeToTask of a task that has ended gets an UnsupportedOperationError",
  ),
  "streams.subscribe-first": must("3.1.6", "SubscribeToTask begins with the task"),
  "streams.subscribe-ends": must("3.1.6", "SubscribeToTask ends when the task has ended"),
  "streams.same-events": must("3.5.2", "Streams of one task have the same events in the same order"),
  "streams.independent": must("3.5.2", "Closing one stream leaves others alone"),
  "streams.outlives": must("3.5.2", "A task goes on when its stream is closed"),
  "streams.immediate": must("3.1.2", "A stream tells of a task while it is at work"),
  "streams.reconnect": must("3.1.6", "A task can be followed again when its stream is gone"),
  "streams.unknown-task": must("3.1.2", "A streamed message for an unknown task gets a TaskNotFoundError"),
  "streams.ended-task": must(
    "3.1.2",
    "A streamed message for a task that has ended gets an UnsupportedOperationError",
  ),

  "generations.events": must("4.2.1", "The generation of a task grows by 1 with each event", ...counting),
  "generations.agrees": must(
    "4.1.1",
    "After the stream, GetTask has the generation of its last event, or a later one",
    ...counting,
  ),
  "generations.at-once": must(
    "3.1.3",
    "GetTask with an earlier currentGeneration returns the task as it is",
    ...counting,
  ),
  "generations.held": should(
    "3.1.3",
    "GetTask with the currentGeneration of the task waits until the task goes on",
    ...counting,
  ),
  "generations.mismatch": must(
    "3.2.2",
    "A message for another generation of its task gets a TaskGenerationMismatchError",
    ...counting,
  ),
  "generations.mismatch-details": must(
    "5.4",
    "A TaskGenerationMismatchError has the task and both generations in its metadata",
    ...counting,
  ),
  "generations.refused": must(
    "3.2.2",
    "A message for another generation does not get into the task",
    ...counting,
  ),
  "generations.new-task": must("3.2.2", "ifGenerationMatch has no effect on a new task", ...counting),

  "timeline.order": must("4.1.1", "The entries of a timeline have growing generations", ...counting),
  "timeline.input": must("4.1.1", "The timeline has the messages of the client", ...counting),
  "timeline.length": must(
    "3.2.4",
    "With timelineLength, a task has at most that many entries, the latest",
    ...counting,
  ),
  "timeline.zero": should("3.2.4", "With timelineLength 0 the task comes without timeline", ...counting),

  "push.unsupported": must(
    "3.3.4",
    "Without the capability, push notification methods get a PushNotificationNotSupportedError",
  ),
  "push.unknown-task": must("3.1.7", "Push notification methods for an unknown task get a TaskNotFoundError"),
  "push.created": must("3.1.7", "A configuration comes back with an identifier and its URL"),
  "push.get": must("3.1.8", "A configuration that was created can be fetched"),
  "push.list": must("3.1.9", "ListTaskPushNotificationConfigs has what was created"),
  "push.get-unknown": must("3.1.8", "Getting an unknown configuration gets a TaskNotFoundError"),
  "push.deleted": must("3.1.10", "A configuration that was deleted is gone"),
  "push.delete-twice": must("3.1.10", "Deleting twice has the same effect as once"),
  "push.all-listed": must("3.1.9", "ListTaskPushNotificationConfigs has all configurations of a task"),
  "push.other-task": must("3.1.9", "The configurations of a task are not those of another one"),
  "push.persists": must("3.1.7", "A configuration stays until the task has ended or it is deleted"),
  "push.delivered": must("4.3.3", "Updates of a task are sent to its webhooks"),
  "push.payload": must("4.3.3", "A notification is a valid message of its version, sent with POST"),
  "push.content-type": must("4.3.3", "A notification has the media type of its version"),
  "push.same-task": must("4.3.3", "A notification is of the task that was asked for"),
  "push.authentication": must("4.3.3", "A notification has the credentials of its configuration"),
  "push.token": may("4.3.1", "A notification has the token of its configuration in a header"),
  "push.order": should("3.5.2", "Notifications come in the order of events"),
  "push.deleted-silent": must("3.1.10", "A configuration that was deleted is not used"),
  "push.send-config": must("3.2.2", "A configuration in SendMessage is used"),
  "push.private-address": should("13.2", "Webhooks at private addresses are refused"),
  "push.scheme": should("13.2", "Webhooks whose URL is not http or https are refused"),

  "extended.unsupported": must(
    "3.3.4",
    "Without the capability, GetExtendedAgentCard gets an UnsupportedOperationError",
  ),
  "extended.answered": must("3.1.11", "GetExtendedAgentCard returns a card, or says that there is none"),
  "extended.card": must("4.4.1", "The extended card keeps the rules of cards"),
  "extended.idempotent": must("3.3.1", "Getting the extended card twice returns the same card"),
  "extended.authenticated": must("13.3", "The extended card needs authentication"),

  "extensions.unknown": should("4.6.3", "An extension that the agent does not know is ignored"),
  "extensions.echoed": should("4.6", "The answer names the extensions that are active"),
  "extensions.only-asked": should("4.6", "An extension that was not asked for is not active"),
  "extensions.no-fallback": must(
    "4.6.3",
    "Another version of an extension does not stand in for the one that was asked for",
  ),
  "extensions.required": must(
    "3.3.4",
    "Without an extension that the card requires, calls get an ExtensionSupportRequiredError",
  ),
  "extensions.params": must("4.6", "The params of a declaration fit the schema of its extension"),
  "extensions.served": should("4.6", "An extension that the card declares is active when it is asked for"),
  "extensions.unasked": must("4.6", "Answers have no data of an extension that was not asked for"),
  "extensions.data": must("4.6", "Data of an extension fits its schema, and has what its state needs"),
  "extensions.place": must("4.6", "Data of an extension stands on the objects that it is for"),
  "extensions.side": must("4.6", "An agent writes no data that only clients write"),
  "extensions.task-state": must("4.6", "Data of an extension comes in the states of a task that it is for"),
  "extensions.moves": must("4.6", "An agent makes only the moves that its extension allows"),
  "extensions.client-moves": must("4.6", "A move that the client may not make is refused"),
  "extensions.refused": should("4.6", "Wrong data of an extension is refused"),
  "extensions.survives": must("4.6", "Odd data of an extension gets an answer of the protocol"),
  "extensions.headers": must("4.6", "A request without a header that an active extension needs is refused"),

  "security.missing": must("7.4", "Calls without the credentials that the card requires are refused"),
  "security.invalid": must("7.4", "Calls with wrong credentials are refused"),
  "security.code": should(
    "7.4",
    "A refusal for lack of credentials is 401, or UNAUTHENTICATED",
    "HTTP+JSON",
    "GRPC",
  ),
  "security.challenge": should("7.4", "A refusal for lack of credentials says which credentials are wanted"),
  "security.other-task": must("13.1", "Another caller can do nothing with a task"),
  "security.existence": should("3.3.2", "Tasks of others get the errors of tasks that do not exist"),
  "security.injection": must("13.4", "Line breaks in identifiers do not become headers"),
  "security.traces": should("13.4", "Errors do not show the code of the agent"),

  "equivalence.task": must("5.1", "Each binding returns the same task"),
  "equivalence.list": must("5.1", "Each binding lists the same tasks"),
  "equivalence.errors": must("5.1", "The same wrong request has the same error over each binding"),
} as const satisfies Readonly<Record<string, Requirement>>;

export type RequirementId = keyof typeof requirements;

export function requirementOf(id: RequirementId): Requirement {
  return requirements[id];
}

/** Whether a requirement is for a version over a binding. */
export function isFor({ only = [] }: Requirement, version: string, binding: string): boolean {
  const named = only.filter(isVersion);
  const bindings = only.filter((each) => !isVersion(each));
  return (
    (named.length === 0 || includesVersion(named, version)) &&
    (bindings.length === 0 || bindings.includes(binding))
  );
}
