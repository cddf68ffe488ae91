/**
 * For authors of bindings: what a server needs beside `Host`, and a client beside `Transport`, to carry calls
 * over another protocol. Agents and their clients do not need it.
 *
 * @packageDocumentation
 */
export type { IncomingCall } from "../host/call.ts";
export type { Answer, Duplex } from "../host/host.ts";
export type { HostedMethod } from "../host/hosted-method.ts";
export type { OpenStream, StreamStep } from "../host/open-stream.ts";
export type { RequestQueue } from "../host/request-queue.ts";
export { locateHttp } from "../service/binding-factory.ts";
export { invalidAnswer } from "../service/invalid-answer.ts";
export type { PathSegment } from "../service/method.ts";
export { parameterHeaders } from "../service/parameter-headers.ts";
export { statusTable } from "../service/status.ts";
export { bytesOf, isLongerThan } from "../service/text-bytes.ts";
