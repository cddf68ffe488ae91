import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DefinitionModel } from "@a2agen/generators/emit/client/client-model.ts";
import { declaredManifests, isDeclaredBy } from "@a2agen/protos/declared-manifests.ts";
import { findManifest } from "@a2agen/protos/find-manifest.ts";
import { isObject } from "@a2agen/runtime/internal";
import { CommandError } from "@a2agen/terminal/command-error.ts";

export interface FindDefinitionsInit {
  /** Packages of extensions beside those of @a2agen that are installed. */
  readonly named: readonly string[];
  readonly warn: (text: string) => void;
}

/** Finds what installed packages define of the extensions of a card, by the URIs that the card may have. */
export type FindDefinitions = (uris: readonly string[]) => Promise<ReadonlyMap<string, DefinitionModel>>;

/** Throws a CommandError for a manifest that no installed package has. */
export function definitionFinder(init: FindDefinitionsInit): FindDefinitions {
  return async (uris) => {
    const found = new Map<string, DefinitionModel>();
    const lacking = new Set<string>();
    for (const { file, manifest } of await declaredManifests({ ...init, uris })) {
      const module = await packageOf(file);
      for (const extension of manifest.extensions.filter((one) => isDeclaredBy(uris, one))) {
        const needed = (extension.dependencies ?? []).filter(({ optional = false }) => !optional);
        for (const { uri } of needed) if (!uris.includes(uri)) lacking.add(extension.uri);
        const services = (extension.methods ?? []).map(({ service }) => service);
        for (const uri of [extension.uri, ...(extension.otherUris ?? [])]) {
          if (!found.has(uri)) found.set(uri, { name: `${extension.name}Extension`, module, services });
        }
      }
    }
    // A client may not ask for an extension without those that it depends on.
    for (const uri of lacking) found.delete(uri);
    return found;
  };
}

/** The name of the package that has a manifest, by which this project can import it. */
async function packageOf(file: string): Promise<string> {
  const text = await readFile(join(dirname(file), "package.json"), "utf8").catch(() => "{}");
  const json: unknown = JSON.parse(text);
  const name = isObject(json) ? json["name"] : undefined;
  if (typeof name === "string" && (await findManifest(name).catch(() => undefined)) !== undefined)
    return name;
  throw new CommandError(
    `${file}: expected an extension of an installed package, from which the client imports its definition; generate its code by "a2agen generate extension", and give the definition to connect in "extensions"`,
  );
}
