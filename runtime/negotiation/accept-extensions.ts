import { type ChoiceOptions, chooseExtension } from "./choose-extension.ts";
import { type Composition, formatExtensionName, type KnownExtension } from "./composition.ts";
import { parseExtensionName } from "./extension-name.ts";
import { type Finding, showValue } from "./finding.ts";
import { readList } from "./read-list.ts";

/** The result of the negotiation for the agent. */
export interface Acceptance {
  /** The names of the active extensions with their versions, sorted: what `schemaFor` takes. */
  readonly active: readonly string[];
  readonly findings: readonly Finding[];
}

/** What was requested, and what this side knows. */
export interface AcceptInit extends ChoiceOptions {
  /** The names that were asked for. */
  readonly requested: readonly string[];
  readonly known: readonly KnownExtension[];
  /** The parts of the API that `extends` can name (3.4); not given, they are not looked at. */
  readonly targets?: Composition["targets"];
}

/**
 * The agent's side of the negotiation (ACP extensions, 4): finds the extensions that the answer's
 * `capabilities.extensions` declares active. Those that this side does not know or has not asked for
 * are no error: their fields are ignored (4.1).
 */
export function acceptExtensions(
  answered: unknown,
  { requested, known, targets, ...options }: AcceptInit,
): Acceptance {
  const { elements, findings } = readList(answered, "object");
  const all = [...findings];
  const asked = new Map(requested.map((text) => [parseExtensionName(text)?.identifier, text]));
  const active: string[] = [];
  for (const { index, name, value } of elements) {
    if (targets !== undefined) {
      for (const finding of findUnknownTargets(value, { index, targets })) all.push(finding);
    }
    const text = asked.get(name.identifier);
    if (text === undefined) {
      const message = `${showValue(name.text)} was not asked for: its fields are ignored`;
      all.push({ code: "not-requested", severity: "warning", index, message });
      continue;
    }
    // An answer without the version means that of the request.
    const wanted = name.version === undefined ? (parseExtensionName(text) ?? name) : name;
    const version = parseExtensionName(text)?.version;
    if (version !== undefined && wanted.version !== version) {
      const message = `expected ${showValue(text)}, which was asked for; got ${showValue(name.text)}, and another version is never taken instead`;
      all.push({ code: "unknown-version", severity: "error", index, message });
      continue;
    }
    const { extension, finding } = chooseExtension(wanted, known, options);
    if (finding !== undefined) all.push({ ...finding, index });
    if (extension !== undefined) active.push(formatExtensionName(extension));
  }
  return { active: active.toSorted(), findings: all };
}

function findUnknownTargets(
  value: unknown,
  { index, targets }: { readonly index: number; readonly targets: Composition["targets"] },
): readonly Finding[] {
  const given: unknown =
    typeof value === "object" && value !== null && Object.hasOwn(value, "extends")
      ? (value as { readonly extends?: unknown }).extends
      : undefined;
  if (given === undefined) return [];
  const names = Object.keys(targets);
  const unknown = Array.isArray(given)
    ? given.filter((target) => !names.some((name) => name === target))
    : [given];
  if (unknown.length === 0) return [];
  const message = `extends: expected a list of ${names.join(", ")}; got ${unknown.slice(0, 5).map(showValue).join(", ")}`;
  return [{ code: "unknown-target", severity: "warning", index, message }];
}
