import { callHook } from "../core/call-hook.ts";
import { EmptyCodec } from "../core/well-known-codecs.ts";
import { CallError, isCallError } from "../service/call-error.ts";
import { requiredExtensions } from "../service/capabilities.ts";
import { type AgentInterface, interfacesOf, securityOf } from "../service/card.ts";
import { toSupport } from "../service/extension-support.ts";
import type { Implementation } from "../service/implementation.ts";
import type { Method } from "../service/method.ts";
import { guardObserver, type SafeObservation } from "../service/observe.ts";
import { type ProtectedResource, protectedResourcesOf } from "../service/protected-resource.ts";
import type { Protocol } from "../service/protocol.ts";
import type { Principal, Security } from "../service/security.ts";
import { findParameter, type ParameterSource, shorten } from "../service/service-parameters.ts";
import type { Call, IncomingCall } from "./call.ts";
import { CallSteps, PendingCall, type ReadRequest } from "./call-steps.ts";
import { CallsInWork } from "./calls-in-work.ts";
import { type FailedCall, isRefusal, reportError, shuttingDown, toCallError } from "./errors.ts";
import { ExtensionSet } from "./extension-set.ts";
import { checkEvent, iterateAnswer, refuseAnswer } from "./handler.ts";
import type { HostOptions, Tenants } from "./host-options.ts";
import { type HostedMethod, hostMethods, type ServedService } from "./hosted-method.ts";
import { type Limits, resolveLimits } from "./limits.ts";
import { ObservedCalls, showRequest, showSteps } from "./observed-calls.ts";
import { OpenDuplexes, type Uplink } from "./open-duplex.ts";
import { OpenStream } from "./open-stream.ts";
import type { RequestQueue, RequestQueueInit } from "./request-queue.ts";
import { type Buffered, SendBuffer, type Sized } from "./send-buffer.ts";
import { runSteps } from "./steps.ts";

/** The checked result of a handler. */
export interface Answer {
  readonly value: unknown;
  readonly call: Call;
}

/** A call with its stream, and the identifier by which further messages of its client name it. */
export interface Duplex {
  readonly stream: OpenStream;
  readonly id: string;
}

/** Reads the first message of a call; undefined for a client that sends none. */
type ReadFirst = ReadRequest | undefined;

/**
 * What all bindings share: methods, checks, limits. `createHost` makes one; hand it to the servers
 * of the bindings.
 */
export class Host {
  readonly protocol: Protocol;
  readonly methods: readonly HostedMethod[];
  readonly limits: Limits;
  readonly card: object | undefined;
  /** The protocol versions that are spoken. */
  readonly versions: readonly string[];
  /** What callers must show: as the options say, or else the card. */
  readonly security: Security;
  /** The interfaces over HTTP with their metadata by RFC 9728; none where callers show no tokens. */
  readonly protectedResources: readonly ProtectedResource[];
  /** The tenants that are served; undefined for any. */
  readonly tenants: Tenants | undefined;
  /** The services with their handlers, wrapped in the middleware of the extensions. */
  readonly implementations: readonly ServedService[];
  readonly #options: HostOptions;
  readonly #steps: CallSteps;
  readonly #work: CallsInWork;
  readonly #sendBuffer: SendBuffer;
  readonly #duplexes: OpenDuplexes;
  /** Undefined without an observer. */
  readonly #observed: ObservedCalls | undefined;
  readonly #unwatch: (() => void) | undefined;

