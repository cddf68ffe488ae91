import { applyCard, CardError } from "@a2agen/generators/emit/openapi/apply-card.ts";
import { buildOpenApi, hasHttpRules } from "@a2agen/generators/emit/openapi/build-openapi.ts";
import { findLackingMethods, type LackingMethods } from "@a2agen/generators/emit/openapi/lacking-methods.ts";
import { MergeError, mergeDocuments } from "@a2agen/generators/emit/openapi/merge-documents.ts";
import { listServicePackages, type ServicePackage } from "@a2agen/generators/emit/openapi/service-package.ts";
import { createDiagnostics, formatDiagnostic } from "@a2agen/generators/model/diagnostics.ts";
import { indexModel } from "@a2agen/generators/model/index-model.ts";
import type { Model } from "@a2agen/generators/model/model.ts";
import { version as toolchainVersion } from "@a2agen/generators/model/version.ts";
import { loadYamlWriter } from "@a2agen/generators/template/load-yaml-writer.ts";
import { loadModel } from "@a2agen/protos/load-model.ts";
import type { ProtoSource } from "@a2agen/protos/proto-flags.ts";
import { hasCards, readCard } from "@a2agen/protos/read-card.ts";
import { defined } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { currentVersion } from "@a2agen/versions/table.ts";
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
  const { card: path } = flags;
  const isNamed = [flags.proto, flags.image, flags.profile].some((value) => value !== undefined);
  const profile = isNamed || path === undefined ? flags.profile : await versionOfCard(path);
  const model = await loadModel({ ...flags, ...(profile !== undefined && { profile }) }, terminal);
  const found = findPackage(model, flags.package);
  const document =
    path === undefined
      ? build(found, { model, flags, terminal })
      : await buildForCard(found, { model, flags, terminal, path });
  const text = await format(document, flags);
  if (flags.out === undefined) terminal.out(text);
  else await writeFiles([{ path: flags.out, bytes: Buffer.from(text) }]);
  return 0;
}

type OpenAPIObject = ReturnType<typeof buildOpenApi>;

interface BuildInit {
  readonly model: Model;
  readonly flags: OpenApiFlags;
  readonly terminal: Terminal;
}

function build(
  { protoPackage }: ServicePackage,
  { model, flags, terminal, lacking }: BuildInit & { readonly lacking?: LackingMethods },
): OpenAPIObject {
  const diagnostics = createDiagnostics();
  const document = buildOpenApi(model, {
    version: flags.openapi ?? "3.1",
    protoPackage,
    diagnostics,
    generator: `a2agen ${toolchainVersion}`,
    ...defined({ lacking }),
  });
  for (const diagnostic of diagnostics.list) terminal.err(`${formatDiagnostic(diagnostic)}\n`);
  return document;
}

/** The document of an agent: the protocol as far as its card goes, and the methods of its own. */
async function buildForCard(
  found: ServicePackage,
  { path, ...init }: BuildInit & { readonly path: string },
): Promise<OpenAPIObject> {
  const { flags, terminal } = init;
  const card = await readCard(path, found.protoPackage);
  const isProtocol = hasCards(found.protoPackage);
  const own = isProtocol ? undefined : build(found, init);
  // A package that is chosen is meant alone.
  if (own !== undefined && flags.package !== undefined) return tryForCard(path, () => applyCard(own, card));
  const profile = isProtocol ? undefined : ((await versionOfCard(path)) ?? currentVersion);
  const model = profile === undefined ? init.model : await loadModel({ profile }, terminal);
  const protocol = isProtocol ? found : findPackage(model, undefined);
  const lacking = findLackingMethods(card, { profile: protocol.profile, index: indexModel(model) });
  const document = build(protocol, { model, flags, terminal, lacking });
  return tryForCard(path, () =>
    applyCard(own === undefined ? document : mergeDocuments(document, own), card),
  );
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

function tryForCard(path: string, make: () => OpenAPIObject): OpenAPIObject {
  try {
    return make();
  } catch (error) {
    if (error instanceof CardError) throw new CommandError(`${path}: ${error.message}`, { cause: error });
    if (error instanceof MergeError) {
      throw new CommandError(
        `${error.message}, the protocol and the package: give a path of yours, or choose the package with --package`,
        { cause: error },
      );
    }
    throw error;
  }
}

async function format(document: object, { format: asked, out = "" }: OpenApiFlags): Promise<string> {
  const kind = asked ?? (/\.ya?ml$/.test(out) ? "yaml" : "json");
  if (kind === "json") return `${JSON.stringify(document, undefined, 2)}\n`;
  const toYaml = await loadYamlWriter();
  return toYaml(document);
}
