import { defineDiagnostics } from "../../model/diagnostics.ts";

/** Where a profile contradicts the protos or the schema that it is for. */
export const profileDiagnostics = defineDiagnostics({
  "profile-name": {
    severity: "error",
    text: (p: { profile: string; key: string; name: string; source: "proto" | "json-schema" }) =>
      `profile ${p.profile} names "${p.name}" under ${p.key}, which the ${p.source === "proto" ? "proto" : "schema"} does not have; correct the profile`,
  },
  "profile-path": {
    severity: "error",
    text: (p: { profile: string; key: string; name: string; expected: string }) =>
      `profile ${p.profile} has "${p.name}" in a path under ${p.key}, where it should have ${p.expected}; correct the profile`,
  },
  "profile-rule": {
    severity: "error",
    text: (p: { profile: string; field: string; rule: string; wants: string }) =>
      `profile ${p.profile} gives ${p.field} the rule "${p.rule}", which is for ${p.wants}; correct the profile`,
  },
  "profile-http": {
    severity: "error",
    text: (p: { profile: string; method: string; verb: string; found: string }) =>
      `profile ${p.profile} adds ${p.verb} to ${p.method}, which has ${p.found}; correct the profile`,
  },
});
