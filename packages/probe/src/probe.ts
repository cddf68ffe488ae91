import { setTimeout as delay } from "node:timers/promises";
import { versionOfCard } from "@a2agen/exchange/card-entries.ts";
import type {
  Exchange,
  Header,
  Request,
} from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { blankSecrets } from "@a2agen/exchange/record/blank-secrets.ts";
import type { ProtocolName } from "@a2agen/exchange/versions.ts";
import { count, isLoopback, isObject, parseUrl } from "@a2agen/runtime/internal";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import { accessCheck } from "./checks/access-check.ts";
import { checksOf } from "./checks/all-checks.ts";
import { cardIds, type Discovery, discover, discoveryIds, judgeCard } from "./checks/discovery-checks.ts";
import { judgeAnswer } from "./checks/judge-answer.ts";
import { Budget, type BudgetInit } from "./core/budget.ts";
import type { Check } from "./core/check.ts";
import { listInterfaces } from "./core/interfaces.ts";
import { everywhere } from "./core/judge-form.ts";
import { kitIdsOf } from "./core/kit.ts";
import { levels } from "./core/requirement.ts";
import { requirementIn } from "./core/requirement-in.ts";
import { isFor, type RequirementId, requirementOf, requirements } from "./core/requirements.ts";
import type { Scenario } from "./core/scenario.ts";
import type { Subject } from "./core/subject.ts";
import { enough } from "./core/transport/limits.ts";
import {
  type Facts,
  type Finding,
  Known,
  NotApplicable,
  NotReached,
  type Run,
  type Step,
  Trial,
} from "./core/trial.ts";
import type { Wire } from "./core/wire.ts";
import type { Knowledge } from "./extensions/known-extension.ts";
import { explainFindings } from "./report/explain-findings.ts";
import { groupFindings } from "./report/group-findings.ts";
import type { Report, ReportedRequirement, SingleFinding } from "./report/report.ts";
import { reportExchange } from "./report/reported-exchange.ts";

export interface ProbeInit extends BudgetInit {
  /** Where the card is. */
  readonly cardUrl: string;
  /** The card, where it is given instead. */
  readonly card?: unknown;
  readonly wire: Wire;
  /** Credentials, and other headers of every request. */
  readonly headers: readonly Header[];
  /** Credentials of another caller, who may not see the tasks of the first. */
  readonly otherHeaders?: readonly Header[] | undefined;
  readonly scenario: Scenario;
  readonly isAllowed: (url: string) => boolean;
  /** The only checks to make, by their identifiers. */
  readonly isWanted?: (check: string) => boolean;
  /** The checks of an interface, where they are others than those of the specification. */
  readonly checks?: (subject: Subject) => readonly Check[];
  /** What is known of the extensions that a card declares, by their URIs. */
  readonly findExtensions?: ((uris: readonly string[]) => Promise<Knowledge | undefined>) | undefined;
  /** Called before anything is sent that reaches the author, with the number of such messages at most. */
  readonly onPlan?: (messages: number) => void;
  readonly onProgress?: (label: string) => void | Promise<void>;
  /** Called with every exchange. */
  readonly onExchange?: (exchange: Exchange) => void;
}

/** How many checks that do not depend on each other are made at once. */
const parallel = 8;

/** Tries an agent, or judges a recording of one. */
export async function runProbe(init: ProbeInit): Promise<Report> {
  return new Probe(init).run();
}

/** Requests without an answer after which an interface is left alone. */
const patience = 5;

/** What came of one check. */
interface Result {
  readonly check: Pick<Check, "id" | "covers">;
  readonly findings: readonly Finding[];
  /** Why it was not made. */
  readonly reason?: string;
  readonly isExcepted?: true;
}

class Probe {
  readonly #init: ProbeInit;
  readonly #budget: Budget;
  readonly #findings: SingleFinding[] = [];
  readonly #requirements: ReportedRequirement[] = [];
  /** Exchanges that a finding may name: those of the checks at work. */
  readonly #exchanges = new Map<string, Exchange>();

  /** Interfaces that refuse every call. */
  readonly #refusals: string[] = [];

  /** Requests in a row without an answer. */
  #silent = 0;
  #hooks: string | undefined;
  #cardVersion: ProtocolName | undefined;
  /** Credentials, which agents may repeat. */
  readonly #secrets: readonly string[];

  constructor(init: ProbeInit) {
    this.#init = init;
    this.#budget = new Budget(init);
    this.#secrets = [...init.headers, ...(init.otherHeaders ?? [])]
      .map(({ value = "" }) => value.replace(/^[A-Za-z][A-Za-z0-9-]* /, ""))
      .filter(({ length }) => length >= 4);
  }

