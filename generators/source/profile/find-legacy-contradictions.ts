import type { LegacySource, RenamingKind } from "../../model/legacy-manifest.ts";
import { compareVersions } from "../../naming/version-order.ts";
import { deprecationOf, removalOf } from "./complete-manifest.ts";
import type { KeyPath } from "./key-path.ts";
import type { ProfileFinding } from "./profile-finding.ts";

type Entry = LegacySource["names"][number];

/** How the names of each kind are written. */
const forms: Readonly<Record<RenamingKind, RegExp>> = {
  message: /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)*$/,
  field: /^[A-Za-z]\w*(?:\.\w+)+$/,
  enumValue: /^[A-Za-z]\w*(?:\.[\w-]+)+$/,
  jsonRpcMethod: /^[A-Za-z][\w/.-]*$/,
  endpoint: /^[A-Z]+ \/\S*$/,
  header: /^[A-Za-z0-9][A-Za-z0-9-]*$/,
  wellKnownPath: /^\/\.well-known\/\S+$/,
};

/** Finds what a schema cannot: parts of a manifest that each are allowed but do not fit together. */
export function findLegacyContradictions(manifest: LegacySource): readonly ProfileFinding[] {
  return [
    ...manifest.names.flatMap((entry, index) => [
      ...checkForms(entry, ["names", index]),
      ...checkPackages(entry, { path: ["names", index], manifest }),
      ...checkVersions(entry, { path: ["names", index], manifest }),
      ...checkServed(entry, ["names", index]),
    ]),
    ...findRepeated(manifest),
    ...findCircles(manifest),
    ...(manifest.headings ?? []).flatMap((heading, index) =>
      checkPackages(heading, { path: ["headings", index], manifest }),
    ),
    ...findRepeatedIds(manifest),
  ];
}

function checkForms({ kind, legacy, current }: Entry, path: KeyPath): readonly ProfileFinding[] {
  const names = [
    { key: "legacy", name: legacy },
    { key: "current", name: current },
  ];
  const wrong = names
    .filter(({ name }) => !forms[kind].test(name))
    .map(({ key }): ProfileFinding => {
      const expected = `a name of the kind ${kind}, text that matches ${forms[kind].source}`;
      return { code: "wrong-format", path: [...path, key], at: "value", expected };
    });
  return legacy === current ? [...wrong, contradiction([...path, "current"], "another name")] : wrong;
}

interface EntryContext {
  readonly path: KeyPath;
  readonly manifest: LegacySource;
}

function checkPackages(
  { packages, resolves = {} }: Pick<Entry, "packages" | "resolves">,
  { path, manifest }: EntryContext,
): readonly ProfileFinding[] {
  const own = packages ?? manifest.packages;
  return [
    ...own.flatMap((name, index) =>
      manifest.packages.includes(name)
        ? []
        : [
            contradiction(
              [...path, "packages", index],
              `one of the packages ${manifest.packages.join(", ")}`,
            ),
          ],
    ),
    ...Object.keys(resolves)
      .filter((name) => !own.includes(name))
      .map((name): ProfileFinding => {
        const expected = `one of the packages of the name, ${own.join(", ")}`;
        const found = JSON.stringify(name);
        return { code: "contradiction", path: [...path, "resolves", name], at: "key", expected, found };
      }),
  ];
}

function checkServed({ kind, served }: Entry, path: KeyPath): readonly ProfileFinding[] {
  if (served === undefined || kind === "jsonRpcMethod") return [];
  const expected = "it on names of the kind jsonRpcMethod alone";
  return [
    { code: "contradiction", path: [...path, "served"], at: "key", expected, found: `it on a ${kind}` },
  ];
}

function checkVersions(entry: Entry, { path, manifest }: EntryContext): readonly ProfileFinding[] {
  const { introduced } = entry;
  const deprecated = deprecationOf(entry, manifest.lifeCycle);
  const removal = removalOf(entry, manifest.lifeCycle);
  if (compareVersions(deprecated, introduced) < 0) {
    return [
      contradiction([...path, "deprecated"], `${introduced}, which brought the current name, or later`),
    ];
  }
  if (compareVersions(removal, deprecated) <= 0) {
    const key = entry.removal === undefined ? "deprecated" : "removal";
    const order = key === "removal" ? `later than ${deprecated}` : `earlier than ${removal}`;
    return [contradiction([...path, key], `a version ${order}`)];
  }
  return [];
}

function contradiction(path: KeyPath, expected: string): ProfileFinding {
  return { code: "contradiction", path, at: "value", expected };
}

/** In one package a name leads to one other. */
function findRepeated({ names, packages: all }: LegacySource): readonly ProfileFinding[] {
  const seen = new Set<string>();
  return names.flatMap(({ kind, legacy, packages = all }, index): readonly ProfileFinding[] => {
    const keys = packages.map((name) => `${kind} ${name} ${legacy}`);
    const repeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    if (!repeated) return [];
    const path = ["names", index, "legacy"];
    const expected = "a name that no other entry of its kind and packages has";
    return [{ code: "duplicate", path, at: "value", expected, found: `${JSON.stringify(legacy)} again` }];
  });
}

/** In one package two headings do not have one anchor. */
function findRepeatedIds({ headings = [], packages: all }: LegacySource): readonly ProfileFinding[] {
  const seen = new Set<string>();
  return headings.flatMap(({ ids, packages = all }, index) =>
    ids.flatMap((id, position): readonly ProfileFinding[] => {
      const keys = packages.map((name) => `${name} ${id}`);
      const repeated = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      if (!repeated) return [];
      const path = ["headings", index, "ids", position];
      const expected = "an anchor that no other heading has";
      return [{ code: "duplicate", path, at: "value", expected, found: `${JSON.stringify(id)} again` }];
    }),
  );
}

/** A name may not lead back to itself; the first entry of each circle is reported. */
function findCircles({ names, packages: all }: LegacySource): readonly ProfileFinding[] {
  const reported = new Set<Entry>();
  return names.flatMap((start, index) => {
    const circle = all
      .filter((name) => (start.packages ?? all).includes(name))
      .map((name) => followFrom(start, { names, all, protoPackage: name }))
      .find((chain) => chain.isCircle);
    if (circle === undefined || circle.entries.some((entry) => reported.has(entry))) return [];
    for (const entry of circle.entries) reported.add(entry);
    return [contradiction(["names", index, "current"], `a name that does not lead back to ${start.legacy}`)];
  });
}

function followFrom(
  start: Entry,
  {
    names,
    all,
    protoPackage,
  }: { readonly names: readonly Entry[]; readonly all: readonly string[]; readonly protoPackage: string },
): { readonly entries: readonly Entry[]; readonly isCircle: boolean } {
  const entries: Entry[] = [];
  let at: Entry | undefined = start;
  while (at !== undefined && !entries.includes(at)) {
    entries.push(at);
    const { kind, current }: Entry = at;
    at = names.find(
      (entry) =>
        entry.kind === kind && entry.legacy === current && (entry.packages ?? all).includes(protoPackage),
    );
  }
  return { entries, isCircle: at === start && entries.length > 1 };
}
