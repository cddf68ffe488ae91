/**
 * For the packages of a2agen itself, of the same release: no semantic versioning.
 *
 * @packageDocumentation
 * @internal
 */
export type { CallTap, OpenTap, TappedAnswer, TappedStatus } from "../grpc/call-tap.ts";
export { type GrpcCodecs, type GrpcMethod, listMethods } from "../grpc/grpc-codecs.ts";
export { toHttpUrl } from "../grpc/http-url.ts";
export { decodeStatus, encodeStatus } from "../grpc/status-details.ts";
export { readQuery, toJson } from "../rest/query.ts";
export { setField } from "../rest/request-field.ts";
export { createRouter, type Route, type RoutedMethod, variableText } from "../rest/router.ts";
export { valueAt } from "../service/field-path.ts";
