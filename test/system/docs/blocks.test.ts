import { basename } from "node:path";
import { expect, test } from "vitest";
import { callersOf, type Document, findDocuments } from "./documents.ts";
import { notRun } from "./exceptions.ts";
import type { Block } from "./read-blocks.ts";

const documents = await findDocuments();
/** The sources of the programs that call what a page defines. */
const callers = new Map<string, readonly string[]>();
for (const document of documents) {
  callers.set(
    document.path,
    (await callersOf(document)).map(({ source }) => source),
  );
}

/** Files that a program reads without being told their names. */
const conventions: readonly (readonly [name: RegExp, program: RegExp])[] = [
  [/^buf(?:\.gen)?\.yaml$/, /\bbuf\b/],
  [/^tsconfig\.json$/, /\btsc\b/],
];

/** Whether a command, a program or a caller of the page reads a file, or a file that a command reads does. */
function isRead(path: string, { path: page, blocks }: Document): boolean {
  const texts = [
    ...blocks.filter(({ language }) => ["sh", "ts", "yaml"].includes(language)).map(({ text }) => text),
    ...(callers.get(page) ?? []),
  ];
  const [top = ""] = path.split("/");
  const names = [basename(path), top].map(
    (name) => new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}\\b`),
  );
  const programs = conventions.filter(([name]) => name.test(basename(path))).map(([, program]) => program);
  return texts.some((text) => [...names, ...programs].some((pattern) => pattern.test(text)));
}

/** Whether a block is run, read, or compared. TypeScript and commands have their own tests. */
function isUsed({ language, words: [first, second = ""] }: Block, document: Document): boolean {
  if (["ts", "sh"].includes(language)) return true;
  if (first === undefined) return false;
  if (language === "text" || /^(?:excerpt|same)=/.test(first)) return true;
  const path = first.startsWith("user=") ? first.split("/").slice(1).join("/") : first;
  return isRead(path, document) || (second.startsWith("user=") && isRead(first, document));
}

test.each(documents.filter(({ path }) => path === "README.md" || path.startsWith("docs/")))(
  "every block of code in $path is run, read, or an exception with a reason",
  (document) => {
    const idle = document.blocks
      .filter((block) => !isUsed(block, document))
      .map(({ text }) => text.split("\n", 1)[0]);
    const excepted = notRun.filter(({ page }) => page === document.path);
    expect(idle).toEqual(excepted.map(({ first }) => first));
  },
);

test("every exception is of a page", () => {
  const paths = new Set(documents.map(({ path }) => path));
  expect(notRun.filter(({ page }) => !paths.has(page))).toEqual([]);
});
