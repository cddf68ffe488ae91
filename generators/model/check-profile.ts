import type { Profile } from "../profile/profile.ts";
import type { Diagnostics } from "./diagnostics.ts";
import type { FieldModel, FileModel, Model } from "./model.ts";

const integers: ReadonlySet<string> = new Set([
  "int32",
  "uint32",
  "sint32",
  "fixed32",
  "sfixed32",
  "double",
  "float",
]);

/**
 * Reports what a profile says of things that the proto does not have. Only names of packages that
 * are in the input and ruled by the profile are looked at: a profile may rule more than one file.
 */
export function checkProfile(profile: Profile, model: Model, diagnostics: Diagnostics): void {
  const ruled = model.files.filter((file) => file.profile === profile.name && file.package !== "");
  const fields = new Map<string, FieldModel>();
  const oneofs = new Set<string>();
  for (const message of ruled.flatMap((file) => file.messages)) {
    for (const field of message.fields) fields.set(`${message.typeName}.${field.name}`, field);
    for (const oneof of message.oneofs) oneofs.add(`${message.typeName}.${oneof.name}`);
  }
  const check = (key: string, names: readonly string[], known: { has(name: string): boolean }): void => {
    for (const name of names) {
      const file = ruled.find((candidate) => isInPackage(name, candidate));
      if (file === undefined || known.has(name)) continue;
      diagnostics.report("profile-name", startOf(file), { profile: profile.name, key, name });
    }
  };
  check("lists.exempt", profile.lists.exempt, fields);
  check("fields", Object.keys(profile.fields), fields);
  const { exactlyOne } = profile.oneofs;
  if (exactlyOne !== "all") check("oneofs.exactlyOne", exactlyOne, oneofs);
  for (const [name, field] of fields) checkRules(profile.name, { name, field }, diagnostics);
}

function isInPackage(name: string, file: FileModel): boolean {
  return name.startsWith(`${file.package}.`) && !/^[a-z]/.test(name.slice(file.package.length + 1));
}

function startOf(file: FileModel): { file: string; line: number; column: number } {
  return { file: file.name, line: 1, column: 1 };
}

function checkRules(
  profile: string,
  { name, field }: { name: string; field: FieldModel },
  diagnostics: Diagnostics,
): void {
  const { rules, shape, position } = field;
  const type = shape.kind === "singular" && shape.type.kind === "scalar" ? shape.type.scalar : "";
  const wants = (rule: keyof typeof rules, fits: boolean, kind: string): void => {
    if (rules[rule] === undefined || fits) return;
    diagnostics.report("profile-rule", position, { profile, field: name, rule, wants: kind });
  };
  wants("minimum", integers.has(type), "singular numbers of at most 32 bits");
  wants("maximum", integers.has(type), "singular numbers of at most 32 bits");
  wants("values", type === "string", "singular strings");
  wants("pattern", type === "string", "singular strings");
}
