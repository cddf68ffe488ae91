import type { AgentCardData } from "@a2agen/generators/emit/openapi/agent-card.ts";
import { applyCard, CardError } from "@a2agen/generators/emit/openapi/apply-card.ts";
import { buildOpenApi, hasHttpRules } from "@a2agen/generators/emit/openapi/build-openapi.ts";
import { listServicePackages, type ServicePackage } from "@a2agen/generators/emit/openapi/service-package.ts";
import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import { version as toolchainVersion } from "@a2agen/generators/plugins/version.ts";
import { loadYamlWriter } from "@a2agen/generators/template/load-yaml-writer.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import { readCard } from "@a2agen/protos/read-card.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { versionOfCard } from "./version-of-card.ts";

export interface OpenApiFlags extends ProtoSource {
  readonly card?: string;
  readonly package?: string;
  readonly format?: "json" | "yaml";
  readonly openapi?: "3.1" | "3.2";
  readonly out?: string;
}

/** Writes the OpenAPI document of a package, made that of one agent when there is a card. */
export async function writeOpenApi(
  { flags }: CommandInput<OpenApiFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const isNamed = [flags.proto, flags.image, flags.profile].some((value) => value !== undefined);
  const profile = isNamed || flags.card === undefined ? flags.profile : await versionOfCard(flags.card);
  const model = await loadModel({ ...flags, ...(profile !== undefined && { profile }) }, terminal);
  const { protoPackage } = findPackage(model, flags.package);
  const card = flags.card === undefined ? undefined : await readCard(flags.card, protoPackage);
  const diagnostics = createDiagnostics();
  const document = buildOpenApi(model, {
    version: flags.openapi ?? "3.1",
    protoPackage,
    diagnostics,
    generator: `a2agen ${toolchainVersion}`,
  });
  for (const diagnostic of diagnostics.list) terminal.err(`${formatDiagnostic(diagnostic)}\n`);
  const whole = card === undefined ? document : tryApplyCard(document, { card, path: flags.card ?? "" });
  const text = await format(whole, flags);
  if (flags.out === undefined) terminal.out(text);
  else await writeFiles([{ path: flags.out, bytes: Buffer.from(text) }]);
  return 0;
}

function findPackage(model: Model, wanted: string | undefined): ServicePackage {
  const packages = listServicePackages(model).filter(hasHttpRules);
  const fitting = packages.filter(({ protoPackage }) => wanted === undefined || protoPackage === wanted);
  const [found] = fitting;
  if (found !== undefined && fitting.length === 1) return found;
  const names = packages.map(({ protoPackage }) => protoPackage).join(", ");
  if (found !== undefined) {
    throw new CommandError(`more than one package has HTTP rules: ${names}; choose with --package`);
  }
  const problem =
    wanted === undefined ? "no service has HTTP rules" : `--package: ${wanted} has no HTTP rules`;
  throw new CommandError(names === "" ? problem : `${problem}; the packages with HTTP rules are ${names}`);
}

function tryApplyCard(
  document: ReturnType<typeof buildOpenApi>,
  { card, path }: { readonly card: AgentCardData; readonly path: string },
): ReturnType<typeof buildOpenApi> {
  try {
    return applyCard(document, card);
  } catch (error) {
    if (error instanceof CardError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function format(document: object, { format: asked, out = "" }: OpenApiFlags): Promise<string> {
  const kind = asked ?? (/\.ya?ml$/.test(out) ? "yaml" : "json");
  if (kind === "json") return `${JSON.stringify(document, undefined, 2)}\n`;
  const toYaml = await loadYamlWriter();
  return toYaml(document);
}
