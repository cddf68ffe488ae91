import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Room } from "./room.ts";
import { everywhere, rooms } from "./rooms.ts";

/** A folder with sources: the room that it belongs to, and how far below its top it lies. */
export interface SourceFolder {
  readonly path: string;
  readonly room: string | undefined;
  readonly depth: number;
}

const ignored = new Set(["node_modules", "dist", ".tmp", ".git", "coverage"]);

/** The folders that have files of TypeScript, sorted. Those of templates are none: what is there is rendered first. */
export async function listSourceFolders(root: string): Promise<readonly SourceFolder[]> {
  const folders: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(join(root, path), { withFileTypes: true });
    if (path !== "" && entries.some((entry) => entry.isFile() && entry.name.endsWith(".ts"))) {
      folders.push(path);
    }
    const inner = entries.filter((entry) => entry.isDirectory() && !ignored.has(entry.name));
    await Promise.all(inner.map(({ name }) => walk(path === "" ? name : `${path}/${name}`)));
  };
  await walk("");
  return folders
    .filter((path) => !path.startsWith("templates/"))
    .toSorted()
    .map((path) => {
      const room = findRoom(path);
      return { path, room, depth: room === undefined ? 0 : length(path) - length(room) };
    });
}

/** The innermost room that a path lies in; one that is named wins over a `*`. */
export function findRoom(path: string): string | undefined {
  const given = path.split("/");
  const matches = [...rooms.keys()].filter((name) => {
    const wanted = name.split("/");
    return (
      wanted.length <= given.length && wanted.every((part, index) => part === "*" || part === given[index])
    );
  });
  return matches.toSorted(bySpecificity).at(-1);
}

/** A room comes after those that it lies in, and after those that its name matches. */
function bySpecificity(a: string, b: string): number {
  return length(a) - length(b) || Number(b.includes("*")) - Number(a.includes("*")) || (a < b ? -1 : 1);
}

function length(path: string): number {
  return path.split("/").length;
}

/** How far below the top of its room a folder may lie. */
export function maxDepth(room: string): number {
  return /^(?:generated|test)\//.test(room) ? 4 : 2;
}

/** The text of `.oxlintrc.arrows.json`: of all overrides that match a file, the last one decides. */
export function formatLintRules(): string {
  const overrides = [...rooms]
    .toSorted(([a], [b]) => bySpecificity(a, b))
    .flatMap(([name, room]) =>
      Array.from({ length: maxDepth(name) + 1 }, (_, depth) => ({
        files: [`${name}/${"*/".repeat(depth)}*`],
        patterns: buildPatterns(name, room, depth),
      })),
    )
    .filter(({ patterns }) => patterns.length > 0)
    .map(({ files, patterns }) => ({ files, rules: { "no-restricted-imports": ["error", { patterns }] } }));
  const lines = overrides.map((override) => `    ${JSON.stringify(override)}`);
  return `{\n  "overrides": [\n${lines.join(",\n")}\n  ]\n}\n`;
}

function buildPatterns(name: string, room: Room, depth: number): readonly object[] {
  const { types = [], forbidden } = room;
  if (room.imports === undefined) {
    if (forbidden === undefined) return [];
    const group = forbidden.flatMap((target) => matchImport(name, target, depth));
    return [{ group, message: `${name} may not import ${forbidden.join(", ")}` }];
  }
  const imports = [...room.imports, ...(/^(?:cli|generators)(?:\/|$)/.test(name) ? everywhere : [])];
  const values = `${name} may import ${["its own files", ...imports].join(", ")}`;
  const group = denyAllBut(name, imports, depth);
  if (types.length === 0) return [{ group, message: values }];
  const message = `${values}; of ${types.join(", ")} types only`;
  // A "!" here would take back what the pattern above denies, so that this one lists the rooms that it denies.
  const others = [...rooms.keys()].filter((other) => ![name, ...imports, ...types].includes(other));
  const denied = others.flatMap((other) => matchImport(name, other, depth));
  const files = imports.filter((target) => target.endsWith(".ts"));
  const taken = files.flatMap((target) => matchImport(name, target, depth)).map((pattern) => `!${pattern}`);
  const hasPackages = [...imports, ...types].some((target) => /^(?:npm|node):/.test(target));
  return [
    { group, allowTypeImports: true, message },
    { group: [...denied, ...taken], message },
    ...(hasPackages ? [] : [{ regex: "^[^.]", message }]),
  ];
}

/** Patterns as in .gitignore: the last one that matches decides, and "!" takes back. */
function denyAllBut(name: string, targets: readonly string[], depth: number): readonly string[] {
  const inner = [...rooms.keys()].filter((other) => other.startsWith(`${name}/`));
  const own = [
    "!./**",
    "./../**",
    ...(depth === 0 ? [] : ["!../**", `${"../".repeat(depth + 1)}**`]),
    ...inner.flatMap((room) => matchImport(name, room, depth)),
  ];
  // What a "*" allows reaches above its folder; the patterns after it take that back.
  const ordered = targets.toSorted((a, b) => Number(b.includes("*")) - Number(a.includes("*")));
  return [...new Set(["*", ...own, ...ordered.flatMap((target) => allowImport(name, target, depth))])];
}

function allowImport(name: string, target: string, depth: number): readonly string[] {
  const allowed = matchImport(name, target, depth).map((pattern) => `!${pattern}`);
  const [up = ""] = /^(\.\.\/)*/.exec(matchImport(name, target, depth)[0] ?? "") ?? [];
  const above = target.includes("*") || name.startsWith(`${target}/`) ? [`${up}../**`] : [];
  return [...allowed, ...above];
}

/** The patterns of what files of a room, so many folders below its top, write to import something. */
function matchImport(name: string, target: string, depth: number): readonly string[] {
  if (target === "node:") return ["node:*", "node:*/**"];
  if (target.startsWith("node:")) return [target];
  if (target.startsWith("npm:")) return [target.slice(4), `${target.slice(4)}/**`];
  const from = [...name.split("/"), ...Array<string>(depth).fill("*")];
  const to = target.split("/");
  const differing = to.findIndex((part, index) => part === "*" || part !== from[index]);
  const common = differing === -1 ? to.length : differing;
  const up = "../".repeat(from.length - common) || "./";
  const path = `${up}${to.slice(common).join("/")}`;
  return /\.(?:ts|json)$/.test(target) ? [path] : [`${path.replace(/\/$/, "")}/**`];
}
