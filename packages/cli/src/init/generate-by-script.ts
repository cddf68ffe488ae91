import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { isObject, own } from "@a2agen/runtime/internal";
import { parseCommandLine } from "@a2agen/terminal/parse-command-line.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { generateExtension } from "../extension/generate-extension.ts";
import { type ExtensionFlags, renderExtension } from "../extension/write-extension.ts";
import type { ProjectFile } from "./render-project.ts";

export interface ScriptOutput {
  /** Where the script writes, relative to the project. */
  readonly out: string;
  readonly files: readonly ProjectFile[];
}

/**
 * What the script "generate" of a project with a manifest would write: "a2agen generate extension ...".
 * Undefined for a project with another script, or none.
 */
export async function generateByScript(
  directory: string,
  terminal: Terminal,
): Promise<ScriptOutput | undefined> {
  const [, words] = /^a2agen (generate extension .+)$/.exec(await readScript(directory)) ?? [];
  if (words === undefined) return undefined;
  const line = parseCommandLine(words.split(/\s+/), [generateExtension]);
  if (line.kind !== "run") return undefined;
  // The parser has checked them by the table of the command.
  const { out = "gen", reference = [], ...flags } = line.flags as ExtensionFlags;
  const place = (path: string): string => join(relative("", directory), path);
  const outputs = await renderExtension(
    {
      flags: { ...flags, out: place(out), reference: reference.map(place) },
      operands: line.operands.map(place),
    },
    terminal,
  );
  const files = outputs.map(({ path, bytes }) => ({
    path: relative(directory, path),
    text: Buffer.from(bytes).toString(),
  }));
  return { out, files };
}

async function readScript(directory: string): Promise<string> {
  const text = await readFile(join(directory, "package.json"), "utf8").catch(() => "{}");
  const manifest: unknown = JSON.parse(text);
  const scripts = isObject(manifest) ? own(manifest, "scripts") : undefined;
  return isObject(scripts) ? String(own(scripts, "generate")) : "";
}
