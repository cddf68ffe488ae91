import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentCard } from "@a2agen/a2a-1.0";
import { current } from "@a2agen/exchange/versions.ts";
import { errorMessage, isLoopback, isObject, parseUrl } from "@a2agen/runtime/internal";
import type { GivenFlags } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { readJson } from "@a2agen/terminal/read-json.ts";
import { readHeader, transports } from "./official-flags.ts";
import type { PluginName } from "./plugins.ts";

/** What the official command says of an agent, by the names of its flags. */
export type AgentValues = Readonly<Record<string, readonly string[] | undefined>>;

/** The agent as a command of ours takes it. */
export interface FoundAgent {
  readonly operand: string;
  readonly flags: GivenFlags;
  /** What is asked to learn why a command failed; absent for a file. */
  readonly url?: string;
  close?(): Promise<void>;
}

/** Undefined where nothing names an agent. Throws a UsageError, or a CommandError for what cannot be read. */
export async function findAgent(name: PluginName, values: AgentValues): Promise<FoundAgent | undefined> {
  const endpoint = values["endpoint"]?.[0];
  const place = values["agent-card"]?.[0];
  if (endpoint !== undefined) {
    return { ...(await placeCard(name, cardOfEndpoint(endpoint, values))), url: httpUrl(endpoint) };
  }
  if (place === undefined) return undefined;
  const path = place.startsWith("file:") ? fileURLToPath(place) : place;
  const isFile = /^(?:file:|\.{0,2}\/)/.test(place) || (!/^https?:\/\//i.test(place) && existsSync(place));
  const takesFile = name === "mock" || name === "probe";
  if (isFile && takesFile && path.endsWith(".json")) return { operand: path, flags: {} };
  if (isFile)
    return placeCard(
      name,
      await readJson(path, { name: `--agent-card: ${path}`, expected: "a card in JSON" }),
    );
  const url = httpUrl(place);
  if (name !== "mock") return { operand: url, flags: {}, url };
  return { ...(await placeCard(name, await fetchCard(url, values))), url };
}

/** "localhost:4000" is a URL without its scheme. */
function httpUrl(text: string): string {
  if (/^https?:\/\//i.test(text)) return text;
  const host = parseUrl(`http://${text}`)?.hostname ?? "";
  return `${isLoopback(host) ? "http" : "https"}://${text}`;
}

function cardOfEndpoint(endpoint: string, values: AgentValues): AgentCard {
  const [transport = "", ...others] = values["transport"] ?? [];
  const protocolBinding = Object.hasOwn(transports, transport) ? transports[transport] : undefined;
  if (protocolBinding === undefined || others.length > 0) {
    const names = Object.keys(transports).join(", ");
    throw new UsageError(`--endpoint: expected one --transport beside it, one of ${names}`);
  }
  const protocolVersion = values["a2a-version"]?.[0] ?? current.service.protocol.version ?? "";
  const tenant = values["tenant"]?.[0];
  const isBare = values["insecure"] !== undefined && !endpoint.includes("://");
  const url = isBare ? `http://${endpoint}` : endpoint;
  const own = { url, protocolBinding, protocolVersion, ...(tenant !== undefined && { tenant }) };
  return {
    name: endpoint,
    description: "Called without a card.",
    version: "0",
    supportedInterfaces: [own],
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

async function fetchCard(url: string, values: AgentValues): Promise<unknown> {
  try {
    const response = await askCard(url, values);
    if (response.ok) return await response.json();
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new CommandError(`${url}: the card cannot be read: ${errorMessage(cause)}`, { cause });
  }
}

/** Milliseconds for a card, where nothing says another time. */
const cardMs = 30_000;

function askCard(url: string, values: AgentValues): Promise<Response> {
  const [authorization] = values["auth"] ?? [];
  const params = (values["svc-param"] ?? []).map((text): [string, string] => [...readHeader(text)]);
  return fetch(cardUrlOf(url), {
    headers: [
      ...params,
      ...(authorization === undefined ? [] : [["authorization", authorization] as [string, string]]),
    ],
    signal: AbortSignal.timeout(Number(values["timeout"]?.[0] ?? cardMs)),
  });
}

function cardUrlOf(url: string): string {
  const path = current.service.protocol.card?.wellKnownPath ?? "";
  return url.endsWith(".json") ? url : `${url.replace(/\/$/, "")}${path}`;
}

/** Hands a card to a command: in a file, or to those that take URLs alone from this process. */
async function placeCard(name: PluginName, card: unknown): Promise<FoundAgent> {
  const text = JSON.stringify(card);
  if (name === "mock" || name === "probe") {
    const folder = await mkdtemp(join(tmpdir(), "a2agen-"));
    const path = join(folder, "agent-card.json");
    await writeFile(path, text);
    return { operand: path, flags: {}, close: () => rm(folder, { recursive: true }) };
  }
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    operand: `http://127.0.0.1:${port}/agent-card.json`,
    flags: name === "gateway" ? { origin: originsOf(card) } : {},
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** The gateway calls no other origins than that of the card and those that it is told. */
function originsOf(card: unknown): readonly string[] {
  const list = isObject(card) ? card["supportedInterfaces"] : undefined;
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown) =>
    isObject(entry) && typeof entry["url"] === "string" ? [httpUrl(entry["url"])] : [],
  );
}

/** The exit code for a command that has failed, as the official command's specification has it. */
export async function explainFailure({ url }: FoundAgent, values: AgentValues): Promise<1 | 3 | 4 | 5> {
  if (url === undefined) return 1;
  try {
    const response = await askCard(url, values);
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) return 4;
    return response.status === 404 && values["endpoint"] === undefined ? 3 : 1;
  } catch (error) {
    return isObject(error) && error["name"] === "TimeoutError" ? 5 : 3;
  }
}
