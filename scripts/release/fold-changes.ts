/** A change file: its name, and the Markdown in it. */
export interface ChangeFile {
  readonly name: string;
  readonly text: string;
}

export interface Release {
  /** Without `v`. */
  readonly version: string;
  /** As `2026-11-22`. */
  readonly date: string;
}

/** Kinds of changes, in the order in which a release lists them. */
const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"] as const;

type Kind = (typeof kinds)[number];

interface Change {
  readonly kind: Kind;
  readonly name: string;
  readonly text: string;
}

/**
 * The changelog with a section for a release, before those of older releases. What is there as unreleased
 * goes into it, in front of the changes of the same kind. Throws an error with all that is wrong with
 * version, date, the unreleased section and files.
 */
export function foldChanges(
  changelog: string,
  { version, date }: Release,
  files: readonly ChangeFile[],
): string {
  const { before, unreleased, after } = split(changelog);
  const problems = [
    ...checkRelease(changelog, { version, date }),
    ...checkUnreleased(unreleased),
    ...files.flatMap(checkFile),
  ];
  if (files.length === 0 && unreleased.trim() === "") {
    problems.push("changes/: expected a file for each change, got none; write one");
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));

  const changes = files.map(readChange).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const waiting = readUnreleased(unreleased);
  const sections = kinds.flatMap((kind) => {
    const entries = changes.filter((change) => change.kind === kind).map(({ text }) => asEntry(text));
    const all = [...(waiting.get(kind) ?? []), ...entries];
    return all.length === 0 ? [] : [`### ${kind}\n\n${all.join("\n")}`];
  });
  const section = `## [${version}] - ${date}\n\n${sections.join("\n\n")}\n`;
  return `${before}\n\n${section}${after === "" ? "" : `\n${after}`}`;
}

interface Parts {
  /** What the page begins with. */
  readonly before: string;
  /** What is below the heading [Unreleased]; "" where there is none. */
  readonly unreleased: string;
  /** The releases, from the heading of the newest. */
  readonly after: string;
}

function split(changelog: string): Parts {
  const at = /^## (?!\[Unreleased\])/m.exec(changelog)?.index ?? changelog.length;
  const [before = "", unreleased = ""] = changelog.slice(0, at).split(/^## \[Unreleased\].*$/m);
  return { before: before.trimEnd(), unreleased, after: changelog.slice(at) };
}

/** The lists below the headings of kinds: heading and list in turn, behind what stands before the first one. */
function partsOf(unreleased: string): readonly string[] {
  return unreleased.split(/^### +(.*)$/m);
}

function checkUnreleased(unreleased: string): readonly string[] {
  const [first = "", ...parts] = partsOf(unreleased);
  const strange = parts.filter((part, at) => at % 2 === 0 && !kinds.some((kind) => kind === part));
  const allowed = kinds.map((kind) => `### ${kind}`).join(", ");
  return [
    ...(first.trim() === "" ? [] : [JSON.stringify(first.trim().split("\n")[0])]),
    ...strange.map((kind) => `### ${kind}`),
  ].map((found) => `CHANGELOG.md: expected ${allowed} under [Unreleased], got ${found}; move it`);
}

function readUnreleased(unreleased: string): ReadonlyMap<string, readonly string[]> {
  const [, ...parts] = partsOf(unreleased);
  const lists = new Map<string, readonly string[]>();
  for (let at = 0; at < parts.length; at += 2) {
    const [kind = "", list = ""] = parts.slice(at, at + 2);
    if (list.trim() !== "") lists.set(kind, [...(lists.get(kind) ?? []), list.trim()]);
  }
  return lists;
}

function checkRelease(changelog: string, { version, date }: Release): string[] {
  const problems: string[] = [];
  if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version)) {
    problems.push(`version: expected one such as 1.2.3, got ${JSON.stringify(version)}`);
  } else if (changelog.split("\n").some((line) => line.startsWith(`## [${version}]`))) {
    problems.push(
      `version: expected one that has no section in CHANGELOG.md, got ${version}; give the next one`,
    );
  }
  if (!isDay(date)) problems.push(`date: expected a day such as 2026-11-22, got ${JSON.stringify(date)}`);
  return problems;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}

function checkFile({ name, text }: ChangeFile): readonly string[] {
  const allowed = kinds.map((kind) => kind.toLowerCase()).join(", ");
  const place = `changes/${name}`;
  const [, kind = "", slug = ""] = /^([^-]*)-(.*)\.md$/.exec(name) ?? [];
  if (kindOf(kind) === undefined || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug)) {
    return [
      `${place}: expected the name KIND-SLUG.md, where KIND is ${allowed} and SLUG is of a-z, 0-9 and hyphens; rename it`,
    ];
  }
  if (text.trim() === "") return [`${place}: expected what has changed, got nothing; write a paragraph`];
  if (/^(?:#|[-*+] )/m.test(text)) {
    return [`${place}: expected one entry, got a heading or a list; write a paragraph`];
  }
  return [];
}

function kindOf(word: string): Kind | undefined {
  return kinds.find((kind) => kind.toLowerCase() === word);
}

function readChange({ name, text }: ChangeFile): Change {
  const [word = ""] = name.split("-");
  const kind = kindOf(word);
  if (kind === undefined) throw new Error(`changes/${name}: expected a kind of change, got ${word}`);
  return { kind, name, text };
}

/** As an entry of a list, whose further lines are indented. */
function asEntry(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").trim().split("\n");
  return lines.map((line, index) => (index === 0 ? `- ${line}` : line === "" ? "" : `  ${line}`)).join("\n");
}
