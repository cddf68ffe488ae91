import { indexModel } from "../../model/index-model.ts";
import type { MessageModel, Model } from "../../model/model.ts";
import { fileAnchors, shortName } from "../docs/anchors.ts";
import { createPageLinks, relativePath } from "../docs/page-links.ts";
import { toMessageView } from "../docs/to-message-view.ts";
import { toServiceView } from "../docs/to-service-view.ts";
import { code, codeLink, codeList, plain } from "../shared/markdown.ts";
import { kindText } from "./extension-doc.ts";
import { descriptionOf, exportName, isRequired, pathStem } from "./extension-names.ts";
import { toErrorView } from "./manifest-view.ts";
import { metadataKeys } from "./metadata-keys.ts";
import { narrowingTexts } from "./narrowing-text.ts";
import { messageOf, type ResolvedExtension } from "./resolved-extension.ts";

export interface ViewsInit {
  readonly extensions: readonly ResolvedExtension[];
  /** Name and version of the toolchain. */
  readonly generator: string;
}

/** Makes the views of pages; dependencies among the given extensions are links. */
export function createExtensionViews(
  model: Model,
  { extensions, generator }: ViewsInit,
): (extension: ResolvedExtension) => object {
  const index = indexModel(model);
  const links = createPageLinks(model);
  const byUri = new Map(extensions.map((extension) => [extension.options.uri, extension]));
  return (extension) => {
    const { options, file, params, carriers, services, narrows, states, comment, deprecated } = extension;
    const data = messageOf(extension);
    const path = pagePath(extension);
    // Types of the same proto are documented on its own page, which is another one.
    const linkOf = (typeName: string): string | undefined => links(typeName, { name: path });
    const context = { index, package: file.package, linkOf };
    const toPart = (message: MessageModel) => ({
      name: codeLink(shortName(message.typeName, file.package), linkOf(message.typeName)),
      fields: toMessageView(message, "", context).fields,
      oneofs: toMessageView(message, "", context).oneofs,
    });
    const keys = metadataKeys(extension);
    return {
      generator,
      file: file.name,
      package: file.package,
      name: plain(extension.name),
      constant: code(exportName(extension)),
      uri: codeList([options.uri, ...options.otherUris]),
      kind: kindText(options.kind)
        .replace(/ extension$/, "")
        .toLowerCase(),
      description: comment === "" ? descriptionOf(extension) : comment,
      summary: descriptionOf(extension),
      required: isRequired(extension),
      deprecated,
      activatable: options.kind !== "data",
      dependencies: options.dependencies.map(({ uri, optional }) => {
        const target = byUri.get(uri);
        const link = target === undefined ? undefined : relativePath(path, pagePath(target));
        return { uri: codeLink(uri, link), optional };
      }),
      declaration: JSON.stringify(
        {
          uri: options.uri,
          ...(descriptionOf(extension) === "" ? {} : { description: descriptionOf(extension) }),
          required: isRequired(extension),
        },
        undefined,
        2,
      ),
      params: params?.kind === "message" ? [toPart(params.message)] : [],
      data: data === undefined ? [] : [toPart(data)],
      keys: codeList(keys),
      objects: carriers.map(({ message, metadata, extensions: list }) => ({
        name: codeLink(message.typeName, linkOf(message.typeName)),
        metadata: code(metadata.jsonName),
        extensions: list === undefined ? "" : code(list.jsonName),
      })),
      stateField: states === undefined ? "" : code(states.field),
      initialStates: codeList(states?.initial ?? []),
      states: [...(states?.moves ?? [])].map(([name, next]) => ({ name: code(name), next: codeList(next) })),
      errors: extension.errors.map(toErrorView),
      narrowings: narrows.map((narrowing) => ({
        object: codeLink(narrowing.message.typeName, linkOf(narrowing.message.typeName)),
        rules: narrowingTexts(narrowing),
      })),
      schema:
        (data !== undefined && carriers.length > 0) || narrows.length > 0
          ? relativePath(path, `${pathStem(extension)}.profile.schema.json`)
          : "",
      services: services.map((resolved) => {
        const anchors = fileAnchors(resolved.file);
        return toServiceView(resolved.service, {
          ...context,
          anchorOf: (fullName) => anchors.get(fullName) ?? "",
          hasJsonRpc: true,
        });
      }),
    };
  };
}

function pagePath(extension: ResolvedExtension): string {
  return `${pathStem(extension)}.extension.md`;
}
