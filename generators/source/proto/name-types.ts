import type { EnumModel, ServiceModel } from "../../model/model.ts";
import type { FileDraft, MessageDraft } from "../../model/reachability.ts";
import { derived, deriveNames, entryName, type Named } from "../../naming/derived-names.ts";

/**
 * Gives everything that a file declares unique names. Names in the proto are kept, types and
 * services outside of messages first; a name that is taken gets "$" behind it. The rest of the run makes no
 * difference, so that imports of the file know the names.
 */
export function nameTypes(file: FileDraft): FileDraft {
  const taken = new Set<string>();
  const claim = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += "$";
    taken.add(name);
    return name;
  };
  const all = [...file.messages, ...file.enums, ...file.services];
  const identifiers = new Map(
    all
      .toSorted((a, b) => depthOf(a.typeName) - depthOf(b.typeName))
      .map(({ typeName, identifier }) => [typeName, claim(identifier)] as const),
  );
  const name = <Type extends Named & { readonly typeName: string }>(
    type: Type,
    derive: (type: Type) => readonly string[],
  ): Type => {
    const own = { ...type, identifier: identifiers.get(type.typeName) ?? type.identifier };
    const moved = derive(own)
      .map((wanted) => [wanted, claim(wanted)] as const)
      .filter(([wanted, given]) => given !== wanted);
    return moved.length === 0 ? own : { ...own, aside: Object.fromEntries(moved) };
  };
  return {
    ...file,
    messages: file.messages.map((message) => name(message, namesOfMessage)),
    enums: file.enums.map((enumeration) => name(enumeration, namesOfEnum)),
    services: file.services.map((service) => name(service, namesOfService)),
  };
}

function depthOf(typeName: string): number {
  return typeName.split(".").length;
}

function namesOfMessage(message: MessageDraft): readonly string[] {
  const maps = message.fields.filter(({ shape }) => shape.kind === "map");
  return [
    ...Object.values(deriveNames(derived.json, message)),
    ...Object.values(deriveNames(derived.binary, message)),
    ...maps.map((field) => entryName(message, field.name)),
  ];
}

function namesOfEnum(enumeration: EnumModel): readonly string[] {
  return [
    ...Object.values(deriveNames(derived.jsonEnum, enumeration)),
    ...Object.values(deriveNames(derived.binaryEnum, enumeration)),
  ];
}

function namesOfService(service: ServiceModel): readonly string[] {
  const { service: own, ...others } = deriveNames(derived.service, service);
  return [...Object.values(others), ...Object.values(deriveNames(derived.grpc, service))].filter(
    (name) => name !== own,
  );
}
