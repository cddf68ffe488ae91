import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { currentVersion } from "../../generated/versions/table.ts";
import { descriptorsName, listKinds, loadTemplate } from "../../packages/cli/src/init/load-template.ts";
import { defaultAnswers, toProjectValues } from "../../packages/cli/src/init/project-values.ts";
import { storeProtos, toPlaceholderValues } from "../../packages/cli/src/init/proto-descriptors.ts";
import { renderProject } from "../../packages/cli/src/init/render-project.ts";
import { copyPublishedProtos } from "../release/published-protos.ts";
import { runBuf } from "./buf.ts";

const repository = join(import.meta.dirname, "../..");

/** A file with the compiled protos of a kind of project, as it should be. */
export interface DescriptorsFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Compiles the protos of the project templates, so that `a2agen init` needs no buf. */
export async function compileProjectProtos(): Promise<readonly DescriptorsFile[]> {
  const core = await readFile(join(repository, `generated/${currentVersion}/a2a.binpb`));
  const kinds = await listKinds(join(repository, "templates/projects"));
  const compiled: DescriptorsFile[] = [];
  for (const template of kinds) {
    const templates = (await loadTemplate(template, new Map())).filter(({ path }) =>
      /^proto\/.*\.proto$/.test(path),
    );
    if (templates.length === 0) continue;
    const values = toPlaceholderValues(toProjectValues(template.kind, defaultAnswers("sample")));
    const files = renderProject(templates, values);
    const workspace = await mkdtemp(join(tmpdir(), "a2agen-protos-"));
    try {
      for (const { path, text } of files) {
        await mkdir(dirname(join(workspace, path)), { recursive: true });
        await writeFile(join(workspace, path), text);
      }
      await copyPublishedProtos(repository, join(workspace, "shared"));
      await writeFile(
        join(workspace, "buf.yaml"),
        "version: v2\nmodules:\n  - path: proto\n  - path: shared\n",
      );
      await runBuf(["build", "proto", "-o", "image.binpb"], workspace);
      const image = await readFile(join(workspace, "image.binpb"));
      const requested = files.map(({ path }) => path.slice("proto/".length));
      compiled.push({
        path: join(template.directory, descriptorsName),
        bytes: storeProtos(image, { core, requested }),
      });
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
  }
  return compiled;
}
