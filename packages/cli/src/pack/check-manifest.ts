import { checkNpmName } from "../package/npm-name.ts";
import { isLicense, type JsonObject, objectAt, type PackageFile } from "../package/package-file.ts";
import { parseVersion } from "../package/version.ts";

/** Why npm would refuse the package, or its users could not use it: where, what was expected, what to do. */
export function checkManifest(manifest: JsonObject, files: readonly PackageFile[]): readonly string[] {
  const { name, version, license, private: isPrivate } = manifest;
  const problems: string[] = [];
  const nameProblem = typeof name === "string" ? checkNpmName(name) : `expected a name; found ${show(name)}`;
  if (nameProblem !== undefined) problems.push(`package.json: name: ${nameProblem}`);
  if (parseVersion(version) === undefined) {
    problems.push(
      `package.json: version: expected a version such as "1.0.0"; found ${show(version)}: correct it`,
    );
  }
  const hasText = files.some(isLicense);
  const isNamedOne = typeof license === "string" && license !== "";
  if (!isNamedOne && !hasText) {
    problems.push(
      'LICENSE: expected the text of the license, and its SPDX expression such as "Apache-2.0" as "license" of package.json; found neither: name the text with --license FILE, which says the expression too when it is a known one, or add both',
    );
  } else if (!isNamedOne) {
    problems.push(
      `package.json: license: expected an SPDX expression such as "Apache-2.0"; found ${show(license)}: add it`,
    );
  }
  if (isPrivate === true) {
    problems.push(
      'package.json: private: expected a package that npm publishes; found true: take "private" out',
    );
  }
  if (isNamedOne && !hasText) {
    problems.push(
      "LICENSE: expected the text of the license; there is no such file: add it, or name one with --license FILE",
    );
  }
  for (const group of dependencyGroups) {
    for (const [dependency, range] of Object.entries(objectAt(manifest, group))) {
      if (typeof range === "string" && !/^(?:file|link|workspace|portal):/.test(range)) continue;
      problems.push(
        `package.json: ${group}: ${dependency}: expected a range of versions; found ${show(range)}, which exists on this machine only: write a range`,
      );
    }
  }
  return problems;
}

export const dependencyGroups = ["dependencies", "peerDependencies", "optionalDependencies"] as const;

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
