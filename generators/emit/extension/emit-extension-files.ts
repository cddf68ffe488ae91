import type { RenderTemplate } from "../../template/compile-templates.ts";
import { toSortedJson } from "../jsonschema/sorted-json.ts";
import type { DataEmitter, DataFile } from "../shared/emitter.ts";
import { pathStem } from "./extension-names.ts";
import { buildProfileSchema } from "./profile-schema.ts";
import { resolveExtensions } from "./resolve-extensions.ts";
import type { ResolvedExtension } from "./resolved-extension.ts";
import { createSchemaUniverse, type SchemaUniverse } from "./schema-universe.ts";
import { createExtensionViews } from "./to-extension-view.ts";

/**
 * Makes the emitter of what the target extension writes beside TypeScript: for each extension a
 * page, "geolocation.extension.md", and where it touches core types the schema of its profile,
 * "geolocation.profile.schema.json", with a strict twin.
 */
export function createExtensionEmitter(render: RenderTemplate): DataEmitter {
  return (model, { diagnostics, generator }) => {
    const extensions = resolveExtensions(model, diagnostics);
    if (diagnostics.list.some(({ severity }) => severity === "error")) return [];
    const universe = createSchemaUniverse(model);
    const toView = createExtensionViews(model, { extensions, generator });
    return extensions.flatMap((extension) => [
      ...emitSchemas(extension, { universe, generator }),
      {
        path: `${pathStem(extension)}.extension.md`,
        text: `${render("extension", toView(extension)).trimEnd()}\n`,
      },
    ]);
  };
}

interface SchemaFilesContext {
  readonly universe: SchemaUniverse;
  readonly generator: string;
}

function emitSchemas(
  extension: ResolvedExtension,
  { universe, generator }: SchemaFilesContext,
): readonly DataFile[] {
  return (["open", "strict"] as const).flatMap((mode) => {
    const built = buildProfileSchema(extension, { universe, mode, generator });
    if (built === undefined) return [];
    return [{ path: built.path, text: toSortedJson(built.schema) }];
  });
}
