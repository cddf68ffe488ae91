import type { Message, Task } from "@a2agen/a2a-1.0";
import { encodeCall, listForms } from "@a2agen/exchange/encode/encode-call.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { count } from "@a2agen/runtime/internal";
import { hasSecrets } from "./access.ts";
import { excerpt } from "./excerpt.ts";
import { errorRow, type Failure } from "./failure.ts";
import { judgeForm } from "./judge-form.ts";
import { isFormRefused, type Outcome, readOutcome } from "./outcome.ts";
import type { RequirementId } from "./requirements.ts";
import type { Scenario } from "./scenario.ts";
import { downgradeRequest, methodOf, type Subject } from "./subject.ts";

export { excerpt } from "./excerpt.ts";

/** Something that the runner does for a check. */
export type Step =
  | {
      readonly kind: "send";
      readonly request: Request;
      /** Ends a stream after so many frames. */
      readonly frames?: number;
      /** Whether the author of the agent has work with it, and whether it changes anything. */
      readonly effect: Effect;
    }
  | {
      readonly kind: "open";
      readonly request: Request;
      readonly name: string;
      readonly effect: Effect;
      /** How long to wait for the first frame; until there is one, or an end, when absent. */
      readonly ms?: number;
    }
  | { readonly kind: "join"; readonly name: string; readonly close: boolean }
  /** Waits for a push notification. */
  | { readonly kind: "receive"; readonly url: string; readonly ms: number }
  | { readonly kind: "pause"; readonly ms: number };

export type Effect = "reads" | "changes" | "works";

/** A deviation from the specification. */
export interface Finding {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly came: string;
  /** `id` of the exchange that shows it. */
  readonly exchange: string;
}

/** What answers said first, which later ones may not contradict. */
export class Known {
  /** The contexts of tasks. */
  readonly contexts = new Map<string, string>();
  /** The states in which tasks have ended. */
  readonly ends = new Map<string, string>();
  /** The messages that were sent or came, by their identifiers. */
  readonly messages = new Map<string, Message>();
}

/** What was learned of an interface, which later checks begin with. */
export interface Facts {
  readonly known: Known;
  /** Which form of HTTP the agent takes for a member that has several, by its place. */
  readonly forms: Map<string, number>;
  /** A task that has ended. */
  ended?: Task;
  /** A task that is at work. */
  running?: Task;
  /** A task that waits for its client. */
  waiting?: Task;
  /** A task that got an answer to its question. */
  answered?: Task;
  /** A task that was canceled. */
  canceled?: Task;
  /** A text that leads to a task which is not over at once. */
  openText?: string;
  /** Why the agent refuses every call. */
  refusal?: string;
  /** Why there is no task. */
  reason: string;
  /** Why no push notification can come. */
  refusesWebhooks?: string;
  /** The events of a stream that reported a task. */
  streamed?: { readonly taskId: string; readonly events: readonly unknown[]; readonly exchange: Exchange };
  /** Whether the agent takes messages for tasks that do not exist. */
  takesUnknownTasks?: boolean;
  /** Whether streams of tasks tell their end. */
  streamsEnd?: boolean;
  /** How many tasks there are. */
  total?: number;
  /** What came of the requests by which interfaces are compared, by their names. */
  compared?: ReadonlyMap<string, Compared>;
  /** The task that has ended as GetTask returns it at last. */
  fetched?: Task;
  /** The first interface of the same version. */
  first?: {
    readonly label: string;
    readonly task: Task | undefined;
    readonly fetched?: Task | undefined;
    readonly compared?: ReadonlyMap<string, Compared> | undefined;
  };
}

/** What came of a request, in words that are the same over each binding. */
export interface Compared {
  /** Errors of the protocol that it may be, or what it is about. */
  readonly words: readonly string[];
  readonly text: string;
}

/** A check that cannot be made with this agent; the message says why. */
export class NotReached extends Error {
  override readonly name: string = "NotReached";
}

/** What to do about calls that are refused for lack of credentials. */
export const credentialsHint = "give them: --token-env VARIABLE, or --header-env NAME=VARIABLE";

/** A check that is not for this interface. */
export class NotApplicable extends NotReached {
  override readonly name = "NotApplicable";
}

export interface CallOptions {
  readonly headers?: readonly Header[];
  /** Changes the request before it is sent. */
  readonly change?: (request: Request) => Request;
  readonly frames?: number;
  readonly effect?: Effect;
  /** The value is in the version that is spoken already. */
  readonly isNative?: true;
  /** The form of the answer is not judged. */
  readonly isFormless?: true;
  /** With the credentials of the other caller. */
  readonly isOther?: true;
  readonly text?: string;
  readonly bytes?: Uint8Array;
}

export type Run<T = void> = Generator<Step, T, Exchange>;

const workMembers: ReadonlySet<string> = new Set(["sendMessage", "sendStreamingMessage"]);
const changeMembers: ReadonlySet<string> = new Set([
  "cancelTask",
  "createTaskPushNotificationConfig",
  "deleteTaskPushNotificationConfig",
]);

