import type { States } from "../../model/extension-manifest.ts";
import type { EnumModel, MessageModel } from "../../model/model.ts";
import type { ResolvedData, ResolvedStates } from "./resolved-extension.ts";
import type { TypeIndex } from "./type-index.ts";

/** The field of the data that tells a state, and the JSON spelling of what the terms name. */
export interface StateField extends Pick<ResolvedStates, "field" | "type"> {
  /** The states by their names, in order. */
  readonly states: ReadonlyMap<string, string>;
  /** The fields of the data by their names; absent where nothing lists them all. */
  readonly members?: ReadonlyMap<string, string>;
  /** The name that stands for no state: from it tasks begin. */
  readonly unset?: string;
}

/** The field of an enum, or of what a schema describes; a text is what is wrong. */
export function findStateField(
  { field, moves }: States,
  { data, types }: { readonly data: ResolvedData; readonly types: TypeIndex },
): StateField | string {
  if (data.type.kind === "message") return findEnumField(field, data.type.message, types);
  const states = moves.flatMap(({ from, to }) => [from, ...to]);
  return {
    field,
    type: { kind: "member", of: data.type },
    states: new Map(states.map((state) => [state, state])),
  };
}

function findEnumField(name: string, message: MessageModel, types: TypeIndex): StateField | string {
  const enums = new Map(
    message.fields.flatMap((field) => {
      const { kind, type } = field.shape;
      const found =
        kind === "singular" && type.kind === "enum" ? types.enumeration(type.typeName) : undefined;
      return found === undefined ? [] : [[field.name, { field, enumeration: found }] as const];
    }),
  );
  const found = enums.get(name);
  if (found === undefined) {
    const known = enums.size === 0 ? "it has none" : `it has ${[...enums.keys()].join(", ")}`;
    return `tells its state in "${name}"; name a field with an enum, of which ${known}`;
  }
  const { field, enumeration } = found;
  return {
    field: field.jsonName,
    type: { kind: "enum", enumeration },
    states: statesOf(enumeration),
    members: new Map(message.fields.map((member) => [member.name, member.jsonName])),
    ...unsetOf(enumeration),
  };
}

function statesOf({ values }: EnumModel): ReadonlyMap<string, string> {
  return new Map(values.filter(({ unspecified }) => !unspecified).map(({ name, json }) => [name, json]));
}

function unsetOf({ values }: EnumModel): Pick<StateField, "unset"> {
  const unset = values.find(({ unspecified }) => unspecified);
  return unset === undefined ? {} : { unset: unset.name };
}
