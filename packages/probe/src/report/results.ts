import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { blankSecrets } from "@a2agen/exchange/record/blank-secrets.ts";
import type { ProtocolName } from "@a2agen/exchange/versions.ts";
import type { Check } from "../core/check.ts";
import { everywhere } from "../core/judge-form.ts";
import { kitIdsOf } from "../core/kit.ts";
import { levels } from "../core/requirement.ts";
import { requirementIn } from "../core/requirement-in.ts";
import { isFor, type RequirementId, requirementOf, requirements } from "../core/requirements.ts";
import type { Subject } from "../core/subject.ts";
import type { Finding } from "../core/trial.ts";
import { explainFindings } from "./explain-findings.ts";
import { groupFindings } from "./group-findings.ts";
import type { ReportedFinding, ReportedRequirement, SingleFinding, Verdict } from "./report.ts";
import { reportExchange } from "./reported-exchange.ts";

/** What came of one check. */
export interface Result {
  readonly check: Pick<Check, "id" | "covers">;
  readonly findings: readonly Finding[];
  /** Why it was not made. */
  readonly reason?: string;
  readonly isExcepted?: true;
}

interface ResultsInit {
  /** What is of this run alone, and would make two reports on one agent differ. */
  readonly nonce: string;
  /** Credentials, which agents may repeat. */
  readonly secrets: readonly string[];
}

/** Collects what comes of the checks, for the report. */
export class Results {
  readonly requirements: ReportedRequirement[] = [];
  /** Where webhooks are. */
  hooks: string | undefined;
  /** The version that findings on the card are told in. */
  cardVersion: ProtocolName | undefined;
  readonly #init: ResultsInit;
  readonly #findings: SingleFinding[] = [];
  /** Exchanges that a finding may name: those of the checks at work. */
  readonly #exchanges = new Map<string, Exchange>();

  constructor(init: ResultsInit) {
    this.#init = init;
  }

  /** Keeps an exchange for the findings that name it, and returns it without credentials. */
  keep(exchange: Exchange): Exchange {
    const blanked = blankSecrets(exchange, this.#init.secrets);
    this.#exchanges.set(exchange.id, blanked);
    return blanked;
  }

  /** Adds the results of an interface; without one those of the card. */
  add(subject: Subject | undefined, results: readonly Result[]): void {
    const ids = new Set(
      results.flatMap(({ check, findings }) => [...check.covers, ...findings.map((f) => f.requirement)]),
    );
    const failed = new Set(results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement)));
    const formIds: readonly RequirementId[] = subject === undefined ? [] : everywhere;
    for (const id of Object.keys(requirements) as RequirementId[]) {
      if (!ids.has(id) && !formIds.includes(id)) continue;
      if (subject !== undefined && !isFor(requirementOf(id), subject.version, subject.binding)) continue;
      const own = formIds.includes(id) ? results : results.filter(({ check }) => check.covers.includes(id));
      this.requirements.push({
        requirement: id,
        interface: subject?.label ?? "card",
        ...judge(own, failed.has(id)),
      });
    }
    for (const { check, findings } of results) {
      for (const finding of findings) this.#findings.push(this.#report(finding, check.id, subject));
    }
    this.#exchanges.clear();
  }

  /** All findings, the worst first, those of one cause as one. */
  async findings(): Promise<readonly ReportedFinding[]> {
    const order = Object.keys(requirements);
    const sorted = this.#findings.toSorted(
      (a, b) =>
        levels.indexOf(a.level) - levels.indexOf(b.level) ||
        order.indexOf(a.requirement) - order.indexOf(b.requirement),
    );
    return explainFindings(groupFindings(sorted));
  }

  #report(
    { requirement, expected, came, exchange: id }: Finding,
    check: string,
    subject: Subject | undefined,
  ): SingleFinding {
    const { level, title, section } = requirementIn(requirement, subject?.version ?? this.cardVersion);
    const found = this.#exchanges.get(id);
    const tck = kitIdsOf(requirement);
    return this.#withoutRun({
      requirement,
      level,
      title,
      interface: subject?.label ?? "card",
      version: subject?.version ?? "",
      binding: subject?.binding ?? "",
      section,
      ...(tck.length === 0 ? {} : { tck }),
      check,
      expected,
      came,
      ...(found === undefined ? {} : reportExchange(found, subject)),
    });
  }

  /** Without what is of this run: two reports on one agent are the same. */
  #withoutRun(finding: SingleFinding): SingleFinding {
    const names = [
      ...(this.hooks === undefined ? [] : ([[this.hooks, "https://webhook.example.com"]] as const)),
      [this.#init.nonce, "probe"] as const,
    ];
    const text = names.reduce((all, [own, same]) => all.replaceAll(own, same), JSON.stringify(finding));
    return blankSecrets(JSON.parse(text) as SingleFinding, this.#init.secrets);
  }
}

/** What came of a requirement, from the checks that cover it. */
function judge(
  results: readonly Result[],
  hasFailed: boolean,
): Pick<ReportedRequirement, "verdict" | "checks" | "reason"> {
  const checks = results.filter(({ reason }) => reason === undefined).length;
  const left = results.find(({ reason }) => reason !== undefined);
  const isExcepted = results.every((result) => result.isExcepted === true);
  const unmade: Verdict = isExcepted ? "not-applicable" : "not-reached";
  if (hasFailed || checks > 0) return { verdict: hasFailed ? "failed" : "passed", checks };
  return { verdict: unmade, checks, ...(left?.reason === undefined ? {} : { reason: left.reason }) };
}
