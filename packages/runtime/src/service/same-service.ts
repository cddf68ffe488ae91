import type { ClientDefinition } from "./method.ts";

/** Two versions of a protocol can have services of one name. */
export function isSameService(
  one: Pick<ClientDefinition, "typeName" | "protocol">,
  other: Pick<ClientDefinition, "typeName" | "protocol">,
): boolean {
  return one.typeName === other.typeName && one.protocol.name === other.protocol.name;
}
