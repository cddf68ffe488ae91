import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readExchange } from "@a2agen/exchange/meaning/read-exchange.ts";
import { versions } from "@a2agen/exchange/versions.ts";
import type { Method } from "@a2agen/runtime/service";
import { listInterfaces } from "../core/interfaces.ts";
import type { Subject } from "../core/subject.ts";
import type { Call, Place, Spoken } from "./behaviour.ts";
import { rightCard } from "./right-card.ts";

/** The interface of a right agent: cards that are served may be none. */
export function rightSubject(place: Place, { version, binding }: Spoken): Subject | undefined {
  const card: AgentCard = rightCard(place, version);
  const { translation } = versions[version];
  const plain = translation === undefined ? card : translation.card.downgrade(card).value;
  const { subjects } = listInterfaces(plain, { headers: [], isAllowed: () => true });
  return subjects.find((each) => each.binding === binding && each.version === version);
}

/** What a client asked for, after the calls before it. */
export function readCall(
  exchange: Exchange,
  { subject, before, atMs }: { subject: Subject | undefined; before: readonly Call[]; atMs: number },
): Call {
  const { request } = exchange;
  const count = (member: string): number => before.filter((call) => call.member === member).length;
  const begun = { exchange, atMs, value: undefined, problems: [] };
  if (request.verb === "GET" && new URL(request.url).pathname.startsWith("/.well-known/")) {
    return { ...begun, member: "card", count: count("card") };
  }
  if (subject === undefined) return { ...begun, member: undefined, count: 0 };
  const { method, request: meaning } = readExchange(request, subject.spoken);
  const member = memberOf(method, subject);
  return {
    ...begun,
    member,
    count: member === undefined ? 0 : count(member),
    value: meaning?.value,
    problems: (meaning?.problems ?? []).map(({ path, message }) =>
      path === "" ? message : `${path}: ${message}`,
    ),
  };
}

/** The member of 1.0 that a method of the version is. */
function memberOf(method: string | undefined, { spoken, translation }: Subject): string | undefined {
  const methods: readonly (readonly [string, Method])[] = Object.entries(spoken.service.methods);
  const own = methods.find(([, { name }]) => name === method)?.[0];
  if (translation === undefined) return own;
  return translation.methods.find(({ older }) => older === own)?.newer;
}
