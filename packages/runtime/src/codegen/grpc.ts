/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export type { GrpcCodecs } from "../grpc/grpc-codecs.ts";
