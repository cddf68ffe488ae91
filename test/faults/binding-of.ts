import { type Binding, bindings } from "../bindings/bindings.ts";

export const bindingNames = bindings.map(({ name }) => name);

export function bindingOf(name: string): Binding {
  const binding = bindings.find((candidate) => candidate.name === name);
  if (binding === undefined) throw new Error(`no binding ${name}`);
  return binding;
}
