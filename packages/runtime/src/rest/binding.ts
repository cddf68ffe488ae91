import { type ClientBindingFactory, locateHttp } from "../service/binding-factory.ts";
import type { ClientMethod } from "../service/method.ts";
import { bindingName } from "./binding-name.ts";
import { createRestTransport } from "./client.ts";

/** Installs HTTP+JSON in a client: `connect(service, url, { bindings: [rest()] })`. */
export function rest(): ClientBindingFactory {
  return {
    binding: bindingName,
    usesFetch: true,
    locate: locateHttp,
    carries: ({ methods }) => Object.values<ClientMethod>(methods).every(({ http }) => http.length > 0),
    connect: ({ protocol, service: _service, ...options }) => createRestTransport(protocol, options),
  };
}
