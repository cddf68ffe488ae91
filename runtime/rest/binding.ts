import { type BindingFactory, locateHttp } from "../service/binding-factory.ts";
import type { Method } from "../service/method.ts";
import { bindingName } from "./binding-name.ts";
import { createRestTransport } from "./client.ts";

/** Installs HTTP+JSON in a client: `connect(service, url, { bindings: [rest()] })`. */
export function rest(): BindingFactory {
  return {
    binding: bindingName,
    usesFetch: true,
    locate: locateHttp,
    carries: ({ methods }) => Object.values<Method>(methods).every(({ http }) => http.length > 0),
    connect: ({ protocol, service: _service, ...options }) => createRestTransport(protocol, options),
  };
}
