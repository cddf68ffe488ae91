import { createDocsEmitter } from "../../../../../generators/emit/docs/emit-docs.ts";
import type { DataFile } from "../../../../../generators/emit/shared/emitter.ts";
import { createDiagnostics } from "../../../../../generators/model/diagnostics.ts";
import type { Model } from "../../../../../generators/model/model.ts";
import { builtinLegacy } from "../../../../../generators/source/profile/builtin-legacy.ts";
import { loadDocsTemplates } from "../../../../../generators/template/load-docs-templates.ts";
import { compileProtos } from "../../../../shared/process/compile-protos.ts";
import { loadModel } from "../../model/load-model.ts";

/** The model of protos by path; texts, or paths below the proto roots. */
export async function modelOf(
  texts: Readonly<Record<string, string>>,
  paths: readonly string[] = Object.keys(texts),
): Promise<Model> {
  return loadModel(await compileProtos(texts, paths), { requested: paths }).model;
}

/** The pages of a model by path, with the built-in templates or those in a directory before them. */
export async function pagesOf(model: Model, templates?: string): Promise<Readonly<Record<string, string>>> {
  const emit = createDocsEmitter(await loadDocsTemplates(templates), builtinLegacy);
  const files: readonly DataFile[] = emit(model, {
    diagnostics: createDiagnostics(),
    generator: "a2agen 1.2.3",
  });
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** The part of a page from an anchor to the next one on a line of its own. */
export function sectionOf(page: string, anchor: string): string {
  const start = page.indexOf(`<a id="${anchor}"></a>\n`);
  if (start === -1) throw new Error(`the page has no anchor ${anchor}`);
  const end = page.slice(start + 1).search(/^<a id="[^"]*"><\/a>$|^## /m);
  return end === -1 ? page.slice(start) : page.slice(start, start + 1 + end);
}