  async run(): Promise<Report> {
    const { card, problem } = await this.#discover();
    const { headers, otherHeaders, isAllowed, onPlan } = this.#init;
    const { subjects, others } = listInterfaces(card, { headers, otherHeaders, isAllowed });
    const knowledge = await this.#findExtensions(subjects);
    const plans = await Promise.all(
      subjects.map(async (subject, at) => {
        const isFirst = subjects.findIndex(({ version }) => version === subject.version) === at;
        const checks = await this.#plan(subject, knowledge);
        return { subject, checks: isFirst ? checks : checks.filter(({ isOnce }) => isOnce !== true) };
      }),
    );
    const works = plans
      .flatMap(({ subject, checks }) => checks.filter(({ except }) => except?.(subject) === undefined))
      .reduce((sum, { works: count = 0 }) => sum + count, 0);
    const { maxMessages, isReadOnly } = this.#init;
    if (subjects.length > 0) onPlan?.(isReadOnly ? 0 : Math.min(works, maxMessages));
    this.#hooks = await this.#listen(subjects);
    const firsts = new Map<string, NonNullable<Facts["first"]>>();
    for (const { subject, checks } of plans) {
      const facts: Facts = { reason: "the agent has answered no message", known: new Known() };
      const first = firsts.get(subject.version);
      if (first !== undefined) facts.first = first;
      this.#add(subject, await this.#try(subject, checks, facts));
      const { ended: task, compared } = facts;
      firsts.set(subject.version, first ?? { label: subject.label, task, compared });
    }
    const order = Object.keys(requirements);
    const refused = this.#refusals.length === 0 ? undefined : this.#refusals.join("\n");
    const nothing =
      subjects.length === 0 && problem === undefined
        ? "the card declares no interface that can be tried"
        : (problem ?? refused);
    return {
      agent: isObject(card) && typeof card["name"] === "string" ? card["name"] : "",
      url: this.#init.cardUrl,
      interfaces: subjects.map(({ label }) => label),
      others,
      requirements: this.#requirements,
      findings: await explainFindings(
        groupFindings(
          this.#findings.toSorted(
            (a, b) =>
              levels.indexOf(a.level) - levels.indexOf(b.level) ||
              order.indexOf(a.requirement) - order.indexOf(b.requirement),
          ),
        ),
      ),
      requests: this.#budget.requests,
      messages: this.#budget.messages,
      ...(nothing === undefined ? {} : { problem: nothing }),
    };
  }

  async #findExtensions(subjects: readonly Subject[]): Promise<Knowledge | undefined> {
    const declared = subjects.flatMap(({ card }) => card.capabilities.extensions ?? []);
    const uris = [...new Set(declared.flatMap(({ uri = "" }) => uri))];
    return this.#init.findExtensions?.(uris);
  }

  async #plan(subject: Subject, knowledge: Knowledge | undefined): Promise<readonly Check[]> {
    const { isQuick, isWanted, checks: own, scenario } = this.#init;
    if (own !== undefined) return own(subject);
    const checks = await checksOf(subject, { isQuick, scenario, knowledge });
    return isWanted === undefined || isQuick ? checks : checks.filter(({ id }) => isWanted(id));
  }

  /** Opens a receiver of push notifications where one is needed. */
  async #listen(subjects: readonly Subject[]): Promise<string | undefined> {
    const { isQuick, isReadOnly, wire } = this.#init;
    const isNeeded = subjects.some(({ card }) => card.capabilities.pushNotifications === true);
    if (isQuick || isReadOnly || !isNeeded) return undefined;
    return wire.listen?.(subjects.every(({ url }) => isLoopback(parseUrl(toHttpUrl(url))?.hostname ?? "")));
  }

  async #discover(): Promise<Discovery> {
    const { cardUrl, card, headers, isAllowed, onProgress } = this.#init;
    if (card !== undefined) {
      this.#cardVersion = versionOfCard(card);
      const findings = [...judgeCard(card)].map((finding) => ({ ...finding, exchange: "" }));
      const covers = cardIds.filter((id) => id !== "discovery.signature");
      this.#add(undefined, [{ check: { id: "discovery.card", covers }, findings }]);
      return { card, findings };
    }
    await onProgress?.("the agent card");
    const run = this.#drive(discover(cardUrl, { headers, isAllowed }), "card");
    const discovery = await run.catch((error: unknown): Discovery => {
      if (!(error instanceof NotReached)) throw error;
      const left = new Map(discoveryIds.map((id) => [id, error.message] as const));
      return { card: undefined, findings: [], left, problem: `${cardUrl}: ${error.message}` };
    });
    this.#cardVersion = versionOfCard(discovery.card);
    const { left = new Map<RequirementId, string>() } = discovery;
    const covers = [...discoveryIds, ...(discovery.problem === undefined ? cardIds : [])].filter(
      (id) => !left.has(id),
    );
    this.#add(undefined, [
      { check: { id: "discovery.card", covers }, findings: discovery.findings },
      ...[...left].map(([id, reason]) => ({
        check: { id, covers: [id] },
        findings: [],
        reason,
        isExcepted: true as const,
      })),
    ]);
    return discovery;
  }

  /** Makes the checks of an interface. */
  async #try(subject: Subject, planned: readonly Check[], facts: Facts): Promise<readonly Result[]> {
    const results: Result[] = [];
    this.#silent = 0;
    const refusal = await this.#findRefusal(subject, facts);
    const checks = planned.filter(({ isOfStrangers }) => refusal === undefined || isOfStrangers === true);
    for (const check of planned.filter((each) => !checks.includes(each))) {
      const reason = check.except?.(subject);
      const left = { check, findings: [], reason: reason ?? refusal ?? "" };
      results.push(reason === undefined ? left : { ...left, isExcepted: true });
    }
    for (let at = 0; at < checks.length; ) {
      const [first] = checks.slice(at, at + 1);
      if (first?.isParallel !== true) {
        await this.#init.onProgress?.(`${subject.label}: ${first?.id ?? ""}`);
        if (first !== undefined) results.push(await this.#check(first, subject, facts));
        at++;
        continue;
      }
      const next = checks.findIndex((check, index) => index > at && check.isParallel !== true);
      const batch = checks.slice(at, next === -1 ? undefined : next);
      await this.#init.onProgress?.(`${subject.label}: ${count(batch.length, "request")}`);
      results.push(...(await this.#all(batch, (check) => this.#check(check, subject, facts))));
      at += batch.length;
    }
    return results;
  }

  /** Why an agent answers no call of the probe; undefined for one that does. */
  async #findRefusal(subject: Subject, facts: Facts): Promise<string | undefined> {
    // Those of recordings by other programs have no such call.
    if (this.#init.checks !== undefined) return undefined;
    const { findings: _, reason } = await this.#check(accessCheck, subject, facts);
    if (facts.refusal === undefined) return undefined;
    this.#refusals.push(`${subject.label}: ${facts.refusal}`);
    return reason;
  }

  async #all<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<readonly R[]> {
    const results: R[] = [];
    let next = 0;
    const work = async (): Promise<void> => {
      for (let at = next++; at < items.length; at = next++) results[at] = await make(items[at] as T);
    };
    await Promise.all(Array.from({ length: parallel }, work));
    return results;
  }

  async #check(check: Check, subject: Subject, facts: Facts): Promise<Result> {
    const covers = check.covers.filter((id) => isFor(requirementOf(id), subject.version, subject.binding));
    const own = { id: check.id, covers };
    if (check.covers.length > 0 && covers.length === 0) return { check: own, findings: [] };
    const exception = check.except?.(subject);
    if (exception !== undefined) return { check: own, findings: [], reason: exception, isExcepted: true };
    const { scenario } = this.#init;
    // Recordings of other programs have messages that the probe does not know.
    const judge = this.#init.checks === undefined ? judgeAnswer : undefined;
    const trial = new Trial(check.id, { subject, facts, scenario, hooks: this.#hooks, judge });
    try {
      await this.#drive(check.run(trial), `${subject.label}/${check.id}`);
      return { check: own, findings: trial.findings };
    } catch (error) {
      // An agent can answer with what no check expects, and that is no reason to stop.
      const reason = error instanceof NotReached ? error.message : `the check ended with ${String(error)}`;
      const isExcepted = error instanceof NotApplicable ? ({ isExcepted: true } as const) : {};
      return { check: own, findings: trial.findings, reason, ...isExcepted };
    }
  }

  /** Does the steps of a check. */
  async #drive<T>(run: Run<T>, prefix: string): Promise<T> {
    const opened = new Map<string, { readonly ended: Promise<Exchange>; readonly stop: AbortController }>();
    let count = 0;
    try {
      let result = run.next(undefined as never);
      while (result.done !== true) {
        const step = result.value;
        let exchange: Exchange | undefined;
        try {
          exchange = await this.#do(step, `${prefix}/${++count}`, opened);
        } catch (error) {
          if (!(error instanceof NotReached)) throw error;
          result = run.throw(error);
          continue;
        }
        result = run.next(exchange as Exchange);
      }
      return result.value;
    } finally {
      for (const { stop } of opened.values()) stop.abort();
    }
  }

  async #do(
    step: Step,
    id: string,
    opened: Map<string, { readonly ended: Promise<Exchange>; readonly stop: AbortController }>,
  ): Promise<Exchange | undefined> {
    switch (step.kind) {
      case "pause":
        await delay(step.ms);
        return undefined;
      case "send": {
        this.#budget.take(step.effect);
        return this.#send(id, step.request, step.frames === undefined ? {} : { frames: step.frames });
      }
      case "receive": {
        const exchange = await this.#init.wire.receive?.(id, step.url, step.ms);
        if (exchange === undefined) throw new NotReached("the recording has no such exchange");
        this.#keep(exchange);
        return exchange;
      }
      case "open": {
        this.#budget.take(step.effect);
        const stop = new AbortController();
        const begun = new Promise<void>((resolve) => {
          const ended = this.#send(id, step.request, { signal: stop.signal, onFrame: () => resolve() });
          opened.set(step.name, { ended, stop });
          void ended.then(
            () => resolve(),
            () => resolve(),
          );
          if (step.ms !== undefined) setTimeout(resolve, step.ms);
        });
        await begun;
        return undefined;
      }
      case "join": {
        const found = opened.get(step.name);
        if (found === undefined) throw new TypeError(`join: there is no stream ${step.name}`);
        if (step.close) found.stop.abort();
        return found.ended;
      }
    }
  }

  async #send(id: string, request: Request, wanted: Parameters<Wire["send"]>[2]): Promise<Exchange> {
    if (this.#silent >= patience) {
      throw new NotReached(`the interface has left ${patience} requests in a row without an answer`);
    }
    const { signal } = this.#budget;
    const bounded = signal === undefined ? wanted : { signal, ...wanted };
    const exchange = await this.#init.wire.send(id, request, bounded);
    if (exchange?.end?.error === enough) this.#budget.checkTime();
    if (exchange === undefined) throw new NotReached("the recording has no such exchange");
    this.#silent = exchange.answer === undefined ? this.#silent + 1 : 0;
    this.#keep(exchange);
    return exchange;
  }

  #keep(exchange: Exchange): void {
    const blanked = blankSecrets(exchange, this.#secrets);
    this.#init.onExchange?.(blanked);
    this.#exchanges.set(exchange.id, blanked);
  }

  /** Puts the results of an interface into the report; without one those of the card. */
  #add(subject: Subject | undefined, results: readonly Result[]): void {
    const label = subject?.label ?? "card";
    const ids = new Set(
      results.flatMap(({ check, findings }) => [...check.covers, ...findings.map((f) => f.requirement)]),
    );
    const failed = new Set(results.flatMap(({ findings }) => findings.map(({ requirement }) => requirement)));
    const formIds: readonly RequirementId[] = subject === undefined ? [] : everywhere;
    for (const id of Object.keys(requirements) as RequirementId[]) {
      if (!ids.has(id) && !formIds.includes(id)) continue;
      if (subject !== undefined && !isFor(requirementOf(id), subject.version, subject.binding)) continue;
      const own = formIds.includes(id) ? results : results.filter(({ check }) => check.covers.includes(id));
      const made = own.filter(({ reason }) => reason === undefined);
      const left = own.find(({ reason }) => reason !== undefined);
      const isExcepted = own.every((result) => result.isExcepted === true);
      this.#requirements.push({
        requirement: id,
        interface: label,
        verdict: failed.has(id)
          ? "failed"
          : made.length > 0
            ? "passed"
            : isExcepted
              ? "not-applicable"
              : "not-reached",
        checks: made.length,
        ...(made.length > 0 || failed.has(id) || left?.reason === undefined ? {} : { reason: left.reason }),
      });
    }
    for (const { check, findings } of results) {
      for (const finding of findings) this.#findings.push(this.#report(finding, check.id, subject));
    }
    this.#exchanges.clear();
  }

  /** Without what is of this run: two reports on one agent are the same. */
  #withoutNonce(finding: SingleFinding): SingleFinding {
    const { nonce } = this.#init.scenario;
    const names = [
      ...(this.#hooks === undefined ? [] : ([[this.#hooks, "https://webhook.example.com"]] as const)),
      [nonce, "probe"] as const,
    ];
    const text = names.reduce((all, [own, same]) => all.replaceAll(own, same), JSON.stringify(finding));
    return blankSecrets(JSON.parse(text) as SingleFinding, this.#secrets);
  }

  #report(
    { requirement, expected, came, exchange: id }: Finding,
    check: string,
    subject: Subject | undefined,
  ): SingleFinding {
    const { level, title, section } = requirementIn(requirement, subject?.version ?? this.#cardVersion);
    const found = this.#exchanges.get(id);
    const tck = kitIdsOf(requirement);
    return this.#withoutNonce({
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
}
