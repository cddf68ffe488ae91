import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Document, findDocuments, repository } from "./documents.ts";
import { readBlocks } from "./read-blocks.ts";
import { shellBlocksOf, userStepsOf } from "./shell-blocks.ts";

const documents = await findDocuments();

/** Blocks of commands that nobody runs, as `line: first command`. */
function findIdle(document: Document): readonly string[] {
  return shellBlocksOf(document).flatMap(({ runner, line, text }) =>
    runner === undefined ? [`${line}: ${text.split("\n")[0]}`] : [],
  );
}

test.each(documents.filter(({ path }) => path === "README.md" || path.startsWith("docs/")))(
  "every block of commands in $path is run by a test",
  (document) => {
    expect(findIdle(document)).toEqual([]);
  },
);

test.each(documents)("$path keeps nothing that readers need in comments", async ({ path }) => {
  const markdown = await readFile(join(repository, path), "utf8");
  const hidden = [...markdown.matchAll(/^<!-- (?:ts|sh|proto|yaml|json)\b.*$/gm)].map(([line]) => line);
  expect(hidden.filter((line) => line !== "<!-- sh run" && line !== "<!-- ts show.ts")).toEqual([]);
});

/** Shown for comparison, not to be run. */
const others = ["@a2a-js/sdk"];

test.each(documents.filter(({ path }) => path === "README.md" || path.startsWith("docs/")))(
  "$path installs what its code imports",
  async ({ path, blocks }) => {
    const markdown = await readFile(join(repository, path), "utf8");
    const code = blocks.filter(({ language }) => language === "ts");
    const imported = code.flatMap(({ words: [first], text }) =>
      first?.startsWith("excerpt=") === true || first?.startsWith("examples/") === true
        ? []
        : [...text.matchAll(/from "((?:@[^/"]+\/)?[^./"][^/"]*)/g)].map(([, name = ""]) => name),
    );
    const installed = [...markdown.matchAll(/npm install ([^`\n]*)/g)].flatMap(([, names = ""]) =>
      names.split(" "),
    );
    const missing = [...new Set(imported)].filter(
      (name) => !name.startsWith("node:") && ![...others, ...installed].includes(name),
    );
    expect(missing).toEqual([]);
  },
);

test("README.md has commands of every kind", () => {
  const readme = documents.find(({ path }) => path === "README.md");
  const kinds = readme === undefined ? [] : shellBlocksOf(readme).map(({ runner }) => runner);
  expect(new Set(kinds)).toEqual(new Set(["ci", "user", "server", "unpublished"]));
});

test("what .ci/run is to run is a step of it", async () => {
  const script = await readFile(join(repository, ".ci/run"), "utf8");
  const steps = script
    .split("\n")
    .map((line) => /^ *(?:step "[^"]*"|begin|run_tests) (.*)$/.exec(line)?.[1])
    .filter((command) => command !== undefined);
  const commands = documents
    .flatMap((document) => shellBlocksOf(document))
    .filter(({ runner }) => runner === "ci")
    .flatMap(({ text }) => text.trim().split(/\n| && /))
    .filter((command) => !command.startsWith("cd "));
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter((command) => !steps.includes(command))).toEqual([]);
});

describe("a block of commands", () => {
  const read = (markdown: string): Document => ({ path: "page.md", blocks: readBlocks(markdown) });

  test.each(["sh", "bash", "shell", "console", "sh later", "sh users=.", "sh runs"])(
    "with the fence %s is run by nobody",
    (fence) => {
      expect(findIdle(read(`\`\`\`${fence}\nnpm test\nnpm start\n\`\`\`\n`))).toEqual(["2: npm test"]);
    },
  );

  test.each(["sh run", "sh ci", "sh user=.", "sh server=agent", "sh unpublished=."])(
    "with the fence %s is run",
    (fence) => {
      expect(findIdle(read(`\`\`\`${fence}\nnpm test\n\`\`\`\n`))).toEqual([]);
    },
  );

  test("of a user is done in its place among files and outputs", () => {
    const document = read(
      "```sh user=a\none\n```\n```yaml user=a/b.yaml\nb\n```\n```sh run\ntwo\n```\n```ts c.ts user=a\nc\n```\n```sh run user=a\nthree\n```\n```text printed\nout\n```\n",
    );
    expect(
      userStepsOf(document).map((step) => [step.kind, "path" in step ? step.path : step.block.text]),
    ).toEqual([
      ["commands", "one\n"],
      ["file", "a/b.yaml"],
      ["file", "a/c.ts"],
      ["commands", "three\n"],
      ["output", "out\n"],
    ]);
  });
});
