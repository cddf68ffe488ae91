import { readFile } from "node:fs/promises";
import { runScript } from "../run-script.ts";
import { releaseText } from "./release-text.ts";

// npx tsx scripts/release/print-release.ts v1.2.3: what CHANGELOG.md, in the working directory, says of the
// version of a tag.
await runScript(async () => {
  const [tag = ""] = process.argv.slice(2);
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
  if (version === undefined) {
    throw new Error(`print-release: expected a tag such as v1.2.3, got ${JSON.stringify(tag)}`);
  }
  process.stdout.write(releaseText(await readFile("CHANGELOG.md", "utf8"), version));
  return "passed";
});
