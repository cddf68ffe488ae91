import { packedTarget } from "../../packages/cli/src/pack/complete-manifest.ts";
import type { JsonObject } from "../../packages/cli/src/package/package-file.ts";
import { isObject } from "../../packages/runtime/src/core/object.ts";
import { parseUrl } from "../../packages/runtime/src/core/url.ts";

/** Where the repository is, as package.json says it. */
export interface RepositoryOfPackage {
  /** "https://github.com/acme/a2agen": see `readRepositoryUrl`. */
  readonly url: string;
  /** The directory of the package in it; "." for the root. */
  readonly directory: string;
}

/** What of package.json is for those who work on the package. */
const ofAuthor: ReadonlySet<string> = new Set(["scripts", "devDependencies", "workspaces"]);

/**
 * package.json as it is published: without what only this repository needs, with exports for nothing but
 * what is packed, and with the place of the repository, which npm compares with that of the workflow.
 */
export function packedManifest(
  manifest: JsonObject,
  { paths, repository }: { paths: ReadonlySet<string>; repository: RepositoryOfPackage | undefined },
): JsonObject {
  const { exports } = manifest;
  const kept = Object.entries(manifest).filter(([key]) => !ofAuthor.has(key) && key !== "repository");
  const complete = kept.flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === "exports" && isObject(exports)) return [[key, packedExports(exports, paths)]];
    if (key !== "license" || repository === undefined) return [[key, value]];
    return [[key, value] as const, ["repository", describe(repository)] as const];
  });
  return Object.fromEntries(complete);
}

function packedExports(exports: JsonObject, paths: ReadonlySet<string>): JsonObject {
  const kept = Object.entries(exports).flatMap(([subpath, target]) => {
    const packed = packedTarget(withoutSource(target), paths);
    return packed === undefined ? [] : [[subpath, packed] as const];
  });
  return Object.fromEntries(kept);
}

/** The sources are packed for editors and debuggers, which maps lead there; imports get what is compiled. */
function withoutSource(target: unknown): unknown {
  if (!isObject(target)) return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== "a2agen-source"));
}

function describe({ url, directory }: RepositoryOfPackage): JsonObject {
  return { type: "git", url: `git+${url}.git`, ...(directory === "." ? {} : { directory }) };
}

/**
 * The URL of a repository's page, without ".git" and a slash at its end. Throws an Error for what is not
 * https, or has more than a path.
 */
export function readRepositoryUrl(text: string): string {
  const url = parseUrl(text);
  const isPlain =
    url?.protocol === "https:" &&
    [url.username, url.password, url.search, url.hash].every((part) => part === "") &&
    /^\/[\w.-]+\/[\w./-]+$/.test(url.pathname);
  if (url === undefined || !isPlain) {
    throw new Error(
      `--repository: expected the URL of a repository such as https://github.com/acme/a2agen, got ${JSON.stringify(text)}`,
    );
  }
  return url.href.replace(/\/$/, "").replace(/\.git$/, "");
}
