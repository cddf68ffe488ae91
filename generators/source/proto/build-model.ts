import { defined } from "@a2agen/runtime/internal";
import type {
  DescEnum,
  DescExtension,
  DescField,
  DescFile,
  DescMessage,
  DescMethod,
  DescOneof,
  DescService,
} from "@bufbuild/protobuf";
import {
  Edition,
  EditionSchema,
  FeatureSet_FieldPresence,
  MethodOptions_IdempotencyLevel,
} from "@bufbuild/protobuf/wkt";
import { createDiagnostics, type Diagnostics } from "../../model/diagnostics.ts";
import type {
  Dialect,
  EnumModel,
  ExtensionModel,
  FieldModel,
  FieldRules,
  MethodModel,
  Model,
  OneofModel,
  Presence,
  ServiceModel,
} from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { completeFiles, type FileDraft, type MessageDraft } from "../../model/reachability.ts";
import { toIdentifier } from "../../naming/identifiers.ts";
import { toMethodNames } from "../../naming/method-names.ts";
import { compareCodeUnits } from "../../naming/order.ts";
import { checkProfile, listProfileNames } from "../check/check-profile.ts";
import { readValidateOptions, type ValidateOptions } from "../validate/validate-options.ts";
import { addProfileRules } from "./add-profile-rules.ts";
import { buildEnumValues } from "./build-enum-values.ts";
import { buildHttpRules } from "./build-http-rules.ts";
import { buildShape } from "./build-shape.ts";
import { buildValidateRules, reportMessageRules } from "./build-validate-rules.ts";
import { checkFile } from "./check-file.ts";
import { protoDiagnostics } from "./diagnostics.ts";
import { foreignExtensions, ownExtensions } from "./extends.ts";
import { type ExtensionOptions, readExtensionOptions } from "./extension-options.ts";
import type { GoogleApiOptions } from "./google-api-options.ts";
import { hashFile } from "./hash-file.ts";
import { nameTypes } from "./name-types.ts";
import { indexSource, type SourceIndex } from "./source-index.ts";
import { isWellKnownFile, toWellKnown } from "./well-known.ts";

export interface ModelInput {
  /** Every file, dependencies too. */
  readonly files: readonly DescFile[];
  /** Proto paths of the files to generate. */
  readonly requested: ReadonlySet<string>;
  readonly profileFor: (protoPackage: string, requested: boolean) => Profile;
  /** For packages whose profile is for another version of their protos; without it that is an error. */
  readonly fallback?: Profile | undefined;
  readonly options: GoogleApiOptions;
  /** What the `$id`s of schemas begin with, of packages that their profile does not name. */
  readonly schemaBase?: string | undefined;
  /** Whether requested files get their hash. */
  readonly withHashes?: boolean;
}

/** What the builders of one file share. */
interface FileContext {
  readonly profile: Profile;
  readonly dialect: Dialect;
  readonly source: SourceIndex;
  readonly schemaBase: string | undefined;
  readonly options: GoogleApiOptions;
  readonly extensions: ExtensionOptions;
  readonly validate: ValidateOptions;
  readonly diagnostics: Diagnostics;
}

/** Builds the model of all files; problems go to `diagnostics`, and the model is then not to be emitted. */
export function buildModel(input: ModelInput, diagnostics: Diagnostics): Model {
  const files = [...input.files].sort((a, b) => compareCodeUnits(a.proto.name, b.proto.name));
  const profiles: Record<string, Profile> = {};
  const extensions = readExtensionOptions(files);
  const validate = readValidateOptions(files);
  const declared = files.flatMap((file) => file.extensions).filter(({ message }) => message !== undefined);
  const drafts = files.map((file) => {
    const requested = input.requested.has(file.proto.name);
    const profile = chooseFitting(file, { input, requested, diagnostics });
    profiles[profile.name] = profile;
    const hash = requested && input.withHashes ? hashFile(file, declared) : undefined;
    const model = buildFile(file, requested, {
      profile,
      dialect: dialectOf(file, profile),
      source: indexSource(file),
      schemaBase: profile.packages.includes(file.proto.package) ? undefined : input.schemaBase,
      options: input.options,
      extensions,
      validate,
      // What is wrong with an imported file is for those to hear who generate it.
      diagnostics: requested ? diagnostics : createDiagnostics(),
    });
    return hash === undefined ? model : { ...model, hash };
  });
  const model = { files: completeFiles(drafts), profiles };
  for (const file of model.files) if (file.requested) checkFile(file, diagnostics);
  for (const profile of Object.values(profiles)) checkProfile(profile, model, diagnostics);
  return model;
}

