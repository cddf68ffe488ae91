import { dirname, join } from "node:path";
import type { Model } from "@a2agen/generators/model/model.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { schemaHost } from "@a2agen/generators/naming/schema-host.ts";
import { builtinProfiles } from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { compileProtos } from "@a2agen/protos/compile-protos.ts";
import { buildImageModel, readProfile } from "@a2agen/protos/load-model.ts";
import { defined, isObject } from "@a2agen/runtime/internal";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { findPackages, findStale, generatePackage } from "./generate-package.ts";
import {
  isLicense,
  type JsonObject,
  objectAt,
  objectIn,
  type PackageFile,
  textFile,
  textOf,
} from "./package-file.ts";
import { readFiles } from "./read-files.ts";
import { type PackageDirectory, readPackage } from "./read-package.ts";
import { findProfile } from "./read-template.ts";

/** Where a package comes from, as flags of `a2agen pack` say. */
export interface PackageFlags {
  readonly proto?: string;
  readonly profile?: string;
  readonly name?: string;
  readonly "package-version"?: string;
  readonly license?: string;
  readonly "schema-base"?: string;
}

/** A package with its protos. */
export interface Prepared {
  readonly directory: string;
  readonly manifest: JsonObject;
  readonly files: readonly PackageFile[];
  readonly image: PackageFile;
  readonly model: Model;
  /** Files of the disk that all of this was read from. */
  readonly sources: readonly string[];
  /** Outdated generated files, one line each. */
  readonly stale: readonly string[];
}

/** Reads a package, or makes one from protos; throws a CommandError. */
export async function preparePackage(
  directory: string | undefined,
  flags: PackageFlags,
  terminal: Terminal,
): Promise<Prepared> {
  const prepared =
    flags.proto === undefined
      ? await prepareDirectory(directory ?? ".", flags, terminal)
      : await prepareProtos(flags.proto, { directory, flags, terminal });
  if (flags.license === undefined) return prepared;
  const license = await readLicense(flags.license);
  const others = prepared.files.filter((file) => !isLicense(file));
  return {
    ...prepared,
    manifest: withLicense(prepared.manifest, license),
    files: [...others, license],
    sources: [...prepared.sources, flags.license],
  };
}

async function prepareDirectory(
  directory: string,
  flags: PackageFlags,
  terminal: Terminal,
): Promise<Prepared> {
  const found = await readPackage(directory);
  const image = findImage(found);
  const profile =
    flags.profile ?? (await findProfile(found.files, directory)) ?? statedProfile(found.manifest);
  const model = await modelOf(image.bytes, { profile, place: join(directory, image.path), terminal });
  const schemaBase = flags["schema-base"] ?? findSchemaBase(found.files);
  const generated = await generatePackage({
    image: image.bytes,
    profile,
    ...defined({ schemaBase }),
    files: found.files,
    directory,
  });
  return {
    ...found,
    manifest: withFlags(found.manifest, flags),
    image,
    model,
    sources: ["package.json", ...found.files.map(({ path }) => path)].map((path) => join(directory, path)),
    stale: findStale(generated, found.files),
  };
}

/** What the $ids of the bundles in a package begin with, where that is not the place of a2agen. */
function findSchemaBase(files: readonly PackageFile[]): string | undefined {
  for (const file of files) {
    const [, name] = /^schemas\/([^/]+\.schema\.json)$/.exec(file.path) ?? [];
    const id = name === undefined ? undefined : objectIn(file)?.["$id"];
    if (name === undefined || typeof id !== "string" || !id.endsWith(`/${name}`)) continue;
    if (!id.startsWith(schemaHost)) return id.slice(0, -name.length);
  }
  return undefined;
}

/** What `a2a` of a package.json says, for protos whose package several profiles share. */
function statedProfile({ a2a }: JsonObject): string | undefined {
  const profile = isObject(a2a) ? a2a["profile"] : undefined;
  return typeof profile === "string" && builtinProfiles.has(profile) ? profile : undefined;
}

function findImage({ directory, files }: PackageDirectory): PackageFile {
  const images = files.filter(({ path }) => /^[^/]+\.binpb$/.test(path));
  const [image] = images;
  if (image !== undefined && images.length === 1) return image;
  const found = images.length === 0 ? "none" : images.map(({ path }) => path).join(", ");
  throw new CommandError(
    `${directory}: expected the compiled protos in one file *.binpb; found ${found}: write it with "buf build -o protos.binpb", or make the package from protos with --proto`,
  );
}

interface ProtosInit {
  readonly directory: string | undefined;
  readonly flags: PackageFlags;
  readonly terminal: Terminal;
}

