import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { compareCodeUnits } from "../naming/order.ts";
import type { TemplateSource } from "./compile-templates.ts";
import { TemplateError } from "./template-error.ts";

/** Reads the templates of a directory, its files that end in .hbs; throws a TemplateError. */
export async function readTemplates(directory: string): Promise<readonly TemplateSource[]> {
  const names = await readdir(directory).catch((cause: unknown) => {
    throw new TemplateError(`${directory}: expected a directory of templates; found ${reasonOf(cause)}`, {
      cause,
    });
  });
  const files = names.filter((name) => name.endsWith(".hbs")).sort(compareCodeUnits);
  if (files.length === 0) {
    throw new TemplateError(`${directory}: expected templates, files that end in .hbs; found none`);
  }
  return Promise.all(
    files.map(async (file) => {
      // With "/" on every system, as paths in messages are.
      const path = `${directory.replace(/[\\/]+$/, "")}/${file}`;
      const text = await readFile(join(directory, file), "utf8").catch((cause: unknown) => {
        throw new TemplateError(`${path}: expected a template; found ${reasonOf(cause)}`, { cause });
      });
      return { name: basename(file, ".hbs"), path, text };
    }),
  );
}

function reasonOf(cause: unknown): string {
  return String(cause instanceof Error && "code" in cause ? cause.code : cause);
}
