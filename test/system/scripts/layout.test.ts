import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "../../..");

/** The files that git has or would add, by their paths. */
function listSources(...patterns: readonly string[]): readonly string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...patterns];
  return execFileSync("git", args, { cwd: repository, encoding: "utf8" }).split("\n").filter(Boolean);
}

// Others look there for action.yml and skills/.
test("the repository has at most 26 visible entries at its top", () => {
  const entries = new Set(listSources().map((path) => path.split("/", 1).join()));
  expect([...entries].filter((name) => !name.startsWith(".")).length).toBeLessThanOrEqual(26);
});

test("CONTRIBUTING.md has at most 1,500 words", () => {
  const words = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8").split(/\s+/).filter(Boolean);
  expect(words.length).toBeLessThanOrEqual(1500);
});
