import { callHook } from "../../core/call-hook.ts";
import type { Issue } from "../../core/issue.ts";
import { tenantOf } from "../../host/call.ts";
import { type ReportError, reportError } from "../../host/errors.ts";
import {
  callHandler,
  checkAllowed,
  checkEvent,
  iterateAnswer,
  memberOf,
  refuseAnswer,
} from "../../host/handler.ts";
import type { Authorize } from "../../host/host-options.ts";
import { streamRulesOf } from "../../host/stream-rules.ts";
import type { CallContext } from "../../service/call-context.ts";
import { isCallError } from "../../service/call-error.ts";
import type { Method, ServiceDefinition } from "../../service/method.ts";
import { invalidRequest, isDecodeError } from "../../service/request-error.ts";
import type { CallLosses } from "./call-losses.ts";
import { createLossLog } from "./loss-log.ts";
import type { Direction } from "./name-map.ts";
import type { MethodTranslation, ServiceTranslation } from "./service-translation.ts";
import { translateError } from "./translate-error.ts";
import { TranslatedContext } from "./translated-context.ts";
import { TranslatedStream } from "./translated-stream.ts";
import type { Loss, Translated } from "./translator.ts";

/** The losses of a call between its client and a handler of another version. */
export interface HandlerLosses extends CallLosses {
  /** "upgrade" for requests that became newer and for answers that did. */
  readonly direction: Direction;
}

/** The hooks of a translated handler. */
export interface TranslateHandlerOptions {
  /**
   * Called with the losses of a call, at every call. A CallError that it throws fails the call;
   * anything else that it throws does not. Default: a text for console.warn, once for each method and
   * place (`createLossLog`).
   */
  readonly onLosses?: (losses: HandlerLosses) => void;
  /**
   * Whether what the handler returns is checked; a value of the wrong shape fails the call. Default: true.
   */
  readonly checkAnswers?: boolean | "shape";
  /** Called with errors hidden from the client: answers of the wrong shape. Default: console.error. */
  readonly onError?: ReportError;
  /**
   * Decides on a call as `HostOptions.authorize` does, with the request and the names of the version
   * that the handler is written in. A host of the translated handler would ask with its own.
   */
  readonly authorize?: Authorize;
}

/**
 * Makes of a handler that is written in the newer version one of the older: requests are upgraded,
 * answers, events and errors downgraded. A method that the handler lacks is lacking here as well, and
 * so is one to which clients send a stream.
 *
 * The upgraded request is checked, since a request may be valid in one version only. Errors name fields and
 * values as the client wrote them. The translated answer is not checked again: make its host with
 * `checkAnswers: false`.
 */
export function downgradeHandler<Older extends object, Newer extends object>(
  translation: ServiceTranslation<Older, Newer>,
  handler: Partial<NoInfer<Newer>>,
  options: TranslateHandlerOptions = {},
): Partial<Older> {
  return translateHandler(translation, { handler, direction: "downgrade", options });
}

/** The same for a handler that is written in the older version and called by clients of the newer one. */
export function upgradeHandler<Older extends object, Newer extends object>(
  translation: ServiceTranslation<Older, Newer>,
  handler: Partial<NoInfer<Older>>,
  options: TranslateHandlerOptions = {},
): Partial<Newer> {
  return translateHandler(translation, { handler, direction: "upgrade", options });
}

interface TranslateInit {
  readonly handler: object;
  /** Where answers go. */
  readonly direction: Direction;
  readonly options: TranslateHandlerOptions;
}

type HandlerMethod = (request: unknown, context: CallContext) => unknown;

/** An object with the methods of the other version, each one there as long as the handler has it. */
function translateHandler(translation: ServiceTranslation, init: TranslateInit): object {
  const withLog = {
    ...init,
    options: { ...init.options, onLosses: init.options.onLosses ?? createLossLog() },
  };
  const adapter = {};
  for (const row of translation.methods) {
    const translated = new TranslatedMethod(translation, row, withLog);
    if (!translated.carried) continue;
    Object.defineProperty(adapter, translated.key, { enumerable: true, get: () => translated.member() });
  }
  return adapter;
}

class TranslatedMethod {
  /** Member of the adapter. */
  readonly key: string;
  readonly #ownKey: string;
  readonly #translation: ServiceTranslation;
  readonly #row: MethodTranslation;
  readonly #init: TranslateInit;
  /** As clients call it, and as the handler has it. */
  readonly #served: Method;
  readonly #own: Method;
  readonly #versions: { readonly served: ServiceDefinition; readonly own: ServiceDefinition };
  readonly #call: HandlerMethod;

  constructor(translation: ServiceTranslation, row: MethodTranslation, init: TranslateInit) {
    const { older, newer } = translation;
    this.#translation = translation;
    this.#row = row;
    this.#init = init;
    const isDowngrade = init.direction === "downgrade";
    this.key = isDowngrade ? row.older : row.newer;
    this.#ownKey = isDowngrade ? row.newer : row.older;
    this.#versions = isDowngrade ? { served: older, own: newer } : { served: newer, own: older };
    this.#served = methodOf(this.#versions.served, this.key);
    this.#own = methodOf(this.#versions.own, this.#ownKey);
    this.#call =
      this.#own.kind === "unary"
        ? (request, context) => this.#unary(request, context)
        : (request, context) => this.#stream(request, context);
  }

