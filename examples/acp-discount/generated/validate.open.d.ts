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

export declare const validateCheckoutRequest: Validator<types.CheckoutRequest>;
export declare const validateRequestedItem: Validator<types.RequestedItem>;
export declare const validateRequestCapabilities: Validator<types.RequestCapabilities>;
export declare const validateCheckoutSession: Validator<types.CheckoutSession>;
export declare const validateCheckoutStatus: Validator<types.CheckoutStatus>;
export declare const validateLineItem: Validator<types.LineItem>;
export declare const validateTotal: Validator<types.Total>;
export declare const validateAmount: Validator<types.Amount>;
export declare const validateMessage: Validator<types.Message>;
export declare const validateMessageCode: Validator<types.MessageCode>;
export declare const validateResponseCapabilities: Validator<types.ResponseCapabilities>;
export declare const validateExtension: Validator<types.Extension>;
export declare const validateExtensionName: Validator<types.ExtensionName>;
export declare const validateExtendsTarget: Validator<types.ExtendsTarget>;
export declare const validateDiscountsRequest: Validator<types.DiscountsRequest>;
export declare const validateDiscountsObject: Validator<types.DiscountsObject>;
export declare const validateAppliedDiscount: Validator<types.AppliedDiscount>;
export declare const validateAllocation: Validator<types.Allocation>;
export declare const validateDiscountErrorCode: Validator<types.DiscountErrorCode>;
