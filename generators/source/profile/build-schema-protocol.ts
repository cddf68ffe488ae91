import { createSchemaIndex, type SchemaIndex } from "./schema-index.ts";
import type { SchemaProfile } from "./schema-profile.ts";

/** What a literal of generated code is made of; a property that is undefined is left out. */
export type ProtocolValue =
  | string
  | number
  | boolean
  | undefined
  | readonly ProtocolValue[]
  | { readonly [key: string]: ProtocolValue };

/**
 * A profile as the runtime's type `Protocol` has it, completed by the JSON Schema that it refers to:
 * methods by their names in JSON-RPC, paths by the names of properties.
 */
export function buildSchemaProtocol(
  profile: SchemaProfile,
  schema: unknown,
): { readonly [key: string]: ProtocolValue } {
  const index = createSchemaIndex(schema);
  const { contentTypes } = profile;
  return {
    name: profile.name,
    version: profile.protocolVersion,
    olderVersions: profile.olderVersions.length === 0 ? undefined : profile.olderVersions,
    errorDomain: profile.errorDomain,
    errors: Object.fromEntries(
      profile.errors.map(({ name, description, grpc, http, reason }) => [
        name,
        {
          title: textOf(index, `${name}.message`, "default"),
          description,
          jsonRpc: numberOf(index, `${name}.code`),
          grpc,
          http,
          reason,
        },
      ]),
    ),
    jsonRpcMessages: Object.fromEntries(
      profile.jsonRpcErrors.map((name) => [
        numberOf(index, `${name}.code`),
        textOf(index, `${name}.message`, "default"),
      ]),
    ),
    errorBody: profile.errorBody,
    jsonRpcErrorData: profile.jsonRpcErrorData,
    contentTypes: {
      http: contentTypes.http,
      jsonRpc: contentTypes.jsonRpc,
      error: contentTypes.error,
      push: contentTypes.push,
      stream: contentTypes.stream,
    },
    versionParameter: versionParameter(profile),
    extensionsParameter: extensionsParameter(profile),
    invalidResponseError: profile.responses?.error,
    card: cardRules(profile, index),
    push: profile.push,
    tasks: taskRules(profile, index),
  };
}

function versionParameter(profile: SchemaProfile): ProtocolValue {
  const { version } = profile;
  if (version === undefined) return undefined;
  const found = profile.serviceParameters.find(({ name }) => name === version.parameter);
  const { emptyMeans, comparedNumbers, error } = version;
  return {
    name: version.parameter,
    aliases: found?.aliases ?? [],
    newerNames: found?.newerNames,
    query: found?.query ?? false,
    pattern: found?.pattern ?? "",
    emptyMeans,
    comparedNumbers,
    error,
  };
}

function extensionsParameter({ extensions, serviceParameters }: SchemaProfile): ProtocolValue {
  if (extensions === undefined) return undefined;
  const found = serviceParameters.find(({ name }) => name === extensions.parameter);
  return {
    name: extensions.parameter,
    aliases: found?.aliases ?? [],
    newerNames: found?.newerNames,
    query: found?.query ?? false,
    error: extensions.error,
  };
}

function cardRules(profile: SchemaProfile, index: SchemaIndex): ProtocolValue {
  const { card, wellKnownPaths } = profile;
  if (card === undefined || wellKnownPaths === undefined) return undefined;
  const { interfaces } = card;
  return {
    typeName: `${profile.name}.${card.message}`,
    wellKnownPath: wellKnownPaths.agentCard,
    olderPaths: wellKnownPaths.olderAgentCards,
    olderInterfaces: {
      url: toNames(interfaces.url),
      binding: toNames(interfaces.binding),
      defaultBinding: textOf(index, interfaces.binding.at(-1) ?? "", "default"),
      additional: toNames(interfaces.additional),
      additionalBinding: nameOf(interfaces.additionalBinding),
    },
    version: card.version === undefined ? undefined : toNames(card.version),
    security: card.security,
    securitySchemes: toNames(card.securitySchemes),
    securityRequirements: toNames(card.securityRequirements),
    extensions: toNames(card.extensions),
    signatures: toNames(card.signatures),
    capabilities: card.capabilities.map(({ name, declaredIn, methods, fields = [], error }) => ({
      name,
      declaredIn: toNames(declaredIn),
      methods: methods.map((key) => methodName(key, profile, index)),
      fields: fields.map(({ methods: having, field }) => ({
        methods: having.map((key) => methodName(key, profile, index)),
        field: toNames(field),
      })),
      error,
    })),
  };
}

function taskRules(profile: SchemaProfile, index: SchemaIndex): ProtocolValue {
  const { tasks } = profile;
  if (tasks === undefined) return undefined;
  const { terminalStates, interruptedStates, eventTag, resume, snapshot } = tasks;
  const tagOf = (name: string): string => textOf(index, `${name}.${eventTag}`, "const");
  // Below the tag's value, as if the event were a member of that name.
  const at = (members: readonly string[]): readonly string[] => [
    tagOf((members[0] ?? "").split(".")[0] ?? ""),
    ...toNames(members),
  ];
  return {
    terminalStates,
    interruptedStates,
    eventTag,
    eventTaskIds: tasks.eventTaskIds.map(at),
    eventStates: tasks.eventStates.map(at),
    eventEnds: tasks.eventEnds.map(at),
    eventMessages: tasks.eventMessages.map((name) => [tagOf(name)]),
    resume: { method: methodName(resume.method, profile, index), field: nameOf(resume.field), value: "{}" },
    snapshot:
      snapshot === undefined
        ? undefined
        : {
            method: methodName(snapshot.method, profile, index),
            field: nameOf(snapshot.field),
            value: "{}",
            event: tagOf(snapshot.event),
          },
  };
}

/** The name of a method in JSON-RPC: "message/send" for the member "sendMessage". */
function methodName(key: string, { service }: SchemaProfile, index: SchemaIndex): string {
  return textOf(index, `${service.methods[key]?.request ?? ""}.method`, "const");
}

function toNames(members: readonly string[]): readonly string[] {
  return members.map(nameOf);
}

/** "AgentCard.url" -> "url". */
function nameOf(member: string): string {
  return member.slice(member.indexOf(".") + 1);
}

function textOf(index: SchemaIndex, member: string, keyword: "const" | "default"): string {
  const value = index.property(member)?.[keyword];
  // Reading the profile has made sure of it.
  if (typeof value !== "string") throw new Error(`${member}: expected a text as "${keyword}"`);
  return value;
}

function numberOf(index: SchemaIndex, member: string): number {
  const value = index.property(member)?.["const"];
  if (typeof value !== "number") throw new Error(`${member}: expected a number as "const"`);
  return value;
}
