// Generated.

/** Names a component within its screen. */
export type ComponentId = string;

/** A value that is kept in the data of the screen. */
export interface Binding {
  path: string;
}

/** A value that the client computes. */
export interface FunctionCall {
  call: string;
  args?: { [key: string]: DynamicValue };
  returns?: "text" | "number" | "list";
}

/** A text, or where it comes from. */
export type DynamicString = string | Binding | DynamicStringCall;

export type DynamicStringCall = FunctionCall & {
  returns?: "text";
};

export type DynamicValue = string | number | boolean | null | DynamicValue[] | Binding | FunctionCall;

export interface ComponentCommon {
  id: ComponentId;
  /** The share of the space, beside components around it. */
  weight?: number;
  accessibility?: Accessibility;
}

export interface Accessibility {
  label?: DynamicString;
  /**
   * Said by the component.
   *
   * @deprecated
   */
  role?: string;
}
