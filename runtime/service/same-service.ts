import type { ServiceDefinition } from "./method.ts";

/** Two versions of a protocol can have services of one name. */
export function isSameService(
  one: Pick<ServiceDefinition, "typeName" | "protocol">,
  other: Pick<ServiceDefinition, "typeName" | "protocol">,
): boolean {
  return one.typeName === other.typeName && one.protocol.name === other.protocol.name;
}
