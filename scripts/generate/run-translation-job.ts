import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { currentVersion, roles, versionTable } from "../../generated/versions/table.ts";
import { createDiagnostics } from "../../generators/model/diagnostics.ts";
import { version } from "../../generators/model/version.ts";
import { buildSchemaModel } from "../../generators/source/json-schema/build-model.ts";
import { completeManifest } from "../../generators/source/profile/complete-manifest.ts";
import { readDocument } from "../../generators/source/profile/read-document.ts";
import { emitTranslationPackage } from "../../generators/translate/emit-package.ts";
import { createManifestReader } from "../../generators/translate/manifest-reader.ts";
import { readVersion, type VersionInit } from "../../generators/translate/read-version.ts";
import type { Version } from "../../generators/translate/version.ts";
import schema from "../../profiles/translations/translation.schema.json" with { type: "json" };
import { schemaBasename, type TranslationJob } from "./generate-jobs.ts";
import { layerSourcesOf } from "./layer-sources.ts";
import { readProtoModel } from "./read-proto-model.ts";
import { readProfile } from "./versions/read-profile.ts";

export interface TranslationRunOptions {
  readonly root: string;
  /** The directory for the files. */
  readonly output: string;
}

/** Makes the translators between versions of a protocol; there are no warnings. */
export async function runTranslationJob(
  job: TranslationJob,
  { root, output }: TranslationRunOptions,
): Promise<string> {
  const versions = await readVersions(job, root);
  const legacy = completeManifest(
    readDocument("legacy", await readFile(join(root, job.legacy), "utf8"), job.legacy),
  );
  const read = createManifestReader({ versions, legacy, schema });
  const translations = await Promise.all(
    job.manifests.map(async (source) => ({
      source,
      plan: read(await readFile(join(root, source), "utf8"), source),
    })),
  );
  const told = versions.filter((_, index) => !("isHidden" in (job.versions[index] ?? {})));
  for (const file of emitTranslationPackage({
    versions: told,
    translations,
    kept: currentVersion,
    layer: {
      names: layerNames,
      ...layerSourcesOf(await readModels(job, root), { names: layerNames, legacy }),
    },
    version,
  })) {
    const path = join(output, "src", file.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.text);
  }
  return "";
}

/** The current version, and the one that was released before it. */
const layerNames = {
  newer: currentVersion,
  older: versionTable.find((row) => row.label === roles.previous && !("formOf" in row))?.name ?? "",
};

/** Reads the versions that a job names, as the generator of translators knows them. */
export async function readVersions(job: TranslationJob, root: string): Promise<readonly Version[]> {
  return (await readModels(job, root)).map(readVersion);
}

function readModels({ versions, plain }: TranslationJob, root: string): Promise<readonly VersionInit[]> {
  return Promise.all(
    versions.map(async (one): Promise<VersionInit> => {
      if ("package" in one) {
        const model = await readProtoModel(one, { plain, root });
        return { model, package: one.package, module: one.module };
      }
      const schema: unknown = JSON.parse(await readFile(join(root, one.schema), "utf8"));
      const profile = readProfile(root, one.profile);
      const init = { schema, source: one.schema, name: `${schemaBasename}.schema.json`, profile };
      const model = buildSchemaModel(init, createDiagnostics());
      return { model, package: profile.name, module: one.module };
    }),
  );
}
