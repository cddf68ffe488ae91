import { join } from "node:path";
import { runScript } from "../run-script.ts";
import { findPublishedPackages } from "./published-packages.ts";

// npx tsx scripts/release/check-tag.ts v1.2.3: refuses a release whose tag is not the version of every
// package.
await runScript(async () => {
  const [tag] = process.argv.slice(2);
  if (tag === undefined || !/^v\d+\.\d+\.\d+$/.test(tag)) {
    throw new Error(
      `check-tag: expected a tag such as v1.2.3, got ${tag === undefined ? "none" : JSON.stringify(tag)}`,
    );
  }
  const packages = await findPublishedPackages(join(import.meta.dirname, "../.."));
  const others = packages.filter(({ version }) => `v${version}` !== tag);
  if (others.length > 0) {
    throw new Error(
      [
        `check-tag: ${tag} is not the version of every package; set the version in these files, or push another tag`,
        ...others.map(
          ({ name, version, directory }) => `  ${join(directory, "package.json")}: ${name} ${version}`,
        ),
      ].join("\n"),
    );
  }
  console.log(`${tag} is the version of ${packages.length} packages`);
  return "passed";
});
