import type { Diagnostics } from "../../model/diagnostics.ts";
import type { FieldModel, FileModel, Model } from "../../model/model.ts";
import type { Profile } from "../profile/profile.ts";
import { findPathProblems, listFieldPaths } from "./check-field-paths.ts";
import { profileDiagnostics } from "./diagnostics.ts";

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
  const names = indexNames(ruled);
  const { fields } = names;
  const check = (key: string, wanted: readonly string[], known: { has(name: string): boolean }): void => {
    for (const name of wanted) {
      const file = ruled.find((candidate) => isInPackage(name, candidate));
      if (file === undefined || known.has(name)) continue;
      diagnostics.report(profileDiagnostics["profile-name"], startOf(file), {
        profile: profile.name,
        key,
        name,
        source: file.source,
      });
    }
  };
  check("lists.exempt", profile.lists.exempt, fields);
  check("fields", Object.keys(profile.fields), fields);
  const { exactlyOne } = profile.oneofs;
  if (exactlyOne !== "all") check("oneofs.exactlyOne", exactlyOne, names.oneofs);
  checkProtocol(profile, { check, names });
  checkTenant(profile, { ruled, diagnostics });
  const paths = listFieldPaths(profile);
  for (const { key, path } of paths) check(key, path, fields);
  for (const { key, name, expected } of findPathProblems(paths, fields)) {
    const file = ruled.find((candidate) => isInPackage(name, candidate)) ?? ruled[0];
    if (file === undefined) continue;
    diagnostics.report(profileDiagnostics["profile-path"], startOf(file), {
      profile: profile.name,
      key,
      name,
      expected,
    });
  }
  for (const [name, field] of fields) checkRules(profile.name, { name, field }, diagnostics);
}

/** The full names of what the files declare. */
interface Names {
  readonly messages: ReadonlySet<string>;
  readonly fields: ReadonlyMap<string, FieldModel>;
  readonly oneofs: ReadonlySet<string>;
  readonly enums: ReadonlySet<string>;
  /** Values as "pkg.Enum.VALUE". */
  readonly values: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
}

function indexNames(files: readonly FileModel[]): Names {
  const messages = files.flatMap((file) => file.messages);
  const enums = files.flatMap((file) => file.enums);
  const services = files.flatMap((file) => file.services);
  return {
    messages: new Set(messages.map(({ typeName }) => typeName)),
    fields: new Map(
      messages.flatMap(({ typeName, fields }) =>
        fields.map((field) => [`${typeName}.${field.name}`, field] as const),
      ),
    ),
    oneofs: new Set(
      messages.flatMap(({ typeName, oneofs }) => oneofs.map(({ name }) => `${typeName}.${name}`)),
    ),
    enums: new Set(enums.map(({ typeName }) => typeName)),
    values: new Set(enums.flatMap(({ typeName, values }) => values.map(({ name }) => `${typeName}.${name}`))),
    methods: new Set(
      services.flatMap(({ typeName, methods }) => methods.map(({ name }) => `${typeName}.${name}`)),
    ),
  };
}

type CheckNames = (key: string, wanted: readonly string[], known: { has(name: string): boolean }) => void;

/** What the service emitter reads. */
function checkProtocol(
  { card, methods = {}, tasks, signatures }: Profile,
  { check, names }: { readonly check: CheckNames; readonly names: Names },
): void {
  check("methods", Object.keys(methods), names.methods);
  if (signatures !== undefined) {
    check("signatures.message", [signatures.message], names.messages);
    check("signatures.field", [signatures.field], names.fields);
    check("signatures.excludedFields", signatures.excludedFields, names.fields);
  }
  if (card !== undefined) {
    check("card.message", [card.message], names.messages);
    for (const { methods: needing, fields = [] } of card.capabilities) {
      check("card.capabilities.methods", needing, names.methods);
      for (const { methods: having } of fields)
        check("card.capabilities.fields.methods", having, names.methods);
    }
  }
  if (tasks === undefined) return;
  const { state, terminalStates, interruptedStates, resume, snapshot } = tasks;
  check("tasks.state", [state], names.enums);
  if (names.enums.has(state)) {
    const full = (name: string): string => `${state}.${name}`;
    check("tasks.terminalStates", terminalStates.map(full), names.values);
    check("tasks.interruptedStates", interruptedStates.map(full), names.values);
  }
  check("tasks.resume.method", [resume.method], names.methods);
  check("tasks.resume.field", [resume.field], names.fields);
  if (snapshot === undefined) return;
  check("tasks.snapshot.method", [snapshot.method], names.methods);
  check("tasks.snapshot.field", [snapshot.field], names.fields);
  check("tasks.snapshot.event", [snapshot.event], names.fields);
}

/** A field of requests is expected where the packages that are the profile's own have a service. */
function checkTenant(
  { name, tenant, packages }: Profile,
  { ruled, diagnostics }: { readonly ruled: readonly FileModel[]; readonly diagnostics: Diagnostics },
): void {
  const own = ruled.filter((file) => packages.includes(file.package));
  const [file] = own.filter(({ services }) => services.length > 0);
  if (tenant === undefined || file === undefined) return;
  const fields = own.flatMap(({ messages }) => messages.flatMap((message) => message.fields));
  if (fields.some((field) => field.name === tenant.field)) return;
  diagnostics.report(profileDiagnostics["profile-name"], startOf(file), {
    profile: name,
    key: "tenant.field",
    name: tenant.field,
    source: file.source,
  });
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
    diagnostics.report(profileDiagnostics["profile-rule"], position, {
      profile,
      field: name,
      rule,
      wants: kind,
    });
  };
  wants("minimum", integers.has(type), "singular numbers of at most 32 bits");
  wants("maximum", integers.has(type), "singular numbers of at most 32 bits");
  wants("values", type === "string", "singular strings");
  wants("pattern", type === "string", "singular strings");
}
