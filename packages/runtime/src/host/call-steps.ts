import { CallError } from "../service/call-error.ts";
import { missingCapability, missingExtension } from "../service/capabilities.ts";
import { valueAt } from "../service/field-path.ts";
import type { Protocol } from "../service/protocol.ts";
import { invalidRequest, isDecodeError } from "../service/request-error.ts";
import type { Principal, Security } from "../service/security.ts";
import {
  createVersionCheck,
  readExtensions,
  show,
  type VersionCheck,
} from "../service/service-parameters.ts";
import { Authenticator } from "./authentication.ts";
import { Call, expiryOf, type IncomingCall, tenantOf } from "./call.ts";
import type { CallsInWork } from "./calls-in-work.ts";
import { reportError, shuttingDown } from "./errors.ts";
import type { ExtensionSet } from "./extension-set.ts";
import { checkAllowed } from "./handler.ts";
import type { Authorize, HostOptions, Tenants } from "./host-options.ts";
import type { HostedMethod } from "./hosted-method.ts";
import type { Limits } from "./limits.ts";
import type { RateLimit } from "./rate-limit/limit-calls.ts";
import { RequestQueue } from "./request-queue.ts";
import { Step, type StepInit } from "./steps.ts";

/** Reads the request of a call: called once the caller is known. May throw a DecodeError. */
export type ReadRequest = () => unknown;

/** A call on its way to its handler, with the findings of the steps so far. */
export class PendingCall {
  readonly hosted: HostedMethod;
  readonly incoming: IncomingCall;
  readonly read: ReadRequest;
  version = "";
  principal: Principal | undefined = undefined;
  /** Where the call counts until its caller is known; undefined without a limit, and after it. */
  address: string | undefined = undefined;
  extensions = none;
  request: unknown = undefined;
  /** The call in work; undefined before the step "begin". */
  begun: Call | undefined = undefined;

  constructor(hosted: HostedMethod, incoming: IncomingCall, read: ReadRequest) {
    this.hosted = hosted;
    this.incoming = incoming;
    this.read = read;
  }

  /** The call in work, for the steps after "begin" and the handler. */
  get call(): Call {
    if (this.begun === undefined) throw new Error(`${this.hosted.method.name} has not begun`);
    return this.begun;
  }
}

const none: readonly string[] = [];

export interface CallStepsInit {
  readonly options: HostOptions;
  readonly protocol: Protocol;
  readonly limits: Limits;
  /** The versions that are spoken. */
  readonly versions: readonly string[];
  readonly security: Security;
  /** URL of the metadata of RFC 9728 for callers of a binding; undefined without one. */
  readonly resourceMetadata: (binding: string) => string | undefined;
  readonly tenants: Tenants | undefined;
  readonly extensions: ExtensionSet | undefined;
  /** URIs of the extensions without which no call is taken. */
  readonly required: readonly string[];
  readonly work: CallsInWork;
}

/** The steps between a binding and a handler. An earlier one decides which error a call with several gets. */
export class CallSteps {
  readonly #init: CallStepsInit;
  readonly #checkVersion: VersionCheck;
  readonly #authenticator: Authenticator;
  /** The calls that ask for extensions, by what came in. */
  readonly #asking = new WeakMap<object, Call>();

  /** Of a call that is answered with one message. */
  readonly unary: readonly Step<PendingCall>[];
  /** Those that find out who calls. */
  readonly caller: readonly Step<PendingCall>[];
  /** Of a call that is answered with a stream: others may open while it is on its way. */
  readonly stream: readonly Step<PendingCall>[];