/** In extensions of A2A, REQUIRED and the values of enums are rules, whichever profile is theirs. */
function dialectOf({ proto }: DescFile, { json }: Profile): Dialect {
  return proto.dependency.includes("a2agen/options.proto") ? { ...json, open: false } : json;
}

interface Choice {
  readonly input: ModelInput;
  readonly requested: boolean;
  readonly diagnostics: Diagnostics;
}

function chooseFitting(file: DescFile, { input, requested, diagnostics }: Choice): Profile {
  const protoPackage = file.proto.package;
  const profile = input.profileFor(protoPackage, requested);
  const { fallback } = input;
  if (fallback === undefined || profile.name === fallback.name) return profile;
  const missing = findMissing(profile, protoPackage, input.files);
  if (missing === undefined) return profile;
  if (requested) {
    diagnostics.report(
      protoDiagnostics["other-version"],
      { file: file.proto.name, line: 1, column: 1 },
      { protoPackage, profile: profile.name, missing, fallback: fallback.name },
    );
  }
  return fallback;
}

/** A name in the package that a profile speaks of and that no file of the package declares. */
function findMissing(profile: Profile, protoPackage: string, files: readonly DescFile[]): string | undefined {
  const names = new Set<string>();
  const addMessage = (message: DescMessage): void => {
    names.add(message.typeName);
    for (const field of message.fields) names.add(`${message.typeName}.${field.name}`);
    for (const nested of message.nestedEnums) names.add(nested.typeName);
    message.nestedMessages.forEach(addMessage);
  };
  for (const file of files.filter(({ proto }) => proto.package === protoPackage)) {
    file.messages.forEach(addMessage);
    for (const { typeName } of file.enums) names.add(typeName);
    for (const { methods, typeName } of file.services) {
      for (const { name } of methods) names.add(`${typeName}.${name}`);
    }
  }
  return listProfileNames(profile).find((name) => name.startsWith(`${protoPackage}.`) && !names.has(name));
}

function buildFile(file: DescFile, requested: boolean, context: FileContext): FileDraft {
  const { source, profile, dialect, schemaBase } = context;
  const messages: MessageDraft[] = [];
  const enums = file.enums.map((desc) => buildEnum(desc, context));
  const extended = dialect.open === true ? ownExtensions(file) : new Map<DescMessage, []>();
  reportExtensions(file, context);
  const visit = (desc: DescMessage): void => {
    messages.push(buildMessage(desc, [...desc.fields, ...(extended.get(desc) ?? [])], context));
    for (const nested of desc.nestedEnums) enums.push(buildEnum(nested, context));
    desc.nestedMessages.forEach(visit);
  };
  if (!isWellKnownFile(file.proto.name)) file.messages.forEach(visit);
  return nameTypes({
    name: file.proto.name,
    source: "proto",
    package: file.proto.package,
    edition: editionName(file),
    requested,
    profile: profile.name,
    ...defined({ schemaBase }),
    dialect,
    comment: source.comment(file.proto),
    deprecated: file.deprecated,
    dependencies: [...file.proto.dependency].sort(compareCodeUnits),
    messages,
    enums: isWellKnownFile(file.proto.name) ? [] : enums,
    unions: [],
    services: file.services.map((desc) => buildService(desc, context)),
  });
}

function editionName(file: DescFile): string {
  switch (file.edition) {
    case Edition.EDITION_PROTO2:
      return "proto2";
    case Edition.EDITION_PROTO3:
      return "proto3";
    default:
      return EditionSchema.value[file.edition]?.name.replace("EDITION_", "") ?? String(file.edition);
  }
}

