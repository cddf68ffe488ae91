import { readFile, writeFile } from "node:fs/promises";
import { errorMessage, isLoopback, parseUrl } from "@a2agen/runtime/internal";
import { createLossLog } from "@a2agen/runtime/versions";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { fromEnvironment, parseHeaders } from "@a2agen/terminal/header-flags.ts";
import { explainPort, readPort, untilEnded } from "@a2agen/terminal/port.ts";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { createGateway } from "../library/gateway.ts";
import {
  defaultLimits,
  type GatewayLimits,
  type GatewayOptions,
  type PlacedUpstream,
  type ServingOptions,
  type UpstreamOptions,
} from "../library/options.ts";
import { formatReport } from "./format-report.ts";
import { readConfig } from "./read-config.ts";

interface GatewayFlags {
  readonly config?: string;
  readonly port?: string;
  readonly "grpc-port"?: string;
  readonly host?: string;
  readonly url?: string;
  readonly "grpc-url"?: string;
  readonly origin?: readonly string[];
  readonly "upstream-auth"?: readonly string[];
  readonly "pass-header"?: readonly string[];
  readonly insecure?: true;
  readonly sign?: string;
  readonly "secret-env"?: string;
  readonly "webhook-network"?: readonly string[];
  readonly "webhook-http"?: true;
  readonly check?: NonNullable<UpstreamOptions["check"]>;
  readonly limit?: readonly string[];
  readonly "card-file"?: string;
  readonly record?: string;
  readonly report?: string;
  readonly "report-path"?: string;
}

/** Serves until a signal ends it; then open calls may end, and the report is written. */
export async function runGateway(
  { operands, flags }: CommandInput<GatewayFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const note = (text: string): void => terminal.err(`${safeText(text)}\n`);
  const options: GatewayOptions = {
    ...(await readServing(flags)),
    ...(await readUpstreams(operands, flags)),
    onLosses: createLossLog({ write: (text) => note(text.replace(/^a2agen: /, "")) }),
    onProblem: note,
  };
  const ending = untilEnded();
  const gateway = await createGateway(options).catch((cause: unknown) => {
    const explained = explainPort(cause, options.port ?? 0);
    throw explained === cause
      ? new CommandError(`${operands[0] ?? flags.config ?? ""}: ${errorMessage(cause)}`, { cause })
      : explained;
  });
  const { host = "127.0.0.1" } = options;
  const all = "upstream" in options ? [options] : Object.values(options.upstreams);
  if (all.some(({ upstreamHeaders }) => upstreamHeaders !== undefined) && !isLoopback(host)) {
    note(`anyone who reaches ${host} calls upstreams with the gateway's own credentials`);
  }
  terminal.out(`gateway ${gateway.url}\n`);
  for (const { url, protocolBinding, protocolVersion, tenant } of Object.values(gateway.cards).flatMap(
    interfacesOf,
  )) {
    const named = tenant === undefined ? "" : ` for the tenant ${tenant}`;
    terminal.out(`  ${protocolBinding.padEnd(10)} ${protocolVersion.padEnd(4)} ${url}${named}\n`);
  }
  await ending;
  note("ending: open calls may go on for 10 seconds");
  await gateway.close();
  const report = gateway.report();
  if (flags.report === undefined) terminal.err(formatReport(report));
  else await writeFile(flags.report, `${JSON.stringify(report, undefined, 2)}\n`);
  return 0;
}

interface ShownInterface {
  readonly url: string;
  readonly protocolBinding: string;
  readonly protocolVersion: string;
  readonly tenant?: string;
}

function interfacesOf(card: object): readonly ShownInterface[] {
  // The card of the gateway is one of 1.0.
  return (card as { readonly supportedInterfaces: readonly ShownInterface[] }).supportedInterfaces;
}

