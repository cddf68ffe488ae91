import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ChangeFile, foldChanges } from "./fold-changes.ts";
import { runScript } from "./run-script.ts";

// npm run release-notes -- 1.2.3 2026-11-22: puts the files of changes/ into CHANGELOG.md, in the working
// directory, and deletes them. Nothing is written when one of them is wrong.
await runScript(async () => {
  const [version = "", date = ""] = process.argv.slice(2);
  const names = (await readdir("changes")).filter((name) => name !== "README.md").toSorted();
  const files: ChangeFile[] = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join("changes", name), "utf8") })),
  );
  const folded = foldChanges(await readFile("CHANGELOG.md", "utf8"), { version, date }, files);
  await writeFile("CHANGELOG.md", folded);
  for (const name of names) await rm(join("changes", name));
  console.log(`CHANGELOG.md: ${names.length} changes in ${version}`);
  return "passed";
});
