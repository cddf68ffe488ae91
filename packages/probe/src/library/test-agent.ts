import { describeMore } from "@a2agen/exchange/report/case-report.ts";
import { type Level, levels } from "../core/requirement.ts";
import { groups, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import { manifestIds } from "../extensions/extension-checks.ts";
import type { Report, ReportedFinding } from "../report/report.ts";
import { groupOf } from "../report/score.ts";
import { probe } from "./probe-agent.ts";
import type { ProbeOptions } from "./probe-options.ts";
import { ruledOutBy } from "./ruled-out.ts";

/** `describe` of node:test or vitest. */
export type DescribeTests = (name: string, body: () => void) => unknown;

/** `test` of node:test or vitest. */
export type RegisterTest = (
  name: string,
  options: { timeout: number },
  body: (context: { skip(reason?: string): void }) => Promise<void>,
) => unknown;

export interface AgentTestsInit extends ProbeOptions {
  readonly describe: DescribeTests;
  readonly test: RegisterTest;
  /** The URL of the agent; called once, by the first test. */
  readonly agent: () => string | Promise<string>;
  /** The card that the agent serves: requirements that it rules out have no test. */
  readonly card?: object;
  /**
   * Tests fail for findings of this level or above; default: "MUST". Others are skipped with what was found.
   */
  readonly failOn?: Level;
  /**
   * Requirements that the agent does not meet, each with the reason: their tests are skipped, and fail when
   * they are met.
   */
  readonly except?: Readonly<Record<string, string>>;
}

/**
 * Registers a test for each requirement of A2A, in a `describe` for each section. A requirement that the
 * agent does not reach is skipped with the reason; a test that fails shows the requirement, its section, and
 * the command that sends the request again.
 */
export function testAgent(init: AgentTestsInit): void {
  const { describe, test, agent, card, failOn = "MUST", except = {}, ...options } = init;
  checkExceptions(except);
  const ruledOut = card === undefined ? new Set<RequirementId>() : ruledOutBy(card);
  const { timeoutMs = 10_000 } = options;
  let run: Promise<Report> | undefined;
  const tried = async (): Promise<Report> => {
    run ??= Promise.resolve(agent()).then((url) => probe(url, options));
    return run;
  };
  const around = { timeout: 60_000 + timeoutMs };
  test("the agent can be tried", around, async () => {
    const { problem } = await tried();
    if (problem !== undefined) throw failure(problem);
  });
  for (const [group, title] of Object.entries(groups)) {
    const ids = (Object.keys(requirements) as RequirementId[]).filter(
      (id) => groupOf(id) === group && !ruledOut.has(id),
    );
    if (ids.length === 0) continue;
    describe(title, () => {
      for (const id of ids) {
        test(`${id}: ${requirementOf(id).title}`, around, async (context) => {
          const verdict = judge(await tried(), { id, failOn, exception: except[id] });
          if (verdict.kind === "failed") throw failure(verdict.text);
          if (verdict.kind === "skipped") context.skip(verdict.text);
        });
      }
    });
  }
}

interface Verdict {
  readonly kind: "passed" | "failed" | "skipped";
  readonly text: string;
}

function judge(
  report: Report,
  {
    id,
    failOn,
    exception,
  }: { readonly id: RequirementId; readonly failOn: Level; readonly exception: string | undefined },
): Verdict {
  const skipped = (text: string): Verdict => ({ kind: "skipped", text });
  if (report.problem !== undefined) return skipped("the agent could not be tested");
  const own = report.requirements.filter(({ requirement }) => requirement === id);
  const findings = report.findings.filter(({ requirement }) => requirement === id);
  const [worst] = findings;
  if (worst !== undefined) {
    if (exception !== undefined) return skipped(exception);
    const { level, section, title } = worst;
    const text = [`${level}, section ${section}: ${title}`, ...describeFindings(findings)].join("\n");
    return { kind: levels.indexOf(level) <= levels.indexOf(failOn) ? "failed" : "skipped", text };
  }
  if (!own.some(({ verdict }) => verdict === "passed")) {
    const reason = own.find((each) => each.reason !== undefined)?.reason;
    const { only = [] } = requirementOf(id);
    const none = own.length === 0 && only.length > 0 ? `it is for ${only.join(", ")} alone` : undefined;
    const unknown = manifestIds.includes(id) ? "no manifest of an extension asks for it" : undefined;
    return skipped(reason ?? none ?? unknown ?? "no check for it was made");
  }
  if (exception === undefined) return { kind: "passed", text: "" };
  return { kind: "failed", text: `except: expected findings of ${id}; there are none: remove the exception` };
}

const shownOfAnInterface = 3;

function describeFindings(findings: readonly ReportedFinding[]): readonly string[] {
  const places = [...new Set(findings.map((finding) => finding.interface))];
  return places.flatMap((place) => {
    const own = findings.filter((finding) => finding.interface === place);
    const left = own.slice(shownOfAnInterface).reduce((sum, { count }) => sum + count, 0);
    return [
      ...own.slice(0, shownOfAnInterface).flatMap((finding) => {
        const { expected, came, command } = finding;
        const more = describeMore(finding);
        return [
          `  ${place}: expected ${expected}; came ${came}`,
          ...(command === undefined ? [] : [`    ${command}`]),
          ...(more === undefined ? [] : [`    ${more}`]),
        ];
      }),
      ...(left > 0 ? [`  and ${left} more of this kind`] : []),
    ];
  });
}

function checkExceptions(except: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(except).find((id) => !Object.hasOwn(requirements, id));
  if (unknown === undefined) return;
  throw new TypeError(
    `except: expected identifiers of requirements; got ${JSON.stringify(unknown)}: npx a2agen probe --list lists them`,
  );
}

/** What is wrong is in the agent: the lines of this file would not help. */
function failure(text: string): Error {
  const error = new Error(text);
  error.stack = `${error.name}: ${text}`;
  return error;
}
