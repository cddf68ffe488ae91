import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Exchange } from "../../exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { readExchange } from "../../exchange/meaning/read-exchange.ts";
import { type ProtocolName, versions } from "../../exchange/versions.ts";
import { isObject } from "../../runtime/core/object.ts";
import type { Method } from "../../runtime/service/method.ts";
import { listInterfaces } from "../interfaces.ts";
import { findModel } from "../models.ts";
import type { Subject } from "../subject.ts";
import type { Answer, Behaviour, Call, Json } from "./behaviour.ts";
import { type Listener, listenRaw, type Reply } from "./listener.ts";
import { rightCard, rightStream, task, taskAnswer } from "./script.ts";
import { type Answered, writeAnswer } from "./write-answer.ts";

/** A version over a binding, in which a client is tried. */
export interface Spoken {
  readonly version: ProtocolName;
  readonly binding: string;
  /** Cards name interfaces of gRPC by host and port alone, for clients that know nothing else. */
  readonly isBare?: true;
}

/** Nothing listens there. */
const dead = "http://127.0.0.1:2";

/** An agent that behaves in one way, and keeps what clients send. */
export class ScriptedAgent {
  readonly behaviour: Behaviour;
  readonly calls: Call[] = [];
  readonly #start = performance.now();
  readonly #spoken: Spoken;
  readonly #index: Answered["index"];
  #listener: Listener | undefined;
  #card: unknown;
  #subject: Subject | undefined;

  private constructor(behaviour: Behaviour, spoken: Spoken, index: Answered["index"]) {
    this.behaviour = behaviour;
    this.#spoken = spoken;
    this.#index = index;
  }

  /** Listens at a port; 0 for a free one. */
  static async open(behaviour: Behaviour, spoken: Spoken, port: number): Promise<ScriptedAgent> {
    const profile = versions[spoken.version].service.protocol.name;
    const isProto03 = spoken.version === "0.3" && spoken.binding !== "JSONRPC";
    const model = spoken.binding === "GRPC" && !isProto03 ? await findModel(profile) : undefined;
    const agent = new ScriptedAgent(behaviour, spoken, model?.index);
    const listener = await listenRaw(port, (exchange) => agent.#answer(exchange));
    agent.#place(listener);
    return agent;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener?.port ?? 0}`;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  #place(listener: Listener): void {
    this.#listener = listener;
    const { version, binding } = this.#spoken;
    const { behaviour } = this;
    const place = { origin: this.url, dead, binding };
    const right = rightCard(place, version);
    const own: AgentCard = { ...right, capabilities: { streaming: behaviour.isStream === true } };
    const placed = behaviour.card?.(own, place) ?? own;
    const card = this.#spoken.isBare === true ? withBareAddresses(placed) : placed;
    const { translation } = versions[version];
    const native = translation === undefined ? card : translation.card.downgrade(card).value;
    const plain = translation === undefined ? right : translation.card.downgrade(right).value;
    this.#card = behaviour.cardJson?.(structuredClone(native) as Json) ?? native;
    // Read from the right card: the one that is served may be none.
    const { subjects } = listInterfaces(plain, { headers: [], isAllowed: () => true });
    this.#subject = subjects.find((each) => each.binding === binding && each.version === version);
  }

  #answer(exchange: Exchange): Reply {
    const call = this.#read(exchange);
    this.calls.push(call);
    const reply = this.#reply(call);
    const { status, pieces = [] } = reply;
    const body = pieces.filter((piece) => typeof piece === "string");
    exchange.answer = {
      afterMs: 0,
      status,
      headers: Object.entries(reply.headers ?? {}).map(([name, value]) => ({ name, value })),
      ...(body.length === 0 ? {} : { frames: body.map((text) => ({ afterMs: 0, bytes: { text } })) }),
    };
    exchange.end = { afterMs: 0 };
    return reply;
  }

  #reply(call: Call): Reply {
    const subject = this.#subject;
    const { behaviour } = this;
    if (call.member === "card") {
      const body = JSON.stringify(this.#card);
      const right = {
        status: 200,
        headers: { "content-type": behaviour.cardType ?? "application/json" },
        pieces: [body],
      };
      return behaviour.cardAnswer?.(call) ?? right;
    }
    if (subject === undefined || call.member === undefined) {
      return { status: 404, headers: { "content-type": "text/plain" }, pieces: ["Not found"] };
    }
    const answer = this.#isScripted(call) ? behaviour.answer?.(call) : undefined;
    const answered = { subject, member: call.member, id: idOf(call.exchange), index: this.#index };
    return toText(writeAnswer(answer ?? rightAnswer(call.member), answered));
  }

  /** What is scripted is the answer to a message; other calls are answered right. */
  #isScripted({ member }: Call): boolean {
    return member === (this.behaviour.isStream === true ? "sendStreamingMessage" : "sendMessage");
  }

  #read(exchange: Exchange): Call {
    const { request } = exchange;
    const atMs = performance.now() - this.#start;
    const { pathname } = new URL(request.url);
    const begun = { exchange, atMs, value: undefined, problems: [] };
    if (request.verb === "GET" && pathname.startsWith("/.well-known/")) {
      return { ...begun, member: "card", count: this.#count("card") };
    }
    const subject = this.#subject;
    if (subject === undefined) return { ...begun, member: undefined, count: 0 };
    const { method, request: meaning } = readExchange(request, subject.spoken);
    const member = memberOf(method, subject);
    return {
      ...begun,
      member,
      count: member === undefined ? 0 : this.#count(member),
      value: meaning?.value,
      problems: (meaning?.problems ?? []).map(({ path, message }) =>
        path === "" ? message : `${path}: ${message}`,
      ),
    };
  }

  #count(member: string): number {
    return this.calls.filter((call) => call.member === member).length;
  }
}

function withBareAddresses(card: AgentCard): AgentCard {
  return {
    ...card,
    supportedInterfaces: card.supportedInterfaces.map((each) => ({
      ...each,
      url: each.url.replace("http://", ""),
    })),
  };
}

function idOf({ request }: Exchange): unknown {
  try {
    const body = JSON.parse(request.body?.text ?? "") as unknown;
    return isObject(body) ? (body["id"] ?? null) : null;
  } catch {
    return null;
  }
}

/** The member of 1.0 that a method of the version is. */
function memberOf(method: string | undefined, { spoken, translation }: Subject): string | undefined {
  const methods: readonly (readonly [string, Method])[] = Object.entries(spoken.service.methods);
  const own = methods.find(([, { name }]) => name === method)?.[0];
  if (translation === undefined) return own;
  return translation.methods.find(({ older }) => older === own)?.newer;
}

function rightAnswer(member: string): Answer {
  switch (member) {
    case "sendMessage":
      return { values: [taskAnswer] };
    case "sendStreamingMessage":
      return { values: rightStream };
    case "getTask":
      return { values: [task()] };
    case "subscribeToTask":
      return { values: [taskAnswer] };
    default:
      return { failure: { name: "UnsupportedOperationError" } };
  }
}

/** Text as text, so that the record shows it. */
function toText(reply: Reply): Reply {
  if (reply.headers?.["content-type"] === "application/grpc") return reply;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return {
    ...reply,
    pieces: (reply.pieces ?? []).map((piece) => {
      try {
        return piece instanceof Uint8Array ? decoder.decode(piece) : piece;
      } catch {
        return piece;
      }
    }),
  };
}