type Judge = (trial: Trial, outcome: Outcome, member: string) => void;

/** One check of one interface: what it sends, and what it finds. Pure over the exchanges that it is given. */
export class Trial {
  readonly findings: Finding[] = [];
  #count = 0;
  #last = "";

  readonly subject: Subject;
  readonly facts: Facts;
  readonly scenario: Scenario;
  /** Of the check. */
  readonly id: string;
  readonly #hooks: string | undefined;
  readonly #judge: Judge | undefined;

  constructor(
    id: string,
    init: {
      readonly subject: Subject;
      readonly facts: Facts;
      readonly scenario: Scenario;
      /** What URLs of webhooks begin with; undefined where there is no receiver. */
      readonly hooks?: string | undefined;
      /** Judges every answer. */
      readonly judge?: Judge | undefined;
    },
  ) {
    this.id = id;
    this.#judge = init.judge;
    this.#hooks = init.hooks;
    this.subject = init.subject;
    this.facts = init.facts;
    this.scenario = init.scenario;
  }

  /** A message identifier, unique to each run and interface: agents may recognise messages again. */
  messageId(): string {
    const place = `${this.subject.label} ${this.id}`.replaceAll(/[^a-zA-Z0-9.]+/g, "-");
    return `${this.scenario.nonce}-${place}-${++this.#count}`;
  }

  /** The URL of a new webhook; throws NotReached without a receiver. */
  hook(name: string): string {
    if (this.#hooks === undefined) {
      throw new NotReached("the agent is on another machine: name an address that leads here, --webhook");
    }
    const place = `${this.subject.label} ${name}`.replaceAll(/[^a-zA-Z0-9.]+/g, "-");
    return `${this.#hooks}/a2agen-${this.scenario.nonce}/${place}`;
  }

  encode(member: string, value: unknown, options: CallOptions = {}): Request {
    const { subject } = this;
    const method = methodOf(subject, member);
    if (method === undefined) throw new NotApplicable(`the version has no ${member} over this binding`);
    const withTenant =
      subject.tenant === undefined ? value : { ...(value as object), tenant: subject.tenant };
    const native = options.isNative === true ? value : downgradeRequest(subject, member, withTenant);
    const { text, bytes, change, headers = [] } = options;
    const own = options.isOther === true ? (subject.otherHeaders ?? []) : subject.headers;
    const names = new Set(headers.map(({ name }) => name.toLowerCase()));
    const rule = listForms(method, native)[this.facts.forms.get(member) ?? 0];
    const request = encodeCall(
      {
        method,
        value: native,
        headers: [...own.filter(({ name }) => !names.has(name.toLowerCase())), ...headers],
        id: "probe",
        ...(text === undefined ? {} : { text }),
        ...(bytes === undefined ? {} : { bytes }),
        ...(rule === undefined ? {} : { rule }),
      },
      subject.spoken,
    );
    return change?.(request) ?? request;
  }

  /** Makes a call, and finds what is wrong with the form of its answer. */
  *call(member: string, value: unknown, options: CallOptions = {}): Run<Outcome> {
    const { change, isNative, isFormless } = options;
    const isOdd = change !== undefined || isNative === true || isFormless === true;
    const exchange = yield* isOdd
      ? this.#send(member, value, options)
      : this.#tryForms(member, value, options);
    return this.read(exchange, member, options);
  }

  /** Sends a call, the first time in one form after the other until the agent takes it. */
  *#tryForms(member: string, value: unknown, options: CallOptions): Run<Exchange> {
    const { forms } = this.facts;
    let told = yield* this.#send(member, value, options);
    if (forms.has(member)) return told;
    const count = this.#countForms(member, value);
    for (let form = 1; form < count && this.#isFormRefused(told, member); form++) {
      forms.set(member, form);
      const other = yield* this.#send(member, value, options);
      if (!this.#isFormRefused(other, member)) return other;
      // That there is no such verb says less than what another form was answered.
      if (![404, 405].includes(other.answer?.status ?? 0)) told = other;
    }
    forms.set(member, 0);
    return told;
  }

