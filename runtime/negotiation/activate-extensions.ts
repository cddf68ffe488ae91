import { defined } from "../core/object.ts";
import { type ChoiceOptions, chooseExtension } from "./choose-extension.ts";
import { formatExtensionName, type KnownExtension } from "./composition.ts";
import type { Finding } from "./finding.ts";
import { readList } from "./read-list.ts";

/** The extension object of an answer (ACP extensions, 3.3). */
export interface ActiveExtension {
  /** As it was asked for: with a version only if the request had one. */
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
 * `capabilities.extensions` names and this side knows. The list is the other side's and can be
 * anything; it is read to its 100th element.
 */
export function activateExtensions(
  requested: unknown,
  known: readonly KnownExtension[],
  options: ChoiceOptions = {},
): Activation {
  const { elements, findings } = readList(requested, "either");
  const all = [...findings];
  const extensions: ActiveExtension[] = [];
  const active: string[] = [];
  for (const { index, name } of elements) {
    const { extension, finding } = chooseExtension(name, known, options);
    if (finding !== undefined) all.push({ ...finding, index });
    if (extension === undefined) continue;
    const { extends: targets, schema, spec } = extension;
    extensions.push(defined({ name: name.text, extends: targets, schema, spec }));
    active.push(formatExtensionName(extension));
  }
  return { extensions, active: active.toSorted(), findings: all };
}
