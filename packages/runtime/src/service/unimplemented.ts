import { CallError } from "./call-error.ts";
import type { Method, ServiceDefinition } from "./method.ts";

/** A class to extend, whose methods refuse every call of a service. */
export type UnimplementedService<Service extends object> = new () => Service;

/** The error of a call that the server has no method for. */
export function unimplementedError({ name }: Pick<Method, "name">): CallError {
  return new CallError("UNIMPLEMENTED", `the server does not implement ${name}`);
}

/** Makes the class of a service whose methods refuse every call with UNIMPLEMENTED. */
export function defineUnimplemented<Service extends object>(
  service: ServiceDefinition<Service>,
): UnimplementedService<Service> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- its methods are defined below
  const base = class {};
  for (const [key, method] of Object.entries<Method>(service.methods)) {
    Object.defineProperty(base.prototype, key, { value: refuse(method), writable: true, configurable: true });
  }
  // Its methods are those of the service.
  return base as UnimplementedService<Service>;
}

/** Fails as the method would: a promise rejects, and a stream is not begun. */
function refuse(method: Method): () => unknown {
  const fail = (): never => {
    throw unimplementedError(method);
  };
  return method.kind === "unary" || method.kind === "client" ? async () => fail() : fail;
}
