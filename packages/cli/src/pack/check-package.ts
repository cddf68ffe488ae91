import { errorMessage, isObject } from "@a2agen/runtime/internal";
import { hashImage } from "../package/origin.ts";
import { type JsonObject, manifestIn, objectAt, type PackageFile, textOf } from "../package/package-file.ts";
import { checkManifest, dependencyGroups } from "./check-manifest.ts";
import { compileSchemas } from "./compile-schemas.ts";
import { isPacked } from "./complete-manifest.ts";

/**
 * Lists the problems of a published package: where, what was expected, what was found. Its schemas may refer
 * to those of `dependencies`.
 */
export async function checkPackage(
  files: readonly PackageFile[],
  dependencies: readonly PackageFile[] = [],
): Promise<readonly string[]> {
  const manifest = manifestIn(files);
  if (manifest === undefined) return ["package.json: expected an object of JSON; found none"];
  const paths = new Set(files.map(({ path }) => path));
  return [
    ...checkManifest(manifest, files),
    ...checkScripts(manifest),
    ...checkExports(manifest["exports"], paths),
    ...files.flatMap((each) => checkImports(each, { paths, manifest })),
    ...checkOrigin(manifest, files),
    ...(await compileSchemas(files, dependencies)),
    ...files.flatMap(checkPlaces),
  ];
}

/** Packages of code run nothing when they are installed. */
function checkScripts(manifest: JsonObject): readonly string[] {
  return Object.keys(objectAt(manifest, "scripts"))
    .filter((name) => /^(?:pre|post)?install$/.test(name))
    .map(
      (name) =>
        `package.json: scripts: ${name}: expected no script that runs when it is installed; take it out`,
    );
}

function checkExports(exported: unknown, paths: ReadonlySet<string>): readonly string[] {
  if (!isObject(exported)) return ["package.json: exports: expected an object with subpaths; found none"];
  return Object.entries(exported).flatMap(([subpath, target]) => {
    const place = `package.json: exports: ${subpath}`;
    return [...checkTarget(target, { place, paths }), ...checkTypes(target, { place, paths })];
  });
}

interface ExportPlace {
  readonly place: string;
  readonly paths: ReadonlySet<string>;
}

function checkTarget(target: unknown, { place, paths }: ExportPlace): readonly string[] {
  if (isObject(target)) {
    return Object.entries(target).flatMap(([condition, value]) =>
      checkTarget(value, { place: `${place}: ${condition}`, paths }),
    );
  }
  if (target === null) return [];
  if (typeof target !== "string" || !target.startsWith("./")) {
    return [`${place}: expected a path that begins with "./"; found ${JSON.stringify(target)}`];
  }
  return isPacked(target, paths) ? [] : [`${place}: expected a file of the package; there is no ${target}`];
}

/** Modules have declarations, under the first condition. */
function checkTypes(target: unknown, { place, paths }: ExportPlace): readonly string[] {
  const module = isObject(target) ? target["default"] : target;
  if (typeof module !== "string" || !/\.m?js$/.test(module) || module.includes("*")) return [];
  const [first] = isObject(target) ? Object.keys(target) : [];
  const types = isObject(target) ? target["types"] : undefined;
  const hasTypes = typeof types === "string" && isPacked(types, paths);
  return first === "types" && hasTypes
    ? []
    : [`${place}: expected its declarations under "types", first; found none`];
}

/** Imports name files of the package, or packages that it depends on. */
function checkImports(
  file: PackageFile,
  { paths, manifest }: { paths: ReadonlySet<string>; manifest: JsonObject },
): readonly string[] {
  if (!/^dist\/.*\.(?:js|d\.ts)$/.test(file.path)) return [];
  const problems: string[] = [];
  const known = new Set(dependencyGroups.flatMap((group) => Object.keys(objectAt(manifest, group))));
  const specifiers = textOf(file).matchAll(importStatement);
  for (const [, specifier = ""] of specifiers) {
    if (specifier.startsWith(".")) {
      const target = new URL(specifier, `file:///${file.path}`).pathname.slice(1);
      const wanted = file.path.endsWith(".d.ts") ? target.replace(/\.js$/, ".d.ts") : target;
      if (!paths.has(wanted))
        problems.push(`${file.path}: expected ${specifier} to be a file of the package; it is not`);
      continue;
    }
    const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    if (name === undefined || known.has(name) || specifier.startsWith("node:")) continue;
    problems.push(
      `${file.path}: imports ${specifier}: expected ${name} in the dependencies of package.json; it is not there`,
    );
  }
  return problems;
}

/** As compilers write them, each at the beginning of a line. */
const importStatement =
  /^(?:import|export)\s(?:(?:[^;"'=:(\n]|\n(?!(?:import|export)\s))*?\sfrom )?["']([^"'\n]+)["'];?$/gm;

function checkOrigin({ a2a }: JsonObject, files: readonly PackageFile[]): readonly string[] {
  const images = files.filter(({ path }) => /^[^/]+\.binpb$/.test(path));
  if (images.length === 0 && a2a === undefined) return [];
  if (!isObject(a2a)) {
    return [
      'package.json: a2a: expected the origin of the package; found nothing: pack it with "a2agen pack"',
    ];
  }
  const [image] = images;
  if (image === undefined) return ["*.binpb: expected the compiled protos; found none"];
  let hash: string;
  try {
    hash = hashImage(image.bytes);
  } catch (error) {
    return [`${image.path}: expected compiled protos; ${errorMessage(error)}`];
  }
  return a2a["protoHash"] === hash
    ? []
    : [
        `package.json: a2a.protoHash: expected ${hash}, the hash of ${image.path}; found ${String(a2a["protoHash"])}: pack it again`,
      ];
}

const ownMachine =
  /(?<![\w.:/-])(?:file:\/\/)?(?:\/(?:home|Users|root|private|var\/folders)\/[\w.-]+|[A-Z]:\\\\?Users\\)/;
const registry =
  /\b(?:registry\.[a-z0-9-]{1,63}\.[a-z]{2,63}|npm\.pkg\.github\.com|[a-z0-9-]{1,63}\.jfrog\.io)\b/i;

/** Traces of the machine or the registry that a package was made with. */
function checkPlaces(file: PackageFile): readonly string[] {
  const text = textOf(file);
  const path = ownMachine.exec(text)?.[0];
  const host =
    /\.(?:js|ts|json)$/.test(file.path) && file.path !== "package.json"
      ? registry.exec(text)?.[0]
      : undefined;
  return [
    ...(path === undefined
      ? []
      : [`${file.path}: expected no path of the machine it was made on; found ${path}`]),
    ...(host === undefined ? [] : [`${file.path}: expected no host of a registry; found ${host}`]),
  ];
}
