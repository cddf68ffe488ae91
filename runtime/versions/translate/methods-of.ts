import type { Method, ServiceDefinition } from "../../service/method.ts";

/** The methods of a dialect's service. */
export function methodsOf({ service }: { readonly service: ServiceDefinition }): readonly Method[] {
  return Object.values<Method>(service.methods);
}
