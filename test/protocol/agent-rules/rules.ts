import type { RequirementId } from "../../../packages/probe/src/core/requirements.ts";

/** The two texts of the specification: the draft of 1.0, and 1.0, of which section 3 is at hand. */
export type Text = "draft" | "1.0";

/** A test of another folder: its file from the root, and its titles from the outermost on. */
export interface TestElsewhere {
  readonly file: string;
  readonly titles: readonly string[];
}

export interface Rule {
  /** The section, a hyphen, and a word. */
  readonly id: `${string}-${string}`;
  readonly texts: readonly Text[];
  /** "must" is counted; "says" is what a section lists without such a word, as its errors are. */
  readonly level: "must" | "should" | "says";
  /** How often a text says it with such a word, where not once. */
  readonly times?: Partial<Readonly<Record<Text, number>>>;
  /** The requirements of the probe that show it, with an agent of the kit. */
  readonly probed?: readonly RequirementId[];
  /** What the tests of this folder show, for what no client can see. */
  readonly rule?: string;
  readonly elsewhere?: TestElsewhere;
  /** Where the kit does otherwise than a text says, and why. */
  readonly departs?: string;
}

const both = ["draft", "1.0"] as const;
const draft = ["draft"] as const;
const later = ["1.0"] as const;

/** Rules that the probe shows. */
function probed<const Id extends Rule["id"]>(
  id: Id,
  texts: readonly Text[],
  level: Rule["level"],
  ...requirements: readonly RequirementId[]
) {
  return { id, texts, level, probed: requirements } as const;
}

/** Rules that a test of this folder shows in each text over each binding. */
function shown<const Id extends Rule["id"]>(
  id: Id,
  texts: readonly Text[],
  level: Rule["level"],
  rule: string,
) {
  return { id, texts, level, rule } as const;
}

/** Rules that a test of another folder shows. */
function elsewhere<const Id extends Rule["id"]>(
  id: Id,
  texts: readonly Text[],
  level: Rule["level"],
  file: string,
  ...titles: readonly string[]
) {
  return { id, texts, level, elsewhere: { file: `test/${file}.test.ts`, titles } } as const;
}

