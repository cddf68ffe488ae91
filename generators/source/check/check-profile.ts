import type { Diagnostics } from "../../model/diagnostics.ts";
import type { FieldModel, FileModel, Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { findPathProblems, listFieldPaths } from "./check-field-paths.ts";
import { profileDiagnostics } from "./diagnostics.ts";

interface Rule {
  /** The key in the profile. */
  readonly key: string;
  /** What it has names of. */
  readonly of: keyof Names;
  readonly wanted: (profile: Profile, names: Names) => readonly string[] | undefined;
}

/** The names in a profile that the proto has to declare; paths are checked by themselves. */
const rules: readonly Rule[] = [
  { key: "lists.exempt", of: "fields", wanted: ({ lists }) => lists.exempt },
  { key: "fields", of: "fields", wanted: ({ fields }) => Object.keys(fields) },
  { key: "sections", of: "messages", wanted: ({ sections = {} }) => Object.keys(sections) },
  {
    key: "oneofs.exactlyOne",
    of: "oneofs",
    wanted: ({ oneofs }) => (oneofs.exactlyOne === "all" ? [] : oneofs.exactlyOne),
  },
  { key: "oneofs.open", of: "oneofs", wanted: ({ oneofs }) => oneofs.open },
  { key: "methods", of: "methods", wanted: ({ methods = {} }) => Object.keys(methods) },
  {
    key: "signatures.message",
    of: "messages",
    wanted: ({ signatures }) => signatures && [signatures.message],
  },
  { key: "signatures.field", of: "fields", wanted: ({ signatures }) => signatures && [signatures.field] },
  { key: "signatures.excludedFields", of: "fields", wanted: ({ signatures }) => signatures?.excludedFields },
  { key: "card.message", of: "messages", wanted: ({ card }) => card && [card.message] },
  {
    key: "card.capabilities.methods",
    of: "methods",
    wanted: ({ card }) => card?.capabilities.flatMap(({ methods }) => methods),
  },
  {
    key: "card.capabilities.fields.methods",
    of: "methods",
    wanted: ({ card }) =>
      card?.capabilities.flatMap(({ fields = [] }) => fields.flatMap(({ methods }) => methods)),
  },
  { key: "tasks.state", of: "enums", wanted: ({ tasks }) => tasks && [tasks.state] },
  { key: "tasks.terminalStates", of: "values", wanted: statesIn("terminalStates") },
  { key: "tasks.interruptedStates", of: "values", wanted: statesIn("interruptedStates") },
  { key: "tasks.resume.method", of: "methods", wanted: ({ tasks }) => tasks && [tasks.resume.method] },
  { key: "tasks.resume.field", of: "fields", wanted: ({ tasks }) => tasks && [tasks.resume.field] },
  {
    key: "tasks.snapshot.method",
    of: "methods",
    wanted: ({ tasks }) => tasks?.snapshot && [tasks.snapshot.method],
  },
  {
    key: "tasks.snapshot.field",
    of: "fields",
    wanted: ({ tasks }) => tasks?.snapshot && [tasks.snapshot.field],
  },
  {
    key: "tasks.snapshot.event",
    of: "fields",
    wanted: ({ tasks }) => tasks?.snapshot && [tasks.snapshot.event],
  },
  {
    key: "tasks.cancel.method",
    of: "methods",
    wanted: ({ tasks }) => tasks?.cancel && [tasks.cancel.method],
  },
];

/** The full names of states; none of an enum that is not there, which is reported by itself. */
function statesIn(key: "terminalStates" | "interruptedStates"): Rule["wanted"] {
  return ({ tasks }, { enums }) =>
    tasks !== undefined && enums.has(tasks.state) ? tasks[key].map((name) => `${tasks.state}.${name}`) : [];
}

/**
 * Reports what a profile says of things that the proto does not have. Only names of packages that
 * are in the input and ruled by the profile are looked at: a profile may rule more than one file.
 */
export function checkProfile(profile: Profile, model: Model, diagnostics: Diagnostics): void {
  const ruled = model.files.filter((file) => file.profile === profile.name && file.package !== "");
  const names = indexNames(ruled);
  const { fields } = names;
  const check = (key: string, wanted: readonly string[], of: keyof Names): void => {
    for (const name of wanted) {
      const file = ruled.find((candidate) => isInPackage(name, candidate));
      if (file === undefined || names[of].has(name)) continue;
      diagnostics.report(profileDiagnostics["profile-name"], startOf(file), {
        profile: profile.name,
        key,
        name,
        source: file.source,
      });
    }
  };
  for (const { key, of, wanted } of rules) check(key, wanted(profile, names) ?? [], of);
  checkTenant(profile, { ruled, diagnostics });
  const paths = listFieldPaths(profile);
  for (const { key, path } of paths) check(key, path, "fields");
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

const noNames: Names = {
  messages: new Set(),
  fields: new Map(),
  oneofs: new Set(),
  enums: new Set(),
  values: new Set(),
  methods: new Set(),
};

/** The full names of messages, fields, methods and enums that a profile speaks of. */
export function listProfileNames(profile: Profile): readonly string[] {
  return [
    ...rules.filter(({ of }) => of !== "oneofs").flatMap(({ wanted }) => wanted(profile, noNames) ?? []),
    ...listFieldPaths(profile).flatMap(({ path }) => path),
  ];
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

/** Scalars that are numbers in JSON too: 64-bit integers are strings. */
const jsonNumbers: ReadonlySet<string> = new Set([
  "int32",
  "uint32",
  "sint32",
  "fixed32",
  "sfixed32",
  "double",
  "float",
]);

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
  wants("minimum", jsonNumbers.has(type), "singular numbers, but not for 64-bit integers");
  wants("maximum", jsonNumbers.has(type), "singular numbers, but not for 64-bit integers");
  wants("values", type === "string", "singular strings");
  wants("pattern", type === "string", "singular strings");
}
