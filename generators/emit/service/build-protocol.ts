import type { FieldModel, Model } from "../../model/model.ts";
import type { Profile } from "../../model/profile.ts";
import { version } from "../../model/version.ts";
import { enumValuePrefix, toKebabCase } from "../../naming/casing.ts";
import { lastName } from "../../naming/last-name.ts";
import type { Literal } from "../../print/print-literal.ts";

type Facts = { readonly [key: string]: Literal };

/** The facts of a profile that clients need: the runtime's type `ClientProtocol`. */
export function buildClientProtocol(profile: Profile, model: Model): Facts {
  const { contentTypes } = profile;
  return {
    name: profile.name,
    version: profile.protocolVersion,
    release: version,
    olderVersions: profile.olderVersions,
    bindings: profile.bindings,
    errors: Object.fromEntries(
      profile.errors.map(({ name, jsonRpc, grpc, http, reason, problemType }) => [
        name,
        { jsonRpc, grpc, http, reason, problemType },
      ]),
    ),
    jsonRpcMessages: Object.fromEntries(profile.jsonRpcErrors.map((row) => [row.jsonRpc, row.message])),
    contentTypes: {
      http: contentTypes.http,
      jsonRpc: contentTypes.jsonRpc,
      error: contentTypes.error,
      stream: contentTypes.stream,
    },
    versionParameter: versionParameter(profile)?.client,
    extensionsParameter: extensionsParameter(profile)?.client,
    invalidResponseError: profile.responses?.error,
    tenantField: tenantField(profile, model),
    card: cardRules(profile, model),
    tasks: taskRules(profile, model),
  };
}

/**
 * What the runtime's type `Protocol` has besides: paths in JSON names, methods by their short names. An
 * object that is in both has its other properties here.
 */
export function buildServerProtocol(profile: Profile, model: Model): Facts {
  const { errors, contentTypes } = profile;
  return {
    errorDomain: profile.errorDomain,
    errors:
      errors.length === 0
        ? undefined
        : Object.fromEntries(errors.map(({ name, title, description }) => [name, { title, description }])),
    errorBody: profile.errorBody,
    jsonRpcErrorData: profile.jsonRpcErrorData,
    contentTypes:
      contentTypes.push === undefined && contentTypes.refusal === undefined
        ? undefined
        : { push: contentTypes.push, refusal: contentTypes.refusal },
    versionParameter: versionParameter(profile)?.server,
    extensionsParameter: extensionsParameter(profile)?.server,
    card: cardSignatures(profile, model),
    push: profile.push,
    signatures: signatureRules(profile, model),
  };
}

function serviceParameter(
  { serviceParameters }: Profile,
  wanted: string,
): {
  readonly aliases: readonly string[];
  readonly newerNames: readonly string[] | undefined;
  readonly query: boolean;
  readonly pattern: string;
} {
  const found = serviceParameters.find(({ name }) => name === wanted);
  return {
    aliases: found?.aliases ?? [],
    newerNames: found?.newerNames,
    query: found?.query ?? false,
    pattern: found?.pattern ?? "",
  };
}

/** A parameter of calls, for clients and what servers know besides. */
interface ParameterFacts {
  readonly client: Facts;
  readonly server: Facts;
}

function versionParameter(profile: Profile): ParameterFacts | undefined {
  const { version } = profile;
  if (version?.error === undefined) return undefined;
  const { emptyMeans, emptyMeansAlone, comparedNumbers, error, parameter: name } = version;
  const { pattern, ...parameter } = serviceParameter(profile, name);
  return {
    client: { name, pattern, comparedNumbers },
    server: { ...parameter, emptyMeans, emptyMeansAlone, error },
  };
}

function extensionsParameter(profile: Profile): ParameterFacts | undefined {
  const { extensions } = profile;
  if (extensions === undefined) return undefined;
  const { parameter: name, error } = extensions;
  const { aliases, newerNames, query } = serviceParameter(profile, name);
  return { client: { name, aliases, newerNames, error }, server: { query } };
}

function tenantField({ tenant, name }: Profile, model: Model): string | undefined {
  if (tenant === undefined) return undefined;
  const messages = model.files.filter(({ profile }) => profile === name).flatMap((file) => file.messages);
  const fields = messages.flatMap((message) => message.fields);
  return fields.find((field) => field.name === tenant.field)?.jsonName ?? defaultJsonName(tenant.field);
}

function cardRules(profile: Profile, model: Model): Literal {
  const { card, wellKnownPaths } = profile;
  if (card === undefined || signaturesOf(profile) === undefined) return undefined;
  const at = (path: readonly string[]): readonly string[] => toJsonPath(path, model);
  return {
    typeName: card.message,
    wellKnownPath: wellKnownPaths?.agentCard,
    olderPaths: wellKnownPaths?.olderAgentCards,
    interfaces: card.interfaces === undefined ? undefined : at(card.interfaces),
    olderInterfaces: olderInterfaces(card, model),
    version: card.version === undefined ? undefined : at(card.version),
    security: card.security,
    securitySchemes: at(card.securitySchemes),
    securityRequirements: at(card.securityRequirements),
    extensions: at(card.extensions),
    capabilities: card.capabilities.map(({ name, declaredIn, methods, fields = [], error }) => ({
      name,
      declaredIn: at(declaredIn),
      methods: methods.map(lastName),
      fields: fields.map(({ methods: having, field }) => ({
        methods: having.map(lastName),
        field: at(field),
      })),
      error,
    })),
  };
}