function reportExtensions(file: DescFile, { source, diagnostics }: FileContext): void {
  for (const { proto, typeName, extendee } of foreignExtensions(file)) {
    diagnostics.report(protoDiagnostics["extension-elsewhere"], source.position(proto), {
      extension: typeName,
      message: extendee.typeName,
      file: extendee.file.proto.name,
    });
  }
}

function buildMessage(
  desc: DescMessage,
  fields: readonly (DescField | DescExtension)[],
  context: FileContext,
): MessageDraft {
  const { source, diagnostics } = context;
  const position = source.position(desc.proto);
  if (desc.proto.options?.messageSetWireFormat) {
    diagnostics.report(protoDiagnostics["message-set"], position, { message: desc.typeName });
  }
  reportMessageRules(desc, context);
  return {
    kind: "message",
    typeName: desc.typeName,
    identifier: identifierOf(desc),
    comment: source.comment(desc.proto),
    deprecated: desc.deprecated,
    position,
    fields: fields.map((field) => buildField(field, context)),
    oneofs: desc.oneofs.map((oneof) => buildOneof(oneof, context)),
    ...extensionOf(desc, context),
  };
}

function extensionOf(
  desc: DescMessage | DescService,
  { source, extensions, diagnostics }: FileContext,
): { readonly extension?: ExtensionModel } {
  const read = extensions.read(desc);
  if (read === undefined) return {};
  const position = source.optionPosition(desc.proto, extensions.numberFor(desc));
  for (const problem of read.problems) {
    const parameters = { extension: desc.typeName, ...problem };
    diagnostics.report(protoDiagnostics["extension-option"], position, parameters);
  }
  return { extension: { position, ...read.options } };
}

/** "Outer_Inner" for nested types, as protobuf's own generators for TypeScript have it. */
function identifierOf(desc: DescMessage | DescEnum): string {
  const names = [desc.name];
  for (let parent = desc.parent; parent !== undefined; parent = parent.parent) names.unshift(parent.name);
  return toIdentifier(names.join("_"));
}

function buildField(desc: DescField | DescExtension, context: FileContext): FieldModel {
  const { source, profile, dialect, options, diagnostics } = context;
  const position = source.position(desc.proto);
  const isExtension = desc.kind === "extension";
  const fullName = isExtension ? desc.typeName : `${desc.parent.typeName}.${desc.name}`;
  const annotated = options.isRequired(desc);
  const singular = desc.fieldKind !== "list" && desc.fieldKind !== "map";
  const explicit = singular && desc.presence !== FeatureSet_FieldPresence.IMPLICIT;
  const { isRequired: isAsked, ...asked } = buildValidateRules(desc, { ...context, fullName, explicit });
  if (annotated && desc.oneof !== undefined) {
    diagnostics.report(protoDiagnostics["required-in-oneof"], position, { field: fullName });
  }
  if (isDelimited(desc) && desc.message !== undefined && toWellKnown(desc.message.typeName) !== undefined) {
    diagnostics.report(protoDiagnostics["delimited-well-known"], position, {
      field: fullName,
      type: desc.message.typeName,
    });
  }
  const isLegacy = desc.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED;
  const required = desc.oneof === undefined && (annotated || isAsked || isLegacy);
  /** Whether others may leave it out where it has its default. */
  const mayLack = annotated && !isAsked && dialect.open === true;
  const presence: Presence = required ? "required" : explicit ? "optional" : "implicit";
  return {
    // Another message's field may have an extension's short name; in brackets its name is that in JSON.
    name: isExtension ? desc.jsonName : desc.name,
    number: desc.number,
    jsonName: desc.jsonName,
    // An absent REQUIRED enum holds its zero value where absence is allowed.
    shape: buildShape(desc, {
      explicit: explicit || (required && !isAsked && dialect.open === true),
      padded: dialect.open === true,
    }),
    presence,
    explicit,
    ...defined({ oneof: desc.oneof?.name }),
    rules: { ...buildRules(desc, { fullName, required, mayLack: mayLack && !explicit, profile }), ...asked },
    comment: source.comment(desc.proto),
    deprecated: desc.deprecated,
    position,
  };
}

function isDelimited(desc: DescField | DescExtension): boolean {
  return "delimitedEncoding" in desc && desc.delimitedEncoding;
}