/** UPSTREAM with the flags that are for it, or the agents of --config. */
async function readUpstreams(
  operands: readonly string[],
  flags: GatewayFlags,
): Promise<UpstreamOptions | { readonly upstreams: Readonly<Record<string, PlacedUpstream>> }> {
  if (flags.config !== undefined) {
    const given = [
      ...operands.map(() => "UPSTREAM"),
      ...ofUpstream.filter((name) => flags[name] !== undefined).map((name) => `--${name}`),
    ];
    const [first] = given;
    if (first === undefined) return { upstreams: await readConfig(flags.config, process.env) };
    throw new UsageError(`--config and ${first} exclude each other: the file says it for each agent`);
  }
  const [upstream = "", ...rest] = operands;
  if (upstream === "" || rest.length > 0) {
    throw new UsageError(`UPSTREAM: expected one URL, or --config FILE; found ${operands.length}`);
  }
  checkAgentUrl(upstream, { credentials: "give a header with --upstream-auth" });
  const headers = flags["upstream-auth"];
  const passed = flags["pass-header"];
  return {
    upstream,
    origins: (flags.origin ?? []).map(checkOrigin),
    ...(headers !== undefined && {
      upstreamHeaders: parseHeaders({ "header-env": headers }, process.env),
    }),
    ...(passed !== undefined && { passedHeaders: passed }),
    insecure: flags.insecure === true,
    ...(flags.check !== undefined && { check: flags.check }),
  };
}

const ofUpstream = ["origin", "upstream-auth", "pass-header", "insecure", "check"] as const;

async function readServing(flags: GatewayFlags): Promise<ServingOptions> {
  const grpcPort = flags["grpc-port"];
  const secret = flags["secret-env"];
  const { A2AGEN_GATEWAY_SECRET: usualSecret } = process.env;
  return {
    port: readPort(flags.port),
    ...(grpcPort !== undefined && { grpcPort: readPort(grpcPort, "--grpc-port") }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.url !== undefined && { url: flags.url }),
    ...(flags["grpc-url"] !== undefined && { grpcUrl: flags["grpc-url"] }),
    ...(flags.sign !== undefined && { signingKey: await readKey(flags.sign) }),
    ...(secret !== undefined
      ? { secret: fromEnvironment("secret-env", secret, process.env) }
      : usualSecret !== undefined && { secret: usualSecret }),
    webhooks: {
      http: flags["webhook-http"] === true,
      networks: flags["webhook-network"] ?? [],
    },
    ...(flags["card-file"] !== undefined && { cardFile: flags["card-file"] }),
    ...(flags.record !== undefined && { record: flags.record }),
    limits: Object.fromEntries((flags.limit ?? []).map(parseLimit)),
    ...(flags["report-path"] !== undefined && { reportPath: checkPath(flags["report-path"]) }),
  };
}

function checkOrigin(text: string): string {
  if (/^https?:$/.test(parseUrl(text)?.protocol ?? "")) return text;
  throw new UsageError(`--origin: expected an http or https URL; found ${JSON.stringify(text)}`);
}

function checkPath(text: string): string {
  if (text.startsWith("/")) return text;
  throw new UsageError(`--report-path: expected a path that begins with /; found ${JSON.stringify(text)}`);
}

function parseLimit(text: string): readonly [keyof GatewayLimits, number] {
  const [name = "", number = ""] = text.split("=", 2);
  if (Object.hasOwn(defaultLimits, name) && /^[1-9]\d*$/.test(number)) {
    return [name as keyof GatewayLimits, Number(number)];
  }
  const names = Object.keys(defaultLimits).join(", ");
  throw new UsageError(`--limit: expected NAME=NUMBER with one of ${names}; found ${JSON.stringify(text)}`);
}

async function readKey(path: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new CommandError(`--sign: ${path} cannot be read: ${errorMessage(cause)}`, { cause });
  }
  try {
    const key: unknown = JSON.parse(text);
    if (typeof key === "object" && key !== null) return key as Readonly<Record<string, unknown>>;
  } catch (cause) {
    // The cause would show the beginning of the key.
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new CommandError(`--sign: expected a private key as a JWK, a JSON object, in ${path}`);
}
