import { toRecorded } from "@a2agen/exchange/bytes.ts";
import { toCurl } from "@a2agen/exchange/curl.ts";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readSpoken } from "@a2agen/exchange/meaning/spoken-list.ts";
import { blankExchange } from "@a2agen/exchange/record/blank-exchange.ts";
import { exactTime } from "@a2agen/exchange/record/exact-time.ts";
import { ExchangeRecord } from "@a2agen/exchange/record/exchange-record.ts";
import { SecretFinder } from "@a2agen/exchange/record/secret-finder.ts";
import { recordFormat } from "@a2agen/exchange/recording.ts";
import { nameOf } from "@a2agen/exchange/replay/compare-recordings.ts";
import type { Difference } from "@a2agen/exchange/replay/differences.ts";
import { readRecording } from "@a2agen/exchange/replay/read-recording.ts";
import { IdMap } from "@a2agen/exchange/replay/same-meaning.ts";
import { allVersions, cardCodecs } from "@a2agen/exchange/versions.ts";
import { compareFrames, compareHeads } from "./compare-answers.ts";
import type { ContractFinding, ContractReport } from "./contract-report.ts";
import { findAgent, findSpoken, type LiveAgent, toLiveRequest } from "./live-agent.ts";
import { type Planned, planReplay } from "./plan-replay.ts";
import { Progress } from "./progress.ts";
import { sendRequest } from "./send-request.ts";

export interface ContractOptions {
  /** The path of a recording, or its exchanges. */
  readonly recording: string | readonly Exchange[];
  /** The URL of the agent, or of its card when it ends in .json. */
  readonly agent: string;
  /** Credentials, which recordings do not have, and other headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What may differ, as findings name it, without numbers: "artifactUpdate.artifact.parts.text". */
  readonly ignore?: readonly string[];
  /** What sends requests over HTTP. Default: the global one. */
  readonly fetch?: typeof fetch;
  /** Milliseconds to wait for an answer, or for the next event of a stream; default: 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Sends the requests of a recorded client to an agent, in their order, and reports where its answers mean
 * something else: identifiers, times, texts of errors, and what the client has not seen may be others.
 * Rejects for what is no recording, and for an agent without a card.
 *
 * @public
 */
export async function verifyContract(options: ContractOptions): Promise<ContractReport> {
  const { recording, agent: url, fetch: send = fetch } = options;
  const exchanges = typeof recording === "string" ? readRecording(recording) : recording;
  const agent = await findAgent(url, send, new Headers(options.headers));
  const run = new ContractRun(agent, options);
  const cases = await Promise.all(planReplay(exchanges).map((planned, at) => run.try(planned, at + 1)));
  return {
    agent: agent.name,
    url,
    interfaces: [...new Set(cases.map((each) => each.interface))].filter((name) => name !== "card"),
    requirements: cases.map(({ name: requirement, interface: place, findings, reason }) => ({
      requirement,
      interface: place,
      verdict: reason === undefined ? (findings.length === 0 ? "passed" : "failed") : "not-reached",
      ...(reason === undefined ? {} : { reason }),
    })),
    findings: cases.flatMap(({ findings }) => findings),
    requests: cases.filter(({ reason }) => reason === undefined).length,
  };
}

interface Case {
  readonly name: string;
  readonly interface: string;
  readonly findings: readonly ContractFinding[];
  /** Why it was not tried. */
  readonly reason?: string;
}

class ContractRun {
  readonly #agent: LiveAgent;
  readonly #options: ContractOptions;
  readonly #ids = new IdMap();
  readonly #secrets = new SecretFinder();
  readonly #progress = new Progress<Exchange>();

  constructor(agent: LiveAgent, options: ContractOptions) {
    this.#agent = agent;
    this.#options = options;
  }

