import { versionOfCard } from "@a2agen/exchange/card-entries.ts";
import type { Exchange, Header } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { count, isLoopback, isObject, parseUrl } from "@a2agen/runtime/internal";
import { toHttpUrl } from "@a2agen/runtime/internal/wire";
import { accessCheck } from "./checks/access-check.ts";
import { checksOf } from "./checks/all-checks.ts";
import { cardIds, type Discovery, discover, discoveryIds, judgeCard } from "./checks/discovery-checks.ts";
import { judgeAnswer } from "./checks/judge-answer.ts";
import { Budget, type BudgetInit } from "./core/budget.ts";
import type { Check } from "./core/check.ts";
import { listInterfaces } from "./core/interfaces.ts";
import { hostOf } from "./core/reach.ts";
import { isFor, type RequirementId, requirementOf } from "./core/requirements.ts";
import type { Scenario } from "./core/scenario.ts";
import { Steps } from "./core/steps.ts";
import type { Subject } from "./core/subject.ts";
import { type Facts, Known, NotApplicable, NotReached, Trial } from "./core/trial.ts";
import type { Wire } from "./core/wire.ts";
import type { Knowledge } from "./extensions/known-extension.ts";
import type { Report } from "./report/report.ts";
import { type Result, Results } from "./report/results.ts";

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

class Probe {
  readonly #init: ProbeInit;
  readonly #budget: Budget;
  readonly #results: Results;
  readonly #steps: Steps;
  /** Interfaces that refuse every call. */
  readonly #refusals: string[] = [];

  constructor(init: ProbeInit) {
    this.#init = init;
    this.#budget = new Budget(init);
    const secrets = [...init.headers, ...(init.otherHeaders ?? [])]
      .map(({ value = "" }) => value.replace(/^[A-Za-z][A-Za-z0-9-]* /, ""))
      .filter(({ length }) => length >= 4);
    const results = new Results({ nonce: init.scenario.nonce, secrets });
    this.#results = results;
    this.#steps = new Steps({
      budget: this.#budget,
      wire: init.wire,
      onExchange: (exchange) => {
        const kept = results.keep(exchange);
        init.onExchange?.(kept);
      },
    });
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
    this.#results.hooks = await this.#listen(subjects);
    const firsts = new Map<string, NonNullable<Facts["first"]>>();
    for (const { subject, checks } of plans) {
      const facts: Facts = {
        reason: "the agent has answered no message",
        known: new Known(),
        forms: new Map(),
      };
      const first = firsts.get(subject.version);
      if (first !== undefined) facts.first = first;
      this.#results.add(subject, await this.#try(subject, checks, facts));
      const { ended: task, fetched, compared } = facts;
      firsts.set(subject.version, first ?? { label: subject.label, task, fetched, compared });
    }
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
      requirements: this.#results.requirements,
      findings: await this.#results.findings(),
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
      this.#results.cardVersion = versionOfCard(card);
      const findings = [...judgeCard(card)].map((finding) => ({ ...finding, exchange: "" }));
      const covers = cardIds.filter((id) => id !== "discovery.signature");
      this.#results.add(undefined, [{ check: { id: "discovery.card", covers }, findings }]);
      return { card, findings };
    }
    await onProgress?.("the agent card");
    const run = this.#steps.run(discover(cardUrl, { headers, isAllowed }), "card");
    const discovery = await run.catch((error: unknown): Discovery => {
      if (!(error instanceof NotReached)) throw error;
      const left = new Map(discoveryIds.map((id) => [id, error.message] as const));
      // What names the host needs no address before it.
      const isNamed = error.message.includes(hostOf(cardUrl));
      const problem = isNamed ? error.message : `${cardUrl}: ${error.message}`;
      return { card: undefined, findings: [], left, problem };
    });
    this.#results.cardVersion = versionOfCard(discovery.card);
    const { left = new Map<RequirementId, string>() } = discovery;
    const covers = [...discoveryIds, ...(discovery.problem === undefined ? cardIds : [])].filter(
      (id) => !left.has(id),
    );
    this.#results.add(undefined, [
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
    this.#steps.startInterface();
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
    const trial = new Trial(check.id, { subject, facts, scenario, hooks: this.#results.hooks, judge });
    try {
      await this.#steps.run(check.run(trial), `${subject.label}/${check.id}`);
      return { check: own, findings: trial.findings };
    } catch (error) {
      // An agent can answer with what no check expects, and that is no reason to stop.
      const reason = error instanceof NotReached ? error.message : `the check ended with ${String(error)}`;
      const isExcepted = error instanceof NotApplicable ? ({ isExcepted: true } as const) : {};
      return { check: own, findings: trial.findings, reason, ...isExcepted };
    }
  }
}
