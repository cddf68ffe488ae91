import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isObject } from "@a2agen/runtime/internal";
import type * as AttwModule from "@arethetypeswrong/core";
import type * as PublintModule from "publint";
import type * as PublintUtilsModule from "publint/utils";
import { type JsonObject, objectIn, type PackageFile, textFile } from "../package/package-file.ts";
import { writeTarball } from "../package/tarball.ts";
import { findInstalled } from "./installed-packages.ts";

/**
 * Problems that publint (strict) and "Are the types wrong?" (esm-only) report. Both are the user's: a missing
 * one is a problem that says how to install it.
 */
export async function runLinters(
  files: readonly PackageFile[],
  directories: readonly string[],
): Promise<readonly string[]> {
  const publintAt = findInstalled(publintName, directories);
  const attwAt = findInstalled(attwName, directories);
  const missing = [
    ...(publintAt === undefined ? [publintName] : []),
    ...(attwAt === undefined ? [attwName] : []),
  ];
  const tarball = writeTarball(files, { root: "package" });
  return [
    ...(publintAt === undefined ? [] : await runPublint(publintAt, tarball)),
    ...(attwAt === undefined ? [] : await runAttw(attwAt, tarball)),
    ...(missing.length === 0
      ? []
      : [
          `${missing.join(", ")}: expected to be installed, to look at the package as tools do; run "npm install --save-dev ${missing.join(" ")}"`,
        ]),
  ];
}

const publintName = "publint";
const attwName = "@arethetypeswrong/core";

async function runPublint(directory: string, tarball: Uint8Array): Promise<readonly string[]> {
  const { publint } = await load<typeof PublintModule>(directory, ".");
  const { formatMessage } = await load<typeof PublintUtilsModule>(directory, "./utils");
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    strict: true,
  });
  return messages.map(
    (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  );
}

async function runAttw(directory: string, tarball: Uint8Array): Promise<readonly string[]> {
  const { checkPackage, createPackageFromTarballData } = await load<typeof AttwModule>(directory, ".");
  const analyzed = createPackageFromTarballData(tarball);
  const result = await checkPackage(analyzed);
  if (result.types === false) return ["attw: expected declarations; found none"];
  const manifest = objectIn(
    textFile("package.json", analyzed.readFile(`/node_modules/${analyzed.packageName}/package.json`)),
  );
  const exported = manifest?.["exports"];
  const found = result.problems.flatMap((problem) => {
    if ("resolutionKind" in problem && ignored.has(problem.resolutionKind)) return [];
    if ("entrypoint" in problem && !isModule(exported, problem.entrypoint)) return [];
    const place =
      "entrypoint" in problem
        ? `${problem.entrypoint} (${problem.resolutionKind})`
        : "fileName" in problem
          ? problem.fileName
          : "";
    return [`attw: ${place === "" ? "" : `${place}: `}${problem.kind}`];
  });
  return [...new Set(found)];
}

/** Resolutions that ES modules do not support; the profile "esm-only" of attw ignores them too. */
const ignored: ReadonlySet<string> = new Set(["node10", "node16-cjs"]);

/** Whether a subpath is code; files such as compiled protos have no types. */
function isModule(exported: unknown, subpath: string): boolean {
  const target = isObject(exported) ? exported[subpath] : undefined;
  const path = isObject(target) ? target["default"] : target;
  return typeof path !== "string" || /\.[cm]?[jt]s$/.test(path);
}

/** Imports a module of an installed package, by the conditions of its exports. */
async function load<T>(directory: string, subpath: string): Promise<T> {
  const bytes = await readFile(join(directory, "package.json"));
  const manifest: JsonObject = objectIn({ path: "package.json", bytes }) ?? {};
  const exported = isObject(manifest["exports"]) ? manifest["exports"][subpath] : manifest["main"];
  const path = isObject(exported) ? (exported["import"] ?? exported["default"]) : exported;
  if (typeof path !== "string") {
    throw new Error(`${directory}: expected a module at ${subpath}; found none: install another version`);
  }
  // The versions that are promised have these exports.
  return (await import(pathToFileURL(join(directory, path)).href)) as T;
}