  constructor(init: CallStepsInit) {
    const { options, protocol, versions, security, limits, work } = init;
    this.#init = init;
    this.#checkVersion = createVersionCheck(protocol, versions);
    this.#authenticator = new Authenticator({
      authenticate: options.authenticate,
      security,
      resourceMetadata: init.resourceMetadata,
      work,
      maximumMs: limits.callMs,
    });
    const streams = { name: "streams", run: () => this.#checkStreams() };
    this.unary = this.#steps().map((step) => new Step(step));
    this.caller = this.unary.filter(({ name }) => name === "open" || name === "authenticate");
    this.stream = [new Step(streams), ...this.unary, new Step(streams)];
  }

  #steps(): readonly StepInit<PendingCall>[] {
    const { authorize, rateLimit } = this.#init.options;
    const { extensions, tenants, protocol } = this.#init;
    return [
      { name: "open", run: () => this.#checkOpen() },
      ...(rateLimit === undefined ? [] : [enterStep(rateLimit)]),
      { name: "version", run: (pending) => this.#readVersion(pending) },
      {
        name: "authenticate",
        run: ({ hosted, incoming }) => this.#authenticator.ask(hosted.method, incoming),
        keep: (pending, found) => {
          pending.principal = this.#authenticator.accept(found, pending.hosted, pending.incoming);
          this.#authenticator.check(pending.principal, pending.incoming);
        },
      },
      ...(rateLimit === undefined
        ? []
        : [{ name: "count", run: (pending: PendingCall) => this.settle(pending) }]),
      { name: "extensions", run: (pending) => this.#readExtensions(pending) },
      { name: "capabilities", run: (pending) => this.#checkCapabilities(pending) },
      {
        name: "decode",
        run: ({ read }) => read(),
        keep: (pending, request) => {
          pending.request = request;
        },
        explain: (error) => (isDecodeError(error) ? invalidRequest(error.issues, error) : error),
      },
      { name: "fields", run: (pending) => this.#checkFields(pending) },
      ...(tenants === undefined ? [] : [tenantStep(tenants, protocol)]),
      { name: "begin", run: (pending) => this.#begin(pending) },
      ...(authorize === undefined ? [] : [authorizeStep(authorize)]),
      ...(extensions === undefined ? [] : [activateStep(extensions)]),
    ];
  }

  /** Counts a call for its caller, or one that failed before for its address. */
  settle(pending: PendingCall): Promise<void> | undefined {
    const { hosted, incoming, address, principal } = pending;
    const { onError, rateLimit } = this.#init.options;
    if (address === undefined) return undefined;
    pending.address = undefined;
    return rateLimit?.settle(address, principal, (error) =>
      reportError(onError, error, { method: hosted.method.name, binding: incoming.binding }),
    );
  }

  /** The extensions that are active for the call of what came in, for an answer that is an error. */
  activatedFor(incoming: object): readonly string[] {
    return this.#asking.get(incoming)?.named ?? [];
  }

  #checkOpen(): void {
    if (this.#init.work.closing) throw shuttingDown({ retryAfterMs: 1000 });
  }

  #checkStreams(): void {
    const { limits, work } = this.#init;
    if (work.streams < limits.streams) return;
    throw new CallError("RESOURCE_EXHAUSTED", `the server has ${limits.streams} streams open, its limit`, {
      http: 503,
      retryAfterMs: 1000,
    });
  }

  #readVersion(pending: PendingCall): void {
    const { incoming } = pending;
    const { limits, options } = this.#init;
    pending.version = this.#checkVersion(incoming, {
      maximumCharacters: limits.headerBytes,
      emptyMeans: incoming.emptyVersion ?? options.emptyVersion,
    });
  }

  #readExtensions(pending: PendingCall): void {
    const { protocol, limits, required, extensions } = this.#init;
    const { extension, method } = pending.hosted;
    const asked = readExtensions(pending.incoming, protocol, limits.headerBytes);
    pending.extensions = asked;
    const isAsked = (uri: string): boolean => asked.includes(uri) || extensions?.isAsked(uri, asked) === true;
    for (const uri of required) {
      if (!isAsked(uri)) throw missingExtension(uri, required, protocol, { asked });
    }
    if (extension !== undefined && !isAsked(extension)) {
      const because = `${method.name} is a method of the extension ${extension}`;
      throw missingExtension(extension, required, protocol, { because, asked });
    }
  }

  /** The card must offer the method (A2A 3.3.4). */
  #checkCapabilities({ hosted: { capabilities, method } }: PendingCall): void {
    if (capabilities.missing === undefined) return;
    throw missingCapability(capabilities.missing, method.name, this.#init.protocol);
  }

  /** The card must offer every field that the request sets. */
  #checkFields({ hosted: { capabilities }, request }: PendingCall): void {
    for (const { rule, field } of capabilities.closedFields) {
      if (valueAt(request, field) === undefined) continue;
      throw missingCapability(rule, field.join("."), this.#init.protocol);
    }
  }

  /** Puts the call in work, where its time runs. */
  #begin(pending: PendingCall): void {
    const { protocol, limits, work } = this.#init;
    const { hosted, incoming, version, extensions, principal, request } = pending;
    const { method } = hosted;
    // The host may have closed while the caller or the request was waited for.
    this.#checkOpen();
    if (request instanceof RequestQueue) request.claim(principal?.id);
    const call = new Call({
      method,
      incoming,
      version,
      profile: protocol.name,
      extensions,
      tenant: tenantOf(request, protocol),
      principal,
    });
    call.expires = expiryOf(incoming, method.kind === "unary" ? limits.callMs : limits.streamMs);
    work.add(call);
    pending.begun = call;
    if (extensions.length > 0) this.#asking.set(incoming, call);
  }
}

/** Before whatever costs more than to refuse. */
function enterStep(rateLimit: RateLimit): StepInit<PendingCall> {
  return {
    name: "enter",
    run: (pending) => {
      pending.address = rateLimit.enter(pending.incoming);
    },
  };
}

/** A tenant that is not served is there for nobody, whether or not it exists. */
function tenantStep(tenants: Tenants, protocol: Protocol): StepInit<PendingCall> {
  const serves = typeof tenants === "function" ? tenants : (name: string) => tenants.includes(name);
  return {
    name: "tenant",
    run({ request, principal }) {
      const tenant = tenantOf(request, protocol);
      if (tenant === undefined || serves(tenant, principal)) return;
      throw new CallError("NOT_FOUND", `there is no tenant ${show(tenant)}`);
    },
  };
}

function authorizeStep(authorize: Authorize): StepInit<PendingCall> {
  return {
    name: "authorize",
    run: ({ call, request }) => call.race(authorize(call, request)),
    keep: ({ call }, allowed) => checkAllowed(allowed, call),
  };
}

function activateStep(extensions: ExtensionSet): StepInit<PendingCall> {
  return { name: "activate", run: ({ call, hosted }) => extensions.activate(call, hosted.extension) };
}
