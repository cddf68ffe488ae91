import { posix } from "node:path";
import type { RepositoryOfPackage } from "./packed-manifest.ts";

/**
 * A README with links that lead into the repository instead of to files of it, which are not in the package:
 * `[Serving](../docs/serving.md)` becomes
 * `[Serving](https://github.com/acme/a2agen/blob/v1.0.0/docs/serving.md)`. Images lead to the file itself.
 * Links to other places stay, as do those inside of the page, and everything in blocks of code.
 */
export function linkReadme(
  markdown: string,
  { repository: { url, directory }, tag }: { repository: RepositoryOfPackage; tag: string },
): string {
  return markdown
    .split(/^(```[^\n]*\n[\s\S]*?^```$)/m)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .replace(/(!\[[^[\]]*\]\(|\]\()([^()\s]+)(?=\))/g, replaceLink)
            .replace(/(<(?:img|source) [^>]*src(?:set)?=")([^"\s]+)/g, replaceImage),
    )
    .join("");

  function replaceImage(_: string, opening: string, link: string): string {
    return `${opening}${absolute(link, true)}`;
  }

  function replaceLink(_: string, opening: string, link: string): string {
    return `${opening}${absolute(link, opening.startsWith("!"))}`;
  }

  function absolute(link: string, isImage: boolean): string {
    if (/^(?:[a-z][a-z0-9+.-]*:|#|\/)/i.test(link)) return link;
    const [path = "", fragment] = link.split("#", 2);
    const inRepository = posix.join(directory, path);
    const kind = isImage ? "raw" : path.endsWith("/") ? "tree" : "blob";
    return `${url}/${kind}/${tag}/${inRepository}${fragment === undefined ? "" : `#${fragment}`}`;
  }
}
