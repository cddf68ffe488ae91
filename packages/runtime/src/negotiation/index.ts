export { type Acceptance, type AcceptInit, acceptExtensions } from "./accept-extensions.ts";
export {
  type Activation,
  type ActiveExtension,
  activateExtensions,
  advertiseExtensions,
} from "./activate-extensions.ts";
export { applyExtensions } from "./apply-extensions.ts";
export type { ChoiceOptions } from "./choose-extension.ts";
export {
  type AddedField,
  type AddedValues,
  type ComposedExtension,
  type Composition,
  formatExtensionName,
  type KnownExtension,
} from "./composition.ts";
export { type ExtensionName, parseExtensionName } from "./extension-name.ts";
export { type ExtensionState, extensionStates, isExtensionState } from "./extension-state.ts";
export type { Finding, FindingCode } from "./finding.ts";
export { isSchemaObject, type Schema, type SchemaObject } from "./schema.ts";
export { createSchemaSource, type SchemaSource, type SchemaSourceOptions } from "./schema-source.ts";
