import type { ServiceDefinition } from "./method.ts";

/** A service and the object that answers its calls. */
export interface Implementation {
  readonly service: ServiceDefinition;
  readonly handler: object;
}

/**
 * Pairs a service with an object that implements its interface. Calls of a method that the object lacks fail
 * with UNIMPLEMENTED, as do those of the generated class `UnimplementedX`: an agent without push
 * notifications need not write those four.
 */
export function implement<Service extends object>(
  service: ServiceDefinition<Service>,
  handler: Partial<NoInfer<Service>>,
): Implementation {
  return { service, handler };
}
