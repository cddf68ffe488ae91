import { own } from "../../core/object.ts";
import type { Method } from "../../service/method.ts";

/**
 * Makes the resource names of a request of the parts that it gives instead, as JSON-RPC servers do:
 * `name: "tasks/1"` for `id: "1"`. Returns the params themselves when there is nothing to make.
 */
export function completeNames(
  params: Readonly<Record<string, unknown>>,
  { resourceNames = [] }: Pick<Method, "resourceNames">,
): Readonly<Record<string, unknown>> {
  let completed = params;
  for (const { field, pattern, parts } of resourceNames) {
    const name = own(completed, field);
    if (name !== undefined && name !== null && name !== "") continue;
    const found = Object.entries(parts).map(([variable, keys]) => {
      const key = keys.find((candidate) => isPart(own(completed, candidate)));
      return { variable, key, value: key === undefined ? undefined : own(completed, key) };
    });
    if (found.length === 0 || found.some(({ value }) => value === undefined)) continue;
    const values = new Map(found.map(({ variable, value }) => [variable, String(value)]));
    const made = pattern.replaceAll(/\{([^{}]*)\}/g, (_, variable: string) => values.get(variable) ?? "");
    const used = new Set(found.map(({ key }) => key));
    const others = Object.entries(completed).filter(([key]) => key !== field && !used.has(key));
    completed = Object.fromEntries([[field, made], ...others]);
  }
  return completed;
}

function isPart(value: unknown): value is string {
  return typeof value === "string" && value !== "" && !value.includes("/");
}
