import type { Message } from "@a2agen/a2a-1.0";
import { A2ui08Extension, A2ui09Extension, A2ui091Extension, A2uiExtension } from "./generated/extension.ts";

/** The extension of each version, the newest first. */
const extensions = {
  "1.0": A2uiExtension,
  "0.9.1": A2ui091Extension,
  "0.9": A2ui09Extension,
  "0.8": A2ui08Extension,
} as const;

export type A2uiVersion = keyof typeof extensions;

/**
 * The version of A2UI in which a client renders the answer to its message: the newest of those that it has
 * asked for, and otherwise the newest whose capabilities its message has. Undefined for a client that has
 * withdrawn A2UI for this turn by leaving out its capabilities, and for one that has none. 0.8 counts only
 * when it is asked for. `activated` is that of the call's context.
 */
export function versionFor(
  message: Message,
  { activated }: { readonly activated: readonly string[] },
): A2uiVersion | undefined {
  const versions = Object.keys(extensions) as A2uiVersion[];
  const shown = versions.filter((version) => extensions[version].capabilities.get(message) !== undefined);
  return (
    shown.find((version) => activated.includes(extensions[version].uri)) ??
    shown.find((version) => version !== "0.8")
  );
}
