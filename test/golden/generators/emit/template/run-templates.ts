import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FileDescriptorSet } from "@bufbuild/protobuf/wkt";
import { runPlugin } from "../../../../shared/process/run-plugin.ts";

export interface TemplateRun {
  /** Texts by path below the directory of templates. */
  readonly templates: Readonly<Record<string, string | Uint8Array>>;
  readonly files: FileDescriptorSet;
  readonly generate: readonly string[];
  /** Further options: "import_extension=js". */
  readonly options?: string;
}

export interface TemplateOutput {
  /** With DIR in the place of the directory of templates. */
  readonly error: string | undefined;
  readonly files: Readonly<Record<string, string>>;
}

/** Runs protoc-gen-a2a-template on a directory of templates. */
export async function runTemplates({
  templates,
  files,
  generate,
  options = "",
}: TemplateRun): Promise<TemplateOutput> {
  const directory = await mkdtemp(join(tmpdir(), "a2agen-template-"));
  try {
    for (const [path, text] of Object.entries(templates)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), text);
    }
    const {
      status,
      stderr,
      error,
      files: written,
    } = await runPlugin({
      plugin: "protoc-gen-a2a-template",
      parameter: `template=${directory}${options === "" ? "" : `,${options}`}`,
      files,
      generate,
    });
    if (status !== 0 || stderr !== "") throw new Error(`the plugin ended with ${status}: ${stderr}`);
    return { error: error?.replaceAll(directory, "DIR"), files: written };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
