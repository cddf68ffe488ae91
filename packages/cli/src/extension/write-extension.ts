import { join } from "node:path";
import type { CoreVersion } from "@a2agen/generators/emit/extension/emit-manifest.ts";
import { plainProfile } from "@a2agen/generators/source/profile/builtin-profiles.ts";
import { loadDocsTemplates } from "@a2agen/generators/template/load-docs-templates.ts";
import { builtinVersions, loadBuiltin } from "@a2agen/protos/builtin-versions.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import { type ReadManifestInit, readManifest, readOpenRpc } from "@a2agen/protos/read-manifest.ts";
import { defined } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { reportChanges } from "@a2agen/terminal/report-changes.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { type OutputFile, writeFiles } from "@a2agen/terminal/write-files.ts";
import {
  createLocator,
  type ManifestFile,
  type RenderedManifest,
  renderManifest,
  renderOpenRpc,
} from "./render-manifest.ts";

export interface ExtensionFlags {
  readonly out?: string;
  readonly reference?: readonly string[];
  readonly "import-extension"?: "js" | "ts";
  readonly service?: string;
  readonly check?: true;
  readonly schemas?: true;
  readonly fakes?: true;
}

/** Generates the code of a manifest; writes all files, or none when there is an error. */
export async function writeExtension(
  input: CommandInput<ExtensionFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const outputs = await renderExtension(input, terminal);
  if (input.flags.check !== undefined) return reportChanges(outputs, terminal);
  await writeFiles(outputs);
  return 0;
}

/** The code of a manifest, for where it is to be written; warnings go to standard error. */
export async function renderExtension(
  { flags, operands: [path = ""] }: CommandInput<ExtensionFlags>,
  terminal: Terminal,
): Promise<readonly OutputFile[]> {
  await terminal.step?.(`reading ${path}`);
  const {
    out = "gen",
    reference = [],
    schemas,
    fakes,
    service,
    "import-extension": importExtension = "js",
  } = flags;
  const openRpc = await readOpenRpc(path, reference);
  if (service !== undefined && !/^[A-Z][A-Za-z0-9]*$/.test(service)) {
    throw new UsageError(
      `--service: expected a name such as CheckoutService; found ${JSON.stringify(service)}`,
    );
  }
  if (openRpc === undefined && service !== undefined) {
    throw new UsageError("--service is for OpenRPC documents; a manifest names services beside them");
  }
  const files =
    openRpc === undefined
      ? await generateManifest(path, {
          references: reference,
          importExtension,
          out,
          withSchemas: schemas === true,
          withFakes: fakes === true,
          terminal,
        })
      : tellWarnings(
          renderOpenRpc({ ...openRpc, ...defined({ service }), profile: plainProfile, importExtension }),
          terminal,
        );
  return files.map(({ name, text }) => ({ path: join(out, name), bytes: Buffer.from(text) }));
}

export interface GenerateManifestInit extends ReadManifestInit {
  readonly importExtension: "js" | "ts";
  /** Whether to write JSON Schemas for other languages. */
  readonly withSchemas?: boolean;
  /** Whether to write fakes of the types. */
  readonly withFakes?: boolean;
  /** Where the code is written: it imports what the manifest names from there. */
  readonly out: string;
  readonly terminal: Terminal;
}

/** What is generated of a manifest; warnings go to standard error. Throws a CommandError. */
export async function generateManifest(
  path: string,
  {
    importExtension,
    out,
    withSchemas = false,
    withFakes = false,
    terminal,
    ...reading
  }: GenerateManifestInit,
): Promise<readonly ManifestFile[]> {
  const rendered = renderManifest(await readManifest(path, reading), {
    importExtension,
    core: await loadModel({}, terminal),
    plain: plainProfile,
    ...(withSchemas && { versions: await loadVersions(terminal) }),
    withFakes,
    render: await loadDocsTemplates(),
    locate: createLocator(path, out),
  });
  return tellWarnings(rendered, terminal);
}

function tellWarnings({ files, warnings }: RenderedManifest, terminal: Terminal): readonly ManifestFile[] {
  for (const warning of warnings) terminal.err(`${warning}\n`);
  return files;
}

function loadVersions(terminal: Terminal): Promise<readonly CoreVersion[]> {
  return Promise.all(
    builtinVersions.map(async (name) => ({ name, model: await loadBuiltin(name, terminal) })),
  );
}
