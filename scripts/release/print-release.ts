import { readdir, readFile } from "node:fs/promises";
import { runScript } from "../run-script.ts";
import { releaseText } from "./release-text.ts";

// npx tsx scripts/release/print-release.ts v1.2.3: what CHANGELOG.md, in the working directory, says of the version
// of a tag. Refuses changes that are in no release yet.
await runScript(async () => {
  const [tag = ""] = process.argv.slice(2);
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (version === undefined) {
    throw new Error(`print-release: expected a tag such as v1.2.3, got ${JSON.stringify(tag)}`);
  }
  const waiting = (await readdir("changes")).filter((name) => name !== "README.md").toSorted();
  if (waiting.length > 0) {
    throw new Error(
      `changes/: expected all changes in CHANGELOG.md, got ${waiting.join(", ")}; run npm run release-notes -- ${version} and the date, and commit`,
    );
  }
  process.stdout.write(releaseText(await readFile("CHANGELOG.md", "utf8"), version));
  return "passed";
});
