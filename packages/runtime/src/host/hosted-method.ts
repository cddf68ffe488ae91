import { defined } from "../core/object.ts";
import type { CallContext } from "../service/call-context.ts";
import { capabilitiesOf, type MethodCapabilities } from "../service/capabilities.ts";
import type { Implementation } from "../service/implementation.ts";
import type { HttpBinding, Method } from "../service/method.ts";
import type { Call } from "./call.ts";
import { callHandler, memberOf } from "./handler.ts";
import { type StreamRules, streamRulesOf } from "./stream-rules.ts";

/** A service that a host serves, and the extension that it belongs to. */
export interface ServedService extends Implementation {
  readonly extension?: string;
}

/** A method with the function that answers it. */
export interface HostedMethod {
  readonly service: string;
  readonly method: Method;
  /** Calls the handler, which is given as it was when the host was made. */
  readonly answer: (request: unknown, context: CallContext) => unknown;
  /** The rules for the events of one stream; undefined where there are none. */
  readonly streamRules: (call: Pick<Call, "isContinued">) => StreamRules | undefined;
  readonly capabilities: MethodCapabilities;
  /** URI of the extension that the method belongs to, without which it cannot be called. */
  readonly extension?: string;
}

/** The methods that the card offers. Throws a TypeError for services that cannot be served together. */
export function hostMethods(
  services: readonly ServedService[],
  card: object | undefined,
): readonly HostedMethod[] {
  checkRules(services);
  return services.flatMap((served) => methodsOf(served, card));
}

function methodsOf(
  { service, handler, extension }: ServedService,
  card: object | undefined,
): readonly HostedMethod[] {
  return Object.entries<Method>(service.methods).map(([key, method]) => {
    const member = memberOf(handler, key);
    if (member !== undefined && typeof member !== "function") {
      throw new TypeError(`${service.typeName}: expected a function as ${key}, found ${typeof member}`);
    }
    const own = { handler, key, name: method.name };
    return {
      service: service.typeName,
      method,
      answer: (request, context) => callHandler(own, request, context),
      streamRules: (call) => streamRulesOf(service, method, call),
      capabilities:
        card === undefined
          ? { missing: undefined, closedFields: [] }
          : capabilitiesOf(method, card, service.protocol),
      ...defined({ extension }),
    };
  });
}

interface Rule {
  readonly name: string;
  readonly extension: string | undefined;
  readonly binding: HttpBinding;
}

/**
 * Throws a TypeError when an extension has a rule of google.api.http that takes the same requests as one of
 * the core or of another extension: with the same verb, literals and variables at the same places. Where
 * one has a literal and the other a variable, the literal is taken.
 */
function checkRules(served: readonly ServedService[]): void {
  const seen = new Map<string, Rule>();
  for (const rule of served.flatMap(rulesOf)) {
    const key = shapeOf(rule.binding);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, rule);
    else if (rule.extension !== undefined && rule.name !== other.name) throw clash(other, rule);
  }
}

function rulesOf({ service, extension }: ServedService): readonly Rule[] {
  return Object.values<Method>(service.methods).flatMap(({ name, http }) =>
    http.map((binding) => ({ name: `${service.typeName}.${name}`, extension, binding })),
  );
}

/** Equal for rules that differ in the names of their variables only. */
function shapeOf({ verb, path, action = "" }: HttpBinding): string {
  const segments = path.flatMap((segment) =>
    typeof segment === "string"
      ? [{ literal: segment }]
      : segment.match.map((part) => (part === "*" || part === "**" ? part : { literal: part })),
  );
  return JSON.stringify([verb, segments, action]);
}

function clash(other: Rule, { name, extension, binding }: Rule): TypeError {
  const owner = other.extension === undefined ? "" : ` of the extension ${other.extension}`;
  return new TypeError(
    `extensions: ${name} of ${extension ?? ""} and ${other.name}${owner} both answer ${binding.verb} ${formatPath(binding)}; change the rule of the extension`,
  );
}

function formatPath({ path, action }: HttpBinding): string {
  const parts = path.map((segment) => (typeof segment === "string" ? segment : `{${segment.field}}`));
  return `/${parts.join("/")}${action === undefined ? "" : `:${action}`}`;
}
