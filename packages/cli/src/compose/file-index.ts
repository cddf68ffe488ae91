import { posix } from "node:path";
import {
  parseFragment,
  printFragment,
  type Tokens,
  valueAt,
} from "@a2agen/generators/json-schema/json-pointer.ts";
import { isObject, parseUrl } from "@a2agen/runtime/internal";
import type { ProblemList } from "./compose-problem.ts";
import type { SchemaFile } from "./schema-file.ts";

/** Where a reference leads. */
export interface Target {
  readonly file: SchemaFile;
  readonly tokens: Tokens;
}

/** The files that were given; references lead to nothing else. */
export interface FileIndex {
  readonly files: readonly SchemaFile[];
  /** Follows a reference; reports one that leads nowhere, and returns undefined then. */
  resolve(reference: string, from: SchemaFile, at: Tokens): Target | undefined;
}

/**
 * Indexes files by path and `$id`; reports the `$id`s that two files have, and those that disagree with the
 * name of their file.
 */
export function createFileIndex(files: readonly SchemaFile[], problems: ProblemList): FileIndex {
  const byPath = new Map(files.map((file) => [normalize(file.path), file]));
  const byId = new Map<string, SchemaFile>();
  const byUrl = new Map<string, SchemaFile>();
  const byName = new Map<string, readonly SchemaFile[]>();
  for (const file of files) {
    const name = posix.basename(normalize(file.path));
    byName.set(name, [...(byName.get(name) ?? []), file]);
    if (file.url !== undefined) byUrl.set(file.url, file);
    if (file.id === undefined) continue;
    const other = byId.get(file.id);
    if (other === undefined) byId.set(file.id, file);
    else {
      const message = `expected an $id that no other file has; found ${JSON.stringify(file.id)}, as in ${other.path}; give one of them its own`;
      problems.error({ code: "duplicate-id", file: file.path, pointer: "#/$id", message });
    }
    if (nameOfUri(file.id) !== name) {
      const message = `expected an $id that ends in the name of the file, ${JSON.stringify(name)}; found ${JSON.stringify(file.id)}; references by either are followed`;
      problems.warn({ code: "id-disagrees", file: file.path, pointer: "#/$id", message });
    }
  }

  const findFile = (uri: string, from: SchemaFile): SchemaFile | undefined => {
    const absolute = resolveUri(uri, from.id);
    const identified = absolute === undefined ? undefined : byId.get(absolute);
    if (identified !== undefined) return identified;
    const answering = byId.get(uri) ?? byUrl.get(uri);
    if (answering !== undefined) return answering;
    const path = isUrl(uri)
      ? undefined
      : normalize(posix.join(posix.dirname(normalize(from.path)), decode(uri)));
    const beside = path === undefined ? undefined : byPath.get(path);
    if (beside !== undefined) return beside;
    // The last resort is for URLs and for names without a directory: "../../secret/base.json" is not
    // base.json.
    const name = nameOfUri(uri);
    const named = isUrl(uri) || !uri.includes("/") ? (byName.get(name) ?? []) : [];
    return named.length === 1 ? named[0] : undefined;
  };

  return {
    files,
    resolve(reference, from, at) {
      const [uri = "", fragment = "", ...rest] = reference.split("#");
      const where = { file: from.path, pointer: printFragment(at) };
      const shown = JSON.stringify(reference.length > 200 ? `${reference.slice(0, 200)}...` : reference);
      const file = uri === "" ? from : findFile(uri, from);
      if (file === undefined) {
        const given = files.map(({ path }) => path).join(", ");
        const message = isUrl(uri)
          ? `expected a reference to a file that was given, ${given}; found the URL ${shown}, and nothing is ever fetched; download it and give it with --reference or --answer`
          : `expected a reference to a file that was given, ${given}; found ${shown}, and no other file is ever read; give it with --reference`;
        problems.error({ code: isUrl(uri) ? "reference-url" : "reference-file", ...where, message });
        return undefined;
      }
      const tokens = rest.length > 0 ? undefined : parseFragment(fragment);
      if (tokens === undefined) {
        const message = `expected a reference with a JSON pointer behind "#"; found ${shown}`;
        problems.error({ code: "reference", ...where, message });
        return undefined;
      }
      const value = valueAt(file.content, tokens);
      if (typeof value !== "boolean" && !isObject(value)) {
        const found = value === undefined ? "nothing there" : "a value that is not a schema";
        const message = `expected a reference to a schema; found ${shown}, and in ${file.path} ${found}; correct the pointer`;
        problems.error({ code: "reference", ...where, message });
        return undefined;
      }
      return { file, tokens };
    },
  };
}

function normalize(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/"));
}

function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text) || text.startsWith("//");
}

function resolveUri(uri: string, base: string | undefined): string | undefined {
  return parseUrl(uri, base)?.href;
}

function nameOfUri(uri: string): string {
  const [path = ""] = uri.split(/[?#]/);
  return decode(path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not escaped at all, then.
    return text;
  }
}
