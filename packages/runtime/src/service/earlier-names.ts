// Names of this path from before the first release, for those who built from the repository.
export {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  locateHttp,
} from "./binding-factory.ts";
export {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  invalidAnswer,
} from "./invalid-answer.ts";
export type {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  PathSegment,
} from "./method.ts";
export {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  parameterHeaders,
} from "./parameter-headers.ts";
export {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  statusTable,
} from "./status.ts";
export {
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  bytesOf,
  /** @deprecated Import it from `@a2agen/runtime/binding`. */
  isLongerThan,
} from "./text-bytes.ts";
