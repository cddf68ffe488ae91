import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { compareCodeUnits } from "../../generators/naming/order.ts";
import { compileProject } from "../../generators/template/compile-project.ts";
import type { ProjectTemplate } from "../../generators/template/project-templates.ts";
import { readDirectory } from "../../generators/template/read-directory.ts";
import { TemplateError } from "../../generators/template/template-error.ts";
import { errorCode } from "../../runtime/core/object.ts";
import { createProjectHelpers } from "./project-helpers.ts";
import { readTemplateManifest, type TemplateManifest } from "./template-manifest.ts";

/** A kind of project. */
export interface KindTemplate {
  readonly kind: string;
  readonly directory: string;
  readonly manifest: TemplateManifest;
}

/** The kinds of projects in a directory of templates, "agent" first; throws a TemplateError. */
export async function listKinds(directory: string): Promise<readonly KindTemplate[]> {
  const { parse } = await import("yaml");
  const names = (await readdir(directory, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
    .map(({ name }) => name)
    .sort((a, b) => Number(b === "agent") - Number(a === "agent") || compareCodeUnits(a, b));
  const kinds: KindTemplate[] = [];
  for (const kind of names) {
    const place = join(directory, kind, "template.yaml");
    const text = await readFile(place, "utf8").catch((cause: unknown) => {
      throw new TemplateError(`${place}: expected a manifest of a project template`, { cause });
    });
    kinds.push({
      kind,
      directory: join(directory, kind),
      manifest: readTemplateManifest(parse(text), place),
    });
  }
  return kinds;
}

/** Compiles the files of a kind; throws a TemplateError. `packed` are files that take the place of packages of npm. */
export async function loadTemplate(
  { directory }: KindTemplate,
  packed: ReadonlyMap<string, string>,
): Promise<readonly ProjectTemplate[]> {
  const shared = join(directory, "..", "_partials");
  const hasShared = await stat(shared).then(
    () => true,
    () => false,
  );
  const partials = hasShared ? await readDirectory(shared) : [];
  const files = await readDirectory(join(directory, "files"));
  const { default: handlebars } = await import("handlebars");
  return compileProject(
    handlebars,
    [...partials.map((file) => ({ ...file, path: `_partials/${file.path}` })), ...files],
    createProjectHelpers(packed),
  );
}

/** Reads the compiled protos of a kind; undefined for one that has no protos of its own. */
export async function readDescriptors({ directory }: KindTemplate): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(directory, descriptorsName));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The file with the compiled protos of a kind. */
export const descriptorsName = "protos.binpb";
