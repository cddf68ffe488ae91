import { isObject, own } from "../core/object.ts";
import { type ChoiceOptions, chooseExtension } from "./choose-extension.ts";
import { type Composition, formatExtensionName, type KnownExtension } from "./composition.ts";
import { parseExtensionName } from "./extension-name.ts";
import { type Finding, showValue } from "./finding.ts";
import { readList } from "./read-list.ts";

/** The result of the negotiation for the agent. */
export interface Acceptance {
  /** The names of the active extensions with their versions, sorted: what `schemaFor` takes. */
  readonly active: readonly string[];
  /**
   * The names of known extensions that the answer advertises and this side did not ask for, sorted: it may
   * ask for them.
   */
  readonly offered: readonly string[];
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
  const asked = requested.flatMap((text) => parseExtensionName(text) ?? []);
  const active = new Map<string, string>();
  const offered = new Set<string>();
  for (const { index, name, value } of elements) {
    all.push(...findWrongTypes(value, { index, checksTargets: targets !== undefined }));
    if (targets !== undefined) {
      for (const finding of findUnknownTargets(value, { index, targets })) all.push(finding);
    }
    const names = asked.filter(({ identifier }) => identifier === name.identifier);
    if (names.length === 0) {
      const { extension } = chooseExtension(name, known, options);
      if (extension !== undefined) offered.add(formatExtensionName(extension));
      const message = `${showValue(name.text)} was not asked for: its fields are ignored`;
      all.push({ code: "not-requested", severity: "warning", index, message });
      continue;
    }
    const before = active.get(name.identifier);
    if (before !== undefined) {
      const message = `expected one version of each extension, got ${showValue(name.text)} behind ${showValue(before)}: the first counts`;
      all.push({ code: "duplicate", severity: "warning", index, message });
      continue;
    }
    // An answer without the version means that of the request.
    const [first = name] = names;
    const wanted = name.version === undefined && names.length === 1 ? first : name;
    const isAsked = names.some(({ version }) => version === undefined || version === wanted.version);
    if (!isAsked) {
      const texts = names.map(({ text }) => showValue(text)).join(" or ");
      const message = `expected ${texts}, which was asked for; got ${showValue(name.text)}, and another version is never taken instead`;
      all.push({ code: "unknown-version", severity: "error", index, message });
      continue;
    }
    const { extension, finding } = chooseExtension(wanted, known, options);
    if (finding !== undefined) all.push({ ...finding, index });
    if (extension !== undefined) active.set(name.identifier, formatExtensionName(extension));
  }
  return { active: [...active.values()].toSorted(), offered: [...offered].toSorted(), findings: all };
}

/** What an extension says of itself: a member of another type is of no use, and the extension is active. */
function findWrongTypes(
  value: unknown,
  { index, checksTargets }: { readonly index: number; readonly checksTargets: boolean },
): readonly Finding[] {
  if (!isObject(value)) return [];
  const wrong = (member: string, expected: string): readonly Finding[] => {
    const message = `${member}: expected ${expected}; got ${showValue(own(value, member))}`;
    return [{ code: "malformed", severity: "warning", index, message }];
  };
  const texts = ["spec", "schema"].filter(
    (member) => !["undefined", "string"].includes(typeof own(value, member)),
  );
  const targets = own(value, "extends");
  const areTexts =
    targets === undefined ||
    (Array.isArray(targets) && targets.every((target) => typeof target === "string"));
  return [
    ...texts.flatMap((member) => wrong(member, "a URL")),
    ...(areTexts || checksTargets ? [] : wrong("extends", "a list of texts")),
  ];
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
