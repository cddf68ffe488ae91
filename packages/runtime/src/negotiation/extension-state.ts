/** The states of an extension's life, in their order (ACP extensions, 6.1). */
export const extensionStates = ["draft", "experimental", "stable", "deprecated", "retired"] as const;

/** One of `extensionStates`. */
export type ExtensionState = (typeof extensionStates)[number];

/** Whether a value is one of `extensionStates`. */
export function isExtensionState(value: unknown): value is ExtensionState {
  return extensionStates.some((state) => state === value);
}
