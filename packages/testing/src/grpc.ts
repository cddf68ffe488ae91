/**
 * Recordings of calls over gRPC, for users of `@grpc/grpc-js`.
 *
 * @packageDocumentation
 */
export { tappedGrpc as cassetteGrpc } from "@a2agen/exchange/record/tapped-grpc.ts";
