import { createHash } from "node:crypto";
import { isObject } from "@a2agen/runtime/internal";
import type { Origin } from "../package/origin.ts";
import { objectIn, type PackageFile, sortFiles, textFile } from "../package/package-file.ts";
import type { Release } from "./release.ts";
import { isSafeName } from "./site-url.ts";

/** A file and its SHA-256 in hexadecimal; the path is from the index. */
export interface IndexedFile {
  readonly path: string;
  readonly sha256: string;
}

export interface IndexedSchema extends IndexedFile {
  readonly $id: string;
}

/** `index.json` of one version: what it is made from, and every file of it. */
export interface VersionIndex extends Origin {
  readonly package: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  /** URL of the directory on the host; absent in a bundle. */
  readonly base?: string;
  readonly schemas: readonly IndexedSchema[];
  readonly files: readonly IndexedFile[];
  /** The bundle as an archive; on the host only. */
  readonly archive?: IndexedFile;
}

export interface VersionIndexInit {
  /** On the host: the URL of the directory, and the profile of the schemas in it. */
  readonly host?: { readonly base: string; readonly profile: string };
  readonly schemas: readonly (PackageFile & { readonly $id: string })[];
  readonly files: readonly PackageFile[];
  readonly archive?: PackageFile;
}

export function buildVersionIndex(release: Release, init: VersionIndexInit): VersionIndex {
  const { name, version, description, license, origin } = release;
  const { host, schemas, files, archive } = init;
  const { profile = host?.profile, ...rest } = origin;
  const isOther = host !== undefined && host.profile !== profile;
  return {
    package: name,
    version,
    ...(description === undefined ? {} : { description }),
    ...(license === undefined ? {} : { license }),
    ...(isOther ? { profile: host.profile } : profile === undefined ? {} : { profile }),
    // Of a package with several profiles, the protocol is that of the first.
    ...(isOther ? withoutProtocol(rest) : rest),
    ...(host === undefined ? {} : { base: host.base }),
    schemas: schemas.map(({ $id, path, bytes }) => ({ $id, path, sha256: sha256(bytes) })),
    files: files.map(describe),
    ...(archive === undefined ? {} : { archive: describe(archive) }),
  };
}

function withoutProtocol(origin: Origin): Origin {
  const rest: { -readonly [Key in keyof Origin]: Origin[Key] } = { ...origin };
  delete rest.protocolVersion;
  return rest;
}

function describe({ path, bytes }: PackageFile): IndexedFile {
  return { path, sha256: sha256(bytes) };
}

export function printIndex(index: object): PackageFile {
  return textFile("index.json", `${JSON.stringify(index, null, 2)}\n`);
}

/** Reads what `printIndex` has written; undefined for anything else. */
export function parseVersionIndex(file: PackageFile): VersionIndex | undefined {
  const value = objectIn(file);
  const isIndex =
    typeof value?.["package"] === "string" &&
    typeof value["version"] === "string" &&
    isListOf(value["schemas"], (item) => isIndexedFile(item) && typeof item["$id"] === "string") &&
    isListOf(value["files"], isIndexedFile) &&
    (value["archive"] === undefined || isIndexedFile(value["archive"])) &&
    optional.every((key) => value[key] === undefined || typeof value[key] === "string");
  return isIndex ? (value as unknown as VersionIndex) : undefined;
}

const optional = ["base", "description", "generator", "license", "profile", "protocolVersion", "protoHash"];

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isIndexedFile(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && isSafePath(value["path"]) && typeof value["sha256"] === "string";
}

/** Files are removed by it. */
function isSafePath(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every(isSafeName);
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** SHA256SUMS of files, as `sha256sum -c` reads it. */
export function buildChecksums(files: readonly PackageFile[]): PackageFile {
  const lines = sortFiles(files).map(({ path, bytes }) => `${sha256(bytes)}  ${path}\n`);
  return textFile("SHA256SUMS", lines.join(""));
}
