export type {
  ExtensionActivation,
  ExtensionCall,
  ExtensionDependency,
  ExtensionHeader,
  ExtensionKind,
  ExtensionMiddleware,
  ExtensionSupport,
  Extensions,
  SupportedExtension,
} from "../service/extension-support.ts";
export {
  type BoundConnection,
  bindExtensions,
  type ClientExtension,
  type ClientExtensions,
} from "./bind-extensions.ts";
export type { DataPlace, DataSide, InvalidData } from "./data-place.ts";
export type { DeclaredEntry, DeclareInit, ExtensionDeclaration } from "./declaration.ts";
export { dataOnly, defineExtension, type SeveralInit } from "./define-extension.ts";
export type {
  DataInit,
  DataInits,
  Extension,
  ExtensionData,
  ExtensionInit,
  ExtensionPartData,
  ExtensionWith,
  FieldNarrowing,
  HolderField,
  NamedAccesses,
  Narrowing,
  PartFields,
  Placement,
  RoleField,
  SetInit,
} from "./extension.ts";
export type { ExtensionErrorRow, ExtensionErrors } from "./extension-errors.ts";
export type { DataLimit } from "./limits.ts";
export type {
  DataRead,
  DataWritten,
  NamedExtensions,
  ParamsOf,
} from "./named-extensions.ts";
export { requestOf } from "./request-of.ts";
export {
  defineStates,
  type Mover,
  type Moves,
  type StateMachine,
  type StateMachineInit,
} from "./state-machine.ts";
