/**
 * Arbitraries of fast-check for the types of fakes: values that codecs accept, and values with a mistake and
 * what codecs must report.
 *
 * @packageDocumentation
 */
export { arbitraryOf } from "./arbitrary.ts";
export { type Invalid, invalidOf } from "./invalid.ts";
