import { builtinLegacy } from "../profile/builtin-legacy.ts";
import { loadProfile } from "../profile/load-profile.ts";
import type { Profile } from "../profile/profile.ts";
import {
  answerNames,
  discriminatorOf,
  eventNames,
  fieldOf,
  isEnvelope,
  namesOf,
  partNames,
  securitySchemeNames,
  taskStates,
  variantsOf,
} from "./legacy-schema.ts";
import { fileTypes, securitySchemeMembers, type TargetShape, targetShapes } from "./target-shapes.ts";

/** What becomes of a field of 0.3. */
export type Fate =
  | { readonly kind: "same" }
  | { readonly kind: "renamed"; readonly to: string }
  | { readonly kind: "discriminator" }
  | { readonly kind: "dropped"; readonly advice: string }
  | { readonly kind: "inverted"; readonly to: string }
  | { readonly kind: "single"; readonly to: string }
  | { readonly kind: "nested"; readonly in: string }
  /** Its own fields are fields of the object now. */
  | { readonly kind: "flattened" }
  /** It is in another object, which is in the same object as it was. */
  | { readonly kind: "moved"; readonly into: string; readonly to: string }
  | { readonly kind: "requirements"; readonly to: string }
  | { readonly kind: "version" }
  | { readonly kind: "interface"; readonly to: string }
  | { readonly kind: "manual"; readonly advice: string };

/** How a type of 0.3 is written now. */
export interface TypeFate {
  /** What is imported. */
  readonly name: string;
  /** The members of the oneof of which one is set, where the type is one arm of `name` only. */
  readonly members?: readonly string[];
}

/** A union of 0.3 whose arms are members of an object now, one of which is set. */
export type Wrapper = "answer" | "event" | "securityScheme";

export interface MigrationFacts {
  readonly packageName: string;
  readonly protocolVersion: string;
  readonly interfaces: string | undefined;
  typeFate(definition: string): TypeFate | undefined;
  fate(definition: string, field: string): Fate;
  /** The name of an enum, of which these are all values that 0.3 has. */
  enumOf(values: readonly string[]): string | undefined;
  /** Undefined for a value that there is none for. */
  enumValue(enumName: string, value: string): string | undefined;
  method(name: string): string | undefined;
  /** What a header or a path of the server is called now. */
  wireName(name: string): string | undefined;
  /** The members of a part that may be set for a `kind`. */
  partMembers(kind: string): readonly string[] | undefined;
}

/** Throws a ProfileError for a profile that there is not, and a TypeError for one that nothing is known of. */
export async function loadFacts(profileName: string): Promise<MigrationFacts> {
  const profile = await loadProfile(profileName);
  const protoPackage = profile.packages.find((name) => Object.hasOwn(targetShapes, name));
  const shape = protoPackage === undefined ? undefined : targetShapes[protoPackage];
  if (protoPackage === undefined || shape === undefined) {
    const known = Object.keys(targetShapes).join(", ");
    throw new TypeError(`cannot migrate to ${profileName}: expected a profile of the packages ${known}`);
  }
  return buildFacts(profile, protoPackage, shape);
}

