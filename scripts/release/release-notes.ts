import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runScript } from "../run-script.ts";
import { type ChangeFile, foldChanges } from "./fold-changes.ts";

// npm run release-notes -- 1.2.3 2026-11-22: puts what is unreleased in CHANGELOG.md and the files of changes/,
// in the working directory, under that version, and deletes the files. Nothing is written when one of them
// is wrong.
await runScript(async () => {
  const [version = "", date = ""] = process.argv.slice(2);
  const names = (await readdir("changes")).filter((name) => name !== "README.md").toSorted();
  const files: ChangeFile[] = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join("changes", name), "utf8") })),
  );
  const folded = foldChanges(await readFile("CHANGELOG.md", "utf8"), { version, date }, files);
  await writeFile("CHANGELOG.md", folded);
  for (const name of names) await rm(join("changes", name));
  console.log(
    `CHANGELOG.md: ${names.length} ${names.length === 1 ? "file" : "files"} of changes/ in ${version}`,
  );
  return "passed";
});
