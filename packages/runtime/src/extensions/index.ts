export type {
  ExtensionCall,
  ExtensionDependency,
  ExtensionKind,
  ExtensionMiddleware,
  ExtensionSupport,
  SupportedExtension,
} from "../service/extension-support.ts";
export type { DeclaredEntry, DeclareInit, ExtensionDeclaration } from "./declaration.ts";
export { dataOnly, defineExtension } from "./define-extension.ts";
export type {
  Extension,
  ExtensionInit,
  FieldNarrowing,
  HolderField,
  Narrowing,
  Placement,
} from "./extension.ts";
export { requestOf } from "./request-of.ts";
export { defineStates, type StateMachine } from "./state-machine.ts";