/** Every rule of section 3 in both texts, and of sections 4.3, 7 and 13 what falls to the agent kit. */
export const rules = [
  probed("3.1.1-answer", both, "must", "send.answered"),
  elsewhere(
    "3.1.1-background",
    both,
    "says",
    "unit/runtime/agent/turns",
    "blocking and immediate sends",
    "a send that is to return at once has the task as it began",
  ),
  probed("3.1.1-media-type", both, "says", "send.media-type"),
  probed("3.1.1-ended", both, "says", "send.ended-task"),
  probed("3.1.2-connection", both, "must", "streams.event-stream", "streams.immediate"),
  shown(
    "3.1.2-patterns",
    both,
    "must",
    "a stream is one message, or a task and its updates, and never a mixture",
  ),
  probed("3.1.2-message", both, "must", "streams.message"),
  probed("3.1.2-task-first", both, "must", "streams.first", "streams.same-task"),
  shown("3.1.2-end", both, "must", "the stream of a task ends with the state that ends the task"),
  shown("3.1.2-feedback", both, "must", "progress and intermediate results are told at once"),
  probed("3.1.2-errors", both, "says", "streams.unknown-task", "streams.ended-task"),
  probed("3.1.3-task", both, "says", "get.found", "get.same", "get.unknown"),
  probed("3.1.4-no-artifacts", both, "must", "list.no-artifacts", "list.artifacts"),
  probed("3.1.4-token", both, "must", "list.pages", "answers.valid"),
  probed("3.1.4-last-token", both, "must", "list.last-page"),
  probed("3.1.4-visible", both, "must", "security.other-task"),
  elsewhere(
    "3.1.4-cursor",
    both,
    "must",
    "unit/runtime/agent/list",
    "pages follow one another, and a task that changes meanwhile is on none of the later ones twice",
  ),
  {
    ...probed("3.1.4-order", both, "must", "list.order"),
    times: { draft: 2 },
    departs:
      "a new artifact alone does not count as an update: a task shows no other time than that of its status, by which 1.0 orders",
  },
  probed("3.1.4-status-order", later, "must", "list.order"),
  elsewhere(
    "3.1.4-scope",
    both,
    "must",
    "unit/runtime/agent/list",
    "page tokens of other queries, of other callers and made-up ones are refused",
  ),
  probed("3.1.4-page-size", both, "says", "list.size-default", "list.page-size", "list.range"),
  probed("3.1.5-cancel", both, "says", "cancel.canceled", "cancel.kept"),
  probed("3.1.5-errors", both, "says", "cancel.ended", "cancel.unknown"),
  probed("3.1.5-cancelled", draft, "says", "cancel.canceled", "answers.valid"),
  probed("3.1.5-canceled", later, "says", "cancel.canceled", "answers.valid"),
  shown(
    "3.1.6-end",
    both,
    "must",
    "who follows a task is told of all that comes until it has ended, over interruptions too",
  ),
  shown(
    "3.1.6-task-first",
    both,
    "must",
    "who follows a task is told first how it is at that moment, and loses nothing that comes after",
  ),
  probed("3.1.6-errors", both, "says", "streams.subscribe-ended", "streams.subscribe-unknown"),
  probed("3.1.7-webhook", both, "must", "push.delivered", "push.payload", "push.order"),
  probed("3.1.7-persists", both, "must", "push.persists"),
  probed("3.1.7-errors", both, "says", "push.unknown-task"),
  probed("3.1.8-details", both, "must", "push.created", "push.get"),
  probed("3.1.8-fails", both, "must", "push.get-unknown"),
  probed("3.1.9-all", both, "must", "push.list", "push.all-listed"),
  probed("3.1.10-removed", both, "must", "push.deleted", "push.deleted-silent"),
  probed("3.1.10-again", both, "must", "push.delete-twice"),
  elsewhere(
    "3.1.11-credentials",
    both,
    "must",
    "unit/runtime/client/credentials",
    "the credential of a scheme",
    "$scheme is sent as $header: $want",
  ),
  probed("3.1.11-authenticated", both, "says", "extended.authenticated"),
  probed("3.2.1-message", draft, "must", "requests.validated"),
  shown(
    "3.2.2-output-modes",
    draft,
    "should",
    "the author of an agent is told which media types the client takes",
  ),
  {
    ...shown("3.2.2-blocking-to-end", draft, "must", "a blocking call returns when its task has ended"),
    departs:
      "it returns when the task waits for its client as well, as 1.0 says: nobody else can end that waiting",
  },
  probed("3.2.2-final-state", draft, "must", "send.blocking", "get.same"),
  shown(
    "3.2.2-blocking-to-rest",
    later,
    "must",
    "a blocking call returns when its task has ended or waits for its client, and not before",
  ),
  probed("3.2.2-current-state", later, "must", "send.blocking", "get.same"),
  shown(
    "3.2.2-at-once",
    both,
    "must",
    "a call that does not block returns once there is a task, which is still at work",
  ),
  shown("3.2.2-default-at-once", draft, "says", "a call of the draft that says nothing does not block"),
  probed("3.2.2-default-blocking", later, "says", "send.blocking"),
  shown(
    "3.2.2-no-effect",
    both,
    "says",
    "blocking or not makes no difference to replies, streams and webhooks",
  ),
  probed("3.2.4-none", both, "should", "get.history-zero", "list.history-zero", "send.history"),
  probed("3.2.4-most", both, "says", "get.history-limit", "get.history-latest", "list.history-limit"),
  shown("3.2.4-unset", both, "says", "a history has all messages where nothing is said"),
  elsewhere(
    "3.2.6-custom-bindings",
    both,
    "must",
    "unit/templates/bindings/binding-document",
    "the document has every subject that section 12 of the draft asks for",
  ),
  elsewhere(
    "3.3.1-cancel-again",
    both,
    "says",
    "unit/runtime/agent/cancel",
    "two who cancel at the same time see the same end, and the author is told once",
  ),
  elsewhere(
    "3.3.1-message-again",
    both,
    "says",
    "unit/runtime/agent/messages",
    "messages that are sent again",
    "another text, another caller or no memory make another task",
  ),
  shown("3.3.2-errors", both, "must", "every error of an agent reaches its client as the error that it is"),
  probed("3.3.2-unauthenticated", both, "must", "security.missing", "security.invalid"),
  elsewhere(
    "3.3.2-challenge",
    both,
    "should",
    "unit/runtime/host/checks",
    "authentication",
    "a caller without credentials learns what is wanted: $want",
  ),
  elsewhere(
    "3.3.2-forbidden",
    both,
    "must",
    "unit/runtime/host/checks",
    "authorisation",
    "false refuses the call",
  ),
  probed("3.3.2-hidden", both, "must", "security.other-task", "security.existence"),
  shown("3.3.2-validated", both, "must", "no author is asked before all of the request is what it should be"),
  elsewhere(
    "3.3.2-fields",
    both,
    "should",
    "unit/runtime/host/checks",
    "requests",
    "every problem is a violation",
  ),
  probed(
    "3.3.2-not-found",
    both,
    "must",
    "get.unknown",
    "cancel.unknown",
    "streams.subscribe-unknown",
    "send.unknown-task",
  ),
  elsewhere(
    "3.3.2-indistinct",
    both,
    "should",
    "unit/runtime/agent/visibility",
    "the tasks of others are not there",
  ),
  probed("3.3.2-payload", both, "must", "errors.code", "errors.form", "errors.message"),
  shown("3.3.2-mapping", both, "must", "each binding writes an error in its own way and keeps what it means"),
  elsewhere(
    "3.3.2-temporary",
    both,
    "should",
    "unit/runtime/rest/server",
    "errors",
    "a client is told when to come again",
  ),
  elsewhere(
    "3.3.2-logged",
    both,
    "should",
    "unit/runtime/agent/messages",
    "replies",
    "other errors before there is a task are told to the hook and not to the client",
  ),
  probed("3.3.4-undeclared", both, "must", "push.unsupported", "streams.unsupported", "extended.unsupported"),
  probed("3.3.4-push", both, "must", "push.unsupported"),
  probed("3.3.4-streaming", both, "must", "streams.unsupported"),
  probed("3.3.4-authenticated-extended-card", draft, "must", "extended.unsupported", "extended.answered"),
  probed("3.3.4-extended-card", later, "must", "extended.unsupported", "extended.answered"),
  shown(
    "3.3.4-not-configured",
    both,
    "must",
    "an extended card that is declared and not set up is ExtendedAgentCardNotConfiguredError",
  ),
  probed("3.3.4-extension", both, "must", "extensions.required"),
  elsewhere(
    "3.3.4-client-checks",
    both,
    "should",
    "unit/runtime/client/connect",
    "what the card declares",
    "is checked before a call is sent, unless that is switched off",
  ),
  shown("3.4.1-new-context", both, "must", "a message without a context is given a new one"),
  probed("3.4.1-told", both, "must", "streams.same-task", "get.same"),
  probed("3.4.1-kept", both, "must", "send.keeps-context-id"),
  elsewhere(
    "3.4.1-session",
    both,
    "should",
    "unit/runtime/agent/turns",
    "what an author is given",
    "the tasks that a message refers to, and those of its context, as far as its sender may see them",
  ),
  shown("3.4.2-unique", later, "must", "each new task has an identifier that no other one has"),
  probed("3.4.2-told", later, "must", "send.task-id", "get.found"),
  probed("3.4.2-existing", later, "must", "turns.input"),
  probed("3.4.2-not-found", later, "must", "send.unknown-task"),
  probed("3.4.2-not-made-up", later, "says", "send.unknown-task"),
  probed("3.4.3-inferred", later, "must", "turns.infers-context"),
  probed("3.4.3-mismatch", later, "must", "turns.mismatch"),
  probed("3.4.3-input-required", both, "says", "turns.input"),
  elsewhere(
    "3.4.3-references",
    both,
    "should",
    "unit/runtime/agent/turns",
    "what an author is given",
    "the tasks that a message refers to, and those of its context, as far as its sender may see them",
  ),
  probed("3.5.2-in-order", both, "must", "streams.agrees"),
  shown("3.5.2-not-reordered", both, "must", "no binding changes the order of a thousand events"),
  shown("3.5.2-broadcast", both, "must", "all who follow a task are told of every event"),
  probed("3.5.2-same-order", both, "must", "streams.same-events"),
  probed("3.5.2-closing", both, "must", "streams.independent", "streams.outlives"),
  shown("3.6-patch", both, "must", "the third part of a version does not count"),
  shown(
    "3.6-unsupported",
    draft,
    "must",
    "a version that the agent does not speak is VersionNotSupportedError",
  ),
  shown("3.6.1-sent", later, "must", "a client names its version with every request"),
  elsewhere(
    "3.6.1-parameter",
    later,
    "says",
    "unit/runtime/rest/server",
    "queries",
    "the version may be a parameter",
  ),
  shown("3.6.2-semantics", later, "must", "a request is read and answered in the version that it names"),
  probed("3.6.2-unsupported", later, "must", "versions.unsupported", "versions.malformed"),
  probed("3.6.2-empty", later, "must", "versions.empty"),
  elsewhere(
    "3.6.2-several",
    later,
    "says",
    "protocol/versions/shared-path",
    "who answers at a path that two versions share",
    "$name",
  ),
  elsewhere(
    "3.6.3-negotiation",
    later,
    "must",
    "protocol/client-versions/family",
    "a client of 1.0 and our server of every version",
    "get on in $name, with the same results",
  ),
  elsewhere(
    "3.6.3-no-fallback",
    later,
    "says",
    "protocol/client-versions/cards",
    "the version that is spoken is the newest of a card that can be used",
    "an older version is not spoken that is not installed",
  ),
  shown(
    "3.7-artifacts",
    later,
    "should",
    "results are artifacts of the task, and messages of the agent are no artifacts",
  ),
  shown(
    "3.7-not-reliable",
    later,
    "must",
    "nothing that matters is in a message alone: who comes later finds state and artifacts on the task",
  ),
  shown(
    "3.7-no-reliance",
    later,
    "must",
    "a client that follows a task again has its state and artifacts without the messages that it missed",
  ),
  probed("4.3.3-credentials", draft, "must", "push.authentication"),
  elsewhere(
    "4.3.3-attempt",
    draft,
    "must",
    "unit/runtime/push/delivery",
    "the updates of a task",
    "stay in order when attempts fail in all ways in between",
  ),
  elsewhere(
    "4.3.3-timeout",
    draft,
    "should",
    "unit/runtime/push/delivery",
    "a webhook",
    "that does not answer in time is asked again",
  ),
  probed("7.4-authenticated", draft, "must", "security.missing"),
  shown(
    "7.5-in-task",
    draft,
    "should",
    "a task that needs more credentials says so by its state, tells which, and goes on when they come",
  ),
  {
    ...elsewhere(
      "13.1-scope",
      draft,
      "must",
      "unit/runtime/agent/visibility",
      "an agent may say itself who sees what",
    ),
    times: { draft: 2 },
  },
  shown("13.1-every-method", draft, "must", "each method is authorised"),
  { ...probed("13.1-without-filters", draft, "must", "security.other-task"), times: { draft: 2 } },
  {
    ...shown(
      "13.1-tasks",
      draft,
      "must",
      "each method that names a task finds those of the caller's own scope only",
    ),
    times: { draft: 2 },
  },
  shown("13.1-before-look-ups", draft, "must", "who may not call is refused before the store is asked"),
  elsewhere(
    "13.2-credentials",
    draft,
    "must",
    "unit/runtime/push/delivery",
    "a notification",
    "is the event as streams have it, with the media type, the token and the credentials",
  ),
  elsewhere(
    "13.2-retries",
    draft,
    "should",
    "unit/runtime/push/delivery",
    "a webhook",
    "that is down is tried as often as allowed, then the next update goes on",
  ),
  elsewhere(
    "13.2-own-network",
    draft,
    "should",
    "unit/runtime/push/agent",
    "a webhook in the agent's own network is refused, and no task is made",
  ),
  { ...probed("13.3-authenticated", draft, "must", "extended.authenticated"), times: { draft: 2 } },
  elsewhere(
    "13.3-permissions",
    draft,
    "must",
    "unit/runtime/agent/push-configs",
    "the extended card, for all or for each caller; and none",
  ),
  { ...probed("13.3-availability", draft, "must", "extended.unsupported"), times: { draft: 2 } },
  {
    ...elsewhere(
      "13.4-secrets",
      draft,
      "must",
      "unit/runtime/push/secrets.isolated",
      "secrets are in no error, with all of its causes, and on no console",
      "%s",
    ),
    times: { draft: 2 },
  },
  elsewhere(
    "13.4-validated",
    draft,
    "must",
    "unit/runtime/host/checks",
    "requests",
    "every problem is a violation",
  ),
] as const satisfies readonly Rule[];

