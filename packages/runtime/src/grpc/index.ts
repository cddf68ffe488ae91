export { type GrpcBindingOptions, grpc } from "./binding.ts";
export { createGrpcTransport, type GrpcTransportOptions } from "./client.ts";
export type { GrpcCodecs } from "./grpc-codecs.ts";
export { addReflection, type ReflectionOptions } from "./reflection.ts";
export { addGrpcService, type GrpcServiceOptions } from "./server.ts";
export { grpcServerOptions } from "./server-options.ts";
