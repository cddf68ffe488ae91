import { DecodeError } from "../core/decode-error.ts";
import type { Issue } from "../core/issue.ts";
import { describe } from "../core/kind.ts";
import type { Method, ResourceName } from "../service/method.ts";

type Params = Readonly<Record<string, unknown>>;

/** Decodes the params of a request; throws a DecodeError whose paths begin at the params. */
export function decodeParams(
  { input, resourceNames }: Method,
  params: Params,
  { wellFormed }: { readonly wellFormed: boolean },
): unknown {
  if (resourceNames === undefined || resourceNames.length === 0) {
    return input.decodeParsed(params, { wellFormed });
  }
  let completed = params;
  const issues: Issue[] = [];
  for (const resourceName of resourceNames) completed = complete(completed, resourceName, issues);
  if (issues.length === 0) return input.decodeParsed(completed, { wellFormed });
  // That a name is missing which could not be made is nothing new.
  const reported = new Set(resourceNames.map(({ field }) => field));
  const others = input.tryDecode(completed);
  const more = others.ok ? [] : others.issues.filter(({ path }) => !reported.has(path));
  throw new DecodeError(input.typeName, [...issues, ...more]);
}

/**
 * Makes a resource name of the parts that a request gives instead of it: `id: "1"` for
 * `name: "tasks/1"`. The parts, which are no fields of the message, are left out then.
 */
function complete(params: Params, { field, pattern, parts }: ResourceName, issues: Issue[]): Params {
  const given = Object.entries(parts).map(([variable, keys]) => {
    const key = keys.find((candidate) => presentValue(params, candidate) !== undefined);
    return { variable, key: key ?? keys[0] ?? variable, value: key === undefined ? undefined : params[key] };
  });
  if (given.every(({ value }) => value === undefined)) return params;
  const name = presentValue(params, field);
  const found = new Map<string, string>();
  const known = issues.length;
  for (const { variable, key, value } of given) {
    if (value === undefined && isNamed(name)) continue;
    if (isPart(value)) found.set(variable, value);
    else {
      const message = `expected the ${variable} of ${pattern}, which is not empty and has no "/", got ${
        value === undefined ? "nothing" : describe(value)
      }`;
      issues.push({ code: value === undefined ? "required" : "format", path: key, segments: [key], message });
    }
  }
  if (!isNamed(name)) {
    if (issues.length > known) return params;
    const made = pattern.replaceAll(/\{([^{}]*)\}/g, (_, variable: string) => found.get(variable) ?? "");
    const used = new Set(given.map(({ key }) => key));
    return { ...Object.fromEntries(Object.entries(params).filter(([key]) => !used.has(key))), [field]: made };
  }
  if (typeof name !== "string") return params;
  const own = matchPattern(name, pattern);
  for (const { variable, key, value } of given) {
    if (!found.has(variable) || own.get(variable) === value) continue;
    const message = `expected the ${variable} of ${field}, which is ${describe(name)}, got ${describe(value)}`;
    issues.push({ code: "format", path: key, segments: [key], message });
  }
  return params;
}

/** A field that is there; null is no value. */
function presentValue(params: Params, key: string): unknown {
  return Object.hasOwn(params, key) ? (params[key] ?? undefined) : undefined;
}

/** The empty name says the same as none. */
function isNamed(name: unknown): boolean {
  return name !== undefined && name !== "";
}

function isPart(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.includes("/");
}

/** The variables of a name; none when it does not have the form. */
function matchPattern(name: string, pattern: string): ReadonlyMap<string, string> {
  const values = name.split("/");
  const forms = pattern.split("/");
  const variables = forms.flatMap((form, at): readonly (readonly [string, string])[] =>
    form.startsWith("{") ? [[form.slice(1, -1), values[at] ?? ""]] : [],
  );
  const fits =
    values.length === forms.length && forms.every((form, at) => form.startsWith("{") || form === values[at]);
  return new Map(fits ? variables : []);
}
