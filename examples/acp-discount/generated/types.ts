// Made by a2agen compose. Do not edit.

export type CheckoutStatus = "not_ready_for_payment" | "ready_for_payment" | "completed" | "canceled";
/**
 * In minor units of the currency.
 */
export type Amount = number;
export type MessageCode =
  | "missing"
  | "invalid"
  | "out_of_stock"
  | "payment_declined"
  | "discount_code_expired"
  | "discount_code_invalid"
  | "discount_code_already_applied"
  | "discount_code_combination_disallowed"
  | "discount_code_minimum_not_met"
  | "discount_code_user_ineligible";
export type ExtensionName = string;
export type ExtendsTarget =
  "checkout.request" | "checkout.response" | "checkout.complete.request" | "checkout.complete.response";
/**
 * Why a code does not count: the code of a message whose path is that of the code.
 */
export type DiscountErrorCode =
  | "discount_code_expired"
  | "discount_code_invalid"
  | "discount_code_already_applied"
  | "discount_code_combination_disallowed"
  | "discount_code_minimum_not_met"
  | "discount_code_user_ineligible";

/**
 * Creates or updates a checkout session.
 */
export interface CheckoutRequest {
  line_items: RequestedItem[];
  capabilities?: RequestCapabilities;
  discounts?: DiscountsRequest;
}
export interface RequestedItem {
  id: string;
  quantity: number;
}
/**
 * What the agent can do.
 */
export interface RequestCapabilities {
  /**
   * The extensions that the agent understands.
   */
  extensions?: ExtensionName[];
}
/**
 * A checkout session, as the merchant answers.
 */
export interface CheckoutSession {
  id: string;
  status: CheckoutStatus;
  /**
   * ISO 4217, in lower case.
   */
  currency?: string;
  line_items?: LineItem[];
  totals?: Total[];
  messages?: Message[];
  capabilities?: ResponseCapabilities;
  discounts?: DiscountsObject;
}
export interface LineItem {
  id: string;
  quantity: number;
  amount: Amount;
}
export interface Total {
  type: "items" | "discount" | "tax" | "total";
  amount: Amount;
}
export interface Message {
  type: "info" | "warning" | "error";
  code?: MessageCode;
  /**
   * JSONPath of what the message is about.
   */
  path?: string;
  content: string;
}
/**
 * What the merchant offers for this session.
 */
export interface ResponseCapabilities {
  payment_methods?: string[];
  /**
   * The extensions that are active.
   */
  extensions?: Extension[];
}
/**
 * An active extension.
 */
export interface Extension {
  name: ExtensionName;
  extends?: ExtendsTarget[];
  schema?: string;
  spec?: string;
}
/**
 * The codes that the buyer has entered.
 */
export interface DiscountsRequest {
  codes?: string[];
}
/**
 * The codes that were sent, and what came of them.
 */
export interface DiscountsObject {
  codes?: string[];
  applied?: AppliedDiscount[];
}
/**
 * A discount that counts.
 */
export interface AppliedDiscount {
  id: string;
  title?: string;
  /**
   * Absent where the merchant gives the discount without one.
   */
  code?: string;
  /**
   * Given without a code.
   */
  automatic?: boolean;
  amount: Amount;
  /**
   * Of several discounts the one with the lowest number is taken off first.
   */
  priority?: number;
  allocations?: Allocation[];
}
/**
 * The share of a discount that one thing gets.
 */
export interface Allocation {
  /**
   * JSONPath of the line item or the total.
   */
  path: string;
  amount: Amount;
}