async function prepareProtos(proto: string, { directory, flags, terminal }: ProtosInit): Promise<Prepared> {
  const otherwise = "compile them elsewhere, and pack a directory with the generated files and their *.binpb";
  const bytes = await compileProtos(proto, { otherwise });
  const { profile } = flags;
  const model = await modelOf(bytes, { profile, place: proto, terminal });
  const image = { path: imageName(model), bytes };
  const base = directory ?? ".";
  const hasManifest = directory !== undefined && (await readFiles(directory, "package.json")).length > 0;
  const given = hasManifest ? await readPackage(base) : undefined;
  const kept = (given?.files ?? []).filter(({ path }) => /^(?:[^/]+\.(?:md|json)|[^/.]+)$/.test(path));
  const places = [...(directory === undefined ? [] : [directory]), proto, dirname(proto), "."];
  const license = flags.license === undefined ? await findLicense(places) : await readLicense(flags.license);
  const own = kept.some(isLicense);
  const stated = withFlags({ ...defaultManifest(model, license), ...given?.manifest }, flags);
  const generated = await generatePackage({
    image: bytes,
    profile,
    ...defined({ schemaBase: flags["schema-base"] }),
    manifest: stated,
    files: [],
    directory: proto,
  });
  const files = [
    ...kept,
    ...(license === undefined || own ? [] : [license]),
    image,
    ...generated.map(({ path, text }) => textFile(path, text)),
  ];
  const needed = [runtime, ...findPackages(bytes).values()].filter((name) =>
    generated.some(({ text }) => text.includes(`"${name}`)),
  );
  const manifest = withDependencies(stated, new Set(needed));
  if (manifest["name"] === undefined) {
    throw new UsageError("--name: expected the name of the package, such as @acme/notes; it is missing");
  }
  const protos = await readFiles(proto, "", (path) => path.endsWith(".proto"));
  const sources = [
    ...protos.map(({ path }) => (path === "" ? proto : join(proto, path))),
    ...(hasManifest ? ["package.json", ...kept.map(({ path }) => path)].map((path) => join(base, path)) : []),
  ];
  return { directory: base, manifest, files, image, model, sources, stale: [] };
}

async function readLicense(path: string): Promise<PackageFile> {
  return { path: "LICENSE", bytes: await readBytes(path, "--license") };
}

async function findLicense(places: readonly string[]): Promise<PackageFile | undefined> {
  for (const place of places) {
    const [license] = await readFiles(place, "LICENSE");
    if (license !== undefined) return license;
  }
  return undefined;
}

function defaultManifest(model: Model, license: PackageFile | undefined): JsonObject {
  const requested = model.files.filter((file) => file.requested);
  const titles = requested.map((file) => {
    const profile = model.profiles[file.profile];
    return profile?.protocolVersion === undefined ? file.package : profile.title;
  });
  return {
    version: "0.1.0",
    description: `Types, codecs, JSON Schemas and OpenAPI documents of ${[...new Set(titles)].join(", ")}, generated from its proto`,
    ...(license === undefined ? {} : { license: identifyLicense(textOf(license)) }),
    engines: { node: ">=20.19" },
  };
}

const runtime = "@a2agen/runtime";

/** Adds dependencies of the generated code that the author does not list. */
function withDependencies(manifest: JsonObject, needed: ReadonlySet<string>): JsonObject {
  const groups = ["dependencies", "peerDependencies"].map((group) => manifest[group]).filter(isObject);
  const missing = [...needed].filter((name) => !groups.some((group) => group[name] !== undefined));
  if (missing.length === 0) return manifest;
  const added = Object.fromEntries(missing.map((name) => [name, `^${version}`]));
  return { ...manifest, dependencies: { ...objectAt(manifest, "dependencies"), ...added } };
}

function withFlags(manifest: JsonObject, flags: PackageFlags): JsonObject {
  return {
    ...manifest,
    ...(flags.name === undefined ? {} : { name: flags.name }),
    ...(flags["package-version"] === undefined ? {} : { version: flags["package-version"] }),
  };
}

function withLicense(manifest: JsonObject, license: PackageFile): JsonObject {
  return { ...manifest, license: manifest["license"] ?? identifyLicense(textOf(license)) };
}

/** The name of the compiled protos in a package that is made from protos. */
function imageName({ files, profiles }: Model): string {
  const isProtocol = files.some(
    (file) => file.requested && profiles[file.profile]?.protocolVersion !== undefined,
  );
  return isProtocol ? "a2a.binpb" : "protos.binpb";
}

async function modelOf(
  bytes: Uint8Array,
  { profile, place, terminal }: { profile: string | undefined; place: string; terminal: Terminal },
): Promise<Model> {
  const read = profile === undefined ? undefined : await readProfile(profile);
  return buildImageModel(bytes, { profile: read, place, terminal });
}

/** The SPDX expression of a known license text, for package.json. */
function identifyLicense(text: string): string {
  const words = text.replace(/\s+/g, " ");
  const found = texts.find(([, pattern]) => pattern.test(words));
  return found?.[0] ?? "SEE LICENSE IN LICENSE";
}

const texts: readonly (readonly [string, RegExp])[] = [
  ["Apache-2.0", /Apache License,? Version 2\.0/i],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a copy/],
  ["ISC", /Permission to use, copy, modify, and\/or distribute this software for any purpose/],
  ["MPL-2.0", /Mozilla Public License Version 2\.0/i],
];
