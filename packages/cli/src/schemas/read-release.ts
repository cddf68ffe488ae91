import type { Profile } from "@a2agen/generators/model/profile.ts";
import { schemaHost } from "@a2agen/generators/naming/schema-host.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { schemas } from "@a2agen/versions/schemas.ts";
import { currentVersion } from "@a2agen/versions/table.ts";
import { checkNpmName } from "../package/npm-name.ts";
import type { Origin } from "../package/origin.ts";
import { isLicense, sortFiles } from "../package/package-file.ts";
import { parseVersion } from "../package/version.ts";
import { isSchemaPath, readSchemas } from "./read-schemas.ts";
import { type ReadSourceInit, readSource, type Source } from "./read-source.ts";
import type { Release } from "./release.ts";
import { isSafeName } from "./site-url.ts";

/** Reads a package and what is to be published of it; throws a CommandError with everything that is wrong. */
export async function readRelease(place: string, init: ReadSourceInit): Promise<Release> {
  const source = await readSource(place, init);
  const { manifest, files, bases } = source;
  const { origin, ids } = nameSchemas(source);
  const documents = files.filter(({ path }) => !isSchemaPath(path));
  const { schemas, problems } = readSchemas(sortFiles(files), { bases, profile: origin.profile, ids });
  const all = [...source.problems, ...checkPackage(source), ...checkPaths(source), ...problems];
  if (all.length === 0 && schemas.length === 0) {
    all.push(
      "schemas: expected JSON Schemas; found none: generate them with targets=jsonschema into schemas/",
    );
  }
  if (origin.profile !== undefined && !isSafeName(origin.profile)) {
    all.push(
      `package.json: a2a.profile: expected the name of a profile, such as "${currentVersion}"; found ${JSON.stringify(origin.profile)}: correct it`,
    );
  }
  const name = String(manifest["name"]);
  if (all.length > 0)
    throw new CommandError(refusal(typeof manifest["name"] === "string" ? `${name} (${place})` : place, all));
  const version = parseVersion(manifest["version"]);
  if (version === undefined) throw new Error("the version is checked before");
  const { description, license } = manifest;
  const isAlone = new Set(schemas.map(({ base }) => base)).size === 1;
  return {
    name,
    version: version.version,
    ...(typeof description === "string" ? { description } : {}),
    ...(typeof license === "string" ? { license } : {}),
    // What has one profile is named by it, even without further information.
    origin: isAlone ? { profile: schemas[0]?.profile ?? "", ...origin } : origin,
    protos: source.protos,
    imported: source.imported,
    schemas,
    documents: sortFiles(documents),
  };
}

/** What is wrong with a package, as the command says it. */
export function refusal(place: string, problems: readonly string[]): string {
  return [
    `${place}: its schemas cannot be bundled`,
    ...problems.map((problem) => `  ${problem.replaceAll("\n", "\n  ")}`),
  ].join("\n");
}

/** `$id`s for schemas of protocols that have no proto: their authors give them none. */
function nameSchemas({ files, origin }: Source): {
  readonly origin: Origin;
  readonly ids: ReadonlyMap<string, string>;
} {
  if (files.some(({ path }) => /^[^/]+\.binpb$/.test(path))) return { origin, ids: new Map() };
  for (const [name, { protocolVersion = "" }] of builtinSchemaProfiles) {
    const file = `${name}.schema.json`;
    const path = `schemas/${file}`;
    if (!files.some((each) => each.path === path)) continue;
    return {
      origin: { profile: name, protocolVersion, ...origin },
      ids: new Map([[path, `${schemaHost}${name}/${file}`]]),
    };
  }
  return { origin, ids: new Map() };
}

function checkPackage({ manifest, files }: Source): readonly string[] {
  const { name, version } = manifest;
  const problems: string[] = [];
  const nameProblem =
    typeof name === "string" ? checkNpmName(name) : `expected a name; found ${show(name)}: add it`;
  if (nameProblem !== undefined) problems.push(`package.json: name: ${nameProblem}`);
  if (parseVersion(version) === undefined) {
    problems.push(
      `package.json: version: expected a version such as "1.0.0"; found ${show(version)}: correct it`,
    );
  }
  if (!files.some(isLicense)) {
    problems.push("LICENSE: expected the text of the license; there is no such file: add it");
  }
  return problems;
}

/** Paths go into archives, lists and URLs. */
function checkPaths({ files }: Source): readonly string[] {
  return files
    .filter(({ path }) => !path.split("/").every(isSafeName))
    .map(
      ({ path }) =>
        `${JSON.stringify(path)}: expected names of letters, digits and "._~+@-"; found others: rename the file`,
    );
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

// Sound, since the bundlers validate every profile against its schema when they turn it into a module.
const profiles = Object.values(schemas).map(({ profile }) => profile as Profile);

/** Protocols that have a JSON Schema and no proto, by the name of their profile and schema. */
export const builtinSchemaProfiles: ReadonlyMap<string, Profile> = new Map(
  profiles.map((profile) => [profile.name, profile]),
);
