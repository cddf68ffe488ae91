import type { AgentCard } from "@a2agen/a2a-1.0";
import { servedOlder } from "@a2agen/exchange/serve/interfaces.ts";
import { openServers } from "@a2agen/exchange/serve/open-servers.ts";
import { current } from "@a2agen/exchange/versions.ts";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createAgent } from "@a2agen/runtime/agent";
import { implement } from "@a2agen/runtime/host";
import type { HttpHandler } from "@a2agen/runtime/http";
import { sleep } from "@a2agen/runtime/internal";
import { webhooks } from "@a2agen/runtime/push";
import { createHostFamily, createHttpHandler, type HostFamily } from "@a2agen/runtime/server";
import type { CallContext } from "@a2agen/runtime/service";
import { Faults } from "./add-faults.ts";
import { breakConnections, breakOf } from "./breaks.ts";
import { chooseByCard } from "./card-answers.ts";
import { inProcess, placeCard, placeInProcess } from "./complete-card.ts";
import type { ListeningMock, MockAgent, MockedCall, MockOptions, MockSource } from "./contract.ts";
import { type Answers, createMockedService } from "./mocked-service.ts";
import { type Breaks, createPlayer } from "./play.ts";
import { type Mocked, readSource } from "./read-source.ts";
import type { RecordedAgent } from "./recorded-service.ts";
import { repeatNotifications } from "./repeat-notifications.ts";
import { chooseByRules, ruleOfCall } from "./rules.ts";
import { answerByProgram } from "./run-program.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Makes an agent that answers without a model, in every version and over every binding. Rejects for a source
 * that is wrong, with its place.
 */
export async function mockAgent(source: MockSource, options: MockOptions = {}): Promise<MockAgent> {
  const mocked = await readSource(source);
  if (options.program !== undefined && mocked.kind !== "card") {
    throw new TypeError(`program: expected a card for it to answer by; found a ${mocked.kind}`);
  }
  const breaks: Breaks = new WeakMap();
  const calls: MockedCall[] = [];
  const faults = new Faults({ names: options.faults ?? [], seed: options.seed ?? 1 });
  const { card, service: answers, close } = await openAnswers(mocked, { breaks, faults, options });
  const service = createMockedService(answers, {
    breaks,
    faults,
    async onCall(call, context) {
      calls.push(call);
      options.onCall?.(call);
      if (mocked.kind === "scenario" && !isMessage(call)) await obey(mocked.scenario, context);
    },
  });
  const families: HostFamily[] = [];
  const serve = (placed: AgentCard): { readonly family: HostFamily; readonly handle: HttpHandler } => {
    const family = createFamily(placed, service);
    families.push(family);
    const calls = createHttpHandler(family, { onDeprecated: () => undefined });
    return { family, handle: faults.around(breakConnections(calls)) };
  };
  const own = serve(placeInProcess(card, options));
  const answer = toFetchHandler(own.handle);
  const listening: ListeningMock[] = [];
  return {
    url: inProcess.url,
    card: own.family.card ?? card,
    handler: answer,
    calls,
    async fetch(input, init) {
      const request = new Request(input, init);
      if (new URL(request.url).origin === inProcess.url) return answer(request);
      throw new TypeError(`expected a request to the mock, ${inProcess.url}; came one to ${request.url}`);
    },
    async listen({ host, port = 0, grpcPort } = {}) {
      const servers = await openServers({ host, port, grpcPort });
      const { url, grpcUrl } = servers;
      const { family, handle } = serve(placeCard(card, { url, grpcUrl }, options));
      servers.serve(family, handle);
      const mock = { url, grpcUrl, card: family.card ?? card, close: () => servers.close() };
      listening.push(mock);
      return mock;
    },
    async close() {
      await close();
      await Promise.all(families.map((family) => family.close({ graceMs: 0 })));
      await Promise.all(listening.map((each) => each.close()));
    },
  };
}

async function openAnswers(
  mocked: Mocked,
  {
    breaks,
    faults,
    options,
  }: { readonly breaks: Breaks; readonly faults: Faults; readonly options: MockOptions },
): Promise<RecordedAgent> {
  if (mocked.kind === "recording") {
    const { openRecorded } = await import("./recorded-service.ts");
    return openRecorded(mocked.exchanges, { path: mocked.path, paced: options.paced ?? false });
  }
  const { card } = mocked;
  const { capabilities } = card;
  const choose =
    mocked.kind === "scenario" ? chooseByRules(mocked.scenario, card) : chooseByCard(card, options.seed ?? 1);
  const agent = createAgent({
    service: current.service,
    card,
    execute: options.program === undefined ? createPlayer(choose, breaks) : answerByProgram(options.program),
    // Tests receive notifications on this machine.
    ...(capabilities.pushNotifications === true && {
      push: repeatNotifications(faults.times, () =>
        webhooks({ http: true, networks: ["127.0.0.0/8", "::1/128"] }),
      ),
    }),
    ...(capabilities.extendedAgentCard === true && {
      extendedCard: () => placeInProcess(card, options),
    }),
  });
  return { card, service: { ...agent } as unknown as Answers, close: () => agent.close(0) };
}

function createFamily(card: AgentCard, service: object): HostFamily {
  return createHostFamily({
    services: [implement(current.service, service)],
    card,
    older: servedOlder,
    // Anyone may call: credentials are for the agent that is mocked.
    security: { requirements: [], schemes: {} },
    authenticate: () => ({ id: "caller" }),
    onLosses: () => undefined,
    onWarning: () => undefined,
  });
}

function isMessage({ request }: MockedCall): boolean {
  return typeof request === "object" && request !== null && "message" in request;
}

/** Does what a rule says of a call that sends no message. */
async function obey(scenario: Scenario, context: CallContext): Promise<void> {
  for (const step of ruleOfCall(scenario, context)?.answer ?? []) {
    if (step.delay !== undefined) await sleep(step.delay, { signal: context.signal });
    const error = breakOf(step, context);
    if (error !== undefined) throw error;
  }
}
