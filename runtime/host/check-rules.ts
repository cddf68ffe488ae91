import type { HttpBinding, Method } from "../service/method.ts";
import type { ServedService } from "./extension-set.ts";

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
export function checkRules(served: readonly ServedService[]): void {
  const seen = new Map<string, Rule>();
  for (const rule of served.flatMap(rulesOf)) {
    const key = shapeOf(rule.binding);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, rule);
    else if (rule.extension !== undefined && rule.name !== other.name) throw clash(other, rule);
  }
}

function rulesOf({ service, extension }: ServedService): readonly Rule[] {
  return Object.values<Method>(service.methods).flatMap(({ name, http, kind }) =>
    // Streams of requests have no form in HTTP+JSON.
    kind === "client" || kind === "bidi"
      ? []
      : http.map((binding) => ({ name: `${service.typeName}.${name}`, extension, binding })),
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
