import type { ModelIndex, TypeModel } from "../../model/index-model.ts";
import type { EnumModel, FieldModel, MessageModel, UnionModel } from "../../model/model.ts";
import { shortName } from "../docs/anchors.ts";
import { toEnumView } from "../docs/to-enum-view.ts";
import { toMessageView } from "../docs/to-message-view.ts";
import { toUnionView } from "../docs/to-union-view.ts";
import type { TypeContext } from "../docs/type-text.ts";
import { toExtensionView } from "./extension-view.ts";
import { linksFrom, type Places } from "./find-places.ts";
import type { Uses } from "./find-uses.ts";
import type { PageView } from "./page-view.ts";

export interface TypePageInit {
  readonly index: ModelIndex;
  readonly places: Places;
  readonly uses: Uses;
  /**
   * What is new of a field, by its JSON name, or of a value, by its name, as Markdown; "" when nothing is.
   */
  readonly changeOf: (member: string) => string;
}

/** The page of a type; texts are Markdown, and links are relative to the page. */
export function toTypePage(type: TypeModel, { index, places, uses, changeOf }: TypePageInit): PageView {
  const file = index.fileOf(type.typeName);
  const path = places.get(type.typeName) ?? "";
  const linkOf = linksFrom(path, places);
  const context: TypeContext = { index, package: file.package, linkOf };
  const view = {
    path,
    kind: type.kind,
    name: shortName(type.typeName, file.package),
    typeName: type.typeName,
    file: file.name,
    line: type.position.line,
    description: type.comment,
    deprecated: type.deprecated,
    ...toParts(type, { context, changeOf }),
    extensions:
      type.kind === "message" && type.extension !== undefined
        ? [
            toExtensionView(type.extension, {
              fields: type.fields.map(({ jsonName }) => jsonName),
              linkOf,
            }),
          ]
        : [],
    usedBy: [...(uses.get(type.typeName) ?? [])].flatMap((user) => {
      const href = linkOf(user);
      return href === undefined ? [] : [{ name: shortName(user, file.package), href }];
    }),
  };
  return view;
}

interface PartsInit extends Pick<TypePageInit, "changeOf"> {
  readonly context: TypeContext;
}

function toParts(type: MessageModel | EnumModel | UnionModel, { context, changeOf }: PartsInit) {
  const none = { fields: [], oneofs: [], values: [], hasProtoNames: false, arms: [] };
  switch (type.kind) {
    case "message": {
      const { fields, oneofs } = toMessageView(type, "", context);
      return {
        ...none,
        oneofs,
        fields: type.fields.map(({ jsonName, name, number, presence, oneof }, i) => ({
          ...fields[i],
          anchor: fieldAnchor({ jsonName, number }),
          number,
          change: changeOf(jsonName),
          protoName: name === jsonName ? "" : name,
          isRequired: presence === "required",
          oneof: oneof ?? "",
        })),
      };
    }
    case "enum": {
      const { values, hasProtoNames } = toEnumView(type, "", context);
      return {
        ...none,
        hasProtoNames,
        values: type.values.map(({ name }, i) => ({
          ...values[i],
          anchor: `value-${name}`,
          change: changeOf(name),
        })),
      };
    }
    case "union":
      return { ...none, arms: toUnionView(type, "", context).arms };
  }
}

/** The anchor of a field's row; by its number where its name in JSON is of other letters than anchors. */
export function fieldAnchor({ jsonName, number }: Pick<FieldModel, "jsonName" | "number">): string {
  return `field-${/^[\w.-]+$/.test(jsonName) ? jsonName : number}`;
}