  get carried(): boolean {
    const { kind } = this.#served;
    return kind === this.#own.kind && (kind === "unary" || kind === "server");
  }

  /** The member of the adapter: nothing while the handler has none. */
  member(): unknown {
    const own = memberOf(this.#init.handler, this.#ownKey);
    return typeof own === "function" ? this.#call : own;
  }

  async #unary(request: unknown, context: CallContext): Promise<unknown> {
    const read = this.#readRequest(request);
    try {
      const call = this.#open(read, context);
      if (call.admit !== undefined) await call.admit();
      return this.#answer(await this.#invoke(call), call.context);
    } catch (error) {
      throw this.#explain(error, request);
    }
  }

  #stream(request: unknown, context: CallContext): AsyncIterable<unknown> {
    const read = this.#readRequest(request);
    try {
      const call = this.#open(read, context);
      const rules =
        (this.#init.options.checkAnswers ?? true) === true
          ? streamRulesOf(this.#versions.own, this.#own, {
              isContinued: context.header("last-event-id") !== undefined,
            })
          : undefined;
      return new TranslatedStream({
        admit: call.admit,
        start: () => iterateAnswer(this.#invoke(call), this.#own),
        translate: (event) => {
          const translated = this.#answer(event, call.context);
          if (rules !== undefined) checkEvent(this.#own, event, { rules, ...this.#refusal(call.context) });
          return translated;
        },
        isComplete: () => rules?.isComplete === true,
        explain: (error) => this.#explain(error, request),
      });
    } catch (error) {
      throw this.#explain(error, request);
    }
  }

  #open(read: Translated<unknown>, context: CallContext): TranslatedCall {
    const { served, own } = this.#versions;
    const request = this.#checkRequest(this.#tell("request", read));
    const translated = new TranslatedContext(context, {
      method: this.#own.name,
      version: served.protocol.version ?? "",
      tenant: tenantOf(request, own.protocol),
    });
    const { authorize } = this.#init.options;
    return {
      request,
      context: translated,
      admit:
        authorize === undefined
          ? undefined
          : async () => checkAllowed(await authorize(translated, request), translated),
    };
  }

  #invoke({ request, context }: TranslatedCall): unknown {
    const own = { handler: this.#init.handler, key: this.#ownKey, name: this.#served.name };
    return callHandler(own, request, context);
  }

  #answer(value: unknown, context: CallContext): unknown {
    if (this.#init.options.checkAnswers !== false && !this.#own.output.is(value)) {
      refuseAnswer(this.#own, value, this.#refusal(context));
    }
    return this.#tell("response", this.#translate("response", value));
  }

  #refusal({ binding }: CallContext) {
    return {
      protocol: this.#versions.own.protocol,
      report: (error: unknown) =>
        reportError(this.#init.options.onError, error, { method: this.#own.name, binding }),
    };
  }

  /** A request that the handler's version cannot express is the client's to change, in its own names. */
  #readRequest(sent: unknown): Translated<unknown> {
    let read: Translated<unknown>;
    try {
      read = this.#translate("request", sent);
    } catch (error) {
      throw isDecodeError(error) ? invalidRequest(error.issues, error) : error;
    }
    refuseInvalid(read.losses);
    return read;
  }

  #translate(of: "request" | "response", value: unknown): Translated<unknown> {
    const translator = this.#row[of];
    return this.#directionOf(of) === "upgrade" ? translator.upgrade(value) : translator.downgrade(value);
  }

  #directionOf(of: "request" | "response"): Direction {
    const answers = this.#init.direction;
    return of === "response" ? answers : answers === "upgrade" ? "downgrade" : "upgrade";
  }

  #tell(of: "request" | "response", { value, losses }: Translated<unknown>): unknown {
    if (losses.length > 0) {
      this.#report({ method: this.#own.name, of, direction: this.#directionOf(of), losses });
    }
    return value;
  }

  #report(losses: HandlerLosses): void {
    callHook("onLosses", () => this.#init.options.onLosses?.(losses), { passes: isCallError });
  }

  #checkRequest(value: unknown): unknown {
    const { input } = this.#own;
    if (input.is(value)) return value;
    const result = input.tryDecode(value);
    if (result.ok) return result.value;
    throw invalidRequest(result.issues, undefined);
  }

  #explain(error: unknown, sent: unknown): unknown {
    if (!isCallError(error)) return error;
    const { pairs = [] } = this.#row;
    return translateError(error, this.#translation, { direction: this.#init.direction, pairs, sent });
  }
}

/** A value that is invalid in the client's own version is the client's error. */
function refuseInvalid(losses: readonly Loss[]): void {
  const issues = losses.flatMap(({ kind, path, segments, message }): readonly Issue[] =>
    kind === "invalid" ? [{ code: "format", path, segments, message }] : [],
  );
  if (issues.length > 0) throw invalidRequest(issues, undefined);
}

interface TranslatedCall {
  readonly request: unknown;
  readonly context: CallContext;
  /** Rejects for a call that may not go to the handler; undefined without the hook `authorize`. */
  readonly admit: (() => Promise<void>) | undefined;
}

function methodOf(service: ServiceDefinition, key: string): Method {
  const methods: Readonly<Record<string, Method>> = service.methods;
  const method = Object.hasOwn(methods, key) ? methods[key] : undefined;
  if (method === undefined)
    throw new TypeError(`the translation names ${key}, which ${service.typeName} has not`);
  return method;
}
