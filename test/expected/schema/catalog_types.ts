// Generated.

import type {
  ComponentCommon,
  ComponentId,
  DynamicString,
  DynamicValue,
  FunctionCall,
} from "./common_types.js";

export type Text = ComponentCommon & {
  component: "Text";
  text: DynamicString;
  variant?: "title" | "body" | "caption";
};

/** Components beside each other. */
export type Row = ComponentCommon & {
  component: "Row";
  children: Children;
  align?: "start" | "center" | "end" | "stretch";
};

export type Button = ComponentCommon & {
  component: "Button";
  child: ComponentId;
  action: ButtonActionEvent | ButtonActionFunctionCall;
};

export interface ButtonActionEvent {
  event: ButtonActionEventEvent;
}

export interface ButtonActionEventEvent {
  name: string;
  context?: { [key: string]: DynamicValue };
}

export interface ButtonActionFunctionCall {
  functionCall: FunctionCall;
}

export type Slider = ComponentCommon & {
  component: "Slider";
  /** Lowest and highest value. */
  range: [number, number];
  value?: number;
};

/** Fixed components, or one for each element of a list in the data. */
export type Children = ComponentId[] | ChildrenOption2;

export interface ChildrenOption2 {
  template: ComponentId;
  path: string;
}

export type AnyComponent = Text | Row | Button | Slider;

export interface Theme {
  primaryColor?: string;
  [key: string]: unknown;
}
