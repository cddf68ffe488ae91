import { defined } from "@a2agen/runtime/internal";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { HttpRule, Position } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { profileDiagnostics } from "../check/diagnostics.ts";

type MethodRules = NonNullable<Profile["methods"]>[string];

/**
 * The rules of a method with those that the profile adds before them: each path of the proto under
 * another verb. What adds nothing is reported.
 */
export function addProfileRules(
  rules: readonly HttpRule[],
  added: NonNullable<MethodRules["http"]>,
  context: {
    readonly method: string;
    readonly profile: string;
    readonly position: Position;
    readonly diagnostics: Diagnostics;
  },
): readonly HttpRule[] {
  const { method, profile, position, diagnostics } = context;
  // A path may have rules of several verbs.
  const places = new Map(rules.map((rule) => [rule.template, rule]));
  const own = new Set(rules.map(({ verb }) => verb));
  const more = added.flatMap(({ verb, body }): readonly HttpRule[] => {
    if (rules.length === 0 || own.has(verb)) {
      const found = rules.length === 0 ? "no HTTP rule" : "a rule of that verb already";
      diagnostics.report(profileDiagnostics["profile-http"], position, { profile, method, verb, found });
      return [];
    }
    own.add(verb);
    return [...places.values()].map(({ body: _body, ...place }) => ({
      ...place,
      verb,
      ...defined({ body }),
    }));
  });
  return [...more, ...rules];
}
