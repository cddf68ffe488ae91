import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { emitSchemaPackage } from "../generators/from-schema/emit-package.ts";
import { version } from "../generators/plugins/version.ts";
import { buildSchemaProtocol } from "../generators/source/profile/build-schema-protocol.ts";
import { loadSchemaProfile } from "../generators/source/profile/load-schema-profile.ts";
import type { SchemaJob } from "./generate-jobs.ts";

export interface SchemaRunOptions {
  readonly root: string;
  /** The directory for the files. */
  readonly output: string;
}

/** Makes the code of a protocol that a JSON Schema gives, with the schema beside it; there are no warnings. */
export async function runSchemaJob(job: SchemaJob, { root, output }: SchemaRunOptions): Promise<string> {
  const text = await readFile(join(root, job.schema), "utf8");
  const schema: unknown = JSON.parse(text);
  const profile = await loadSchemaProfile(join(root, job.profile), schema);
  const files = emitSchemaPackage({
    schema,
    source: job.schema,
    basename: job.basename,
    namespace: job.name,
    version,
    protocol: { ...profile, protocol: buildSchemaProtocol(profile, schema) },
  });
  await write(join(output, "schemas", basename(job.schema)), text);
  for (const file of files) await write(join(output, "src", file.path), file.text);
  return "";
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
