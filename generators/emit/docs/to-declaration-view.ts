import type { EnumModel, MessageModel, ServiceModel, UnionModel } from "../../model/model.ts";
import { plain } from "../shared/markdown.ts";
import { shortName } from "./anchors.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import type { TypeContext } from "./type-text.ts";

/** The part of a view that messages, enums, unions and services have in common. Texts are Markdown. */
export interface DeclarationView {
  /** Name without the package; "Outer.Inner" for nested types. */
  readonly name: string;
  readonly typeName: string;
  readonly anchor: string;
  /** Hidden anchors, each a whole element: those of earlier names, so that links to them still lead here. */
  readonly formerAnchors: string;
  readonly description: string;
  readonly deprecated: boolean;
}

export function toDeclarationView(
  { typeName, comment, deprecated }: EnumModel | MessageModel | ServiceModel | UnionModel,
  anchor: string,
  context: Pick<TypeContext, "package" | "formerAnchorsOf">,
): DeclarationView {
  return {
    name: plain(shortName(typeName, context.package)),
    typeName,
    anchor,
    formerAnchors: context.formerAnchorsOf?.(typeName) ?? "",
    description: safeMarkdown(comment),
    deprecated,
  };
}
