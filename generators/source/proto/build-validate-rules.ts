import type { DescExtension, DescField, DescMessage } from "@bufbuild/protobuf";
import type { Diagnostics } from "../../model/diagnostics.ts";
import type { Profile } from "../../model/profile.ts";
import { type ReadRules, readFieldRules } from "../validate/field-rules.ts";
import type { ValidateOptions } from "../validate/validate-options.ts";
import { buildEnumValues } from "./build-enum-values.ts";
import { protoDiagnostics } from "./diagnostics.ts";
import type { SourceIndex } from "./source-index.ts";

/** What the options of buf.validate are read with. */
export interface ValidateContext {
  readonly validate: ValidateOptions;
  readonly source: SourceIndex;
  readonly profile: Profile;
  readonly diagnostics: Diagnostics;
}

/** The rules of a field, with a warning at each that codecs and schemas cannot say. */
export function buildValidateRules(
  desc: DescField | DescExtension,
  {
    fullName,
    explicit,
    ...context
  }: ValidateContext & { readonly fullName: string; readonly explicit: boolean },
): ReadRules {
  const { validate, source, profile, diagnostics } = context;
  const rules = validate.field(desc);
  if (rules === undefined) return { isRequired: false };
  const values =
    desc.enum === undefined ? [] : buildEnumValues(desc.enum, { source, spelling: profile.json.enums });
  return readFieldRules(desc, rules, {
    isExplicit: explicit,
    jsonOf: (number) => values.filter((value) => value.number === number).map(({ json }) => json),
    report(rule, path, reason) {
      const position = source.optionPosition(desc.proto, validate.number, ...path);
      diagnostics.report(protoDiagnostics["validate-rule"], position, { rule, of: fullName, reason });
    },
  });
}

/** Rules for a message as a whole are left out. */
export function reportMessageRules(
  desc: DescMessage,
  { validate, source, diagnostics }: ValidateContext,
): void {
  for (const { name, number } of validate.message(desc)) {
    const position = source.optionPosition(desc.proto, validate.number, number);
    const reason =
      name === "oneof" ? "use a oneof of protobuf, which has a schema" : "rules in CEL are not evaluated";
    diagnostics.report(protoDiagnostics["validate-rule"], position, {
      rule: name,
      of: desc.typeName,
      reason,
    });
  }
}