  constructor(options: HostOptions) {
    const { services, card, extensions: given } = options;
    const supported = given && toSupport(given);
    const protocol = rulingProtocol(services);
    this.#options = options;
    this.protocol = protocol;
    this.limits = resolveLimits(options.limits);
    this.#sendBuffer = new SendBuffer(this.limits);
    this.#duplexes = new OpenDuplexes(this.limits);
    this.card = card;
    this.versions = options.versions ?? versionsOf(protocol);
    const extensions = supported === undefined ? undefined : new ExtensionSet({ supported, card, protocol });
    this.implementations = extensions?.serve(services) ?? services;
    this.methods = hostMethods(this.implementations, card);
    checkCard(card, this.methods, protocol);
    this.security = options.security ?? declaredSecurity(card, protocol);
    const interfaces = card && protocol.card ? interfacesOf(card, protocol.card) : [];
    const resources = protectedResourcesOf(interfaces, this.security, options.authorizationServers);
    this.protectedResources = resources;
    this.tenants = options.tenants ?? tenantsOf(interfaces);
    this.#work = new CallsInWork(
      () => new CallError("DEADLINE_EXCEEDED", "the call took longer than the server allows"),
    );
    this.#steps = new CallSteps({
      options,
      protocol,
      limits: this.limits,
      versions: this.versions,
      security: this.security,
      resourceMetadata: (binding) =>
        (resources.find((each) => each.binding === binding) ?? resources[0])?.url,
      tenants: this.tenants,
      extensions,
      required: extensions?.required ?? (card === undefined ? [] : requiredExtensions(card, protocol)),
      work: this.#work,
    });
    const observer = guardObserver(options.observer, (error) =>
      this.report(error, { method: "observer", binding: "none" }),
    );
    if (observer === undefined) return;
    const { versions, emptyVersion } = { ...options, versions: this.versions };
    this.#observed = new ObservedCalls({ observer, protocol, card, versions, emptyVersion });
    this.#unwatch = observer.watch({ streams: () => this.#work.streams });
  }

  /** Whether there is a hook that says who calls. */
  get identifies(): boolean {
    return this.#options.authenticate !== undefined;
  }

  /**
   * The caller of a request that calls no method, one for the card, say; `name` stands for a method's.
   * Rejects with a CallError for a caller that has to be known and is not, as for a call.
   */
  async identify(
    incoming: IncomingCall,
    { name, isRequired }: { readonly name: string; readonly isRequired: boolean },
  ): Promise<Principal | undefined> {
    const pending = new PendingCall(plainMethod(name, isRequired), incoming, () => undefined);
    try {
      await runSteps(this.#steps.caller, pending);
      return pending.principal;
    } catch (error) {
      if (!isRequired && isCallError(error) && isRefusal(error)) return undefined;
      throw this.#refuse(error, pending);
    }
  }

  /** Whether an observer is told of calls. */
  get isObserved(): boolean {
    return this.#observed !== undefined;
  }

  /** Tells the observer of a call that does not reach the host's methods. */
  observeRefusal(incoming: IncomingCall, error: CallError, hosted?: HostedMethod): void {
    this.#observed?.begin(incoming, hosted?.method)?.end({ error });
  }

  /** Whether new calls are refused. */
  get closing(): boolean {
    return this.#work.closing;
  }

  /** Whether a call names one of the host's versions, or none where the protocol defaults to one of them. */
  speaks(source: ParameterSource): boolean {
    const { versionParameter: parameter } = this.protocol;
    if (parameter === undefined) return true;
    const named = findParameter(source, parameter)?.trim() ?? "";
    const version = shorten(named === "" ? parameter.emptyMeans : named, parameter.comparedNumbers);
    return this.versions.some((known) => shorten(known, parameter.comparedNumbers) === version);
  }

  /** Answers a call of one message each way. Rejects with a CallError only. */
  unary(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Promise<Answer> {
    const observed = this.#observed?.begin(incoming, hosted.method);
    const pending = new PendingCall(hosted, incoming, observed ? showRequest(observed, read) : read);
    // No promise more than without an observer: followed by OpenTelemetry, each costs what a step does.
    return observed === undefined
      ? this.#answer(pending, undefined)
      : observed.run(() => this.#answer(pending, observed));
  }

  async #answer(pending: PendingCall, observed: SafeObservation | undefined): Promise<Answer> {
    const { hosted } = pending;
    try {
      const waiting = runSteps(this.#steps.unary, pending);
      if (waiting !== undefined) await waiting;
      const { call, request } = pending;
      const value = await call.race(hosted.answer(request, call));
      this.#checkAnswer(hosted.method, value, call);
      observed?.answer(value);
      observed?.end();
      return { value, call };
    } catch (error) {
      const refusal = this.#refuse(error, pending);
      observed?.end({ error: refusal });
      throw refusal;
    } finally {
      this.#end(pending);
    }
  }

  /** Makes what is sent for an answer, when there is room for it; see `SendBuffer.buffer`. */
  buffer<T extends Sized>({ value, call }: Answer, make: () => T): Buffered<T> | Promise<Buffered<T>> {
    return this.#sendBuffer.buffer(value, call, make);
  }

  /** Opens a call that is answered with a stream. Rejects with a CallError only. */
  stream(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Promise<OpenStream> {
    return this.#open(hosted, { incoming, read });
  }

  async #open(
    hosted: HostedMethod,
    { incoming, read, onClose }: { incoming: IncomingCall; read: ReadRequest; onClose?: () => void },
  ): Promise<OpenStream> {
    const { method } = hosted;
    const observed = this.#observed?.begin(incoming, method);
    const shown = observed === undefined ? read : showRequest(observed, read);
    const pending = new PendingCall(hosted, incoming, shown);
    const { stream: steps } = this.#steps;
    try {
      const waiting =
        observed === undefined ? runSteps(steps, pending) : observed.run(() => runSteps(steps, pending));
      if (waiting !== undefined) await waiting;
      const { call, request } = pending;
      const rules = (this.#options.checkAnswers ?? true) === true ? hosted.streamRules(call) : undefined;
      const stream = new OpenStream({
        call,
        iterator: showSteps(observed, () => iterateAnswer(hosted.answer(request, call), method)),
        limits: this.limits,
        check: (value) => {
          this.#checkAnswer(method, value, call);
          observed?.answer(value);
          if (rules === undefined) return false;
          checkEvent(method, value, { rules, ...this.#refusal(method, call) });
          return rules.isComplete;
        },
        toCallError: (error) => this.toCallError(error, method, incoming),
        sendBuffer: this.#sendBuffer,
        onClose: (closed, last) => {
          this.#work.removeStream(closed);
          this.#end(pending);
          onClose?.();
          observed?.end(last.kind === "error" ? last : undefined);
        },
      });
      // The client may have gone already.
      if (!stream.closed) this.#work.addStream(stream);
      return stream;
    } catch (error) {
      this.#end(pending);
      const refusal = this.#refuse(error, pending);
      observed?.end({ error: refusal });
      throw refusal;
    }
  }

  /**
   * Opens a call whose messages come one by one: the first with it, further ones as separate calls that
   * name the identifier of the stream. A method with one answer has a stream of one event. Rejects with a
   * CallError only.
   */
  async duplex(hosted: HostedMethod, incoming: IncomingCall, read: ReadFirst): Promise<Duplex> {
    const { id, queue } = this.#duplexes.begin(hosted.method.name);
    const isOnce = hosted.method.kind === "client";
    const opened: HostedMethod = isOnce
      ? { ...hosted, answer: (request, call) => onlyEvent(hosted.answer(request, call)) }
      : hosted;
    const readAll = async (): Promise<RequestQueue> => {
      if (read === undefined) queue.end();
      else queue.push(await read());
      return queue;
    };
    const over = (): void =>
      this.#duplexes.close(id, new CallError("CANCELLED", "the call is over, or its client has gone"));
    try {
      const stream = await this.#open(opened, { incoming, read: readAll, onClose: over });
      if (stream.closed) over();
      else this.#duplexes.open(id, stream.call);
      return { stream, id };
    } catch (error) {
      over();
      throw error;
    }
  }

  /**
   * A queue for the messages of a client's stream, for bindings that get them one by one on one connection:
   * give it to `unary` or `stream` as the request. What waits counts among the messages of all streams.
   */
  messages(init: Partial<Omit<RequestQueueInit, "room">> = {}): RequestQueue {
    return this.#duplexes.queue(init);
  }

  /** Whether `duplex` has a stream of this identifier open. */
  hasStream(id: string): boolean {
    return this.#duplexes.has(id);
  }

  /** Takes a message for a stream that `duplex` opened, or its end. Rejects with a CallError only. */
  uplink(
    hosted: HostedMethod,
    incoming: IncomingCall,
    uplink: Uplink & { read: ReadRequest },
  ): Promise<Answer> {
    const answer = async (message: unknown, call: Call): Promise<unknown> => {
      await this.#duplexes.add(uplink, message, call);
      return {};
    };
    const read = uplink.ends ? () => undefined : uplink.read;
    return this.unary(acknowledged(hosted, answer), incoming, read);
  }

  /**
   * Takes a message that itself names the task that it is for, whose stream another process may have: the
   * handler reads it and yields nothing. Rejects with a CallError only.
   */
  acknowledge(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Promise<Answer> {
    const answer = async (message: unknown, call: Call): Promise<unknown> => {
      call.isUplink = true;
      const queue = this.messages();
      queue.claim(call.principal?.id);
      queue.push(message);
      queue.end();
      try {
        const events = iterateAnswer(hosted.answer(queue, call), hosted.method);
        while ((await events.next()).done !== true);
      } finally {
        queue.fail(new CallError("CANCELLED", "the call is over"));
      }
      return {};
    };
    return this.unary(acknowledged(hosted, answer), incoming, read);
  }

  /** The error of an answer for something that was thrown. Reports what the client must not see. */
  toCallError(
    error: unknown,
    { name: method }: Pick<Method, "name">,
    { binding }: Pick<IncomingCall, "binding">,
  ): CallError {
    return toCallError(error, (hidden) => this.report(hidden, { method, binding }), this.protocol);
  }

  /**
   * The error of a call that has not been answered; reports callers without the right to it to `onRefused`.
   */
  #refuse(thrown: unknown, pending: PendingCall): CallError {
    const { hosted, incoming, principal } = pending;
    const error = this.toCallError(thrown, hosted.method, incoming);
    // Its answer needs not wait for the counter; the next call from there does.
    this.#steps.settle(pending)?.catch(() => undefined);
    const { onRefused } = this.#options;
    if (onRefused !== undefined && isRefusal(error)) {
      const { binding } = incoming;
      const header = (name: string): string | undefined => incoming.header(name);
      callHook("onRefused", () =>
        onRefused(error, { method: hosted.method.name, binding, principal, header }),
      );
    }
    return error;
  }

  /** The extensions that are active for the call of what came in, for an answer that is an error. */
  activatedFor(incoming: object): readonly string[] {
    return this.#steps.activatedFor(incoming);
  }

  /** Gives an error that the client does not see to `onError`. */
  report(error: unknown, call: FailedCall): void {
    reportError(this.#options.onError, error, call);
  }

  /**
   * Refuses new calls, ends streams, waits for calls in work, and aborts those that are still there
   * after `graceMs` milliseconds. Default: 10 s.
   */
  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#work.closing = true;
    const reason = shuttingDown({ reason: "SHUTTING_DOWN" });
    this.#work.abortStreams(reason);
    await this.#work.drained(graceMs);
    this.#work.abortAll(reason);
    this.#unwatch?.();
  }

  #end({ begun }: PendingCall): void {
    if (begun !== undefined) this.#work.remove(begun);
  }

  #checkAnswer(method: Method, value: unknown, call: Call): void {
    if (this.#options.checkAnswers === false || method.output.is(value)) return;
    refuseAnswer(method, value, this.#refusal(method, call));
  }

  #refusal({ name }: Method, { binding }: Call) {
    return {
      protocol: this.protocol,
      report: (error: unknown) => this.report(error, { method: name, binding }),
    };
  }
}

/** Makes a host; throws a TypeError or RangeError for options that do not fit together. */
export function createHost(options: HostOptions): Host {
  return new Host(options);
}

/**
 * The protocol whose parameters, errors and card hold for all services: that of the first one that has a
 * version, wherever it stands, since those without one do not rule callers and versions.
 */
function rulingProtocol(services: readonly Implementation[]): Protocol {
  const [first] = services;
  if (first === undefined) throw new TypeError("services: expected at least one service, found none");
  const ruling = services.find(({ service }) => service.protocol.version !== undefined) ?? first;
  return ruling.service.protocol;
}

function versionsOf({ version, olderVersions = [] }: Protocol): readonly string[] {
  return version === undefined ? [] : [version, ...olderVersions];
}

function declaredSecurity(card: object | undefined, protocol: Protocol): Security {
  if (card === undefined || protocol.card === undefined) return { requirements: [], schemes: {} };
  return securityOf(card, protocol.card);
}

function tenantsOf(interfaces: readonly AgentInterface[]): readonly string[] | undefined {
  const named = interfaces.flatMap(({ tenant }) => tenant ?? []);
  return named.length === 0 ? undefined : named;
}

/** Rejects a malformed card early. */
function checkCard(card: object | undefined, methods: readonly HostedMethod[], protocol: Protocol): void {
  if (card === undefined || protocol.card === undefined) return;
  const { typeName } = protocol.card;
  methods.find(({ method }) => method.output.typeName === typeName)?.method.output.decode(card);
}

/** The events of a method that has one answer. */
async function* onlyEvent(answer: unknown): AsyncGenerator<unknown, void, undefined> {
  yield await answer;
}

/** What stands for a method in a request that calls none. */
function plainMethod(name: string, authenticated: boolean): HostedMethod {
  return {
    service: "",
    method: { name, kind: "unary", input: EmptyCodec, output: EmptyCodec, http: [], authenticated },
    answer: () => undefined,
    streamRules: () => undefined,
    capabilities: { missing: undefined, closedFields: [] },
  };
}

/** A method as a call of one message that is answered by nothing. */
function acknowledged(
  hosted: HostedMethod,
  answer: (message: unknown, call: Call) => Promise<unknown>,
): HostedMethod {
  const method: Method = { ...hosted.method, kind: "unary", output: EmptyCodec };
  // The host gives handlers its own calls.
  return { ...hosted, method, answer: (message, call) => answer(message, call as Call) };
}
