import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPlugins } from "../build/build-plugins.ts";
import { generateJobs, keptNames, ownedBy } from "./generate-jobs.ts";
import { checksumOf, renderedFiles } from "./rendered-files.ts";

const repository = join(import.meta.dirname, "../..");

/**
 * Writes the generated files that are not in git, unless they are there: their checksum says whether they
 * are. Throws an Error when the generators no longer make what the checksum stands for.
 */
export async function render(): Promise<void> {
  const wanted = await readFile(join(repository, renderedFiles.checksum), "utf8");
  const directories = ownedBy(generateJobs);
  if ((await checksumOf(renderedFiles, { root: repository, directories })) === wanted) return;
  await buildPlugins({ keepsEarlier: true });
  // Not before: it loads the generators.
  const { generateAll } = await import("./generate-all.ts");
  const jobs = generateJobs.filter(({ kind, out }) => kind !== "image" && wanted.includes(`  ${out}: `));
  await generateAll({
    root: repository,
    jobs,
    kept: keptNames,
    mode: "render",
    rendered: renderedFiles,
  });
}
