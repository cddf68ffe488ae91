import type { Change, Subject } from "@a2agen/generators/compare/change.ts";
import type { Comparison } from "@a2agen/generators/compare/compare-models.ts";
import type { Crossing, Loss } from "@a2agen/generators/compare/crossing.ts";
import type { Effect, Flow } from "@a2agen/generators/compare/effects.ts";

/** All changes as a person reads them. */
export interface Page {
  readonly older: string;
  readonly newer: string;
  /** Whether there are translators between the versions. */
  readonly hasTranslators: boolean;
  readonly sections: readonly Section[];
}

/** Operations, errors and the like, or one type. */
export interface Section {
  readonly title: string;
  readonly groups: readonly Group[];
}

export interface Group {
  /** "Task", "AuthenticationInfo"; absent where the section is one table. */
  readonly title?: string;
  readonly rows: readonly Row[];
}

/** The changes of one type, field, value, operation, error or header. */
export interface Row {
  /** "contextId", "schemes → scheme"; several that have the same said of them. */
  readonly names: readonly string[];
  readonly texts: readonly string[];
  readonly olderClient: string;
  readonly newerClient: string;
  readonly code: string;
  /** To the newer version and back; absent without translators. */
  readonly translated?: string;
}

export interface PageInit {
  readonly older: string;
  readonly newer: string;
  readonly comparison: Comparison;
}

const sections: readonly (readonly [title: string, subjects: readonly Subject[]])[] = [
  ["Protocol", ["package", "protocol"]],
  ["Headers", ["header"]],
  ["Operations", ["service", "method"]],
  ["Messages", ["message", "union", "field", "oneof"]],
  ["Enums", ["enum", "value"]],
  ["Errors", ["error"]],
];

/** Puts changes that belong together into rows, tables and sections. */
export function buildPage({ older, newer, comparison }: PageInit): Page {
  const { changes, plan } = comparison;
  return {
    older,
    newer,
    hasTranslators: plan !== undefined,
    sections: sections.flatMap(([title, subjects]) => {
      const own = changes.filter(({ subject }) => subjects.includes(subject));
      if (own.length === 0) return [];
      return [{ title, groups: toGroups(own, comparison) }];
    }),
  };
}

function toGroups(changes: readonly Change[], comparison: Comparison): readonly Group[] {
  const groups = new Map<string | undefined, Change[]>();
  for (const change of changes) {
    const title = groupOf(change, comparison);
    groups.set(title, [...(groups.get(title) ?? []), change]);
  }
  const tables = [...groups].map(([title, own]) => ({
    ...(title === undefined ? {} : { title }),
    rows: joinRows(toRows(own, comparison)),
  }));
  return [
    ...tables.filter(({ title }) => title === undefined),
    ...tables.filter(({ title }) => title !== undefined),
  ];
}

/** Types that only one version has stand in one table; others have one each. */
function groupOf(change: Change, comparison: Comparison): string | undefined {
  const { subject, older, newer } = change;
  if (subject === "field" || subject === "oneof" || subject === "value") {
    const parent = (newer ?? older ?? "").replace(/\.[^.]*$/, "");
    if (newer !== undefined) return renamed(comparison.toOlder.get(parent), parent, comparison);
    return renamed(parent, comparison.toNewer.get(parent), comparison);
  }
  if (subject !== "message" && subject !== "union" && subject !== "enum") return undefined;
  return older === undefined || newer === undefined ? undefined : renamed(older, newer, comparison);
}

