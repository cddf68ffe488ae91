import type { Diagnostics } from "../../model/diagnostics.ts";
import type { ExtensionModel, FieldModel, FieldNarrowingModel, MessageModel } from "../../model/model.ts";
import { extensionDiagnostics } from "./diagnostics.ts";
import type { Carrier, ResolvedFieldNarrowing, ResolvedNarrowing } from "./resolved-extension.ts";
import type { TypeIndex } from "./type-index.ts";

export interface NarrowingContext {
  readonly extension: string;
  readonly carriers: readonly Carrier[];
  readonly hasData: boolean;
  readonly types: TypeIndex;
  readonly diagnostics: Diagnostics;
}

/** Looks up what the rules of a profile name, and reports those that would not narrow. */
export function resolveNarrowings(
  { narrows, position }: ExtensionModel,
  context: NarrowingContext,
): readonly ResolvedNarrowing[] {
  const { extension, carriers, hasData, types, diagnostics } = context;
  return narrows.flatMap(({ object, carriesData, fields }) => {
    const message = types.message(object);
    if (message === undefined) {
      diagnostics.report(extensionDiagnostics["extension-object"], position, { extension, name: object });
      return [];
    }
    const carrier = carriers.find((candidate) => candidate.message === message);
    if (carriesData && (carrier === undefined || !hasData)) {
      const problem = hasData
        ? "carries_data is for the objects of the extension; add it to objects"
        : "carries_data is for an extension that has data; give its message fields";
      diagnostics.report(extensionDiagnostics["extension-narrowing"], position, {
        extension,
        field: object,
        problem,
      });
    }
    const resolver = createResolver(message, position, context);
    return [
      {
        message,
        ...(carriesData && hasData && carrier !== undefined ? { carrier } : {}),
        fields: fields.flatMap((rule) => resolver(rule) ?? []),
      },
    ];
  });
}

function createResolver(
  message: MessageModel,
  position: ExtensionModel["position"],
  { extension, types, diagnostics }: NarrowingContext,
): (rule: FieldNarrowingModel) => ResolvedFieldNarrowing | undefined {
  const object = message.typeName;
  return (rule) => {
    const field = message.fields.find(({ name }) => name === rule.field);
    if (field === undefined) {
      diagnostics.report(extensionDiagnostics["extension-core-field"], position, {
        extension,
        object,
        field: rule.field,
      });
      return undefined;
    }
    const fullName = `${object}.${field.name}`;
    const refuse = (problem: string): void => {
      diagnostics.report(extensionDiagnostics["extension-narrowing"], position, {
        extension,
        field: fullName,
        problem,
      });
    };
    const { required, minItems, maxItems } = rule;
    const isList = field.shape.kind === "list";
    if (!isList && (minItems !== undefined || maxItems !== undefined)) {
      refuse("min_items and max_items are for lists; take them out");
    } else if (minItems !== undefined && maxItems !== undefined && minItems > maxItems) {
      refuse(`min_items, ${minItems}, is greater than max_items, ${maxItems}; lower it`);
    } else if (maxItems === 0 && (field.rules.nonEmpty === true || field.presence === "required")) {
      diagnostics.report(extensionDiagnostics["extension-core-required"], position, {
        extension,
        field: fullName,
      });
    }
    return {
      field,
      required,
      values: resolveValues(field, rule),
      members: resolveMembers(field, rule),
      ...(isList && minItems !== undefined ? { minItems } : {}),
      ...(isList && maxItems !== undefined ? { maxItems } : {}),
    };

    function resolveValues({ shape, rules }: FieldModel, { values }: FieldNarrowingModel): readonly string[] {
      if (values.length === 0) return [];
      const { type } = shape;
      const isText = type.kind === "scalar" && type.scalar === "string";
      if (shape.kind === "map" || !(type.kind === "enum" || isText)) {
        refuse("values are for enums and strings; take them out");
        return [];
      }
      const enumeration = type.kind === "enum" ? types.enumeration(type.typeName) : undefined;
      const allowed = enumeration?.values
        .filter(({ unspecified }) => !unspecified)
        .map(({ name, json }) => [name, json] as const);
      const known = new Map(allowed ?? rules.values?.map((value) => [value, value] as const));
      if (known.size === 0) return values;
      return values.flatMap((value) => {
        const json = known.get(value);
        if (json !== undefined) return [json];
        diagnostics.report(extensionDiagnostics["extension-core-enum"], position, {
          extension,
          field: fullName,
          value,
          values: [...known.keys()],
        });
        return [];
      });
    }

    function resolveMembers({ shape }: FieldModel, { members }: FieldNarrowingModel): readonly string[] {
      if (members.length === 0) return [];
      const held = shape.type.kind === "message" ? types.message(shape.type.typeName) : undefined;
      if (shape.kind === "map" || held === undefined) {
        refuse("members are for messages and lists of them; take them out");
        return [];
      }
      return members.flatMap((name) => {
        const member = held.fields.find((candidate) => candidate.name === name);
        if (member !== undefined) return [member.jsonName];
        diagnostics.report(extensionDiagnostics["extension-core-field"], position, {
          extension,
          object: held.typeName,
          field: name,
        });
        return [];
      });
    }
  };
}
