import { lstat, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Model } from "@a2agen/generators/model/model.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { schemaHost } from "@a2agen/generators/naming/schema-host.ts";
import { buildImageModel, readProfile } from "@a2agen/protos/load-model.ts";
import { isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { findPackages } from "../package/generate-package.ts";
import { buildNotice, describeOrigin, hashImage, type Origin, requestedOf } from "../package/origin.ts";
import { isNamed, type JsonObject, manifestIn, type PackageFile, textFile } from "../package/package-file.ts";
import { preparePackage } from "../package/prepare-package.ts";
import { readFiles } from "../package/read-files.ts";
import { readPackage } from "../package/read-package.ts";
import { readPacked } from "../package/read-packed.ts";
import { isSchemaPath } from "./read-schemas.ts";

/** A package as it was found, generated or packed. */
export interface Source {
  /** What was given, for messages. */
  readonly place: string;
  readonly manifest: JsonObject;
  /** Schemas, documents, the image, LICENSE, NOTICE. */
  readonly files: readonly PackageFile[];
  readonly origin: Origin;
  /** Names of the protos that it is made from. */
  readonly protos: readonly string[];
  /** npm packages of imported protos, by the base of their schemas: see `Release`. */
  readonly imported: ReadonlyMap<string, string>;
  /** Bases of schemas that its profiles name. */
  readonly bases: readonly string[];
  /** Why it cannot be used, with what to do. */
  readonly problems: readonly string[];
}

export interface ReadSourceInit {
  readonly profile: string | undefined;
  readonly terminal: Terminal;
}

/** Reads a package; throws a CommandError for anything else. */
export async function readSource(place: string, init: ReadSourceInit): Promise<Source> {
  const stats = await stat(place).catch(() => undefined);
  if (stats?.isDirectory() !== true) return readPackedSource(place, init);
  const links = await findLinks(place, isRead);
  const images = (await readFiles(place, "", (path) => !path.includes("/") && isImage(path))).length;
  const isPacked = (await stat(join(place, "src")).catch(() => undefined)) === undefined;
  const source = isPacked
    ? await readPackedSource(place, init)
    : images === 0
      ? await readDirectory(place)
      : await readGenerated(place, init);
  return { ...source, problems: [...links, ...source.problems] };
}

/** Directories of which something is read, and files of the root. */
function isRead(path: string): boolean {
  const [first = ""] = path.split("/");
  return directories.has(first) || (first === path && (isDocument(path) || path === "package.json"));
}

const directories: ReadonlySet<string> = new Set(["schemas", "openapi", "src", "generated", "gen", "dist"]);

function isImage(path: string): boolean {
  return /^[^/]+\.binpb$/.test(path);
}

/** What goes out besides schemas. */
function isDocument(path: string): boolean {
  return (
    /^openapi\/.+\.(?:json|ya?ml)$/.test(path) ||
    isImage(path) ||
    ["LICENSE", "LICENCE", "NOTICE"].some((name) => isNamed(path, name))
  );
}

function isWanted({ path }: PackageFile): boolean {
  return isSchemaPath(path) || isDocument(path);
}

/** A directory whose code is generated from the image in it. */
async function readGenerated(place: string, { profile, terminal }: ReadSourceInit): Promise<Source> {
  const flags = profile === undefined ? {} : { profile };
  const { manifest, files, image, model, stale } = await preparePackage(place, flags, terminal);
  const lines = stale.filter((line) => /^(?:schemas|openapi)\//.test(line));
  const origin = {
    ...describeOrigin(model),
    protoHash: hashImage(image.bytes),
    generator: `a2agen ${version}`,
  };
  return {
    place,
    manifest,
    files: withNotice(files.filter(isWanted), { model, manifest, origin }),
    origin,
    protos: requestedOf(model).map((file) => file.name),
    imported: importedOf(model, image),
    bases: basesOf(model),
    problems:
      lines.length === 0
        ? []
        : [
            `generated files: expected the output of a2agen ${version}; these differ: generate them again\n${lines.map((line) => `  ${line}`).join("\n")}`,
          ],
  };
}

/** A directory without compiled protos. */
async function readDirectory(place: string): Promise<Source> {
  const { manifest } = await readPackage(place);
  const files = (await readFiles(place, "", (path) => isWanted({ path, bytes: empty }))).filter(isWanted);
  return { ...unknown, place, manifest, files, origin: readOrigin(manifest) ?? {} };
}

/** Of a package without compiled protos. */
const unknown: Pick<Source, "protos" | "imported" | "bases" | "problems"> = {
  protos: [],
  imported: new Map(),
  bases: [],
  problems: [],
};

const empty = new Uint8Array(0);

async function readPackedSource(place: string, { profile, terminal }: ReadSourceInit): Promise<Source> {
  const all = await readPacked(place);
  const manifest = manifestIn(all);
  if (manifest === undefined) {
    throw new CommandError(
      `${place}: expected a package, whose package.json is an object of JSON; found none: name a directory with one, or a .tgz as "npm pack" writes it`,
    );
  }
  const files = all.filter(isWanted);
  const image = files.find(({ path }) => isImage(path));
  const origin = readOrigin(manifest);
  if (image === undefined) return { ...unknown, place, manifest, files, origin: origin ?? {} };
  const given = profile === undefined ? undefined : await readProfile(profile);
  const model = buildImageModel(image.bytes, { profile: given, place: `${place}: ${image.path}`, terminal });
  const protoHash = hashImage(image.bytes);
  const known = { ...(origin ?? describeOrigin(model)), protoHash };
  const isSame = origin?.protoHash === undefined || origin.protoHash === protoHash;
  return {
    place,
    manifest,
    files: withNotice(files, { model, manifest, origin: known }),
    origin: known,
    protos: requestedOf(model).map((file) => file.name),
    imported: importedOf(model, image),
    bases: basesOf(model),
    problems: isSame
      ? []
      : [
          `package.json: a2a.protoHash: expected ${protoHash}, the hash of ${image.path}; found ${origin.protoHash}: pack the package again`,
        ],
  };
}

/** What package.json of a packed package says; undefined where it says nothing. */
function readOrigin({ a2a }: JsonObject): Origin | undefined {
  if (!isObject(a2a)) return undefined;
  const text = (key: string): Readonly<Record<string, string>> => {
    const value = a2a[key];
    return typeof value === "string" ? { [key]: value } : {};
  };
  const packages = a2a["protoPackage"];
  const isList = Array.isArray(packages) && packages.every((each) => typeof each === "string");
  return {
    ...text("profile"),
    ...text("protocolVersion"),
    ...(isList ? { protoPackage: packages as readonly string[] } : text("protoPackage")),
    ...text("protoHash"),
    ...text("generator"),
  };
}

function basesOf(model: Model): readonly string[] {
  const names = new Set(requestedOf(model).map((file) => file.profile));
  return [...names].flatMap((name) => model.profiles[name]?.schemaBase ?? []);
}

function importedOf({ files, profiles }: Model, image: PackageFile): Source["imported"] {
  const packages = findPackages(image.bytes);
  return new Map(
    files.flatMap((file) => {
      const name = packages.get(file.name);
      const base = profiles[file.profile]?.schemaBase ?? `${schemaHost}${file.profile}/`;
      return name === undefined ? [] : [[base, name] as const];
    }),
  );
}

function withNotice(
  files: readonly PackageFile[],
  {
    model,
    manifest,
    origin,
  }: { readonly model: Model; readonly manifest: JsonObject; readonly origin: Origin },
): readonly PackageFile[] {
  if (files.some(({ path }) => isNamed(path, "NOTICE"))) return files;
  const generator = origin.generator ?? `a2agen ${version}`;
  const notice = buildNotice(model, {
    name: String(manifest["name"]),
    generator,
    protoHash: origin.protoHash ?? "",
  });
  return [...files, textFile("NOTICE", notice)];
}

/** The links in a package, below the directories and files of the root that are read: each a problem. */
export async function findLinks(
  directory: string,
  isRead: (path: string) => boolean,
): Promise<readonly string[]> {
  const links: string[] = [];
  await visit("");
  return links
    .sort()
    .map(
      (path) =>
        `${path}: expected a file or a directory; it is a link, and what it leads to is no part of the package: put the file there`,
    );

  async function visit(path: string): Promise<void> {
    const place = join(directory, path);
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isSymbolicLink() === true && path !== "") {
      links.push(path);
      return;
    }
    if (path !== "" && stats?.isDirectory() !== true) return;
    for (const name of await readdir(place)) {
      const below = path === "" ? name : `${path}/${name}`;
      if (!name.startsWith(".") && name !== "node_modules" && isRead(below)) await visit(below);
    }
  }
}
