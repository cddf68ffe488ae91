/**
 * For generated code, not for hand-written code: no semantic versioning. Each release fits the code that the
 * same release generates.
 *
 * @packageDocumentation
 * @internal
 */
export { isTooDeep } from "../core/check.ts";
export { defineCodec } from "../core/codec.ts";
export { own } from "../core/object.ts";
export type { Problems } from "../core/problems.ts";
export { isRecord } from "../core/trust.ts";
export * from "../schema/distinct.ts";
export * from "../schema/formats.ts";
export * from "../schema/problems.ts";
export * from "../schema/values.ts";