/** What only servers and verifiers need of the card. */
function cardSignatures(profile: Profile, model: Model): Literal {
  const signed = signaturesOf(profile);
  return profile.card && signed && { signatures: toJsonPath(signed, model) };
}

function signaturesOf({ card, signatures }: Profile): readonly string[] | undefined {
  return signatures === undefined ? card?.signatures : [signatures.field];
}

function olderInterfaces({ olderInterfaces: older }: NonNullable<Profile["card"]>, model: Model): Literal {
  if (older === undefined) return undefined;
  const { url, binding, additional, additionalBinding } = older;
  const defaultBinding = findField(binding.at(-1) ?? "", model)?.rules.default;
  return {
    url: toJsonPath(url, model),
    binding: toJsonPath(binding, model),
    defaultBinding: typeof defaultBinding === "string" ? defaultBinding : undefined,
    additional: toJsonPath(additional, model),
    additionalBinding: additionalBinding === undefined ? undefined : toJsonName(additionalBinding, model),
  };
}

function signatureRules({ signatures }: Profile, model: Model): Literal {
  if (signatures === undefined) return undefined;
  const { message, field, excludedFields, protectedHeader } = signatures;
  const [jsonName = ""] = toJsonPath([field], model);
  return {
    typeName: message,
    field: jsonName,
    excludedFields: toJsonPath(excludedFields, model),
    type: protectedHeader.type,
    required: protectedHeader.required,
    optional: protectedHeader.optional,
  };
}

function taskRules({ tasks, resourceNames, json }: Profile, model: Model): Literal {
  if (tasks === undefined) return undefined;
  const { state, terminalStates, interruptedStates, eventTag, eventEnds, resume, snapshot, cancel } = tasks;
  const spell = (name: string): string => spellState(state, name, { model, spelling: json.enums });
  const at = (path: readonly string[]): readonly string[] => toEventPath(path, eventTag, model);
  const nameTask = (field: string): { readonly field: string; readonly value: string } => {
    const resource = resourceNames.find(({ fields }) => fields.includes(field));
    return {
      field: toJsonName(field, model),
      value: resource === undefined ? "{}" : resource.pattern.replace(/\{\w+\}/, "{}"),
    };
  };
  return {
    terminalStates: terminalStates.map(spell),
    interruptedStates: interruptedStates.map(spell),
    eventTag,
    eventTaskIds: tasks.eventTaskIds.map(at),
    eventStates: tasks.eventStates.map(at),
    eventGenerations: tasks.eventGenerations?.map(at),
    eventEnds: eventEnds?.map(at),
    eventMessages: tasks.eventMessages.map(at),
    streamsBeginWithTask: tasks.streamsBeginWithTask,
    resume: { method: lastName(resume.method), ...nameTask(resume.field) },
    snapshot:
      snapshot === undefined
        ? undefined
        : {
            method: lastName(snapshot.method),
            ...nameTask(snapshot.field),
            event: at([snapshot.event])[0] ?? "",
          },
    cancel: cancel && { method: lastName(cancel.method), state: spell(cancel.state), error: cancel.error },
  };
}

/**
 * A path from an event on. Where a tag says what an event is, the path begins with its value, as if the event
 * were a member of that name.
 */
function toEventPath(path: readonly string[], tag: string | undefined, model: Model): readonly string[] {
  if (tag === undefined) return toJsonPath(path, model);
  const [first = ""] = path;
  const type = findField(`${ownerOf(first)}.${tag}`, model)?.shape.type;
  const value = type?.kind === "literal" ? type.values[0] : undefined;
  return [String(value), ...toJsonPath(path, model).filter((name, i) => i > 0 || name !== tag)];
}

function toJsonPath(path: readonly string[], model: Model): readonly string[] {
  return path.map((fullName) => toJsonName(fullName, model));
}

/**
 * The JSON name of a field. A file can be ruled by the profile though the protocol's own protos are not in
 * the input; their JSON names are then those that protobuf gives by default.
 */
function toJsonName(fullName: string, model: Model): string {
  return findField(fullName, model)?.jsonName ?? defaultJsonName(lastName(fullName));
}

function findField(fullName: string, model: Model): FieldModel | undefined {
  const owner = ownerOf(fullName);
  const message = model.files.flatMap((file) => file.messages).find(({ typeName }) => typeName === owner);
  return message?.fields.find(({ name }) => name === lastName(fullName));
}

/** "lf.a2a.v1.Task.id" -> "lf.a2a.v1.Task". */
function ownerOf(fullName: string): string {
  return fullName.slice(0, -lastName(fullName).length - 1);
}

function defaultJsonName(name: string): string {
  return name.replace(/_+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
}

function spellState(
  typeName: string,
  name: string,
  { model, spelling }: { readonly model: Model; readonly spelling: Profile["json"]["enums"] },
): string {
  const enumeration = model.files.flatMap((file) => file.enums).find((type) => type.typeName === typeName);
  const value = enumeration?.values.find((candidate) => candidate.name === name);
  if (value !== undefined) return value.json;
  if (spelling === "proto-name") return name;
  const prefix = enumValuePrefix(lastName(typeName));
  return toKebabCase(name.startsWith(prefix) ? name.slice(prefix.length) : name);
}
