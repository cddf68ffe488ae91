import type { HttpRule, MethodModel } from "../../model/model.ts";
import type { ServiceMethod } from "./service-package.ts";

/** Rules of a package, without those that a server variable stands for. */
export interface Twins {
  /** Proto name of the field that all paths can begin with; undefined where not all of them can. */
  readonly field: string | undefined;
  readonly rulesOf: (method: MethodModel) => readonly HttpRule[];
}

/**
 * Finds the additional bindings that put one variable before the path of another binding, such as
 * "/{tenant}/tasks" beside "/tasks". Where every method has one for each of its paths, the server's
 * URL can hold the variable.
 */
export function findTwins(methods: readonly ServiceMethod[]): Twins {
  const bound = methods.filter(({ method }) => method.http.length > 0);
  const fields = new Set(bound.flatMap(({ method }) => method.http.map((rule) => twinField(rule, method))));
  fields.delete(undefined);
  const [field] = fields;
  const complete =
    fields.size === 1 &&
    bound.every(({ method: { http } }) => {
      const plain = http.filter((rule) => twinField(rule, { http }) === undefined);
      return plain.length * 2 === http.length;
    });
  if (!complete) return { field: undefined, rulesOf: ({ http }) => http };
  return {
    field,
    rulesOf: (method) => method.http.filter((rule) => twinField(rule, method) === undefined),
  };
}

/** The variable that a rule has before the path of another rule of the method. */
function twinField(rule: HttpRule, { http }: Pick<MethodModel, "http">): string | undefined {
  const [first, ...rest] = rule.segments;
  if (first?.kind !== "variable" || first.segments.length !== 1) return undefined;
  const [only] = first.segments;
  if (only?.kind !== "wildcard" || only.deep) return undefined;
  const twin = (other: HttpRule): boolean =>
    other.verb === rule.verb &&
    other.action === rule.action &&
    other.body === rule.body &&
    other.responseBody === rule.responseBody &&
    JSON.stringify(other.segments) === JSON.stringify(rest);
  return http.some(twin) ? first.field : undefined;
}
