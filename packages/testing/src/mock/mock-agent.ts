import type { AgentCard } from "@a2agen/a2a-1.0";
import { type ServedPlace, servedOlder } from "@a2agen/exchange/serve/interfaces.ts";
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
import { breakConnections, breakOf } from "./breaks.ts";
import { chooseByCard } from "./card-answers.ts";
import { inProcess, placeCard } from "./complete-card.ts";
import type { ListeningMock, MockAgent, MockedCall, MockOptions, MockSource } from "./contract.ts";
import { createMockedService } from "./mocked-service.ts";
import { type Breaks, createPlayer } from "./play.ts";
import { readSource } from "./read-source.ts";
import { chooseByRules, ruleOfCall } from "./rules.ts";
import type { Scenario } from "./scenario.ts";

/**
 * Makes an agent that answers without a model, in every version and over every binding. Rejects for a source
 * that is wrong, with its place.
 */
export async function mockAgent(source: MockSource, options: MockOptions = {}): Promise<MockAgent> {
  const mocked = await readSource(source);
  if (mocked.kind === "recording") throw new TypeError("expected a card or a scenario; found a recording");
  const { card } = mocked;
  const scenario = mocked.kind === "scenario" ? mocked.scenario : undefined;
  const breaks: Breaks = new WeakMap();
  const calls: MockedCall[] = [];
  const { capabilities } = card;
  const agent = createAgent({
    service: current.service,
    card,
    execute: createPlayer(
      scenario === undefined ? chooseByCard(card, options.seed ?? 1) : chooseByRules(scenario, card),
      breaks,
    ),
    // Tests receive notifications on this machine.
    ...(capabilities.pushNotifications === true && {
      push: webhooks({ http: true, networks: ["127.0.0.0/8", "::1/128"] }),
    }),
    ...(capabilities.extendedAgentCard === true && {
      extendedCard: () => placeCard(card, inProcess, options),
    }),
  });
  const service = createMockedService(agent, {
    breaks,
    async onCall(call, context) {
      calls.push(call);
      options.onCall?.(call);
      if (scenario !== undefined && !isMessage(call)) await obey(scenario, context);
    },
  });
  const families: HostFamily[] = [];
  const serve = (place: ServedPlace): { readonly family: HostFamily; readonly handle: HttpHandler } => {
    const family = createFamily(placeCard(card, place, options), service);
    families.push(family);
    return { family, handle: breakConnections(createHttpHandler(family, { onDeprecated: () => undefined })) };
  };
  const own = serve(inProcess);
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
      const { family, handle } = serve({ url, grpcUrl });
      servers.serve(family, handle);
      const mock = { url, grpcUrl, card: family.card ?? card, close: () => servers.close() };
      listening.push(mock);
      return mock;
    },
    async close() {
      await agent.close(0);
      await Promise.all(families.map((family) => family.close({ graceMs: 0 })));
      await Promise.all(listening.map((each) => each.close()));
    },
  };
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