function toRows(changes: readonly Change[], comparison: Comparison): readonly Row[] {
  const rows = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.subject} ${change.older ?? ""} ${change.newer ?? ""}`;
    rows.set(key, [...(rows.get(key) ?? []), change]);
  }
  return [...rows.values()].map((own) => toRow(own, comparison));
}

/** One row for all of which the same is said. */
function joinRows(rows: readonly Row[]): readonly Row[] {
  const joined = new Map<string, Row>();
  for (const row of rows) {
    const key = JSON.stringify({ ...row, names: [] });
    const known = joined.get(key);
    joined.set(key, known === undefined ? row : { ...known, names: [...known.names, ...row.names] });
  }
  return [...joined.values()];
}

function toRow(changes: readonly Change[], comparison: Comparison): Row {
  const [first] = changes;
  if (first === undefined) throw new Error("a row has a change");
  const [olderClient, newerClient] = (["olderClient", "newerClient"] as const).map((peer) =>
    peerText(changes, peer, comparison.hasBinary),
  );
  return {
    names: [nameOf(first, comparison)],
    texts: changes.flatMap((change) => [
      textOf(change),
      ...(change.announced === false ? ["was not deprecated before"] : []),
    ]),
    olderClient: olderClient ?? "",
    newerClient: newerClient ?? "",
    code: codeText(changes),
    ...(comparison.plan === undefined ? {} : { translated: crossingText(first.crossing) }),
  };
}

/** "is new: grows by 1 with every change". */
function textOf({ reason, about }: Change): string {
  if (about === undefined) return reason;
  // Names and abbreviations keep their case.
  return `${reason}: ${/^[A-Z][a-z-]* /.test(about) ? about.charAt(0).toLowerCase() + about.slice(1) : about}`;
}

function nameOf({ subject, older, newer, fields }: Change, comparison: Comparison): string {
  switch (subject) {
    case "field": {
      const [was, is] = [fields?.older?.jsonName, fields?.newer?.jsonName];
      return was === undefined || is === undefined || was === is ? (is ?? was ?? "") : `${was} → ${is}`;
    }
    case "oneof":
    case "value":
      return arrow(lastPart(older), lastPart(newer));
    case "method":
      return arrow(methodName(older, comparison.older), methodName(newer, comparison.newer));
    case "package":
    case "protocol":
    case "header":
    case "error":
      return arrow(older, newer);
    case "message":
    case "enum":
    case "union":
    case "service":
      return renamed(older, newer, comparison);
  }
}

function methodName(fullName: string | undefined, { methods }: Comparison["older"]): string | undefined {
  const method = methods.get(fullName ?? "");
  return method?.name;
}

function lastPart(fullName: string | undefined): string | undefined {
  return fullName?.slice(fullName.lastIndexOf(".") + 1);
}

function arrow(was: string | undefined, is: string | undefined): string {
  return was === undefined || is === undefined || was === is ? (is ?? was ?? "") : `${was} → ${is}`;
}

function renamed(
  older: string | undefined,
  newer: string | undefined,
  { older: before, newer: after }: Comparison,
): string {
  const short = (fullName: string | undefined, side: Comparison["older"]): string | undefined =>
    side.types.get(fullName ?? "")?.identifier ?? side.services.get(fullName ?? "")?.identifier;
  return arrow(short(older, before), short(newer, after));
}

/** What a client of one version and a server of the other make of the changes. */
export type Peer = "olderClient" | "newerClient";

/** Whether requests and answers survive between a client of one version and a server of the other. */
export function flowsOf(
  { effects, reach }: Change,
  peer: Peer,
): { readonly request?: Flow; readonly answer?: Flow } {
  const [asks, answers] =
    peer === "olderClient" ? [effects.forward, effects.backward] : [effects.backward, effects.forward];
  return {
    ...(reach.request ? { request: asks } : {}),
    ...(reach.answer ? { answer: answers } : {}),
  };
}

const order: readonly Effect[] = ["fits", "ignored", "breaks"];

function peerText(changes: readonly Change[], peer: Peer, hasBinary: boolean): string {
  const forms = hasBinary ? (["json", "binary"] as const) : (["json"] as const);
  const found = (["request", "answer"] as const).map((direction) => {
    const flows = changes.flatMap((change) => flowsOf(change, peer)[direction] ?? []);
    if (flows.length === 0) return undefined;
    const effects = forms.map((form) => order.findLast((one) => flows.some((flow) => flow[form] === one)));
    return formText(effects[0] ?? "fits", hasBinary ? (effects[1] ?? "fits") : undefined);
  });
  const [request, answer] = found;
  if (request === undefined || answer === undefined) {
    const text = request ?? answer ?? "fits";
    return text === "fits" ? text : `${request === undefined ? "answers" : "requests"}: ${text}`;
  }
  if (request === answer) return request;
  return [
    ...(request === "fits" ? [] : [`requests: ${request}`]),
    ...(answer === "fits" ? [] : [`answers: ${answer}`]),
  ].join("; ");
}

function formText(json: Effect, binary: Effect | undefined): string {
  if (binary === undefined || json === binary) return json;
  if (json === "fits") return `binary ${binary}`;
  return binary === "fits" ? `JSON ${json}` : `JSON ${json}, binary ${binary}`;
}

/** Which code no longer compiles: that of clients makes requests and reads answers. */
export function brokenCode({ effects, reach }: Change): readonly ("client" | "server")[] {
  const { writer, reader } = effects;
  return [
    ...((reach.request && writer) || (reach.answer && reader) ? (["client"] as const) : []),
    ...((reach.request && reader) || (reach.answer && writer) ? (["server"] as const) : []),
  ];
}

function codeText(changes: readonly Change[]): string {
  const broken = new Set(changes.flatMap(brokenCode));
  if (broken.size === 0) return "compiles";
  return broken.size === 2 ? "breaks" : `${[...broken].join("")} breaks`;
}

/** "→ without loss, ← not: the reason". */
function crossingText(crossing: Crossing | undefined): string {
  if (crossing === undefined) return "";
  const { toNewer, toOlder, reason } = crossing;
  const ways: readonly (readonly [string, Loss | undefined])[] = [
    ["→", toNewer],
    ["←", toOlder],
  ];
  const [one, other] = ways.map(([, loss]) => loss);
  const text =
    one === other && one !== undefined
      ? `↔ ${one}`
      : ways.flatMap(([way, loss]) => (loss === undefined ? [] : [`${way} ${loss}`])).join(", ");
  return reason === undefined ? text : `${text}: ${reason}`;
}

/** How to read the page: no text where nothing differs. */
export function explain({ sections: all, hasTranslators }: Page): readonly string[] {
  if (all.length === 0) return [];
  return [
    "An older client calls a newer server, a newer client an older one. Fits: the reader takes the value. Ignored: the reader drops it. Breaks: the reader refuses or misreads it. Code is TypeScript that moves to the newer version.",
    ...(hasTranslators
      ? [
          "Translated: whether a value comes across to the newer version (→), to the older one (←), or both (↔).",
        ]
      : []),
  ];
}
