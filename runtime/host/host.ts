import type { CallContext } from "../service/call-context.ts";
import { CallError, isCallError, protocolError } from "../service/call-error.ts";
import {
  capabilitiesOf,
  type MethodCapabilities,
  missingCapability,
  missingExtension,
  requiredExtensions,
} from "../service/capabilities.ts";
import { securityOf } from "../service/card.ts";
import type { ExtensionSupport } from "../service/extension-support.ts";
import { valueAt } from "../service/field-path.ts";
import type { Method, ServiceDefinition } from "../service/method.ts";
import type { Protocol } from "../service/protocol.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import type { Principal, SecurityRequirement, SecurityScheme } from "../service/security.ts";
import { createVersionCheck, readExtensions } from "../service/service-parameters.ts";
import { type Authenticate, challengesFor } from "./authentication.ts";
import { Call, type IncomingCall } from "./call.ts";
import { CallsInWork, type Timed } from "./calls-in-work.ts";
import { checkRules } from "./check-rules.ts";
import { ExtensionSet, type ServedService } from "./extension-set.ts";
import { type Limits, resolveLimits } from "./limits.ts";
import { OpenStream } from "./open-stream.ts";

/** A service and who answers its calls. */
export interface Implementation {
  readonly service: ServiceDefinition;
  readonly handler: object;
}

/**
 * Pairs a service with an object that implements its interface. A method that the object does not have
 * is answered with UNIMPLEMENTED: an agent without push notifications need not write those four.
 */
export function implement<Service extends object>(
  service: ServiceDefinition<Service>,
  handler: Partial<NoInfer<Service>>,
): Implementation {
  return { service, handler };
}

export interface HostOptions {
  readonly services: readonly Implementation[];
  /**
   * The public agent card: what it declares is checked before a handler is reached. Without one,
   * nothing of it is checked and nothing is discovered.
   */
  readonly card?: object;
  /** The protocol versions that are spoken; that of the profile, and those that it says are the same, when absent. */
  readonly versions?: readonly string[];
  /** The version that a call without one is taken to be; what the profile says when absent. */
  readonly emptyVersion?: string;
  /**
   * What is asked of callers; what the card says when absent. For a card that is the translation of
   * another one, which may ask for more than this one can say.
   */
  readonly security?: {
    readonly requirements: readonly SecurityRequirement[];
    readonly schemes: Readonly<Record<string, SecurityScheme>>;
  };
  /** Says who calls. Needed when the card asks for authentication. */
  readonly authenticate?: Authenticate;
  /**
   * Decides on a call whose caller and request are known: false refuses it with PERMISSION_DENIED;
   * throw an error, a not-found one say, to answer otherwise.
   */
  readonly authorize?: (context: CallContext, request: unknown) => boolean | Promise<boolean>;
  /** Told of every error that the client does not learn of: what handlers and hooks threw. Default: console.error. */
  readonly onError?: (error: unknown, call: { readonly method: string; readonly binding: string }) => void;
  /**
   * The extensions that are supported, all of those that the card declares: each is activated for the
   * calls that ask for it, with its middleware and methods. When absent, a call is only refused for want
   * of an extension that the card requires, and handlers activate what they support themselves.
   */
  readonly extensions?: readonly ExtensionSupport[];
  readonly limits?: Partial<Limits>;
  /** Whether what handlers return is checked; a value of the wrong shape fails the call. Default: true. */
  readonly checkAnswers?: boolean;
}

/** A method with the function that answers it. */
export interface HostedMethod {
  readonly service: string;
  readonly method: Method;
  /** Calls the handler, which is given as it was when the host was made. */
  readonly answer: (request: unknown, context: CallContext) => unknown;
  readonly capabilities: MethodCapabilities;
  /** URI of the extension that the method belongs to, without which it cannot be called. */
  readonly extension?: string;
}

/** What a handler returned, checked. */
export interface Answer {
  readonly value: unknown;
  readonly call: Call;
}

