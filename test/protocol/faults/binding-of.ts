import { type Binding, bindings } from "../../shared/bindings/bindings.ts";
import { choose } from "../../shared/runs.ts";

export const bindingNames = bindings.map(({ name }) => name);

/** Those over which costly tests run: one in `npm test`. */
export const costlyBindingNames = choose(bindingNames);

export function bindingOf(name: string): Binding {
  const binding = bindings.find((candidate) => candidate.name === name);
  if (binding === undefined) throw new Error(`no binding ${name}`);
  return binding;
}
