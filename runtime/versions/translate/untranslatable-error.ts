import { DecodeError } from "../../core/decode-error.ts";

/**
 * Thrown for a value that nothing in the other version can stand for: only where it is translated by
 * itself, since as a part of another value it is left out and reported. A DecodeError, whose issues
 * say where and why.
 */
export class UntranslatableError extends DecodeError {}
