import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { buildSite } from "./build-site.ts";
import type { Playground } from "./playground.ts";
import { readGuideFiles } from "./read-guides.ts";
import { readVersions } from "./read-versions.ts";

export interface SiteFlags extends ProtoSource {
  readonly out?: string;
  readonly title?: string;
  readonly guides?: string;
  readonly readme?: string;
  readonly earlier?: readonly string[];
}

/** Writes the reference site of the protos that the flags name. */
export async function runDocsSite({ flags }: CommandInput<SiteFlags>, terminal: Terminal): Promise<Outcome> {
  const { out, title, guides: directory, readme, earlier, ...given } = flags;
  if (out === undefined) throw new UsageError("give the directory of the site with --out DIR");
  const isNamed = [given.proto, given.image, given.profile].some((value) => value !== undefined);
  const source: ProtoSource = !isNamed && existsSync("buf.yaml") ? { proto: "." } : given;
  const guides = await readGuideFiles({ guides: directory, readme });
  const versions = await readVersions(source, terminal, earlier);
  const [newest] = versions;
  const isOfA2a = [source.proto, source.image, source.profile].every((value) => value === undefined);
  const name = title ?? (isOfA2a ? "A2A" : (newest?.title ?? ""));
  const warn = (message: string): void => terminal.err(`warning: ${message}\n`);
  const playground = isOfA2a ? { playground: await loadPlayground() } : {};
  const files = await buildSite({ title: name, versions, guides, warn, ...playground });
  await writeFiles(
    files.map(({ path, text, bytes = Buffer.from(text) }) => ({
      path: join(out, ...path.split("/")),
      bytes,
    })),
  );
  terminal.out(`${join(out, "index.html")}\n`);
  return 0;
}

async function loadPlayground(): Promise<Playground> {
  const { createPlayground } = await import("./playground.ts");
  const { default: page } = await import("../playground/index.html?page");
  return createPlayground(page);
}
