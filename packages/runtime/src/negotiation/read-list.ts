import { isObject, own } from "../core/object.ts";
import { type ExtensionName, parseExtensionName } from "./extension-name.ts";
import { type Finding, showValue } from "./finding.ts";

/** Of a list that the other side sent no more elements are looked at. */
export const maximumExtensions = 100;

/** An element of a list of extensions. */
export interface NamedElement {
  readonly index: number;
  readonly name: ExtensionName;
  /** The element of the list: the name, or the object around it. */
  readonly value: unknown;
}

export interface NamedList {
  readonly elements: readonly NamedElement[];
  readonly findings: readonly Finding[];
}

/** The form of the elements of a list: a name, an object that has one, or either. */
export type ElementForm = "name" | "object" | "either";

const expectations = {
  name: 'a name such as "discount" or "discount@2026-01-27"',
  object: 'an object with a "name"',
  either: 'a name such as "discount" or "discount@2026-01-27", or an object that has one as its "name"',
} as const satisfies Record<ElementForm, string>;

/**
 * Reads `capabilities.extensions`. Absent is an empty list. What is wrong is left out and reported,
 * and so is a duplicate name; other versions of it are separate elements.
 */
export function readList(value: unknown, form: ElementForm): NamedList {
  if (value === undefined) return { elements: [], findings: [] };
  if (!Array.isArray(value)) {
    const message = `expected a list of extensions, got ${showValue(value)}`;
    return { elements: [], findings: [{ code: "malformed", severity: "error", message }] };
  }
  const findings: Finding[] = [];
  const elements = new Map<string, NamedElement>();
  value.slice(0, maximumExtensions).forEach((element: unknown, index) => {
    const name = parseExtensionName(nameOf(element, form));
    if (name === undefined) {
      const got = showValue(
        form !== "name" && isObject(element) ? (own(element, "name") ?? element) : element,
      );
      const message = `expected ${expectations[form]}, got ${got}`;
      findings.push({ code: "malformed", severity: "error", index, message });
      return;
    }
    const first = elements.get(name.text);
    if (first === undefined) {
      elements.set(name.text, { index, name, value: element });
      return;
    }
    const message = `expected each name once, got ${showValue(name.text)} again`;
    findings.push({ code: "duplicate", severity: "warning", index, message });
  });
  if (value.length > maximumExtensions) {
    const message = `expected at most ${maximumExtensions} extensions, got ${value.length}: the others are ignored`;
    findings.push({ code: "too-many", severity: "error", index: maximumExtensions, message });
  }
  return { elements: [...elements.values()], findings };
}

function nameOf(element: unknown, form: ElementForm): unknown {
  if (typeof element === "string") return form === "object" ? undefined : element;
  return form !== "name" && isObject(element) ? own(element, "name") : undefined;
}
