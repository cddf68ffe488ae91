import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { type ProtocolName, versions } from "@a2agen/exchange/versions.ts";
import { previous } from "../core/named-versions.ts";
import { levels, type Requirement } from "../core/requirement.ts";
import { ofCurrent } from "../core/requirement-in.ts";
import { isFor } from "../core/requirements.ts";
import { groupFindings } from "../report/group-findings.ts";
import type { Report, ReportedRequirement, SingleFinding } from "../report/report.ts";
import type { Behaviour, Call, Spoken } from "./behaviour.ts";
import { behaviours } from "./behaviours.ts";
import { type CallRule, callRules } from "./call-rules.ts";
import { type Driven, isShown, judgeClient, whyNotReached } from "./judge-client.ts";
import { labelOf, recordTrial, type Trial, toTrial } from "./recorded-trials.ts";
import { ScriptedAgent } from "./scripted-agent.ts";

/** Runs the client under test once: it sends a message to the agent at `url`. */
export type Drive = (run: DriveRun) => Promise<Driven>;

export interface DriveRun {
  readonly url: string;
  /** The call that the behaviour is about. */
  readonly operation: "send" | "stream";
  readonly binding: string;
  readonly version: ProtocolName;
}

export interface ClientProbeInit {
  /** What the client is called in the report. */
  readonly client: string;
  readonly drive: Drive;
  /** The versions and bindings to try, in the order of the report. */
  readonly spoken: readonly Spoken[];
  /** How many clients run at once. */
  readonly parallel: number;
  /** The only behaviours to try. */
  readonly isWanted?: (id: string) => boolean;
  /** The command that tries a behaviour again. */
  readonly commandOf?: ((behaviour: string, spoken: Spoken) => string) | undefined;
  readonly onProgress?: (label: string) => void | Promise<void>;
  readonly onExchange?: (exchange: Exchange) => void;
}

/** Tries a client against agents that behave in every way, and reports what it makes of them. */
export async function probeClient(init: ClientProbeInit): Promise<Report> {
  const trials: Trial[] = [];
  for (const spoken of init.spoken) {
    const own = behaviours.filter((behaviour) => isFor(behaviour, spoken.version, spoken.binding));
    const [right, ...others] = own;
    if (right === undefined) continue;
    await init.onProgress?.(`${labelOf(spoken)}: a right agent`);
    const known = await findAddress(right, spoken, init);
    trials.push(known);
    if (known.driven.end !== "succeeded") continue;
    const wanted = others.filter(({ id }) => init.isWanted?.(id) !== false);
    trials.push(...(await tryAll(wanted, known.spoken, init)));
  }
  return toReport(trials, init);
}

/** Tries a right agent; of gRPC again by host and port alone, if the client does not get on with its URL. */
async function findAddress(right: Behaviour, spoken: Spoken, init: ClientProbeInit): Promise<Trial> {
  const first = await tryBehaviour(right, spoken, init);
  if (first.driven.end === "succeeded" || spoken.binding !== "GRPC") return first;
  const again = await tryBehaviour(right, { ...spoken, isBare: true }, init);
  return again.driven.end === "succeeded" ? again : first;
}

/** What came of all trials. */
export function toReport(
  trials: readonly Trial[],
  init: Pick<ClientProbeInit, "client" | "spoken" | "commandOf">,
): Report {
  const found = init.spoken.map((spoken) =>
    judgeInterface(
      trials.filter((trial) => labelOf(trial.spoken) === labelOf(spoken)),
      spoken,
      init,
    ),
  );
  const order = [...callRules, ...behaviours].map(({ id }) => id);
  const requirements = found.flatMap((each) => each.requirements);
  const problems = found.flatMap(({ problem }, at) => {
    const spoken = init.spoken[at];
    return problem === undefined || spoken === undefined ? [] : [`${labelOf(spoken)}: ${problem}`];
  });
  return {
    agent: init.client,
    url: "",
    interfaces: init.spoken.map(labelOf),
    others: problems,
    requirements,
    findings: groupFindings(
      found
        .flatMap((each) => each.findings)
        .toSorted(
          (a, b) =>
            levels.indexOf(a.level) - levels.indexOf(b.level) ||
            order.indexOf(a.requirement) - order.indexOf(b.requirement),
        ),
    ),
    requests: trials.reduce((sum, { calls }) => sum + calls.length, 0),
    messages: trials.length,
    ...(problems.length === init.spoken.length ? { problem: problems.join("\n") } : {}),
  };
}

interface Judged {
  readonly requirements: readonly ReportedRequirement[];
  readonly findings: readonly SingleFinding[];
  /** Why the client could not be tested. */
  readonly problem?: string;
}

function judgeInterface(
  trials: readonly Trial[],
  spoken: Spoken,
  init: Pick<ClientProbeInit, "commandOf">,
): Judged {
  const [right] = trials;
  if (right === undefined) return { requirements: [], findings: [] };
  const { end, reason } = right.driven;
  if (end === "failed" || end === "hung") {
    const why = end === "hung" ? "it did not end" : reason;
    return {
      requirements: [],
      findings: [],
      problem: `the client fails with a correct agent: ${withoutPlace(why, right.url)}`,
    };
  }
  const isTelling = isShown(right.driven.text);
  const judged = [
    ...callRules
      .filter((rule) => isFor(rule, spoken.version, spoken.binding))
      .map((rule) => judgeRule(rule, trials, spoken, init)),
    ...trials.map((trial) => judgeTrial(trial, isTelling, init)),
  ];
  return {
    requirements: judged.map(({ requirement }) => requirement),
    findings: judged.flatMap(({ finding }) => finding ?? []),
  };
}

