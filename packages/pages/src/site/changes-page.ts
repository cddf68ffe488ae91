import type { Change, Subject } from "@a2agen/generators/compare/change.ts";
import { relativePath } from "@a2agen/generators/emit/docs/page-links.ts";
import { code } from "@a2agen/generators/emit/shared/markdown.ts";
import { findPlaces, type Places } from "@a2agen/generators/emit/site/find-places.ts";
import type { SiteVersion } from "@a2agen/generators/emit/site/site-version.ts";
import { type Contents, type Entry, listContents } from "@a2agen/generators/emit/site/to-version-page.ts";
import { type DescribeInit, describeChanges } from "./describe-changes.ts";

/** A type, operation or error in the overview of what changed; texts are Markdown. */
interface ChangeRow {
  readonly name: string;
  /** "" where there is no page. */
  readonly href: string;
  readonly whole: readonly string[];
  readonly members: readonly { readonly name: string; readonly text: string }[];
  readonly removed: readonly string[];
}

interface ChangesPage {
  readonly older: string;
  readonly newer: string;
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
  return {
    older: older.label,
    newer: newer.label,
    groups: groups
      .filter(({ rows }) => rows.length > 0)
      .map((group) => ({ ...group, anchor: group.title.toLowerCase() })),
  };
}

function contentsOf({ model }: SiteVersion): Contents {
  return listContents(model, findPlaces(model));
}

function toRow({ fullName, name, path }: Entry, init: DescribeInit): readonly ChangeRow[] {
  const { whole, members, removed } = describeChanges(fullName, init);
  if (whole.length + members.size + removed.length === 0) return [];
  const listed = [...members].map(([member, text]) => ({ name: code(member), text }));
  return [{ name, href: path, whole, members: listed, removed }];
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
  return [{ ...none, name, href, whole: [`No longer in ${newer.label}.`] }];
}

const none = { href: "", whole: [], members: [], removed: [] } as const;

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
    return {
      ...none,
      name,
      href: isGone ? "" : hrefOf(name),
      whole: isGone
        ? [`No longer in ${newer.label}.`]
        : own.some(({ kind }) => kind === "added")
          ? [`New in ${newer.label}.`]
          : own.map(toSentence),
    };
  });
}

function toSentence({ reason }: Change): string {
  const said = reason.replace(/^http\b/, "HTTP").replace(/^grpc\b/, "gRPC");
  return `${said.startsWith("gRPC") ? "g" : said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}
