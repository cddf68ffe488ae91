/**
 * For the packages of a2agen itself, of the same release: no semantic versioning.
 *
 * @packageDocumentation
 * @internal
 */
export { parseAddress } from "../grpc/address.ts";
export { removeGrpcServices } from "../grpc/server.ts";
export { tapChannel } from "../grpc/tap.ts";
