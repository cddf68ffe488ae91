import { type BindingFactory, locateHttp } from "../service/binding-factory.ts";
import { bindingName } from "./binding-name.ts";
import { createRestTransport } from "./client.ts";

/** Installs HTTP+JSON in a client: `connect(service, url, { bindings: [rest()] })`. */
export function rest(): BindingFactory {
  return {
    binding: bindingName,
    usesFetch: true,
    locate: locateHttp,
    connect: ({ protocol, service: _service, ...options }) => createRestTransport(protocol, options),
  };
}
