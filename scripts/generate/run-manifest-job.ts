import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import handlebars from "handlebars";
import type { Model } from "../../generators/model/model.ts";
import { compileTemplates } from "../../generators/template/compile-templates.ts";
import { readTemplates } from "../../generators/template/read-templates.ts";
import { createLocator, renderManifest } from "../../packages/cli/src/extension/render-manifest.ts";
import { readManifest } from "../../packages/protos/src/read-manifest.ts";
import type { ManifestJob } from "./generate-jobs.ts";
import { readProtoModel } from "./read-proto-model.ts";

export interface ManifestRunOptions {
  readonly root: string;
  /** The directory for the files. */
  readonly output: string;
}

/** Makes the code of a manifest of extensions; returns the warnings. */
export async function runManifestJob(
  { manifest, core, plain, out }: ManifestJob,
  { root, output }: ManifestRunOptions,
): Promise<string> {
  const { files, warnings } = renderManifest(await readManifest(join(root, manifest)), {
    importExtension: "js",
    core: await readCore(core, { plain, root }),
    render: compileTemplates(handlebars, await readTemplates(join(root, "templates/docs"))),
    locate: createLocator(join(root, manifest), join(root, out)),
  });
  for (const { name, text } of files) {
    await mkdir(dirname(join(output, name)), { recursive: true });
    await writeFile(join(output, name), text);
  }
  return warnings.map((line) => `${line}\n`).join("");
}

/** Models by root and protos: all manifests are about the same. */
const models = new Map<string, Promise<Model>>();

function readCore(...[core, options]: Parameters<typeof readProtoModel>): Promise<Model> {
  const key = JSON.stringify([core, options]);
  const model = models.get(key) ?? readProtoModel(core, options);
  models.set(key, model);
  return model;
}
