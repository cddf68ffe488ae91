import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parse } from "yaml";
import type { Profile } from "../../../generators/model/profile.ts";
import type { Version, VersionsData } from "../../../generators/model/versions-types.ts";
import { shortVersionName } from "../../../generators/naming/version-names.ts";
import { readDocument } from "../../../generators/source/profile/read-document.ts";
import type { Manifest } from "../../../generators/translate/manifest.ts";
import { listFiles } from "../../list-files.ts";
import { readProfile } from "./read-profile.ts";

/** Where the documents of a repository are, relative to it. */
export const versionsFile = "profiles/versions.yaml";
const manifestsDirectory = "profiles/translations";

/** A version with what its profile, its proto and the translations say of it. */
export interface VersionFacts extends Version {
  readonly label: string;
  readonly profile: Profile;
  /** The version whose package it is in: its own, or that whose form it is. */
  readonly owner: string;
  /** What code imports, "@a2agen/a2a-1.0". */
  readonly module: string;
  /** Where the code is generated, relative to the repository. */
  readonly source: string;
  /** The compiled protos, relative to the repository; absent for a version that has a JSON Schema alone. */
  readonly image?: string;
  /** Absent for a version that has a JSON Schema alone. */
  readonly proto?: ProtoFacts;
  /** The module with the agent kit for authors who write in it. */
  readonly kit?: string;
  /** The translations from this version to the current one, or for later versions from that one. */
  readonly path?: readonly ManifestFacts[];
}

export interface ProtoFacts {
  /** Relative to the repository. */
  readonly directory: string;
  /** Relative to that directory, "lf/a2a/v1/a2a.proto". */
  readonly path: string;
  readonly package: string;
}

export interface ManifestFacts {
  /** Relative to the repository. */
  readonly file: string;
  readonly manifest: Manifest;
}

export interface Registry {
  readonly current: string;
  /** From the oldest to the newest. */
  readonly versions: readonly VersionFacts[];
  /** In the order of their files. */
  readonly manifests: readonly ManifestFacts[];
  /** The states of tasks in the current version, in the order of its proto. */
  readonly states: readonly string[];
  /** The version of our own packages. */
  readonly toolchain: string;
}

/** Reads the table of versions and its files. Throws a ProfileError, or an Error for missing files. */
export async function readRegistry(root: string): Promise<Registry> {
  const text = await readFile(join(root, versionsFile), "utf8");
  const data = readDocument("versions", text, versionsFile);
  const manifests = await readManifests(root);
  const versions = await Promise.all(data.versions.map((row) => readVersion(row, { root, data, manifests })));
  const states = await readStates(
    root,
    versions.find(({ name }) => name === data.current),
  );
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  return { current: data.current, versions, manifests, states, toolchain: version };
}

async function readManifests(root: string): Promise<readonly ManifestFacts[]> {
  const names = (await readdir(join(root, manifestsDirectory))).filter((name) => name.endsWith(".yaml"));
  return Promise.all(
    names.sort().map(async (name): Promise<ManifestFacts> => {
      const file = `${manifestsDirectory}/${name}`;
      // The rest of a manifest is checked when translators are made of it.
      return { file, manifest: parse(await readFile(join(root, file), "utf8")) as Manifest };
    }),
  );
}

interface VersionContext {
  readonly root: string;
  readonly data: VersionsData;
  readonly manifests: readonly ManifestFacts[];
}

async function readVersion(row: Version, context: VersionContext): Promise<VersionFacts> {
  const { root, data, manifests } = context;
  const { name, formOf, schema } = row;
  const owner = formOf ?? name;
  const inner = formOf === undefined ? "" : `/${name.slice(formOf.length + 1)}`;
  const proto = schema === undefined ? await readProto(root, name) : undefined;
  const kit = findKit(row, context);
  const path = findPath(name, data, manifests);
  return {
    ...row,
    label: row.label ?? shortVersionName(owner),
    profile: readProfile(root, `profiles/${name}.yaml`),
    owner,
    module: `@a2agen/${owner}${inner}`,
    source: `generated/${owner}/src${inner}`,
    ...(proto === undefined ? {} : { proto, image: `generated/${owner}${inner}/a2a.binpb` }),
    ...(kit === undefined ? {} : { kit }),
    ...(path === undefined ? {} : { path }),
  };
}

async function readProto(root: string, name: string): Promise<ProtoFacts> {
  const directory = `proto/${name}`;
  const [path, ...more] = (await listFiles(join(root, directory))).filter((file) => file.endsWith(".proto"));
  if (path === undefined || more.length > 0) {
    throw new Error(
      `${versionsFile}: expected one proto in ${directory}; found ${path === undefined ? "none" : "several"}`,
    );
  }
  const text = await readFile(join(root, directory, path), "utf8");
  const [, protoPackage = ""] = /^package\s+([\w.]+)\s*;/m.exec(text) ?? [];
  return { directory, path, package: protoPackage };
}

/** The values of the enumeration that the profile names, without that for none. */
async function readStates(root: string, version: VersionFacts | undefined): Promise<readonly string[]> {
  const { proto, profile } = version ?? {};
  if (proto === undefined) return [];
  const text = await readFile(join(root, proto.directory, proto.path), "utf8");
  const name = profile?.tasks?.state.split(".").at(-1) ?? "";
  const [, body = ""] = new RegExp(`^enum ${name} \\{([^}]*)\\}`, "m").exec(text) ?? [];
  return [...body.matchAll(/^\s*(\w+)\s*=\s*(\d+)/gm)].flatMap(([, value = "", number]) =>
    number === "0" ? [] : [value],
  );
}

function findKit({ name, addsTo }: Version, { data, manifests }: VersionContext): string | undefined {
  if (name === data.current || addsTo === data.current) return "@a2agen/runtime/agent";
  const own = manifests.find(
    ({ manifest: { older, newer, agentKit } }) =>
      agentKit !== undefined && [older, newer].includes(name) && [older, newer].includes(data.current),
  );
  return own?.manifest.agentKit === undefined ? undefined : `@a2agen/translate/${own.manifest.agentKit}`;
}

/** The shortest way between a version and the current one; undefined if there is none. */
function findPath(
  name: string,
  { current, versions }: VersionsData,
  manifests: readonly ManifestFacts[],
): readonly ManifestFacts[] | undefined {
  const at = (wanted: string): number => versions.findIndex((row) => row.name === wanted);
  const [from, to] = at(name) < at(current) ? [name, current] : [current, name];
  let ways: readonly (readonly ManifestFacts[])[] = [[]];
  for (const _ of versions) {
    const found = ways.find((way) => (way.at(-1)?.manifest.newer ?? from) === to);
    if (found !== undefined) return found.length === 0 ? undefined : found;
    ways = ways.flatMap((way) =>
      manifests
        .filter(({ manifest }) => manifest.older === (way.at(-1)?.manifest.newer ?? from))
        .map((next) => [...way, next]),
    );
  }
  return undefined;
}

/** The name of a manifest without folder and extension. */
export function manifestName({ file }: ManifestFacts): string {
  return basename(file, ".yaml");
}