function buildFacts(profile: Profile, protoPackage: string, shape: TargetShape): MigrationFacts {
  const entries = builtinLegacy.names.filter(({ packages }) => packages.includes(protoPackage));
  const tables = new Map<string, ReadonlyMap<string, string>>();
  const tableOf = (kind: string): ReadonlyMap<string, string> => {
    const known = tables.get(kind);
    if (known !== undefined) return known;
    const table = new Map(
      entries.filter((entry) => entry.kind === kind).map((entry) => [entry.legacy, entry.current]),
    );
    tables.set(kind, table);
    return table;
  };
  const follow = (kind: string, name: string): string => {
    let current = name;
    // A manifest may rename in steps; more steps than entries are a circle.
    for (let step = 0; step < entries.length; step++) {
      const next = tableOf(kind).get(current);
      if (next === undefined) return current;
      current = next;
    }
    return current;
  };

  /** A field as the manifest has it: of the type's earlier name, or of one of its later ones. */
  const currentField = (definition: string, field: string): string | undefined => {
    const file = fileTypes[definition];
    let owner: string | undefined = file?.type ?? definition;
    let name = file?.fields[field] ?? field;
    const seen = new Set<string>();
    let found = file?.fields[field] === undefined ? undefined : `${owner}.${name}`;
    while (owner !== undefined && !seen.has(`${owner}.${name}`)) {
      seen.add(`${owner}.${name}`);
      const next: string | undefined = tableOf("field").get(`${owner}.${name}`);
      if (next === undefined) {
        owner = tableOf("message").get(owner);
      } else {
        found = next;
        [owner, name = name] = next.split(".");
      }
    }
    return found;
  };

  const fileIsFlat = ["FileWithUri", "FileWithBytes"].every(
    (name) => currentField(name, "mimeType")?.startsWith("Part.") === true,
  );
  const fileMembers = fileIsFlat
    ? [currentField("FileWithUri", "uri"), currentField("FileWithBytes", "bytes")].flatMap(
        (path) => path?.split(".")[1] ?? [],
      )
    : ["file"];
  const partMembers = (kind: string): readonly string[] | undefined => {
    if (!partNames.some((name) => discriminatorOf(name)?.value === kind)) return undefined;
    return kind === "file" ? fileMembers : [kind];
  };

  const typeFate = (definition: string): TypeFate | undefined => {
    if (partNames.includes(definition)) {
      const members = partMembers(discriminatorOf(definition)?.value ?? "");
      return members === undefined ? undefined : { name: "Part", members };
    }
    const file = fileTypes[definition];
    if (file !== undefined) {
      const members = Object.keys(file.fields).flatMap(
        (field) => currentField(definition, field)?.split(".")[1] ?? [],
      );
      const name = fileIsFlat ? "Part" : file.type;
      return members.length === 0 ? undefined : { name, members };
    }
    if (isEnvelope(definition)) {
      const result = fieldOf(definition, "result");
      const isAnswer = result !== undefined && namesOf(result).length > 1;
      return isAnswer ? { name: follow("message", definition) } : undefined;
    }
    const name = follow("message", definition);
    return name !== definition || shape.sameTypes.includes(definition) ? { name } : undefined;
  };

  const fate = (definition: string, field: string): Fate => {
    const path = `${definition}.${field}`;
    const node = fieldOf(definition, field);
    if (node === undefined) return { kind: "same" };
    if (discriminatorOf(definition)?.field === field) return { kind: "discriminator" };
    const dropped = shape.dropped[path];
    if (dropped !== undefined) return { kind: "dropped", advice: dropped };
    const manual = shape.manual[path];
    if (manual !== undefined) return { kind: "manual", advice: manual };
    const inverted = shape.inverted[path];
    if (inverted !== undefined) return { kind: "inverted", to: inverted };
    const single = shape.single[path];
    if (single !== undefined) return { kind: "single", to: single };
    const nested = shape.nested[path];
    if (nested !== undefined) return { kind: "nested", in: nested };
    const renamed = shape.renamed[path];
    if (renamed !== undefined) return { kind: "renamed", to: renamed };
    if (path === "FilePart.file") return fileIsFlat ? { kind: "flattened" } : { kind: "same" };
    const inner = namesOf(node);
    const owner = typeFate(definition)?.name;
    if (
      inner.length === 1 &&
      owner !== undefined &&
      typeFate(inner[0] ?? "")?.name === owner &&
      inner[0] !== definition
    ) {
      return { kind: "flattened" };
    }
    if (definition === "AgentCard") {
      if (field === "protocolVersion" && shape.interfaces === undefined) return { kind: "version" };
      if (["url", "preferredTransport", "additionalInterfaces", "protocolVersion"].includes(field)) {
        return shape.interfaces === undefined
          ? { kind: "same" }
          : { kind: "interface", to: shape.interfaces };
      }
    }
    const current = currentField(definition, field);
    const [, to = field] = current?.split(".") ?? [];
    const isRequirement = node.items?.additionalProperties !== undefined;
    if (isRequirement) return { kind: "requirements", to };
    if (current === undefined) return { kind: "same" };
    const type = current.split(".")[0] ?? "";
    const into = type === owner ? undefined : moveTarget(definition, type);
    if (into !== undefined) return { kind: "moved", into, to };
    return to === field ? { kind: "same" } : { kind: "renamed", to };
  };

  return {
    packageName: `@a2agen/${profile.name}`,
    protocolVersion: profile.protocolVersion ?? "",
    interfaces: shape.interfaces,
    typeFate,
    fate,
    enumOf(values) {
      if (values.length === 0) return undefined;
      if (values.every((value) => taskStates.includes(value)) && values.length > 2) return "TaskState";
      const roles = fieldOf("Message", "role")?.enum ?? [];
      return values.every((value) => roles.includes(value)) ? "Role" : undefined;
    },
    enumValue(enumName, value) {
      const current = tableOf("enumValue").get(`${enumName}.${value}`);
      if (current !== undefined) return current.slice(enumName.length + 1);
      return Object.hasOwn(shape.dropped, `${enumName}.${value}`) ? undefined : value;
    },
    method: (name) => (tableOf("jsonRpcMethod").has(name) ? follow("jsonRpcMethod", name) : undefined),
    wireName: (name) => tableOf("header").get(name) ?? tableOf("wellKnownPath").get(name),
    partMembers,
  };
}

/** The field of a type whose own type has the name: `capabilities` of a card for AgentCapabilities. */
function moveTarget(definition: string, type: string): string | undefined {
  for (const { node } of variantsOf({ $ref: `#/definitions/${definition}` })) {
    for (const [field, child] of Object.entries(node.properties ?? {})) {
      if (namesOf(child).includes(type)) return field;
    }
  }
  return undefined;
}

/** Which wrapper a union of these types is, or one type that belongs to a wrapper of that kind. */
export function wrapperOf(names: readonly string[]): Wrapper | undefined {
  if (names.length === 0) return undefined;
  if (names.every((name) => answerNames.includes(name))) return "answer";
  if (names.every((name) => eventNames.includes(name))) return "event";
  return names.every((name) => securitySchemeNames.includes(name)) ? "securityScheme" : undefined;
}

/** The type that has the members. */
export function wrapperType(wrapper: Wrapper): string {
  return { answer: "SendMessageResponse", event: "StreamResponse", securityScheme: "SecurityScheme" }[
    wrapper
  ];
}

/** The member for a type: `statusUpdate` for TaskStatusUpdateEvent. */
export function memberFor(definition: string): string | undefined {
  const discriminator = discriminatorOf(definition);
  if (discriminator === undefined) return undefined;
  if (securitySchemeNames.includes(definition)) return securitySchemeMembers[discriminator.value];
  return discriminator.value.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