/** Reads the request of a call: called once the caller is known. May throw a DecodeError. */
export type ReadRequest = () => unknown;

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
  /** What is asked of callers: what the options say, or else the card. */
  readonly security: NonNullable<HostOptions["security"]>;
  /** The services with who answers them, in the middleware of the extensions. */
  readonly implementations: readonly ServedService[];
  readonly #options: HostOptions;
  readonly #extensions: ExtensionSet | undefined;
  /** The calls that ask for extensions, by what came in. */
  readonly #asking = new WeakMap<object, Call>();
  readonly #checkVersion: ReturnType<typeof createVersionCheck>;
  readonly #required: readonly string[];
  readonly #needsPrincipal: boolean;
  readonly #checkAnswers: boolean;
  readonly #work: CallsInWork;
  #closing = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.protocol = rulingProtocol(options.services);
    this.limits = resolveLimits(options.limits);
    this.card = options.card;
    const { card, protocol } = this;
    const version = protocol.version;
    this.versions =
      options.versions ?? (version === undefined ? [] : [version, ...(protocol.olderVersions ?? [])]);
    this.#checkVersion = createVersionCheck(protocol, this.versions);
    const { extensions: supported } = options;
    this.#extensions = supported === undefined ? undefined : new ExtensionSet({ supported, card, protocol });
    this.implementations = this.#extensions?.serve(options.services) ?? options.services;
    checkRules(this.implementations);
    this.methods = this.implementations.flatMap((entry) => hostMethods(entry, card));
    checkCard(card, this.methods, protocol);
    this.#required =
      this.#extensions?.required ?? (card === undefined ? [] : requiredExtensions(card, protocol));
    this.security =
      options.security ??
      (card === undefined || protocol.card === undefined
        ? { requirements: [], schemes: {} }
        : securityOf(card, protocol.card));
    const { requirements } = this.security;
    this.#needsPrincipal =
      requirements.length > 0 && requirements.every(({ schemes = {} }) => Object.keys(schemes).length > 0);
    if (this.#needsPrincipal && options.authenticate === undefined) {
      throw new TypeError(
        "authenticate: the card asks for authentication; give a function that says who calls, or leave security out of the card",
      );
    }
    this.#checkAnswers = options.checkAnswers ?? true;
    this.#work = new CallsInWork(
      () => new CallError("DEADLINE_EXCEEDED", "the call took longer than the server allows"),
    );
  }

  /** Whether new calls are refused. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Answers a call of one message each way. Rejects with a CallError only. */
  async unary(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Promise<Answer> {
    let call: Call | undefined;
    try {
      const pending = this.#prepare(hosted, incoming, read);
      const prepared = isPromise(pending) ? await pending : pending;
      call = prepared.call;
      const value = await this.#race(call, hosted.answer(prepared.request, call));
      this.#checkAnswer(hosted.method, value, call);
      return { value, call };
    } catch (error) {
      throw this.toCallError(error, hosted.method, incoming);
    } finally {
      if (call !== undefined) this.#work.remove(call);
    }
  }

  /** Opens a call that is answered with a stream. Rejects with a CallError only. */
  async stream(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Promise<OpenStream> {
    let call: Call | undefined;
    try {
      this.#checkStreams();
      const prepared = await this.#prepare(hosted, incoming, read);
      const opened = prepared.call;
      call = opened;
      // Others may have been opened in the meantime.
      this.#checkStreams();
      const iterator = iteratorOf(hosted.answer(prepared.request, opened), hosted);
      const stream = new OpenStream({
        call: opened,
        iterator,
        limits: this.limits,
        check: (value) => this.#checkAnswer(hosted.method, value, opened),
        toCallError: (error) => this.toCallError(error, hosted.method, incoming),
        idle: () =>
          new CallError("DEADLINE_EXCEEDED", "the stream had no event for longer than the server allows"),
        onClose: (closed) => {
          this.#work.removeStream(closed);
          this.#work.remove(opened);
        },
      });
      // Its client may have gone already.
      if (!stream.closed) this.#work.addStream(stream);
      return stream;
    } catch (error) {
      if (call !== undefined) this.#work.remove(call);
      throw this.toCallError(error, hosted.method, incoming);
    }
  }

  /**
   * What a client is told of something that was thrown; tells the hook of what the client must not know.
   * An error that a handler makes is told as it is, and so is one that another server sent to the
   * handler's own client; one that this client made itself is not, for it names addresses.
   */
  toCallError(
    error: unknown,
    method: Pick<Method, "name">,
    incoming: Pick<IncomingCall, "binding">,
  ): CallError {
    const isOfClient = isCallError(error) && error.origin === "client";
    if (isCallError(error) && !isOfClient) return error;
    this.report(error, { method: method.name, binding: incoming.binding });
    if (isOfClient && isOutOfReach(error)) {
      return new CallError("UNAVAILABLE", "an agent that this one needs is not available");
    }
    return new CallError("INTERNAL", "internal error");
  }

  /** The extensions that are active for the call of what came in, for an answer that is an error. */
  activatedFor(incoming: object): readonly string[] {
    return this.#asking.get(incoming)?.activated ?? [];
  }

  /** Tells the hook of an error that no client learns of. */
  report(thrown: unknown, call: { readonly method: string; readonly binding: string }): void {
    const { onError } = this.#options;
    try {
      if (onError === undefined) console.error(`a2agen: ${call.method} over ${call.binding} failed:`, thrown);
      else {
        const told: unknown = onError(thrown, call);
        // A hook may be asynchronous: what it rejects with would end the process.
        if (isPromise(told)) told.then(undefined, reportHook);
      }
    } catch (cause) {
      reportHook(cause);
    }
  }

  /**
   * Refuses new calls, ends streams, waits for calls in work, and aborts those that are still there
   * after `graceMs` milliseconds. Default: 10 s.
   */
  async close({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#closing = true;
    const reason = new CallError("UNAVAILABLE", "the server is shutting down", { reason: "SHUTTING_DOWN" });
    this.#work.abortStreams(reason);
    await this.#work.drained(graceMs);
    this.#work.abortAll(reason);
  }

  /** What comes before the handler: a promise only where something has to be waited for. */
  #prepare(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest): Prepared | Promise<Prepared> {
    this.#checkOpen();
    const version = this.#checkVersion(incoming, {
      maximumCharacters: this.limits.headerBytes,
      emptyMeans: incoming.emptyVersion ?? this.#options.emptyVersion,
    });
    const { method } = hosted;
    if (this.#options.authenticate === undefined && method.authenticated !== true) {
      return this.#admit(hosted, { incoming, read, version, principal: undefined });
    }
    return this.#authenticate(method, incoming).then((principal) =>
      this.#admit(hosted, { incoming, read, version, principal }),
    );
  }

  #admit(hosted: HostedMethod, caller: Caller): Prepared | Promise<Prepared> {
    const { method, capabilities, extension } = hosted;
    const { protocol } = this;
    const extensions = readExtensions(caller.incoming, protocol, this.limits.headerBytes);
    for (const uri of this.#required) {
      if (!extensions.includes(uri))
        throw missingExtension(uri, this.#required, protocol, { asked: extensions });
    }
    if (extension !== undefined && !extensions.includes(extension)) {
      throw missingExtension(extension, this.#required, protocol, {
        because: `${method.name} is a method of the extension ${extension}`,
        asked: extensions,
      });
    }
    if (capabilities.missing !== undefined)
      throw missingCapability(capabilities.missing, method.name, protocol);
    const request = readRequest(caller.read);
    return isPromise(request)
      ? request.then((value) => this.#begin(hosted, { caller, extensions, request: value }))
      : this.#begin(hosted, { caller, extensions, request });
  }

  #begin(
    { method, capabilities, extension }: HostedMethod,
    { caller, extensions, request }: Begin,
  ): Prepared | Promise<Prepared> {
    const { protocol } = this;
    for (const { rule, field } of capabilities.closedFields) {
      if (valueAt(request, field) !== undefined) throw missingCapability(rule, field.join("."), protocol);
    }
    const { incoming, version, principal } = caller;
    const call = new Call(
      {
        method,
        incoming,
        version,
        profile: protocol.name,
        extensions,
        tenant: tenantOf(request, protocol),
        principal,
      },
      clientGone,
    );
    const limit = Date.now() + (method.kind === "unary" ? this.limits.callMs : this.limits.streamMs);
    call.expires = Math.min(limit, incoming.deadline ?? limit);
    // Calls that came in before the end began may get here after it.
    this.#checkOpen();
    this.#work.add(call);
    if (extensions.length > 0) this.#asking.set(incoming, call);
    const { authorize } = this.#options;
    if (authorize === undefined) return this.#activate({ call, request }, extension);
    return this.#authorize(call, request, authorize).then(() => this.#activate({ call, request }, extension));
  }

  /** Activates the extensions of a call that may go on. */
  #activate(prepared: Prepared, extension: string | undefined): Prepared | Promise<Prepared> {
    if (this.#extensions === undefined) return prepared;
    const { call } = prepared;
    const drop = (error: unknown): never => {
      this.#work.remove(call);
      throw error;
    };
    try {
      const wait = async (answer: Promise<unknown>): Promise<unknown> => this.#race(call, answer);
      const activating = this.#extensions.activate(call, extension, wait);
      return activating === undefined ? prepared : activating.then(() => prepared, drop);
    } catch (error) {
      return drop(error);
    }
  }

  #checkOpen(): void {
    if (!this.#closing) return;
    throw new CallError("UNAVAILABLE", "the server is shutting down", { retryAfterMs: 1000 });
  }

  #checkStreams(): void {
    const { streams } = this.limits;
    if (this.#work.streams < streams) return;
    throw new CallError("RESOURCE_EXHAUSTED", `the server has ${streams} streams open, its limit`, {
      http: 503,
      retryAfterMs: 1000,
    });
  }

  async #authorize(
    call: Call,
    request: unknown,
    authorize: NonNullable<HostOptions["authorize"]>,
  ): Promise<void> {
    try {
      if (await this.#race(call, authorize(call, request))) return;
      throw new CallError("PERMISSION_DENIED", `the caller may not call ${call.method}`);
    } catch (error) {
      this.#work.remove(call);
      throw error;
    }
  }

  async #authenticate(method: Method, incoming: IncomingCall): Promise<Principal | undefined> {
    const asked = this.#options.authenticate?.({
      binding: incoming.binding,
      method: method.name,
      kind: method.kind,
      header: (name) => incoming.header(name),
      query: (name) => incoming.query(name),
      requirements: this.security.requirements,
      schemes: this.security.schemes,
      get peerCertificate() {
        return incoming.peerCertificate;
      },
    });
    const found = isPromise(asked) ? await this.#waitForHook(asked, incoming) : asked;
    // A hook without types may say null or false of somebody that it does not know.
    const principal = typeof found === "object" ? (found ?? undefined) : undefined;
    if (principal === undefined && (this.#needsPrincipal || method.authenticated === true)) {
      throw new CallError("UNAUTHENTICATED", "the call needs valid credentials", {
        challenges: challengesFor(this.security.schemes, this.security.requirements),
      });
    }
    return principal;
  }

  /** Waits for a hook that comes before the call, as long as a call may take and while its client is there. */
  #waitForHook<T>(asked: Promise<T>, incoming: IncomingCall): Promise<T> {
    return new Promise((resolve, reject) => {
      let watching = false;
      const waiting: Timed = {
        expires: Math.min(Date.now() + this.limits.callMs, incoming.deadline ?? Number.POSITIVE_INFINITY),
        abort: (reason) => {
          this.#work.removeHook(waiting);
          reject(reason);
        },
        watch() {
          if (watching) return;
          watching = true;
          incoming.onDisconnect(() => waiting.abort(clientGone()));
        },
      };
      this.#work.addHook(waiting);
      Promise.resolve(asked)
        .finally(() => this.#work.removeHook(waiting))
        .then(resolve, reject);
    });
  }

  /** Waits for a handler, or for the end of the call if that comes first. */
  #race(call: Call, result: unknown): unknown {
    if (!isPromise(result)) return result;
    return new Promise((resolve, reject) => {
      call.onAbort = reject;
      if (call.aborted !== undefined) reject(call.aborted);
      // Listened to in any case: what nobody listens to ends the process when it rejects.
      result.then(resolve, reject);
    });
  }

  #checkAnswer(method: Method, value: unknown, { binding }: Call): void {
    if (!this.#checkAnswers || method.output.is(value)) return;
    const result = method.output.tryDecode(value);
    const issues = result.ok ? [] : result.issues;
    if (result.ok) return;
    const error = this.protocol.invalidResponseError;
    const cause = new TypeError(
      `the handler of ${method.name} returned no ${method.output.typeName}: ${issues.map(({ path, message }) => `${path}: ${message}`).join("; ")}`,
    );
    this.report(cause, { method: method.name, binding });
    throw error === undefined
      ? new CallError("INTERNAL", "internal error", { cause })
      : protocolError(this.protocol, error, { cause });
  }
}