interface Row {
  readonly requirement: ReportedRequirement;
  readonly finding?: SingleFinding;
}

function judgeRule(
  rule: CallRule,
  trials: readonly Trial[],
  spoken: Spoken,
  init: Pick<ClientProbeInit, "commandOf">,
): Row {
  const { version } = versions[spoken.version].service.protocol;
  const made = trials.flatMap((trial) => trial.calls.filter(isCall).map((call) => ({ trial, call })));
  const wrong = made.find(({ call }) => rule.judge(call, version) !== undefined);
  const requirement = {
    requirement: rule.id,
    interface: labelOf(spoken),
    verdict: wrong !== undefined ? "failed" : made.length > 0 ? "passed" : "not-reached",
    checks: made.length,
    ...(made.length > 0 ? {} : { reason: "the client made no call" }),
  } as const;
  if (wrong === undefined) return { requirement };
  const found = { expected: rule.expected, came: rule.judge(wrong.call, version) ?? "" };
  return {
    requirement,
    finding: report(rule, wrong.trial, { ...found, exchange: wrong.call.exchange }, init),
  };
}

function judgeTrial(trial: Trial, isTelling: boolean, init: Pick<ClientProbeInit, "commandOf">): Row {
  const { behaviour, driven, calls, spoken } = trial;
  const reason =
    whyNotReached(behaviour, calls) ??
    (driven.end === "unknown" && behaviour.judge === undefined
      ? "only --run tells what the client made of it"
      : undefined);
  const found = reason === undefined ? judgeClient(behaviour, { driven, calls, isTelling }) : undefined;
  const requirement = {
    requirement: behaviour.id,
    interface: labelOf(spoken),
    verdict: found !== undefined ? "failed" : reason === undefined ? "passed" : "not-reached",
    checks: reason === undefined ? 1 : 0,
    ...(reason === undefined ? {} : { reason }),
  } as const;
  if (found === undefined) return { requirement };
  const exchange = (calls.findLast(isCall) ?? calls.at(-1))?.exchange;
  return { requirement, finding: report(behaviour, trial, { ...found, exchange }, init) };
}

function isCall({ member }: Call): boolean {
  return member !== undefined && member !== "card";
}

/** Tries behaviours, some at once, in the order in which they are reported. */
async function tryAll(
  list: readonly Behaviour[],
  spoken: Spoken,
  init: ClientProbeInit,
): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < list.length; at = next++) {
      const behaviour = list[at] as Behaviour;
      await init.onProgress?.(`${labelOf(spoken)}: ${behaviour.id} (${at + 1} of ${list.length})`);
      const { isBare: _, ...absolute } = spoken;
      trials[at] = await tryBehaviour(behaviour, behaviour.isAbsolute === true ? absolute : spoken, init);
    }
  };
  await Promise.all(Array.from({ length: init.parallel }, work));
  return trials;
}

async function tryBehaviour(behaviour: Behaviour, spoken: Spoken, init: ClientProbeInit): Promise<Trial> {
  const agent = await ScriptedAgent.open(behaviour, spoken, 0);
  try {
    const operation = behaviour.isStream === true ? "stream" : "send";
    const { version, binding } = spoken;
    const startTime = new Date().toISOString();
    const driven = await init.drive({ url: agent.url, operation, version, binding });
    const trial = toTrial({ behaviour, spoken, driven, calls: [...agent.calls], url: agent.url });
    for (const exchange of recordTrial(trial, { client: init.client, startTime }))
      init.onExchange?.(exchange);
    return trial;
  } finally {
    await agent.close();
  }
}

/** Without the port, which is another in each run. */
function withoutPlace(text: string, url: string): string {
  return text.replaceAll(url, "URL").replaceAll(url.slice("http://".length), "URL");
}

function withoutPort(text: string, url: string): string {
  return text.replaceAll(url.slice("http://".length), "127.0.0.1");
}

function report(
  { id, level, title, section }: Requirement & { readonly id: string },
  { behaviour, spoken, url }: Trial,
  found: { readonly expected: string; readonly came: string; readonly exchange: Exchange | undefined },
  init: Pick<ClientProbeInit, "commandOf">,
): SingleFinding {
  const command = init.commandOf?.(behaviour.id, spoken);
  return {
    requirement: id,
    level,
    title,
    interface: labelOf(spoken),
    version: spoken.version,
    binding: spoken.binding,
    section: spoken.version === previous ? ofCurrent(section) : section,
    check: behaviour.id,
    expected: `${found.expected} where the agent ${behaviour.does}`,
    came: withoutPlace(found.came, url),
    ...(command === undefined ? {} : { command }),
    ...(found.exchange === undefined
      ? {}
      : { exchange: JSON.parse(withoutPort(JSON.stringify(found.exchange), url)) as Exchange }),
  };
}
