import { isObject } from "@a2agen/runtime/internal";
import type { Origin } from "../package/origin.ts";
import { type JsonObject, objectAt, type PackageFile, textFile } from "../package/package-file.ts";

export interface ManifestInit {
  /** package.json as the author has it. */
  readonly manifest: JsonObject;
  /** All files that are packed, besides package.json. */
  readonly files: readonly PackageFile[];
  readonly origin: Origin;
  /** Modules with bundles of schemas: path without extension by subpath. */
  readonly bundles: ReadonlyMap<string, string>;
}

/**
 * The published package.json: exports exactly the packed files, and leaves out keys for the author only. The order
 * of keys does not depend on the author's.
 */
export function completeManifest(init: ManifestInit): PackageFile {
  const { manifest, files, origin } = init;
  const publishConfig = objectAt(manifest, "publishConfig");
  const isScoped = String(manifest["name"]).startsWith("@");
  const complete: JsonObject = {
    ...manifest,
    type: "module",
    sideEffects: false,
    exports: completeExports(init),
    files: topNames(files),
    publishConfig: { ...(isScoped ? { access: "public" } : {}), provenance: true, ...publishConfig },
    a2a: origin,
  };
  const rest = Object.keys(complete).filter((key) => !keyOrder.includes(key) && !ofAuthor.has(key));
  const entries = [...keyOrder, ...rest].flatMap((key) =>
    complete[key] === undefined ? [] : [[key, complete[key]] as const],
  );
  return textFile("package.json", `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

const keyOrder: readonly string[] = (
  "name version description keywords homepage bugs license author contributors funding repository type " +
  "sideEffects engines exports bin files dependencies peerDependencies peerDependenciesMeta " +
  "optionalDependencies publishConfig a2a"
).split(" ");

/** Keys that users do not need; npm publish would run a script such as prepack again. */
const ofAuthor: ReadonlySet<string> = new Set(
  "scripts devDependencies workspaces packageManager a2agen allowScripts".split(" "),
);

/** Names of the root that npm does not pack without being told. */
function topNames(files: readonly PackageFile[]): readonly string[] {
  const names = new Set(files.map(({ path }) => path.split("/", 1).join("")));
  return [...names]
    .filter((name) => !/^(?:package\.json|(?:readme|licen[cs]e)(?:\..*)?)$/i.test(name))
    .sort();
}

function completeExports({ manifest, files, bundles }: ManifestInit): JsonObject {
  const paths = new Set(files.map(({ path }) => path)).add("package.json");
  const given = objectAt(manifest, "exports");
  const kept = Object.entries(given).flatMap(([subpath, target]) => {
    const packed = packedTarget(target, paths);
    return packed === undefined ? [] : [[subpath, packed] as const];
  });
  const wanted: (readonly [string, unknown])[] = [];
  const addModule = (subpath: string, path: string): void => {
    wanted.push([subpath, { types: `./${path}.d.ts`, default: `./${path}.js` }]);
  };
  if (paths.has("dist/index.js")) {
    addModule(".", "dist/index");
    // Code that is generated elsewhere over the types of the package imports checks, readers and writers from here.
    addModule("./codegen/*", "dist/*");
  }
  const legacy = [...paths].filter((path) => /^dist\/.*_legacy\.js$/.test(path));
  for (const path of legacy.length === 1 ? legacy : []) addModule("./legacy", path.slice(0, -".js".length));
  for (const [subpath, path] of bundles) addModule(subpath, path);
  for (const directory of ["schemas", "openapi"]) {
    const has = [...paths].some((path) => path.startsWith(`${directory}/`));
    if (has) wanted.push([`./${directory}/*`, `./${directory}/*`]);
  }
  for (const path of paths) if (/^[^/]+\.binpb$/.test(path)) wanted.push([`./${path}`, `./${path}`]);
  wanted.push(["./package.json", "./package.json"]);
  const own = new Set(kept.map(([subpath]) => subpath));
  return Object.fromEntries([...kept, ...wanted.filter(([subpath]) => !own.has(subpath))]);
}

/** The packed part of a target of `exports`; undefined if nothing of it is packed. */
export function packedTarget(target: unknown, paths: ReadonlySet<string>): unknown {
  if (typeof target === "string") return isPacked(target, paths) ? target : undefined;
  if (!isObject(target)) return target;
  const kept = Object.entries(target).flatMap(([condition, value]) => {
    const packed = packedTarget(value, paths);
    return packed === undefined ? [] : [[condition, packed] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Whether a path, or one with "*", names packed files. */
export function isPacked(target: string, paths: ReadonlySet<string>): boolean {
  const path = target.replace(/^\.\//, "");
  const star = path.indexOf("*");
  if (star === -1) return paths.has(path);
  const before = path.slice(0, star);
  const after = path.slice(star + 1);
  return [...paths].some((each) => each.startsWith(before) && each.endsWith(after));
}
