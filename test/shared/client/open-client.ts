import { A2AService, type AgentCard } from "@a2agen/a2a-1.0";
import { toFetchHandler } from "@a2agen/runtime/adapters";
import { createAgent, type Execute } from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createJsonRpcHandler, createJsonRpcTransport } from "@a2agen/runtime/jsonrpc";
import { createRestHandler, createRestTransport } from "@a2agen/runtime/rest";
import { type ClientOf, createClient, type Method, type ServiceDefinition } from "@a2agen/runtime/service";
import { downgradeHandler, type ServiceTranslation } from "@a2agen/runtime/versions";
import { onTestFinished } from "vitest";
import { harmedAnswer } from "../streams/harmed-answer.ts";
import { cardOf } from "./agents.ts";

const origin = "http://agent.example";

export interface ClientInit {
  readonly execute: Execute;
  readonly card?: Partial<AgentCard>;
  /** Characters after the first event after which the first answer is cut. */
  readonly cutAfter?: number;
  /** Methods that the agent does not have. */
  readonly without?: readonly string[];
}

export interface OpenedClient<Service> {
  readonly client: ClientOf<Service>;
  /** The targets of all requests. */
  readonly requests: readonly string[];
}

/**
 * A client of an agent of the kit, which speaks only the version of the client, without what `connect` adds.
 */
export function openClient<Service extends object>(
  service: ServiceDefinition<Service>,
  translation: ServiceTranslation<Service, A2AService> | undefined,
  { execute, card = {}, cutAfter, without = [] }: ClientInit,
): OpenedClient<Service> {
  const agent = createAgent({
    // A version without a translation adds to the current one.
    service: translation === undefined ? service : A2AService,
    execute,
  });
  onTestFinished(() => agent.close());
  const handler: object = translation === undefined ? agent : downgradeHandler(translation, agent);
  const left = Object.fromEntries(
    Object.keys(service.methods).flatMap((key) =>
      without.includes(key) ? [] : [[key, Reflect.get(handler, key) as unknown]],
    ),
  );
  const host = createHost({
    services: [implement(service, left as Partial<Service>)],
    // Of any version.
    card: { ...cardOf(origin, card), url: origin, protocolVersion: service.protocol.version },
  });
  const [first] = Object.values<Method>(service.methods);
  const isRest = first !== undefined && first.http.length > 0;
  const answer = toFetchHandler(isRest ? createRestHandler(host) : createJsonRpcHandler(host));
  const requests: string[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    requests.push(`${request.method} ${request.url.slice(origin.length)}`);
    const response = await answer(request);
    return requests.length > 1 || cutAfter === undefined
      ? response
      : harmedAnswer(response, { kind: "cut", after: cutAfter }, { count: 0 });
  };
  const connect = isRest ? createRestTransport : createJsonRpcTransport;
  const transport = connect(service.protocol, { url: origin, fetch });
  return { client: createClient(service, transport), requests };
}
