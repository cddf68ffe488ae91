import type { Diagnostics } from "../../model/diagnostics.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import { placeText } from "./place-text.ts";
import type { ResolvedExtension, ResolvedFieldNarrowing } from "./resolved-extension.ts";

interface OwnedRule {
  readonly extension: ResolvedExtension;
  readonly rule: ResolvedFieldNarrowing;
}

/** Reports rules of two extensions for one field that no value follows both of. */
export function checkConflicts(extensions: readonly ResolvedExtension[], diagnostics: Diagnostics): void {
  const rules = new Map<string, OwnedRule[]>();
  for (const extension of extensions) {
    for (const { message, fields } of extension.narrows) {
      for (const rule of fields) {
        const field = `${message.typeName}.${rule.field.name}`;
        const before = rules.get(field) ?? [];
        rules.set(field, [...before, { extension, rule }]);
        const rival = before.find((other) => excludes(other.rule, rule));
        if (rival === undefined) continue;
        diagnostics.report(extensionDiagnostics["extension-conflict"], extension.options.position, {
          extension: extension.typeName,
          field,
          other: rival.extension.typeName,
          otherAt: placeText(rival.extension.options.position),
        });
      }
    }
  }
}

function excludes(one: ResolvedFieldNarrowing, other: ResolvedFieldNarrowing): boolean {
  const lower = Math.max(one.minItems ?? 0, other.minItems ?? 0);
  const upper = Math.min(one.maxItems ?? Infinity, other.maxItems ?? Infinity);
  return areApart(one.values, other.values) || areApart(one.members, other.members) || lower > upper;
}

/** Whether two lists of choices, of which none at all means every one, have nothing in common. */
function areApart(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && other.length > 0 && !one.some((choice) => other.includes(choice));
}
