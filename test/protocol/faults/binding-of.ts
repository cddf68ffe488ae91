import { type Binding, bindings } from "../../shared/bindings/bindings.ts";
import { thorough } from "../../shared/runs.ts";

export const bindingNames = bindings.map(({ name }) => name);

/** Those over which costly tests run: one by default. */
export const costlyBindingNames = thorough ? bindingNames : bindingNames.slice(0, 1);

export function bindingOf(name: string): Binding {
  const binding = bindings.find((candidate) => candidate.name === name);
  if (binding === undefined) throw new Error(`no binding ${name}`);
  return binding;
}
