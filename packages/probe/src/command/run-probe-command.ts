import { randomBytes } from "node:crypto";
import type { Exchange, Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { parseRecording } from "@a2agen/exchange/recording.ts";
import { count, errorMessage, parseUrl } from "@a2agen/runtime/internal";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { parseHeaders, parseSeconds } from "@a2agen/terminal/header-flags.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { readJson } from "@a2agen/terminal/read-json.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { defaultMessages } from "../core/budget.ts";
import { cardUrlOf, reachFrom } from "../core/reach.ts";
import { type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import { limitsOf } from "../core/transport/limits.ts";
import { openWire, replayWire, type Wire } from "../core/wire.ts";
import { extensionFinder } from "../extensions/extension-finder.ts";
import { type ProbeInit, runProbe } from "../probe.ts";
import { callChecks, callWire, findRecordedCard, isOfProbe } from "../recorded-calls.ts";
import { clientFlags } from "./client-flags.ts";
import type { ProbeFlags } from "./probe-flags.ts";
import { readScenario } from "./read-scenario.ts";
import { runReported } from "./run-reported.ts";
import { parseReports } from "./write-reports.ts";

/** Tries an agent, and says what was found. */
export async function runProbeCommand(
  { operands: [target], flags }: CommandInput<ProbeFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  if (flags.client === true) {
    const clients = await import("./run-client-command.ts");
    if (target !== undefined) throw new UsageError("--client: expected no URL; the client calls the probe");
    if (flags.judge !== undefined) {
      return clients.judgeClientRecording(await readRecording(flags.judge), flags, terminal);
    }
    if (flags.list !== true) return clients.runClientCommand(flags, terminal);
    terminal.out(clients.listBehaviours());
    return 0;
  }
  const ofClients = Object.keys(clientFlags).find((name) => Object.hasOwn(flags, name));
  if (ofClients !== undefined) throw new UsageError(`--${ofClients}: expected --client beside it`);
  if (flags.list === true) {
    terminal.out(listRequirements());
    return 0;
  }
  const reports = parseReports(flags.report);
  const recording = flags.judge === undefined ? undefined : await readRecording(flags.judge);
  const scenario = await readScenario(flags.scenario, nonceOf(recording));
  const card = await findCard(target, recording);
  const tried = recording === undefined ? { wire: networkWire(flags) } : openRecording(recording);
  try {
    return await runReported({ flags, reports, terminal }, async (watch) =>
      runProbe({
        ...planOf(flags, card, recording !== undefined),
        headers: await readHeaders(flags),
        otherHeaders: readOtherHeaders(flags),
        ...tried,
        scenario,
        findExtensions: extensionFinder({
          named: flags.extensions ?? [],
          warn: (text) => terminal.err(`${text}\n`),
        }),
        onPlan: (messages) => {
          if (recording !== undefined) return;
          const most = messages === 0 ? "No message" : `At most ${count(messages, "message")}`;
          terminal.err(`${most} will reach the agent's own code.\n`);
        },
        ...watch,
      }),
    );
  } finally {
    tried.wire.close();
  }
}

/**
 * Answers from a recording; what another program has recorded, such as the console, has its own checks.
 */
function openRecording(exchanges: readonly Exchange[]): Pick<ProbeInit, "wire" | "checks"> {
  if (isOfProbe(exchanges)) return { wire: replayWire(exchanges) };
  return { wire: callWire(exchanges), checks: (subject) => callChecks(exchanges, subject) };
}

function networkWire(flags: ProbeFlags): Wire {
  const limits = limitsOf({ isQuick: flags.quick === true, timeoutMs: parseSeconds(flags.timeout) });
  const url = flags.webhook;
  if (url !== undefined && parseUrl(url) === undefined) {
    throw new UsageError(`--webhook: expected a URL; found ${JSON.stringify(url)}`);
  }
  const webhook = { url, port: parseCount("webhook-port", flags["webhook-port"]) };
  return openWire({ limits, rate: parseCount("rate", flags.rate), webhook });
}

function planOf(
  flags: ProbeFlags,
  card: FoundCard,
  isRecorded: boolean,
): Omit<ProbeInit, "wire" | "headers" | "scenario" | "onPlan" | "onProgress" | "onExchange"> {
  const isInReach = reachFrom(card.url, flags["allow-host"] ?? []);
  return {
    cardUrl: card.url,
    ...(card.value === undefined ? {} : { card: card.value }),
    isAllowed: (url) => isRecorded || card.value !== undefined || isInReach(url),
    maxMessages: isRecorded
      ? Infinity
      : (parseCount("max-messages", flags["max-messages"]) ?? defaultMessages),
    isReadOnly: flags["read-only"] === true,
    isQuick: !isRecorded && flags.quick === true,
  };
}

async function readHeaders(flags: ProbeFlags): Promise<readonly Header[]> {
  const headers = Object.entries(parseHeaders(flags, process.env)).map(([name, value]) => ({ name, value }));
  const path = flags["token-file"];
  if (path === undefined) return headers;
  const token = new TextDecoder().decode(await readBytes(path, "--token-file")).trim();
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new UsageError("--token-file: expected a file with a token in one line");
  return [...headers, { name: "authorization", value: `Bearer ${token}` }];
}

/** What identifiers of the run begin with: in a recording those that it has. */
function nonceOf(recording: readonly Exchange[] = []): string {
  for (const { request } of recording) {
    const [found] = /probe-[0-9a-f]{8}(?=-)/.exec(request.body?.text ?? "") ?? [];
    if (found !== undefined) return found;
  }
  return `probe-${randomBytes(4).toString("hex")}`;
}

/** Of the other caller; undefined without credentials of one. */
function readOtherHeaders(flags: ProbeFlags): readonly Header[] | undefined {
  const { "other-token-env": token, "other-header-env": list = [] } = flags;
  if (token === undefined && list.length === 0) return undefined;
  const own = { ...(token === undefined ? {} : { "token-env": token }), "header-env": list };
  return Object.entries(parseHeaders(own, process.env)).map(([name, value]) => ({ name, value }));
}

async function readRecording(path: string): Promise<readonly Exchange[]> {
  const text = new TextDecoder().decode(await readBytes(path, "--judge"));
  try {
    return parseRecording(text);
  } catch (cause) {
    throw new CommandError(`${path}: ${errorMessage(cause)}`, { cause });
  }
}

function listRequirements(): string {
  return (Object.keys(requirements) as RequirementId[])
    .map((id) => {
      const { level, section, title, only = [] } = requirementOf(id);
      const where = only.length === 0 ? "" : ` (${only.join(", ")})`;
      return `${id.padEnd(27)} ${level.padEnd(6)} ${section.padEnd(6)} ${title}${where}\n`;
    })
    .join("");
}

/** The card's URL, and the card itself if it is in a file. */
interface FoundCard {
  readonly url: string;
  readonly value?: unknown;
}

async function findCard(
  target: string | undefined,
  recording: readonly Exchange[] | undefined,
): Promise<FoundCard> {
  const place = target ?? recording?.find(({ id }) => id.startsWith("card/"))?.request.url;
  const card = place === undefined ? undefined : await readCard(place);
  const isOfCalls = recording !== undefined && !isOfProbe(recording);
  const found = isOfCalls && card?.value === undefined ? findRecordedCard(recording) : card;
  if (found !== undefined) return found;
  throw new UsageError(
    isOfCalls
      ? "--judge: expected a recording with an agent card, or a file with the card beside it"
      : "expected the URL of an agent, or of its card, or a file with it",
  );
}

async function readCard(target: string): Promise<FoundCard> {
  if (!/^[a-z]+:\/\//i.test(target) && target.endsWith(".json")) {
    return { url: target, value: await readJson(target, { expected: "an agent card in JSON" }) };
  }
  checkAgentUrl(target, { credentials: "give them with --header-env authorization=VARIABLE" });
  return { url: cardUrlOf(target) };
}

function parseCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag}: expected a number, at least 0; found ${JSON.stringify(text)}`);
}
