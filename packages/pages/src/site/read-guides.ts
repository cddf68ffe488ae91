import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { describeUnreadable, readBytes } from "@a2agen/terminal/read-bytes.ts";
import { type GuideGroup, groupsFile, parseGuideGroups } from "./guide-groups.ts";

/** A page of Markdown as a user wrote it. */
export interface GuideText {
  /** Below the directory of all guides, with "/": "agents.md". Guides link to each other by these. */
  readonly path: string;
  /** The page in the site; that of the path below "guides" unless it is given. */
  readonly page?: string;
  readonly text: string;
}

/** Guides with the pictures that they show, by their paths. */
export interface GuideFiles {
  readonly texts: readonly GuideText[];
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** The directory whose Markdown is all here, below the one that all are in; "" for that itself. */
  readonly below: string;
  /** Absent where the guides have no order but that of their titles. */
  readonly groups?: readonly GuideGroup[];
}

export interface GuideSources {
  /** A directory of Markdown. */
  readonly guides?: string | undefined;
  /** A file of Markdown for the home page. */
  readonly readme?: string | undefined;
}

/** The page at the root of the site. */
export const homePage = "index.html";

/** Reads the guides of a site, its home page and their pictures. Throws a CommandError. */
export async function readGuideFiles({ guides, readme }: GuideSources): Promise<GuideFiles> {
  const root = readme === undefined ? (guides ?? ".") : dirname(readme);
  const below = guides === undefined ? "" : toPath(relative(root, guides));
  const texts = guides === undefined ? [] : await readGuides(guides);
  const home =
    readme === undefined
      ? []
      : [{ path: basename(readme), page: homePage, text: await readText(readme, "--readme") }];
  const all: readonly GuideText[] = [
    ...home,
    ...texts.map(({ path, text }) => ({ path: posix.join(below, path), page: toPage(path), text })),
  ];
  const pictures = new Map<string, Uint8Array>();
  for (const path of new Set(all.flatMap(listPictures))) {
    const bytes = await readFile(join(root, ...path.split("/"))).catch(() => undefined);
    if (bytes !== undefined) pictures.set(path, bytes);
  }
  const groups = guides === undefined ? undefined : await readGroups(guides, texts);
  return { texts: all, pictures, below, ...(groups === undefined ? {} : { groups }) };
}

async function readGroups(
  directory: string,
  texts: readonly GuideText[],
): Promise<readonly GuideGroup[] | undefined> {
  const file = join(directory, groupsFile);
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw new CommandError(`--guides: ${file}: ${describeUnreadable(cause, "groups of guides")}`, { cause });
  });
  return text === undefined
    ? undefined
    : parseGuideGroups(text, { file, paths: texts.map(({ path }) => path) });
}

/** Where a guide is in the site. */
export function toPage(path: string): string {
  return `guides/${path.replace(/\.md$/i, "")}.html`;
}

/** Files that a page shows with <img>, where nothing in them can run. */
const pictureName = /\.(?:svg|png|jpe?g|gif|webp|avif)$/i;

/** The path of a picture that a guide names; undefined for those of others, and for other files. */
export function picturePath(guide: string, source: string): string | undefined {
  const file = decodePath(source.replace(/[?#].*$/s, ""));
  if (/^(?:[a-z][\w+.-]*:|\/)/i.test(file) || !pictureName.test(file)) return undefined;
  const path = posix.join(posix.dirname(guide), file);
  return path.startsWith("../") ? undefined : path;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // It is not percent-encoded, so it is as it is meant.
    return path;
  }
}

function listPictures({ path, text }: GuideText): readonly string[] {
  return [...text.matchAll(/(?:!\[[^\]]*\]\(\s*<?|<img src="|srcset=")([^\s)>"]+)/g)].flatMap(
    ([, source = ""]) => picturePath(path, source) ?? [],
  );
}

function toPath(path: string): string {
  return path.split(sep).join("/");
}

const expected = "a directory with Markdown files (*.md)";

/**
 * Reads the Markdown files of a directory and of those below it, but not hidden ones. Throws a CommandError.
 */
export async function readGuides(directory: string): Promise<readonly GuideText[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw new CommandError(`--guides: ${directory}: ${describeUnreadable(cause, expected)}`, { cause });
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile() && /\.md$/i.test(entry.name))
    .map((entry) => toPath(relative(directory, join(entry.parentPath, entry.name))))
    .filter((path) => !path.split("/").some((name) => name.startsWith(".") || name === "node_modules"))
    .toSorted();
  if (paths.length === 0) {
    throw new CommandError(`--guides: ${directory}: expected ${expected}; found no such file`);
  }
  return Promise.all(paths.map(async (path) => ({ path, text: await readText(join(directory, path)) })));
}

async function readText(path: string, flag = "--guides"): Promise<string> {
  const bytes = await readBytes(path, flag);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandError(`${flag}: ${path}: expected Markdown in UTF-8; found bytes that are no UTF-8`, {
      cause,
    });
  }
}
