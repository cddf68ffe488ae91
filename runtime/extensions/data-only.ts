import type { ExtensionSupport } from "../service/extension-support.ts";

/**
 * The support of an extension that only tells something in the card: for those that a card declares
 * without a definition at hand.
 */
export function dataOnly(uri: string): ExtensionSupport {
  return { extension: { uri, kind: "data" } };
}
