import type { Change, Subject } from "@a2agen/generators/compare/change.ts";
import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { code } from "@a2agen/generators/emit/shared/markdown.ts";
import { findPlaces, type Places } from "@a2agen/generators/emit/site/find-places.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import { type Contents, type Entry, listContents } from "@a2agen/generators/emit/site/to-version-page.ts";
import { count } from "@a2agen/runtime/internal";
import { type DescribeInit, describeChanges } from "./describe-changes.ts";

/** A type, operation or error in the overview of what changed; texts are Markdown. */
interface ChangeRow {
  readonly name: string;
  /** "" where there is no page. */
  readonly href: string;
  /** What changed in it, where that is more than the row says itself. */
  readonly opens: boolean;
  readonly members: readonly { readonly name: string; readonly text: string }[];
  readonly removed: readonly string[];
  /** Whether one version refuses or misreads what the other sends. */
  readonly breaks: boolean;
  /** The row in a few words. */
  readonly said: string;
}

interface ChangesPage {
  readonly older: string;
  readonly newer: string;
  readonly count: number;
  readonly breaking: number;
  readonly toc: readonly { readonly title: string; readonly href: string; readonly level: number }[];
  readonly groups: readonly {
    readonly title: string;
    readonly anchor: string;
    readonly rows: readonly ChangeRow[];
  }[];
}

/** Where the overview of a pair is, below the directory of the newer version. */
export function changesPath(older: SiteVersion): string {
  return `since-${older.slug}.html`;
}

/** Everything that is different in the newer of two versions, on one page. */
export function toChangesPage(init: DescribeInit): ChangesPage {
  const { older, newer } = init;
  const now = contentsOf(newer);
  const before = contentsOf(older);
  const oldPlaces = findPlaces(older.model);
  const kinds = [
    { title: "Operations", listed: (contents: Contents) => contents.operations },
    { title: "Messages", listed: ({ messages, unions }: Contents) => [...messages, ...unions] },
    { title: "Enums", listed: (contents: Contents) => contents.enums },
  ];
  const groups = [
    ...kinds.map(({ title, listed }) => ({
      title,
      rows: [
        ...listed(now).flatMap((entry) => toRow(entry, init)),
        ...listed(before).flatMap((entry) => toGone(entry, { init, places: oldPlaces })),
      ],
    })),
    {
      title: "Errors",
      rows: toProfileRows(init, {
        subject: "error",
        hrefOf: (name) => `errors.html#error-${name.toLowerCase()}`,
      }),
    },
    {
      title: "Headers",
      rows: toProfileRows(init, {
        subject: "header",
        hrefOf: (name) => `headers.html#parameter-${name.toLowerCase()}`,
      }),
    },
    { title: "Protocol", rows: toProfileRows(init, { subject: "protocol", hrefOf: () => "" }) },
  ];
  const shown = groups
    .filter(({ rows }) => rows.length > 0)
    .map((group) => ({ ...group, anchor: group.title.toLowerCase() }));
  const rows = shown.flatMap((group) => group.rows);
  return {
    older: older.label,
    newer: newer.label,
    count: rows.length,
    breaking: rows.filter(({ breaks }) => breaks).length,
    toc: shown.map((group) => ({
      title: `${group.title} ${group.rows.length}`,
      href: `#${group.anchor}`,
      level: 2,
    })),
    groups: shown,
  };
}

function contentsOf({ model }: SiteVersion): Contents {
  return listContents(model, findPlaces(model));
}

function toRow({ fullName, name, path }: Entry, init: DescribeInit): readonly ChangeRow[] {
  const { whole, members, removed } = describeChanges(fullName, init);
  if (whole.length + members.size + removed.length === 0) return [];
  const listed = [...members].map(([member, text]) => ({ name: code(member), text }));
  const own = init.comparison.changes.filter(({ newer, older }) => isOf(newer ?? older, fullName));
  const parts = [
    ...whole,
    ...(listed.length === 0 ? [] : [`${count(listed.length, "member")} changed.`]),
    ...(removed.length === 0 ? [] : [`${removed.length} removed.`]),
  ];
  return [
    {
      name,
      href: path,
      opens: parts.length > whole.length,
      members: listed,
      removed,
      breaks: own.some(isBreak),
      said: parts.join(" "),
    },
  ];
}

/** Whether a name is that of a type or an operation, or of a member. */
function isOf(name: string | undefined, fullName: string): boolean {
  return name === fullName || name?.startsWith(`${fullName}.`) === true;
}

function isBreak({ effects: { forward, backward } }: Change): boolean {
  return [forward.json, forward.binary, backward.json, backward.binary].includes("breaks");
}

/** What only the older version has, with the link to its page there. */
function toGone(
  { fullName, name }: Entry,
  { init, places }: { readonly init: DescribeInit; readonly places: Places },
): readonly ChangeRow[] {
  const { older, newer, comparison } = init;
  if (comparison.toNewer.has(fullName)) return [];
  const place = places.get(fullName);
  const href = place === undefined ? "" : relativePath(`${newer.slug}/x.html`, `${older.slug}/${place}`);
  const breaks = comparison.changes.some((change) => change.older === fullName && isBreak(change));
  const said = `No longer in ${newer.label}.`;
  return [{ ...none, name, href, breaks, said }];
}

const none = { href: "", opens: false, members: [], removed: [], breaks: false } as const;

/** Errors and headers by their names, as the comparison has them. */
function toProfileRows(
  { comparison, newer }: DescribeInit,
  { subject, hrefOf }: { readonly subject: Subject; readonly hrefOf: (name: string) => string },
): readonly ChangeRow[] {
  const changes = comparison.changes.filter((change) => change.subject === subject);
  const names = [...new Set(changes.map(({ newer: now, older: old = "" }) => now ?? old))];
  return names.map((name) => {
    const own = changes.filter(({ newer: now, older: old }) => (now ?? old) === name);
    const isGone = own.every(({ newer: now }) => now === undefined);
    const whole = isGone
      ? [`No longer in ${newer.label}.`]
      : own.some(({ kind }) => kind === "added")
        ? [`New in ${newer.label}.`]
        : own.map(toSentence);
    return {
      ...none,
      breaks: own.some(isBreak),
      said: whole.join(" "),
      name,
      href: isGone ? "" : hrefOf(name),
    };
  });
}

function toSentence({ reason }: Change): string {
  const said = reason.replace(/^http\b/, "HTTP").replace(/^grpc\b/, "gRPC");
  return `${said.startsWith("gRPC") ? "g" : said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
