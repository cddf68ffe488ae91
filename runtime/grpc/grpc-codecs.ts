import type { BinaryType } from "../binary/type-registry.ts";
import type { MethodKey, ServiceDefinition } from "../service/method.ts";

/** A service with the binary codecs of its messages, as generated code exports it. */
export interface GrpcCodecs<Service extends object = object> {
  readonly service: ServiceDefinition<Service>;
  /** By the name of the member of the service's interface. */
  readonly methods: {
    readonly [K in MethodKey<Service>]: { readonly input: BinaryType; readonly output: BinaryType };
  };
}