/** A call that may go to its handler. */
interface Prepared {
  readonly call: Call;
  readonly request: unknown;
}

interface Caller {
  readonly incoming: IncomingCall;
  readonly read: ReadRequest;
  readonly version: string;
  readonly principal: Principal | undefined;
}

interface Begin {
  readonly caller: Caller;
  readonly extensions: readonly string[];
  readonly request: unknown;
}

/** Makes a host; throws a TypeError or RangeError for options that do not fit together. */
export function createHost(options: HostOptions): Host {
  return new Host(options);
}

/**
 * The protocol whose parameters, errors and card hold for all services: that of the first one that has a
 * version, wherever it stands, since those without one say nothing of callers and versions.
 */
function rulingProtocol(services: readonly Implementation[]): Protocol {
  const [first] = services;
  if (first === undefined) throw new TypeError("services: expected at least one service, found none");
  const ruling = services.find(({ service }) => service.protocol.version !== undefined) ?? first;
  return ruling.service.protocol;
}

function hostMethods(
  { service, handler, extension }: ServedService,
  card: object | undefined,
): readonly HostedMethod[] {
  return Object.entries<Method>(service.methods).map(([key, method]) => {
    const member: unknown = (handler as Readonly<Record<string, unknown>>)[key];
    if (member !== undefined && typeof member !== "function") {
      throw new TypeError(`${service.typeName}: expected a function as ${key}, found ${typeof member}`);
    }
    return {
      service: service.typeName,
      method,
      // Read again at every call, so that a handler's method can be replaced.
      answer: (request, context) => {
        const answer: unknown = (handler as Readonly<Record<string, unknown>>)[key];
        if (typeof answer !== "function") {
          throw new CallError("UNIMPLEMENTED", `the server does not implement ${method.name}`);
        }
        const result: unknown = answer.call(handler, request, context);
        return result;
      },
      capabilities:
        card === undefined
          ? { missing: undefined, closedFields: [] }
          : capabilitiesOf(method, card, service.protocol),
      ...(extension === undefined ? {} : { extension }),
    };
  });
}

