import type { BinaryType } from "../binary/type-registry.ts";
import type { Method, MethodKey, ServiceDefinition } from "../service/method.ts";

/** A service with the binary codecs of its messages, as generated code exports it. */
export interface GrpcCodecs<Service extends object = object> {
  readonly service: ServiceDefinition<Service>;
  /** By the name of the member of the service's interface. */
  readonly methods: {
    readonly [K in MethodKey<Service>]: { readonly input: BinaryType; readonly output: BinaryType };
  };
}

/** A method as gRPC knows it. */
export interface GrpcMethod {
  readonly service: ServiceDefinition;
  readonly method: Method;
  /** "/lf.a2a.v1.A2AService/SendMessage". */
  readonly path: string;
  readonly input: BinaryType;
  readonly output: BinaryType;
}

/** Finds the codecs of every method; throws a TypeError when some are missing. */
export function listMethods(codecs: readonly GrpcCodecs[]): readonly GrpcMethod[] {
  return codecs.flatMap(({ service, methods }) =>
    Object.entries<Method>(service.methods).map(([key, method]) => {
      const own = (methods as Readonly<Record<string, Pick<GrpcMethod, "input" | "output">>>)[key];
      if (own === undefined) throw new TypeError(`${service.typeName}: no binary codecs for ${method.name}`);
      const { input, output } = own;
      return { service, method, path: `/${service.typeName}/${method.name}`, input, output };
    }),
  );
}
