import { indexModel, isNamed, type ModelIndex } from "../../model/index-model.ts";
import type { LegacyManifest } from "../../model/legacy-manifest.ts";
import type { FileModel, Model } from "../../model/model.ts";
import type { RenderTemplate } from "../../template/compile-templates.ts";
import { createFormerAnchors } from "../legacy/former-anchors.ts";
import { anchorSpan } from "../legacy/legacy-anchors.ts";
import type { DataEmitter, DataFile } from "../shared/emitter.ts";
import { fileAnchors } from "./anchors.ts";
import { createPageLinks, pagePath } from "./page-links.ts";
import { safeMarkdown } from "./safe-markdown.ts";
import { toEnumView } from "./to-enum-view.ts";
import { toMessageView } from "./to-message-view.ts";
import { toErrorViews, toParameterViews } from "./to-profile-views.ts";
import { toServiceView } from "./to-service-view.ts";
import { toUnionView } from "./to-union-view.ts";

/**
 * Makes the emitter of the Markdown reference, a page per proto file, from the templates; the manifest
 * has the earlier names whose links are to lead to what there is now.
 */
export function createDocsEmitter(render: RenderTemplate, legacy: LegacyManifest): DataEmitter {
  return (model, { generator }) => {
    const links = createPageLinks(model);
    const index = indexModel(model);
    const formerAnchors = createFormerAnchors(model, legacy);
    return model.files
      .filter((file) => file.requested && isDocumented(file))
      .map((file): DataFile => {
        const view = toPageView(file, {
          model,
          index,
          generator,
          linkOf: (typeName) => links(typeName, file),
          formerAnchorsOf: (fullName) => formerAnchors(file.name, fullName).map(anchorSpan).join(""),
        });
        return { path: pagePath(file.name), text: `${render("page", view).trimEnd()}\n` };
      });
  };
}

function isDocumented({ messages, enums, unions, services }: FileModel): boolean {
  return messages.length + enums.length + unions.length + services.length > 0;
}

interface PageContext {
  readonly model: Model;
  readonly index: ModelIndex;
  readonly generator: string;
  readonly linkOf: (typeName: string) => string | undefined;
  readonly formerAnchorsOf: (fullName: string) => string;
}

function toPageView(
  file: FileModel,
  { model, index, generator, linkOf, formerAnchorsOf }: PageContext,
): object {
  const profile = model.profiles[file.profile];
  if (profile === undefined)
    throw new Error(`the model refers to profile ${file.profile} but does not hold it`);
  const anchors = fileAnchors(file);
  const anchorOf = (fullName: string): string => anchors.get(fullName) ?? "";
  const context = { index, package: file.package, linkOf, formerAnchorsOf };
  const hasServices = file.services.length > 0;
  return {
    generator,
    file: file.name,
    package: file.package,
    profile: { name: profile.name, title: profile.title },
    description: safeMarkdown(file.comment),
    deprecated: file.deprecated,
    services: file.services.map((service) =>
      toServiceView(service, { ...context, anchorOf, hasJsonRpc: profile.protocolVersion !== undefined }),
    ),
    messages: file.messages
      .filter(isNamed)
      .map((message) => toMessageView(message, anchorOf(message.typeName), context)),
    enums: file.enums.map((enumeration) => toEnumView(enumeration, anchorOf(enumeration.typeName), context)),
    unions: file.unions.filter(isNamed).map((union) => toUnionView(union, anchorOf(union.typeName), context)),
    formerErrorAnchors: formerAnchorsOf("#errors"),
    errors: hasServices ? toErrorViews(profile) : [],
    parameters: hasServices ? toParameterViews(profile) : [],
  };
}
