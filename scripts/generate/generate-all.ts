import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "./generate-jobs.ts";
import { applyGenerated, compareGenerated, type GeneratedChange } from "./generated-changes.ts";
import { type Invocation, runJobs } from "./run-jobs.ts";

export interface GenerateAllOptions {
  readonly root: string;
  readonly jobs: readonly Job[];
  /** Names in the directories of the jobs that are not generated. */
  readonly kept: readonly string[];
  /** Only find the differences and leave the repository as it is. */
  readonly check: boolean;
}

export interface GenerateAllResult {
  readonly invocations: readonly Invocation[];
  readonly changes: readonly GeneratedChange[];
}

/** Runs all jobs aside, and replaces the files of the repository when every one has succeeded. */
export async function generateAll(options: GenerateAllOptions): Promise<GenerateAllResult> {
  const { root, jobs, kept, check } = options;
  await mkdir(join(root, ".tmp"), { recursive: true });
  const staging = await mkdtemp(join(root, ".tmp/generate-"));
  try {
    const invocations = await runJobs(jobs, { root, staging });
    const tree = join(staging, "tree");
    const owned = jobs.filter(({ kind }) => kind !== "image").map(({ out }) => out);
    const changes = await compareGenerated({ root, tree, owned, kept });
    if (!check) {
      await applyGenerated(changes, { root, tree });
    }
    return { invocations, changes };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