interface RuleContext {
  readonly fullName: string;
  readonly required: boolean;
  readonly mayLack: boolean;
  readonly profile: Profile;
}

function buildRules(
  desc: DescField | DescExtension,
  { fullName, required, mayLack, profile }: RuleContext,
): FieldRules {
  const { minimum, maximum, default: absent, mended, values, pattern } = profile.fields[fullName] ?? {};
  const nonEmpty =
    required &&
    desc.fieldKind === "list" &&
    profile.lists.requiredNonEmpty &&
    !profile.lists.exempt.includes(fullName);
  return {
    ...(nonEmpty && { nonEmpty }),
    // A message has no default that could stand for it.
    ...(mayLack && required && desc.fieldKind !== "message" && values === undefined && { mayLack }),
    ...defined({ minimum, maximum }),
    ...defined(required && values !== undefined ? { usual: absent } : { default: absent }),
    ...defined({ values, pattern, mended }),
  };
}

function buildOneof(desc: DescOneof, { profile, source, validate }: FileContext): OneofModel {
  const { exactlyOne, open = [] } = profile.oneofs;
  const fullName = `${desc.parent.typeName}.${desc.name}`;
  const isOpen = open.includes(fullName);
  return {
    name: desc.name,
    comment: source.comment(desc.proto),
    members: desc.fields.map((field) => field.jsonName),
    required: exactlyOne === "all" || isOpen || exactlyOne.includes(fullName) || validate.isRequired(desc),
    ...(isOpen && { open: true }),
  };
}

function buildEnum(desc: DescEnum, { source, profile, dialect }: FileContext): EnumModel {
  return {
    kind: "enum",
    typeName: desc.typeName,
    identifier: identifierOf(desc),
    comment: source.comment(desc.proto),
    deprecated: desc.deprecated,
    position: source.position(desc.proto),
    closed: !desc.open,
    ...(desc.open && dialect.open === true && { unnamed: true }),
    values: buildEnumValues(desc, { source, spelling: profile.json.enums }),
  };
}

function buildService(desc: DescService, context: FileContext): ServiceModel {
  const members = toMethodNames(desc.methods.map(({ name }) => name));
  return {
    kind: "service",
    typeName: desc.typeName,
    identifier: toIdentifier(desc.name),
    comment: context.source.comment(desc.proto),
    deprecated: desc.deprecated,
    position: context.source.position(desc.proto),
    methods: desc.methods.map((method) =>
      buildMethod(method, members.get(method.name) ?? method.name, context),
    ),
    ...extensionOf(desc, context),
  };
}

const streamingKinds = {
  unary: "unary",
  server_streaming: "server",
  client_streaming: "client",
  bidi_streaming: "bidi",
} as const satisfies Record<DescMethod["methodKind"], MethodModel["streaming"]>;

const idempotencyLevels = {
  [MethodOptions_IdempotencyLevel.IDEMPOTENCY_UNKNOWN]: undefined,
  [MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS]: "no-side-effects",
  [MethodOptions_IdempotencyLevel.IDEMPOTENT]: "idempotent",
} as const satisfies Record<DescMethod["idempotency"], MethodModel["idempotency"]>;

function buildMethod(
  desc: DescMethod,
  member: string,
  { source, options, extensions, profile, diagnostics }: FileContext,
): MethodModel {
  const position = source.position(desc.proto);
  const fullName = `${desc.parent.typeName}.${desc.name}`;
  const rules = buildHttpRules(desc, { rule: options.httpRule(desc), position, diagnostics });
  const idempotency = idempotencyLevels[desc.idempotency];
  return {
    name: desc.name,
    member,
    input: desc.input.typeName,
    output: desc.output.typeName,
    streaming: streamingKinds[desc.methodKind],
    ...defined({ idempotency, jsonRpcName: extensions.jsonRpcName(desc) }),
    http: addProfileRules(rules, profile.methods?.[fullName]?.http ?? [], {
      method: fullName,
      profile: profile.name,
      position,
      diagnostics,
    }),
    signatures: options.methodSignatures(desc),
    comment: source.comment(desc.proto),
    deprecated: desc.deprecated,
    position,
  };
}
