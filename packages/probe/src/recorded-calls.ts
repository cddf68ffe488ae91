import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Method } from "@a2agen/runtime/service";
import type { Check } from "./core/check.ts";
import { listInterfaces } from "./core/interfaces.ts";
import { headerOf, isStream } from "./core/outcome.ts";
import type { Subject } from "./core/subject.ts";
import { NotReached, type Run, type Trial } from "./core/trial.ts";
import type { Wire } from "./core/wire.ts";

/** Whether exchanges were recorded by the probe, and not by another program, such as the console. */
export function isOfProbe(exchanges: readonly Exchange[]): boolean {
  return exchanges.some(({ id }) => id.includes("/"));
}

/** The agent card among exchanges, with its URL; undefined without one. */
export function findRecordedCard(
  exchanges: readonly Exchange[],
): { readonly url: string; readonly value: unknown } | undefined {
  for (const { request, answer } of exchanges) {
    if (request.verb !== "GET" || answer?.status !== 200) continue;
    const value = parse(answer.frames?.[0]?.bytes.text);
    const { subjects } = listInterfaces(value, { headers: [], isAllowed: () => true });
    if (subjects.length > 0) return { url: request.url, value };
  }
  return undefined;
}

/** A check of each call over an interface: the form of its answer, whatever was asked. */
export function callChecks(exchanges: readonly Exchange[], subject: Subject): readonly Check[] {
  return exchanges.flatMap((exchange, at): readonly Check[] => {
    const member = memberOf(exchange, subject);
    if (member === undefined) return [];
    const run = function* (trial: Trial): Run {
      const { answer, end, request } = exchange;
      const hasEnded = end !== undefined && end.error === undefined;
      const isWhole = hasEnded || headerOf(answer?.trailers, "grpc-status") !== undefined;
      // The client may have left, which is no fault of the agent.
      if (answer === undefined || !(isWhole || isStream(exchange))) {
        throw new NotReached("the recording has no whole answer");
      }
      trial.read(yield { kind: "send", request, effect: "reads" }, member);
    };
    return [{ id: `recorded.${at + 1}`, covers: [], run }];
  });
}

/** The member of the interface of 1.0 that was called; undefined for a call of another interface. */
function memberOf({ request, protocol, binding, method }: Exchange, subject: Subject): string | undefined {
  const { translation, spoken } = subject;
  const { service, url } = spoken;
  if (protocol !== service.protocol.name || binding !== subject.binding) return undefined;
  if (binding !== "GRPC" && !request.url.startsWith(url.replace(/\/$/, ""))) return undefined;
  const own = Object.entries<Method>(service.methods).find(([, { name }]) => name === method)?.[0];
  return translation === undefined ? own : translation.methods.find(({ older }) => older === own)?.newer;
}

/** Answers each request of a recording with its exchange. */
export function callWire(exchanges: readonly Exchange[]): Wire {
  const byRequest = new Map(exchanges.map((exchange) => [exchange.request, exchange]));
  return {
    async send(id, request) {
      const found = byRequest.get(request);
      return found === undefined ? undefined : { ...withMediaType(found), id };
    },
    close: () => undefined,
  };
}

/** Libraries of gRPC keep no headers of an answer that has trailers only. */
function withMediaType(exchange: Exchange): Exchange {
  const { answer, binding } = exchange;
  if (answer === undefined || binding !== "GRPC") return exchange;
  const { headers = [] } = answer;
  if (headerOf(headers, "content-type") !== undefined) return exchange;
  const type = { name: "content-type", value: "application/grpc" };
  return { ...exchange, answer: { ...answer, headers: [...headers, type] } };
}

function parse(text = ""): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not a card.
    return undefined;
  }
}
