import type { ValueType } from "./model.ts";

/** What the lists and maps of a type hold in the end. */
export function innermost(type: ValueType): ValueType {
  if (type.kind === "list") return innermost(type.element);
  return type.kind === "map" ? innermost(type.value) : type;
}
