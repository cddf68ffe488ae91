import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Job, ownedBy } from "./generate-jobs.ts";
import { applyGenerated, compareGenerated, type GeneratedChange } from "./generated-changes.ts";
import { checksumOf, type RenderedFiles } from "./rendered-files.ts";
import { type Invocation, runJobs } from "./run-jobs.ts";

export interface GenerateAllOptions {
  readonly root: string;
  readonly jobs: readonly Job[];
  /** Names in the directories of the jobs that are not generated. */
  readonly kept: readonly string[];
  /**
   * "write" makes the repository equal to what is generated, "check" only finds the differences, and "render"
   * writes the rendered files alone, if they are those of the checksum.
   */
  readonly mode: "write" | "check" | "render";
  readonly rendered: RenderedFiles;
}

export interface GenerateAllResult {
  readonly invocations: readonly Invocation[];
  /** What is in git and differs. */
  readonly changes: readonly GeneratedChange[];
}

/** Runs all jobs aside, and replaces the files of the repository when every one has succeeded. */
export async function generateAll(options: GenerateAllOptions): Promise<GenerateAllResult> {
  const { root, jobs, kept, mode, rendered } = options;
  await mkdir(join(root, ".tmp"), { recursive: true });
  const staging = await mkdtemp(join(root, ".tmp/generate-"));
  try {
    const invocations = await runJobs(jobs, { root, staging });
    const tree = join(staging, "tree");
    const owned = ownedBy(jobs);
    const checksum = await checksumOf(rendered, { root: tree, directories: owned });
    if (mode === "render") await expectChecksum(checksum, { root, rendered });
    if (checksum !== "") await write(join(tree, rendered.checksum), checksum);
    const all = await compareGenerated({ root, tree, owned, kept });
    const changes = all.filter(({ path }) => !rendered.has(path));
    const written = { write: all, check: [], render: all.filter(({ path }) => rendered.has(path)) }[mode];
    await applyGenerated(written, { root, tree });
    return { invocations, changes };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function expectChecksum(
  checksum: string,
  { root, rendered }: Pick<GenerateAllOptions, "root" | "rendered">,
): Promise<void> {
  const wanted = await readFile(join(root, rendered.checksum), "utf8");
  if (checksum === wanted) return;
  throw new Error(
    `${rendered.checksum}: expected the checksums of what the generators make; found others; run npm run generate`,
  );
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
