/**
 * For the packages of a2agen itself, of the same release: no semantic versioning.
 *
 * @packageDocumentation
 * @internal
 */
export { parseAddress } from "../grpc/address.ts";
export { type CallTap, type TappedAnswer, type TappedStatus, tapCalls } from "../grpc/tap.ts";