  async try({ exchange, after }: Planned, number: number): Promise<Case> {
    await Promise.all(after.map((each) => this.#progress.reached(each.exchange, each.frames)));
    const place = { name: `${number} ${nameOf(exchange)}`, interface: describePlace(exchange) };
    try {
      const reason = whyNotSent(exchange);
      if (reason !== undefined) return { ...place, findings: [], reason };
      const { came, differences } = await this.#send(exchange);
      const { ignore = [] } = this.#options;
      const findings = differences
        .filter(({ path }) => !ignore.includes(path.replace(/^event \d+: /, "").replaceAll(/\[\d+\]/g, "")))
        .map(({ path, one, other }) => ({
          requirement: place.name,
          interface: place.interface,
          level: "MUST",
          check: path,
          expected: `${describe(one)} in ${path}`,
          came: describe(other),
          command: toCurl(came.request, came.binding),
          exchange: came,
        }));
      return { ...place, findings };
    } finally {
      this.#progress.end(exchange);
    }
  }

  async #send(
    exchange: Exchange,
  ): Promise<{ readonly came: Exchange; readonly differences: readonly Difference[] }> {
    const { fetch: send = fetch, timeoutMs = 10_000, headers } = this.#options;
    const spoken = findSpoken(exchange, this.#agent);
    const init = { agent: this.#agent, ids: this.#ids, headers: new Headers(headers) };
    const request = toLiveRequest(exchange, spoken, init);
    const { protocol, binding, method } = exchange;
    const record = new ExchangeRecord({
      format: recordFormat,
      id: crypto.randomUUID(),
      startTime: exactTime(),
      side: "SIDE_CLIENT",
      request,
      ...(protocol && { protocol }),
      ...(binding && { binding }),
      ...(method && { method }),
    });
    if (spoken === undefined && binding !== undefined) {
      const differences = [{ path: "interface", one: describePlace(exchange), other: undefined }];
      return { came: record.exchange, differences };
    }
    const recorded = exchange.answer?.frames ?? [];
    const hasLeft = exchange.end?.error === clientLeft;
    const reader = readSpoken(request, spoken, cardCodecs);
    const differences: Difference[] = [];
    const abort = new AbortController();
    const stop = (why: string): void => {
      record.end(why);
      abort.abort(new Error(why));
    };
    const wait = (): NodeJS.Timeout =>
      setTimeout(() => stop(`nothing came for ${timeoutMs / 1000} s`), timeoutMs);
    let timer = wait();
    let count = 0;
    const onFrame = (bytes: Uint8Array): void => {
      if (record.isOver) return;
      clearTimeout(timer);
      timer = wait();
      const meaning = reader.frame(toRecorded(bytes), { status: record.exchange.answer?.status ?? 0 });
      const blanked = meaning && (this.#secrets.blankJson(meaning) as typeof meaning);
      record.frame(bytes, blanked);
      const expected = recorded[count++];
      const place = recorded.length > 1 || count > 1 ? `event ${count}` : "";
      const found =
        expected === undefined
          ? [{ path: "", one: undefined, other: blanked?.value }]
          : compareFrames(expected.meaning, blanked, this.#ids);
      for (const each of found) {
        const path = [place, each.path].filter((part) => part !== "").join(": ");
        differences.push({ ...each, path: path === "" ? "answer" : path });
      }
      this.#progress.step(exchange);
      if (hasLeft && count === recorded.length) stop(clientLeft);
    };
    await sendRequest(request, binding ?? "", { record, onFrame, signal: abort.signal, fetch: send });
    clearTimeout(timer);
    for (const [at, { meaning }] of [...recorded.entries()].slice(count)) {
      differences.push({ path: `event ${at + 1}`, one: meaning?.value, other: undefined });
    }
    const came = blankExchange(record.exchange, this.#secrets);
    return { came, differences: [...compareHeads(exchange, came), ...differences] };
  }
}

/** The end of a record whose client did not wait for the rest. */
const clientLeft = "the client left";

function whyNotSent({ request, answer, end }: Exchange): string | undefined {
  if (answer === undefined)
    return `the recording has no answer${end?.error === undefined ? "" : `: ${end.error}`}`;
  if (end === undefined) return "the recording ends before its answer";
  if (end.error !== undefined && end.error !== clientLeft)
    return `its answer was not recorded whole: ${end.error}`;
  if (answer.status === 304) return "it was answered from the cache of the client";
  const resumes = request.headers?.some(({ name }) => name.toLowerCase() === "last-event-id") === true;
  return resumes ? "it resumes a stream by a number of the agent that was recorded" : undefined;
}

/** "JSONRPC 1.0"; "card" for what has no interface. */
function describePlace({ protocol, binding }: Exchange): string {
  if (binding === undefined) return "card";
  return `${binding} ${allVersions.find((row) => row.service.protocol.name === protocol)?.label ?? ""}`.trim();
}

function describe(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