  *#send(member: string, value: unknown, options: CallOptions): Run<Exchange> {
    const request = this.encode(member, value, options);
    const effect = options.effect ?? effectOf(member);
    const { frames } = options;
    return yield { kind: "send", request, effect, ...(frames === undefined ? {} : { frames }) };
  }

  /** In how many forms an agent may take a call. */
  #countForms(member: string, value: unknown): number {
    const method = methodOf(this.subject, member);
    if (method === undefined || this.subject.binding !== "HTTP+JSON") return 1;
    return listForms(method, downgradeRequest(this.subject, member, value)).length;
  }

  #isFormRefused(exchange: Exchange, member: string): boolean {
    return isFormRefused(readOutcome(exchange, this.subject, member));
  }

  /** Reads an exchange, and finds what is wrong with its form. */
  read(exchange: Exchange, member: string, { isFormless }: Pick<CallOptions, "isFormless"> = {}): Outcome {
    this.#last = exchange.id;
    const outcome = readOutcome(exchange, this.subject, member);
    if (isFormless === true) return outcome;
    for (const finding of judgeForm(outcome, this.subject, member)) this.find(...finding);
    if (outcome.problems.length === 0) this.#judge?.(this, outcome, member);
    return outcome;
  }

  /** The exchange that findings are about, when it is not read. */
  show(exchange: Exchange): void {
    this.#last = exchange.id;
  }

  find(requirement: RequirementId, expected: string, came: string): void {
    this.findings.push({ requirement, expected, came, exchange: this.#last });
  }

  /** The value of an answer; without one a finding of the requirement, and the check ends. */
  value<T>(outcome: Outcome, requirement: RequirementId, expected: string): T {
    const isMalformed = outcome.problems.length > 0 && outcome.isMended !== true;
    if (isMalformed) throw new NotReached("the answer is malformed");
    // The codec of the version has checked it.
    if (outcome.kind === "value" && outcome.value !== undefined) return outcome.value as T;
    this.#checkAccess(outcome);
    this.find(requirement, expected, describe(outcome));
    throw new NotReached(`expected ${expected}; came ${describe(outcome)}`);
  }

  /** Expects an error of the protocol. */
  expectError(outcome: Outcome, name: string, requirement: RequirementId): void {
    const row = errorRow(name, this.subject);
    if (row === undefined) return;
    if (outcome.kind !== "error" || !outcome.failure.names.includes(name)) {
      this.#checkAccess(outcome);
      this.find(requirement, name, describe(outcome));
      return;
    }
    this.#checkCodes(outcome.failure, name);
  }

  /** Without credentials a refusal for lack of them says nothing of what was asked. */
  #checkAccess(outcome: Outcome): void {
    if (outcome.kind === "error" && outcome.failure.kind === "auth" && !hasSecrets(this.subject)) {
      throw new NotReached(`the agent asks for credentials (${describe(outcome)}); ${credentialsHint}`);
    }
  }

  #checkCodes(failure: Failure, name: string): void {
    const { binding, spoken } = this.subject;
    const row = errorRow(name, this.subject);
    if (row === undefined) return;
    const { errorDomain, errorBody } = spoken.service.protocol;
    const code = binding === "GRPC" ? row.grpc : String(binding === "HTTP+JSON" ? row.http : row.jsonRpc);
    // Errors that are those of JSON-RPC everywhere have no codes of other bindings.
    const hasCode = binding === "JSONRPC" || errorBody !== "json-rpc";
    if (failure.code !== code && hasCode) this.find("errors.code", `${code} for ${name}`, failure.code);
    if (binding === "HTTP+JSON" && row.problemType !== undefined && failure.problemType !== row.problemType) {
      this.find("errors.problem-type", row.problemType, failure.problemType ?? "no type");
    }
    if (errorDomain === undefined || !carriesInfo(this.subject)) return;
    const requirement = binding === "JSONRPC" ? "errors.info-jsonrpc" : "errors.info";
    if (failure.reason !== row.reason) {
      this.find(requirement, `an ErrorInfo with reason ${row.reason}`, failure.reason ?? "none");
    } else if (failure.domain !== errorDomain) {
      this.find(requirement, `an ErrorInfo with domain ${errorDomain}`, failure.domain ?? "no domain");
    }
  }
}

/** Whether errors of the protocol have an ErrorInfo over the binding. */
function carriesInfo({ binding, spoken }: Subject): boolean {
  const { errorBody, jsonRpcErrorData } = spoken.service.protocol;
  if (binding === "JSONRPC") return jsonRpcErrorData === "details";
  return errorBody === "status" || (errorBody === "problem+json" && binding === "GRPC");
}

export function effectOf(member: string): Effect {
  if (workMembers.has(member)) return "works";
  return changeMembers.has(member) ? "changes" : "reads";
}

/** What came, in a few words. */
export function describe(outcome: Outcome): string {
  switch (outcome.kind) {
    case "broken":
      return outcome.reason;
    case "events": {
      const { events, failure, exchange } = outcome;
      const [frame] = exchange.answer?.frames ?? [];
      if (failure !== undefined) return `a stream that ends with ${describeFailure(failure)}`;
      return events.length === 0 && frame !== undefined
        ? `a stream of which nothing can be read: ${excerpt(frame.bytes)}`
        : `a stream of ${count(events.length, "event")}`;
    }
    case "error":
      return describeFailure(outcome.failure);
    case "value":
      return `an answer: ${excerpt(outcome.value)}`;
  }
}

function describeFailure({ names, isNamed, code, message }: Failure): string {
  const [name] = names;
  if (code === "NaN") return `an error without a code: ${excerpt(message)}`;
  return `${isNamed && name !== undefined ? `${name} (${code})` : `the error ${code}`}: ${excerpt(message)}`;
}
