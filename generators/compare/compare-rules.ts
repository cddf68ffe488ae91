import type { FieldRules } from "../model/model.ts";
import type { Changes } from "./change.ts";
import { effects } from "./effects.ts";

/** The limits of a field. */
export function compareRules(before: FieldRules, after: FieldRules, changes: Changes): void {
  const narrower = (reason: string): void => {
    changes.major({ kind: "limit", reason, effects: effects.narrower });
  };
  const wider = (reason: string): void => {
    changes.minor({ kind: "limit", reason, effects: effects.wider });
  };
  if ((before.nonEmpty === true) !== (after.nonEmpty === true)) {
    if (after.nonEmpty === true) narrower("must have an element now: empty lists are refused");
    else wider("may be empty now");
  }
  for (const name of ["minimum", "maximum"] as const) {
    const [was, is] = [before[name], after[name]];
    if (was === is) continue;
    const text = `${name}: was ${was ?? "none"}, is ${is ?? "none"}`;
    const isNarrower = is !== undefined && (was === undefined || (name === "minimum" ? is > was : is < was));
    if (isNarrower) narrower(`${text}: values between are refused`);
    else wider(text);
  }
  const gone =
    after.values === undefined ? [] : (before.values ?? []).filter((value) => !after.values?.includes(value));
  if (before.values === undefined && after.values !== undefined) {
    narrower(`takes only ${after.values.join(", ")} now: other values are refused`);
  } else if (gone.length > 0) {
    narrower(`no longer takes ${gone.join(", ")}`);
  } else if (JSON.stringify(before.values) !== JSON.stringify(after.values)) {
    wider("takes more values");
  }
  if (before.pattern !== after.pattern) {
    if (after.pattern === undefined) wider("no longer has to match a pattern");
    else narrower(`must match ${after.pattern} now: other values are refused`);
  }
  changes.same("the default", [before.default, after.default], {
    kind: "default",
    reason: "an absent value means something else",
    effects: effects.none,
  });
}
