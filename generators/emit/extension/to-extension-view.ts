import { indexModel } from "../../model/index-model.ts";
import type { MessageModel, Model } from "../../model/model.ts";
import { fileAnchors, shortName } from "../docs/anchors.ts";
import { createPageLinks, relativePath } from "../docs/page-links.ts";
import { toMessageView } from "../docs/to-message-view.ts";
import { toServiceView } from "../docs/to-service-view.ts";
import { code, codeLink, codeList, plain } from "../shared/markdown.ts";
import { kindText } from "./extension-doc.ts";
import { descriptionOf, exportName, isRequired, pathStem } from "./extension-names.ts";
import { metadataKeys } from "./metadata-keys.ts";
import { narrowingTexts } from "./narrowing-text.ts";
import { messagesOf, type ResolvedExtension } from "./resolved-extension.ts";
import { activationTexts, toTermsView } from "./terms-view.ts";

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
    const data = messagesOf(extension);
    const keys = plainKeys(extension);
    const hasSides =
      states?.by !== undefined || (states?.carries.size ?? 0) + (states?.taskStates.size ?? 0) > 0;
    const all = toTermsView(extension);
    const terms = { ...all, kinds: keys.length > 0 ? [] : all.kinds, moves: hasSides ? all.moves : [] };
    const path = pagePath(extension);
    // Types of the same proto are documented on its own page, which is another one.
    const linkOf = (typeName: string): string | undefined => links(typeName, { name: path });
    const context = { index, package: file.package, linkOf };
    const toPart = (message: MessageModel) => ({
      name: codeLink(shortName(message.typeName, file.package), linkOf(message.typeName)),
      fields: toMessageView(message, "", context).fields,
      oneofs: toMessageView(message, "", context).oneofs,
    });
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
      activation: options.activation === "header" ? "" : activationTexts[options.activation],
      ...terms,
      hasTerms: [terms.kinds, terms.limits, terms.moves].some(({ length }) => length > 0),
      data: [...new Set(data.map(({ message }) => message))].map(toPart),
      keys: codeList(keys),
      objects: carriers.map(({ message, metadata, extensions: list }) => ({
        name: codeLink(message.typeName, linkOf(message.typeName)),
        metadata: code(metadata.jsonName),
        extensions: list === undefined ? "" : code(list.jsonName),
      })),
      states: (hasSides ? [] : [...(states?.moves ?? [])]).map(([name, next]) => ({
        name: code(name),
        next: codeList(next),
      })),
      narrowings: narrows.map((narrowing) => ({
        object: codeLink(narrowing.message.typeName, linkOf(narrowing.message.typeName)),
        rules: narrowingTexts(narrowing),
      })),
      schema:
        (data.length > 0 && carriers.length > 0) || narrows.length > 0
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

/** The keys of data that has no other terms than where it is. */
function plainKeys(extension: ResolvedExtension): readonly string[] {
  const isPlain = extension.data.every(
    ({ name, from, invalid, taskStates }) =>
      name === "" && from === undefined && invalid === undefined && taskStates.length === 0,
  );
  return isPlain ? extension.data.flatMap((data) => metadataKeys(data, extension)) : [];
}

function pagePath(extension: ResolvedExtension): string {
  return `${pathStem(extension)}.extension.md`;
}
