import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./documents.ts";
import { readBlocks } from "./read-blocks.ts";

/** What the picture of docs/architecture.md says: boxes within groups, and the arrows between them. */
interface Picture {
  /** Labels by identifier. */
  readonly labels: ReadonlyMap<string, string>;
  /** Groups by the identifier of a box in them. */
  readonly groups: ReadonlyMap<string, string>;
  readonly arrows: readonly { readonly from: string; readonly to: string; readonly imports: boolean }[];
}

async function readPicture(): Promise<Picture> {
  const page = await readFile(join(repository, "docs/architecture.md"), "utf8");
  const pictures = readBlocks(page).filter(({ language }) => language === "mermaid");
  expect(pictures).toHaveLength(1);
  const labels = new Map<string, string>();
  const groups = new Map<string, string>();
  const arrows: { from: string; to: string; imports: boolean }[] = [];
  let group: string | undefined;
  for (const line of (pictures[0]?.text ?? "").split("\n")) {
    const [, opened] = /^ *subgraph (\w+)/.exec(line) ?? [];
    if (opened !== undefined) group = opened;
    if (/^ *end$/.test(line)) group = undefined;
    const boxes = [...line.matchAll(/(\w+)\(?\["?\(?"?([^"\]]+)"/g)];
    for (const [, id = "", label = ""] of boxes) labels.set(id, label);
    const [, from, , arrow, to] = /^ *(\w+)(\(?\[.*?\]\)?)? (==>|-\.->) (\w+)/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) arrows.push({ from, to, imports: arrow === "-.->" });
    const [, alone] = /^ *(\w+)(?:\[|$)/.exec(line) ?? [];
    if (group === undefined || opened !== undefined) continue;
    for (const id of [from, to, alone]) if (id !== undefined && id !== "end") groups.set(id, group);
  }
  return { labels, groups, arrows };
}

/** The names of folders that a box stands for. */
function foldersOf(label: string): readonly string[] {
  return label.split(", ").map((name) => name.replace(/\/$/, ""));
}

test("its groups and boxes are folders", async () => {
  const { labels, groups } = await readPicture();
  const root = await readdir(repository);
  expect(labels.size).toBeGreaterThan(9);
  expect([...new Set(groups.values())].toSorted()).toEqual(["generated", "generators", "runtime"]);
  for (const group of new Set(groups.values())) expect(root).toContain(group);
  for (const [id, group] of groups) {
    // What is in generated/ is files of each package, and not folders.
    if (group === "generated") continue;
    const folders = await readdir(join(repository, group));
    for (const name of foldersOf(labels.get(id) ?? id)) expect(folders).toContain(name);
  }
  expect(root).toEqual(expect.arrayContaining([...foldersOf(labels.get("sources") ?? "")]));
});

test("what imports something there does so", async () => {
  const { labels, groups, arrows } = await readPicture();
  const inTree = arrows.filter(({ from, to, imports }) => imports && groups.has(from) && groups.has(to));
  expect(inTree.length).toBeGreaterThan(5);
  for (const { from, to } of inTree) {
    const group = groups.get(to) ?? "";
    const targets = foldersOf(labels.get(to) ?? to);
    for (const name of foldersOf(labels.get(from) ?? from)) {
      const folder =
        groups.get(from) === "generated" ? "generated/a2a-1.0/src" : `${groups.get(from)}/${name}`;
      const text = await readSources(join(repository, folder));
      const found = targets.some((target) =>
        groups.get(from) === group
          ? text.includes(`/${target}/`)
          : text.includes(`"@a2agen/${group}/${target}"`),
      );
      expect({ from: folder, to: `${group}/${targets.join(", ")}`, found }).toMatchObject({ found: true });
    }
  }
});

async function readSources(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
  );
  return texts.flatMap((text) => text.match(/(?:from|import\(?) ?"[^"]+"/g) ?? []).join("\n");
}
