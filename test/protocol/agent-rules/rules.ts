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

/** Rules of some texts, by their level and by what shows them. */
function inTexts(...texts: readonly Text[]) {
  const ofLevel = (level: Rule["level"]) => ({
    /** The probe. */
    probed: (...requirements: readonly RequirementId[]) => ({ level, texts, probed: requirements }),
    /** A test of this folder, in each text over each binding. */
    shown: (rule: string) => ({ level, texts, rule }),
    /** A test of another folder. */
    elsewhere: (file: string, ...titles: readonly string[]) => ({
      level,
      texts,
      elsewhere: { file: `test/${file}.test.ts`, titles },
    }),
  });
  return { must: ofLevel("must"), should: ofLevel("should"), says: ofLevel("says") };
}

const both = inTexts("draft", "1.0");
const draft = inTexts("draft");
const later = inTexts("1.0");

/** Every rule of section 3 in both texts, and of sections 4.3, 7 and 13 what falls to the agent kit. */
const table = {
  "3.1.1-answer": both.must.probed("send.answered"),
  "3.1.1-background": both.says.elsewhere(
    "unit/runtime/agent/turns",
    "blocking and immediate sends",
    "a send that is to return at once has the task as it began",
  ),
  "3.1.1-media-type": both.says.probed("send.media-type"),
  "3.1.1-ended": both.says.probed("send.ended-task"),
  "3.1.2-connection": both.must.probed("streams.event-stream", "streams.immediate"),
  "3.1.2-patterns": both.must.shown(
    "a stream is one message, or a task and its updates, and never a mixture",
  ),
  "3.1.2-message": both.must.probed("streams.message"),
  "3.1.2-task-first": both.must.probed("streams.first", "streams.same-task"),
  "3.1.2-end": both.must.shown("the stream of a task ends with the state that ends the task"),
  "3.1.2-feedback": both.must.shown("progress and intermediate results are told at once"),
  "3.1.2-errors": both.says.probed("streams.unknown-task", "streams.ended-task"),
  "3.1.3-task": both.says.probed("get.found", "get.same", "get.unknown"),
  "3.1.4-no-artifacts": both.must.probed("list.no-artifacts", "list.artifacts"),
  "3.1.4-token": both.must.probed("list.pages", "answers.valid"),
  "3.1.4-last-token": both.must.probed("list.last-page"),
  "3.1.4-visible": both.must.probed("security.other-task"),
  "3.1.4-cursor": both.must.elsewhere(
    "unit/runtime/agent/list",
    "pages follow one another, and a task that changes meanwhile is on none of the later ones twice",
  ),
  "3.1.4-order": {
    ...both.must.probed("list.order"),
    times: { draft: 2 },
    departs:
      "a new artifact alone does not count as an update: a task shows no other time than that of its status, by which 1.0 orders",
  },
  "3.1.4-status-order": later.must.probed("list.order"),
  "3.1.4-scope": both.must.elsewhere(
    "unit/runtime/agent/list",
    "page tokens of other queries, of other callers and made-up ones are refused",
  ),
  "3.1.4-page-size": both.says.probed("list.size-default", "list.page-size", "list.range"),
  "3.1.5-cancel": both.says.probed("cancel.canceled", "cancel.kept"),
  "3.1.5-errors": both.says.probed("cancel.ended", "cancel.unknown"),
  "3.1.5-cancelled": draft.says.probed("cancel.canceled", "answers.valid"),
  "3.1.5-canceled": later.says.probed("cancel.canceled", "answers.valid"),
  "3.1.6-end": both.must.shown(
    "who follows a task is told of all that comes until it has ended, over interruptions too",
  ),
  "3.1.6-task-first": both.must.shown(
    "who follows a task is told first how it is at that moment, and loses nothing that comes after",
  ),
  "3.1.6-errors": both.says.probed("streams.subscribe-ended", "streams.subscribe-unknown"),
  "3.1.7-webhook": both.must.probed("push.delivered", "push.payload", "push.order"),
  "3.1.7-persists": both.must.probed("push.persists"),
  "3.1.7-errors": both.says.probed("push.unknown-task"),
  "3.1.8-details": both.must.probed("push.created", "push.get"),
  "3.1.8-fails": both.must.probed("push.get-unknown"),
  "3.1.9-all": both.must.probed("push.list", "push.all-listed"),
  "3.1.10-removed": both.must.probed("push.deleted", "push.deleted-silent"),
  "3.1.10-again": both.must.probed("push.delete-twice"),
  "3.1.11-credentials": both.must.elsewhere(
    "unit/runtime/client/credentials",
    "the credential of a scheme",
    "$scheme is sent as $header: $want",
  ),
  "3.1.11-authenticated": both.says.probed("extended.authenticated"),
  "3.2.1-message": draft.must.probed("requests.validated"),
  "3.2.2-output-modes": draft.should.shown(
    "the author of an agent is told which media types the client takes",
  ),
  "3.2.2-blocking-to-end": {
    ...draft.must.shown("a blocking call returns when its task has ended"),
    departs:
      "it returns when the task waits for its client as well, as 1.0 says: nobody else can end that waiting",
  },
  "3.2.2-final-state": draft.must.probed("send.blocking", "get.same"),
  "3.2.2-blocking-to-rest": later.must.shown(
    "a blocking call returns when its task has ended or waits for its client, and not before",
  ),
  "3.2.2-current-state": later.must.probed("send.blocking", "get.same"),
  "3.2.2-at-once": both.must.shown(
    "a call that does not block returns once there is a task, which is still at work",
  ),
  "3.2.2-default-at-once": draft.says.shown("a call of the draft that says nothing does not block"),
  "3.2.2-default-blocking": later.says.probed("send.blocking"),
  "3.2.2-no-effect": both.says.shown("blocking or not makes no difference to replies, streams and webhooks"),
  "3.2.4-none": both.should.probed("get.history-zero", "list.history-zero", "send.history"),
  "3.2.4-most": both.says.probed("get.history-limit", "get.history-latest", "list.history-limit"),
  "3.2.4-unset": both.says.shown("a history has all messages where nothing is said"),
  "3.2.6-custom-bindings": both.must.elsewhere(
    "unit/templates/bindings/binding-document",
    "the document has every subject that section 12 of the draft asks for",
  ),
  "3.3.1-cancel-again": both.says.elsewhere(
    "unit/runtime/agent/cancel",
    "two who cancel at the same time see the same end, and the author is told once",
  ),
  "3.3.1-message-again": both.says.elsewhere(
    "unit/runtime/agent/messages",
    "messages that are sent again",
    "another text, another caller or no memory make another task",
  ),
  "3.3.2-errors": both.must.shown("every error of an agent reaches its client as the error that it is"),
  "3.3.2-unauthenticated": both.must.probed("security.missing", "security.invalid"),
  "3.3.2-challenge": both.should.elsewhere(
    "unit/runtime/host/checks",
    "authentication",
    "a caller without credentials learns what is wanted: $want",
  ),
  "3.3.2-forbidden": both.must.elsewhere(
    "unit/runtime/host/checks",
    "authorisation",
    "false refuses the call",
  ),
  "3.3.2-hidden": both.must.probed("security.other-task", "security.existence"),
  "3.3.2-validated": both.must.shown("no author is asked before all of the request is what it should be"),
  "3.3.2-fields": both.should.elsewhere(
    "unit/runtime/host/checks",
    "requests",
    "every problem is a violation",
  ),
  "3.3.2-not-found": both.must.probed(
    "get.unknown",
    "cancel.unknown",
    "streams.subscribe-unknown",
    "send.unknown-task",
  ),
  "3.3.2-indistinct": both.should.elsewhere(
    "unit/runtime/agent/visibility",
    "the tasks of others are not there",
  ),
  "3.3.2-payload": both.must.probed("errors.code", "errors.form", "errors.message"),
  "3.3.2-mapping": both.must.shown("each binding writes an error in its own way and keeps what it means"),
  "3.3.2-temporary": both.should.elsewhere(
    "unit/runtime/rest/server",
    "errors",
    "a client is told when to come again",
  ),
  "3.3.2-logged": both.should.elsewhere(
    "unit/runtime/agent/messages",
    "replies",
    "other errors before there is a task are told to the hook and not to the client",
  ),
  "3.3.4-undeclared": both.must.probed("push.unsupported", "streams.unsupported", "extended.unsupported"),
  "3.3.4-push": both.must.probed("push.unsupported"),
  "3.3.4-streaming": both.must.probed("streams.unsupported"),
  "3.3.4-authenticated-extended-card": draft.must.probed("extended.unsupported", "extended.answered"),
  "3.3.4-extended-card": later.must.probed("extended.unsupported", "extended.answered"),
  "3.3.4-not-configured": both.must.shown(
    "an extended card that is declared and not set up is ExtendedAgentCardNotConfiguredError",
  ),
  "3.3.4-extension": both.must.probed("extensions.required"),
  "3.3.4-client-checks": both.should.elsewhere(
    "unit/runtime/client/connect",
    "what the card declares",
    "is checked before a call is sent, unless that is switched off",
  ),
  "3.4.1-new-context": both.must.shown("a message without a context is given a new one"),
  "3.4.1-told": both.must.probed("streams.same-task", "get.same"),
  "3.4.1-kept": both.must.probed("send.keeps-context-id"),
  "3.4.1-session": both.should.elsewhere(
    "unit/runtime/agent/turns",
    "what an author is given",
    "the tasks that a message refers to, and those of its context, as far as its sender may see them",
  ),
  "3.4.2-unique": later.must.shown("each new task has an identifier that no other one has"),
  "3.4.2-told": later.must.probed("send.task-id", "get.found"),
  "3.4.2-existing": later.must.probed("turns.input"),
  "3.4.2-not-found": later.must.probed("send.unknown-task"),
  "3.4.2-not-made-up": later.says.probed("send.unknown-task"),
  "3.4.3-inferred": later.must.probed("turns.infers-context"),
  "3.4.3-mismatch": later.must.probed("turns.mismatch"),
  "3.4.3-input-required": both.says.probed("turns.input"),
  "3.4.3-references": both.should.elsewhere(
    "unit/runtime/agent/turns",
    "what an author is given",
    "the tasks that a message refers to, and those of its context, as far as its sender may see them",
  ),
  "3.5.2-in-order": both.must.probed("streams.agrees"),
  "3.5.2-not-reordered": both.must.shown("no binding changes the order of a thousand events"),
  "3.5.2-broadcast": both.must.shown("all who follow a task are told of every event"),
  "3.5.2-same-order": both.must.probed("streams.same-events"),
  "3.5.2-closing": both.must.probed("streams.independent", "streams.outlives"),
  "3.6-patch": both.must.shown("the third part of a version does not count"),
  "3.6-unsupported": draft.must.shown("a version that the agent does not speak is VersionNotSupportedError"),
  "3.6.1-sent": later.must.shown("a client names its version with every request"),
  "3.6.1-parameter": later.says.elsewhere(
    "unit/runtime/rest/server",
    "queries",
    "the version may be a parameter",
  ),
  "3.6.2-semantics": later.must.shown("a request is read and answered in the version that it names"),
  "3.6.2-unsupported": later.must.probed("versions.unsupported", "versions.malformed"),
  "3.6.2-empty": later.must.probed("versions.empty"),
  "3.6.2-several": later.says.elsewhere(
    "protocol/versions/shared-path",
    "who answers at a path that two versions share",
    "$name",
  ),
  "3.6.3-negotiation": later.must.elsewhere(
    "protocol/client-versions/family",
    "a client of 1.0 and our server of every version",
    "get on in $name, with the same results",
  ),
  "3.6.3-no-fallback": later.says.elsewhere(
    "protocol/client-versions/cards",
    "the version that is spoken is the newest of a card that can be used",
    "an older version is not spoken that is not installed",
  ),
  "3.7-artifacts": later.should.shown(
    "results are artifacts of the task, and messages of the agent are no artifacts",
  ),
  "3.7-not-reliable": later.must.shown(
    "nothing that matters is in a message alone: who comes later finds state and artifacts on the task",
  ),
  "3.7-no-reliance": later.must.shown(
    "a client that follows a task again has its state and artifacts without the messages that it missed",
  ),
  "4.3.3-credentials": draft.must.probed("push.authentication"),
  "4.3.3-attempt": draft.must.elsewhere(
    "unit/runtime/push/delivery",
    "the updates of a task",
    "stay in order when attempts fail in all ways in between",
  ),
  "4.3.3-timeout": draft.should.elsewhere(
    "unit/runtime/push/delivery",
    "a webhook",
    "that does not answer in time is asked again",
  ),
  "7.4-authenticated": draft.must.probed("security.missing"),
  "7.5-in-task": draft.should.shown(
    "a task that needs more credentials says so by its state, tells which, and goes on when they come",
  ),
  "13.1-scope": {
    ...draft.must.elsewhere("unit/runtime/agent/visibility", "an agent may say itself who sees what"),
    times: { draft: 2 },
  },
  "13.1-every-method": draft.must.shown("each method is authorised"),
  "13.1-without-filters": { ...draft.must.probed("security.other-task"), times: { draft: 2 } },
  "13.1-tasks": {
    ...draft.must.shown("each method that names a task finds those of the caller's own scope only"),
    times: { draft: 2 },
  },
  "13.1-before-look-ups": draft.must.shown("who may not call is refused before the store is asked"),
  "13.2-credentials": draft.must.elsewhere(
    "unit/runtime/push/delivery",
    "a notification",
    "is the event as streams have it, with the media type, the token and the credentials",
  ),
  "13.2-retries": draft.should.elsewhere(
    "unit/runtime/push/delivery",
    "a webhook",
    "that is down is tried as often as allowed, then the next update goes on",
  ),
  "13.2-own-network": draft.should.elsewhere(
    "unit/runtime/push/agent",
    "a webhook in the agent's own network is refused, and no task is made",
  ),
  "13.3-authenticated": { ...draft.must.probed("extended.authenticated"), times: { draft: 2 } },
  "13.3-permissions": draft.must.elsewhere(
    "unit/runtime/agent/push-configs",
    "the extended card, for all or for each caller; and none",
  ),
  "13.3-availability": { ...draft.must.probed("extended.unsupported"), times: { draft: 2 } },
  "13.4-secrets": {
    ...draft.must.elsewhere(
      "unit/runtime/push/secrets.isolated",
      "secrets are in no error, with all of its causes, and on no console",
      "%s",
    ),
    times: { draft: 2 },
  },
  "13.4-validated": draft.must.elsewhere(
    "unit/runtime/host/checks",
    "requests",
    "every problem is a violation",
  ),
} as const satisfies Readonly<Record<Rule["id"], Omit<Rule, "id">>>;

export type RuleId = keyof typeof table;

export const rules: readonly Rule[] = Object.entries<Omit<Rule, "id">>(table).map(([id, rule]) => ({
  ...rule,
  id: id as RuleId,
}));

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
