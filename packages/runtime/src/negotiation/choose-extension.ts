import { formatExtensionName, type KnownExtension } from "./composition.ts";
import type { ExtensionName } from "./extension-name.ts";
import type { ExtensionState } from "./extension-state.ts";
import { type Finding, type FindingCode, showValue } from "./finding.ts";

/** Which extensions may be chosen. */
export interface ChoiceOptions {
  /** Also take what is draft or experimental; false unless given. */
  readonly unstable?: boolean;
}

/** The extension that a name stands for, and what is to be said of it. */
export interface Choice<Known> {
  readonly extension?: Known;
  readonly finding?: Omit<Finding, "index">;
}

/** Without a version the latest stable one is meant; of the others the best that is left. */
const preference: readonly ExtensionState[] = ["stable", "deprecated", "experimental", "draft", "retired"];

/**
 * Finds the extension of a name. A version is that version and no other; without one it is the latest
 * stable (ACP extensions, 6.2). Retired ones are never found (6.1).
 */
export function chooseExtension<Known extends KnownExtension>(
  name: ExtensionName,
  known: readonly Known[],
  { unstable = false }: ChoiceOptions,
): Choice<Known> {
  const versions = known.filter(({ identifier }) => identifier === name.identifier);
  if (versions.length === 0) {
    return refuse("unknown", `${showValue(name.text)} is not known here: its fields are ignored`, "warning");
  }
  const fitting = versions.filter(({ version }) => name.version === undefined || version === name.version);
  const [best] = fitting.toSorted(comparePreference);
  if (best === undefined) {
    const have = versions.map(formatExtensionName).toSorted().join(", ");
    const message = `expected a version known here, ${have}; got ${showValue(name.text)}, and another is never taken instead`;
    return refuse("unknown-version", message);
  }
  const text = formatExtensionName(best);
  switch (best.state) {
    case "retired":
      return refuse("retired", `${text} is retired: it is no longer supported`);
    case "draft":
    case "experimental":
      if (unstable) return { extension: best };
      return refuse("unstable", `${text} is ${best.state}, and such extensions are not allowed here`);
    case "deprecated": {
      const message = `${text} is deprecated: it is being phased out`;
      return { extension: best, finding: { code: "deprecated", severity: "warning", message } };
    }
    case "stable":
      return { extension: best };
  }
}

function refuse(code: FindingCode, message: string, severity: Finding["severity"] = "error"): Choice<never> {
  return { finding: { code, severity, message } };
}

function comparePreference(a: KnownExtension, b: KnownExtension): number {
  const byState = preference.indexOf(a.state) - preference.indexOf(b.state);
  if (byState !== 0) return byState;
  const [left, right] = [a.version ?? "", b.version ?? ""];
  return left < right ? 1 : left > right ? -1 : 0;
}
