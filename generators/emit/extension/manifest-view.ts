import { code, codeList, plain } from "../shared/markdown.ts";
import { kindText } from "./extension-doc.ts";
import { exportName, isRequired } from "./extension-names.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";
import { activationTexts, toTermsView, typeText } from "./terms-view.ts";

/** What the page of a manifest shows; texts are Markdown. */
export function toManifestView(
  extensions: readonly ResolvedExtension[],
  { generator }: { readonly generator: string },
): object {
  return {
    generator,
    file: extensions[0]?.file.name ?? "",
    extensions: extensions.map((extension) => toExtension(extension)),
  };
}

function toExtension(extension: ResolvedExtension): object {
  const { name, options, params, activation } = extension;
  return {
    name: plain(name),
    uri: codeList([options.uri, ...options.otherUris]),
    kind: kindText(options.kind)
      .replace(/ extension$/, "")
      .toLowerCase(),
    description: plain(options.description),
    required: isRequired(extension),
    activation: activationTexts[activation],
    constant: code(exportName(extension)),
    params: params === undefined ? "" : typeText(params),
    dependencies: options.dependencies.map(({ uri, optional }) => ({ uri: code(uri), optional })),
    services: codeList((extension.tables ?? []).map((table) => table.name)),
    ...toTermsView(extension),
  };
}
