import type { FieldRules } from "../model/model.ts";
import type { Changes } from "./change.ts";
import { differences } from "./differences.ts";

/** The limits of a field. */
export function compareRules(before: FieldRules, after: FieldRules, changes: Changes): void {
  const { field } = differences;
  if ((before.nonEmpty === true) !== (after.nonEmpty === true)) {
    changes.add(after.nonEmpty === true ? field.nonEmpty : field.mayBeEmpty);
  }
  for (const name of ["minimum", "maximum"] as const) {
    const [was, is] = [before[name], after[name]];
    if (was === is) continue;
    const text = `${name}: was ${was ?? "none"}, is ${is ?? "none"}`;
    const isNarrower = is !== undefined && (was === undefined || (name === "minimum" ? is > was : is < was));
    changes.add(isNarrower ? field.narrowerBound(text) : field.widerBound(text));
  }
  const gone =
    after.values === undefined ? [] : (before.values ?? []).filter((value) => !after.values?.includes(value));
  if (before.values === undefined && after.values !== undefined) {
    changes.add(field.onlyValues(after.values.join(", ")));
  } else if (gone.length > 0) {
    changes.add(field.fewerValues(gone.join(", ")));
  } else if (JSON.stringify(before.values) !== JSON.stringify(after.values)) {
    changes.add(field.moreValues);
  }
  if (before.pattern !== after.pattern) {
    changes.add(after.pattern === undefined ? field.noPattern : field.pattern(after.pattern));
  }
  changes.compare(field.default, before.default, after.default);
}