/** A card of the wrong shape would be checked against in vain. */
function checkCard(card: object | undefined, methods: readonly HostedMethod[], protocol: Protocol): void {
  if (card === undefined || protocol.card === undefined) return;
  const { typeName } = protocol.card;
  methods.find(({ method }) => method.output.typeName === typeName)?.method.output.decode(card);
}

function readRequest(read: ReadRequest): unknown {
  try {
    const request = read();
    return isPromise(request) ? request.catch(refuseRequest) : request;
  } catch (error) {
    return refuseRequest(error);
  }
}

function refuseRequest(error: unknown): never {
  throw isDecodeError(error) ? invalidRequest(error.issues, error) : error;
}

function tenantOf(request: unknown, { tenantField }: Protocol): string | undefined {
  const tenant = tenantField === undefined ? undefined : valueAt(request, [tenantField]);
  return typeof tenant === "string" && tenant !== "" ? tenant : undefined;
}

function reportHook(cause: unknown): void {
  console.error("a2agen: the hook onError failed:", cause);
}

function iteratorOf(answer: unknown, { method }: HostedMethod): AsyncIterator<unknown> {
  if (typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer) {
    return (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  // An async function where a generator was wanted: what it rejects with would end the process.
  if (isPromise(answer)) answer.then(undefined, () => undefined);
  throw new TypeError(`the handler of ${method.name} returned no async iterable`);
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function isOutOfReach({ status }: CallError): boolean {
  return status === "UNAVAILABLE" || status === "DEADLINE_EXCEEDED";
}

function clientGone(): CallError {
  return new CallError("CANCELLED", "the client has gone");
}
