// Made by a2agen compose. Do not edit.

import type * as types from "./types.js";

/** What is wrong with a value. */
export interface ValidationProblem {
  /** Where in the value, as a JSON pointer. */
  readonly instancePath: string;
  /** The keyword of the schema that refuses it. */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value is of a type; never throws. */
export interface Validator<T> {
  (value: unknown): value is T;
  /** The first thing that was wrong with the last value; null if nothing was. */
  errors: readonly ValidationProblem[] | null;
}

export declare const validateSession: Validator<types.Session>;
export declare const validateRequest: Validator<types.Request>;
export declare const validateBuyer: Validator<types.Buyer>;
export declare const validateMessage: Validator<types.Message>;
export declare const validateLabels: Validator<types.Labels>;
export declare const validatePatterned: Validator<types.Patterned>;
export declare const validateSlow: Validator<types.Slow>;
export declare const validateNamed: Validator<types.Named>;
export declare const validateFew: Validator<types.Few>;
export declare const validateWhole: Validator<types.Whole>;
export declare const validateName: Validator<types.Name>;
export declare const validateGiftWrap: Validator<types.GiftWrap>;