export type RuleId = (typeof rules)[number]["id"];

/** How often each text says MUST, MUST NOT or REQUIRED, by section. */
export const musts: Readonly<Record<Text, Readonly<Record<string, number>>>> = {
  draft: {
    "3.1.1": 1,
    "3.1.2": 6,
    "3.1.4": 8,
    "3.1.6": 2,
    "3.1.7": 2,
    "3.1.8": 2,
    "3.1.9": 1,
    "3.1.10": 2,
    "3.1.11": 1,
    "3.2.1": 1,
    "3.2.2": 3,
    "3.2.6": 1,
    "3.3.2": 8,
    "3.3.4": 6,
    "3.4.1": 3,
    "3.5.2": 5,
    "3.6": 2,
    "4.3.3": 4,
    "7.1": 1,
    "7.4": 1,
    "13.1": 8,
    "13.2": 3,
    "13.3": 5,
    "13.4": 7,
  },
  "1.0": {
    "3.1.1": 1,
    "3.1.2": 6,
    "3.1.4": 8,
    "3.1.6": 2,
    "3.1.7": 2,
    "3.1.8": 2,
    "3.1.9": 1,
    "3.1.10": 2,
    "3.1.11": 1,
    "3.2.2": 3,
    "3.2.6": 1,
    "3.3.2": 8,
    "3.3.4": 6,
    "3.4.1": 3,
    "3.4.2": 4,
    "3.4.3": 2,
    "3.5.2": 5,
    "3.6": 1,
    "3.6.1": 1,
    "3.6.2": 3,
    "3.6.3": 1,
    "3.7": 2,
  },
};

/** How many of those of the draft fall to others than agents, clients and tools, and to whom. */
export const left: Readonly<Record<string, { readonly times: number; readonly to: string }>> = {
  "4.3.3": { times: 2, to: "who receives notifications answers them, and checks of which task they are" },
  "7.1": { times: 1, to: "who operates an agent gives it TLS" },
  "13.2": { times: 2, to: "who receives notifications answers them, and checks the credentials" },
  "13.4": {
    times: 4,
    to: "who operates an agent gives it TLS and obeys the law; who writes a binding documents it",
  },
};
