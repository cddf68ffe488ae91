import type { Model } from "@a2agen/generators/model/model.ts";
import { defined } from "@a2agen/runtime/internal";
import { buildNotice, describeOrigin, hashImage } from "../package/origin.ts";
import {
  isNamed,
  type JsonObject,
  objectAt,
  objectIn,
  type PackageFile,
  sortFiles,
  textFile,
} from "../package/package-file.ts";
import { buildReadme } from "./build-readme.ts";
import { buildBundleModules } from "./bundle-module.ts";
import { compileSources } from "./compile-sources.ts";
import { completeManifest } from "./complete-manifest.ts";
import { findOtherBundles, type SchemaPackage } from "./find-other-bundles.ts";

/** A package to build. */
export interface PackInit {
  /** package.json as the author has it. */
  readonly manifest: JsonObject;
  /**
   * The author's files and the generated ones, from the directory of the package: "src/index.ts", "LICENSE".
   */
  readonly files: readonly PackageFile[];
  /** The model of the image, with hashes. */
  readonly model: Model;
  /** The compiled protos, which are in `files` too or are given here only. */
  readonly image: PackageFile;
  /** Imports of the sources: see `CompileInit`. */
  readonly dependencies: readonly PackageFile[];
  /** Its dependencies with schemas. */
  readonly schemaPackages?: readonly SchemaPackage[];
  /** "a2agen 0.1.0". */
  readonly generator: string;
}

/** A published package. */
export interface Packed {
  /** All files with package.json, sorted by path; empty if there are problems. */
  readonly files: readonly PackageFile[];
  /** Why it cannot be packed, with what to do. */
  readonly problems: readonly string[];
}

/**
 * Makes the package that is published: compiled code, schemas, documents, and what says where they are from.
 */
export async function packPackage(init: PackInit): Promise<Packed> {
  const { manifest, model, image, dependencies, generator } = init;
  const chosen = chooseFiles(init);
  // The order in which the compiler reads them decides on that of the members of unions.
  const sources = sortFiles(init.files).flatMap(({ path, bytes }) =>
    /^src\/.*(?<!\.d)\.ts$/.test(path) ? [{ path: path.slice("src/".length), bytes }] : [],
  );
  const problems = [...chosen.problems];
  if (!sources.some(({ path }) => path === "index.ts")) {
    problems.push(
      'src/index.ts: expected the module that exports everything; it is missing: generate it with the target "index"',
    );
    return { files: [], problems };
  }
  const compiled = await compileSources({ sources, dependencies });
  if (compiled.problems.length > 0) {
    problems.push(...compiled.problems.map((problem) => `${problem} (correct it, or generate src again)`));
  }
  if (problems.length > 0) return { files: [], problems };
  const { protoPackage, ...named } = describeOrigin(model);
  const dialect = model.files.find((file) => file.requested)?.dialect;
  const protoHash = hashImage(image.bytes);
  const origin = defined({ ...named, dialect, protoPackage, protoHash, generator });
  const bundles = buildBundleModules(chosen.files);
  const code = compiled.files.map(({ path, bytes }) => ({ path: `dist/${path}`, bytes }));
  const files = new Map([...chosen.files, image, ...code].map((file) => [file.path, file]));
  for (const file of bundles.flatMap((bundle) => bundle.files)) {
    if (files.has(file.path)) {
      problems.push(`${file.path}: is the module of a bundle of schemas; give your own source another name`);
    }
    files.set(file.path, file);
  }
  if (problems.length > 0) return { files: [], problems };
  if (!has(files, "NOTICE")) {
    const name = String(manifest["name"]);
    add(files, textFile("NOTICE", buildNotice(model, { name, generator, protoHash: origin.protoHash })));
  }
  const subpathsOf = new Map(bundles.map(({ subpath, path }) => [subpath, path]));
  const complete = (): PackageFile =>
    completeManifest({ manifest, files: [...files.values()], origin, bundles: subpathsOf });
  if (!has(files, "README")) {
    const subpaths = Object.keys(objectAt(objectIn(complete()) ?? {}, "exports"));
    // The shortest of the paths is that of the bundle of all types.
    const schemas = [...files.values()]
      .filter(({ path }) => bundleFile.test(path))
      .sort((a, b) => a.path.split("/").length - b.path.split("/").length)
      .map((file) => objectIn(file))
      .filter((schema) => schema !== undefined);
    const others = findOtherBundles(schemas, init.schemaPackages ?? []);
    const paths = [...files.keys()];
    add(files, textFile("README.md", buildReadme(model, { manifest, subpaths, paths, others })));
  }
  add(files, complete());
  return { files: sortFiles([...files.values()]), problems: [] };
}

/** Bundles, and profiles of extensions; not the files of single types, which refer to each other. */
const bundleFile = /^schemas\/(?:[^/]+\.schema|.*\.profile\.schema)\.json$/;

/** Whether the root has a file of that name, with any extension. */
function has(files: ReadonlyMap<string, PackageFile>, name: string): boolean {
  return [...files.keys()].some((path) => isNamed(path, name));
}

function add(files: Map<string, PackageFile>, file: PackageFile): void {
  files.set(file.path, file);
}

/** Directories that are packed if package.json lists none. */
const usual: readonly string[] = ["schemas", "openapi", "docs"];

/** Files of the root that npm always packs, and NOTICE with the origin of the protos. */
const always = /^(?:readme|licen[cs]e|notice|changelog)(?:\..*)?$/i;

function chooseFiles({ manifest, files, image }: PackInit): Pick<Packed, "files" | "problems"> {
  const problems: string[] = [];
  const given = manifest["files"];
  if (given !== undefined && !(Array.isArray(given) && given.every((each) => typeof each === "string"))) {
    return { files: [], problems: ["package.json: files: expected a list of names; found something else"] };
  }
  const entries = (given as readonly string[] | undefined) ?? [...usual, image.path];
  const wanted = entries.flatMap((entry) => {
    const name = entry.replace(/^(?:\.\/|\/)/, "").replace(/(?:\/\*\*?|\/\*\*\/\*|\/)$/, "");
    if (/[*?!{}[\]]/.test(name) || name.split("/").includes("..")) {
      problems.push(
        `package.json: files: expected names of files and directories; found ${JSON.stringify(entry)}: list the files`,
      );
      return [];
    }
    // The compiled files replace those of an earlier build.
    return name === "dist" ? [] : [name];
  });
  for (const name of wanted) {
    const isThere =
      name === image.path || files.some(({ path }) => path === name || path.startsWith(`${name}/`));
    if (!isThere && given !== undefined) {
      problems.push(
        `package.json: files: expected ${name} to be there; it is missing: generate it, or take it out`,
      );
    }
  }
  const chosen = files.filter(
    ({ path }) => always.test(path) || wanted.some((name) => path === name || path.startsWith(`${name}/`)),
  );
  return { files: chosen, problems };
}
