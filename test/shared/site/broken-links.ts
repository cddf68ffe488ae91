import { posix } from "node:path";

/** A file of a site by its path. */
export interface SiteText {
  readonly path: string;
  readonly text: string;
}

/** The links of pages that lead to no file or no anchor of the site, "1.0/index.html: types/Gone.html". */
export function findBrokenLinks(files: readonly SiteText[]): readonly string[] {
  const anchors = new Map(
    files.map(({ path, text }) => [
      path,
      new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? "")),
    ]),
  );
  return files
    .filter(({ path }) => path.endsWith(".html"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)]
        .map(([, link = ""]) => link.replaceAll("&amp;", "&").replaceAll("&#x3D;", "="))
        .filter((link) => !/^(?:https?|mailto):/.test(link) && !leadsTo(link, { path, anchors }))
        .map((link) => `${path}: ${link}`),
    );
}

interface LinkPlace {
  readonly path: string;
  readonly anchors: ReadonlyMap<string, ReadonlySet<string>>;
}

function leadsTo(link: string, { path, anchors }: LinkPlace): boolean {
  const [file = "", fragment] = link.split("#");
  const target = file === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(file));
  const found = anchors.get(target);
  // What the playground is to show, which is no anchor.
  if (target === "playground.html") return found !== undefined;
  return found !== undefined && (fragment === undefined || found.has(decodeURIComponent(fragment)));
}
