import { defined } from "../core/object.ts";
import { type ChoiceOptions, chooseExtension } from "./choose-extension.ts";
import { formatExtensionName, type KnownExtension } from "./composition.ts";
import type { Finding } from "./finding.ts";
import { readList } from "./read-list.ts";

/** The extension object of an answer (ACP extensions, 3.3). */
export interface ActiveExtension {
  /** With its version, so that both sides read the same one whatever the request said. */
  readonly name: string;
  readonly extends?: readonly string[];
  readonly schema?: string;
  readonly spec?: string;
}

/** What came of a request. */
export interface Activation {
  /** For `capabilities.extensions` of the answer, in the order of the request. */
  readonly extensions: readonly ActiveExtension[];
  /** The names of the active extensions with their versions, sorted: what `schemaFor` takes. */
  readonly active: readonly string[];
  readonly findings: readonly Finding[];
}

/**
 * The merchant's side of the negotiation (ACP extensions, 4): activates what the request's
 * `capabilities.extensions` names and this side knows. Of several versions of a name the first one counts
 * that can be activated: the request has them in its own order. The list is the other side's and can be
 * anything; it is read to its 100th element.
 */
export function activateExtensions(
  requested: unknown,
  known: readonly KnownExtension[],
  options: ChoiceOptions = {},
): Activation {
  const { elements, findings } = readList(requested, "either");
  const all = [...findings];
  const chosen = new Map<string, KnownExtension>();
  const refused: { readonly identifier: string; readonly finding: Finding }[] = [];
  for (const { index, name } of elements) {
    const { identifier } = name;
    if (chosen.has(identifier)) continue;
    const { extension, finding } = chooseExtension(name, known, options);
    if (extension !== undefined) chosen.set(identifier, extension);
    if (finding === undefined) continue;
    if (extension === undefined) refused.push({ identifier, finding: { ...finding, index } });
    else all.push({ ...finding, index });
  }
  for (const { identifier, finding } of refused) {
    // Another version of it is active, which the request takes as well.
    all.push(chosen.has(identifier) ? { ...finding, severity: "warning" } : finding);
  }
  const active = [...chosen.values()];
  return {
    extensions: active.map(toActive),
    active: active.map(formatExtensionName).toSorted(),
    findings: all.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1)),
  };
}

/**
 * What a merchant supports, for `capabilities.extensions` of an answer whose request names no extensions (ACP
 * extensions, 3.1): each version that an agent may ask for. Nothing of it is active for that answer.
 */
export function advertiseExtensions(
  known: readonly KnownExtension[],
  { unstable = false }: ChoiceOptions = {},
): readonly ActiveExtension[] {
  return known
    .filter(({ state }) => state === "stable" || state === "deprecated" || (unstable && state !== "retired"))
    .map(toActive);
}

function toActive(extension: KnownExtension): ActiveExtension {
  const { extends: targets, schema, spec } = extension;
  return defined({ name: formatExtensionName(extension), extends: targets, schema, spec });
}
