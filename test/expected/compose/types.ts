// Made by a2agen compose. Do not edit.

export type Whole = Buyer & {
  [k: string]: unknown;
};
export type Name = string;

export interface Session {
  id: string;
  status: "open" | "closed";
  note?: string;
  buyer?: Buyer;
  messages?: Message[];
  /**
   * Wrapped.
   */
  gift?: GiftWrap;
}
export interface Request {
  note?: string;
}
export interface Buyer {
  email?: string;
}
export interface Message {
  code: "missing" | "invalid" | "wrapped";
  kind?: ("a" | "b") | string;
}
export interface Labels {
  [k: string]: string;
}
export interface Patterned {
  /**
   * This interface was referenced by `Patterned`'s JSON-Schema definition
   * via the `patternProperty` "^x-".
   */
  [k: string]: string;
}
export interface Slow {
  /**
   * This interface was referenced by `Slow`'s JSON-Schema definition
   * via the `patternProperty` "^(x-|a*)*$".
   */
  [k: string]: string;
}
export interface Named {}
export interface Few {}
/**
 * Paper * / and ribbon.
 */
export interface GiftWrap {
  at?: string;
  color?: string;
  inner?: GiftWrap;
  tags?: {}[];
}
