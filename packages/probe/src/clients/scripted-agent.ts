import type { AgentCard } from "@a2agen/a2a-1.0";
import type { Exchange } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import { formFor, versions } from "@a2agen/exchange/versions.ts";
import { isObject } from "@a2agen/runtime/internal";
import { findModel } from "../core/models.ts";
import type { Subject } from "../core/subject.ts";
import { type Answer, type Behaviour, type Call, dead, type Json, type Spoken } from "./behaviour.ts";
import { type Listener, listenRaw, type Reply } from "./listener.ts";
import { readCall, rightSubject } from "./read-call.ts";
import { rightCard } from "./right-card.ts";
import { rightStream, task, taskAnswer } from "./script.ts";
import { type Answered, writeAnswer } from "./write-answer.ts";

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
    const { service } = formFor(versions[spoken.version], spoken.binding);
    const model = spoken.binding === "GRPC" ? await findModel(service.protocol.name) : undefined;
    const agent = new ScriptedAgent(behaviour, spoken, model?.index);
    const listener = await listenRaw(port, (exchange) => agent.#answer(exchange), behaviour.readAfterMs);
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
    this.#card = behaviour.cardJson?.(structuredClone(native) as Json) ?? native;
    this.#subject = rightSubject(place, this.#spoken);
  }

  #answer(exchange: Exchange): Reply {
    const call = this.#read(exchange);
    this.calls.push(call);
    const reply = this.#reply(call);
    const { status, pieces = [] } = reply;
    const body = pieces.filter((piece) => typeof piece === "string");
    const headers = Object.entries(reply.headers ?? {}).map(([name, value]) => ({ name, value }));
    exchange.answer = {
      afterMs: 0,
      status,
      ...(headers.length === 0 ? {} : { headers }),
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
    const atMs = performance.now() - this.#start;
    return readCall(exchange, { subject: this.#subject, before: this.calls, atMs });
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

function rightAnswer(member: string): Answer {
  switch (member) {
    case "sendMessage":
      return { values: [taskAnswer] };
    case "sendStreamingMessage":
      return { values: rightStream };
    case "getTask":
      return { values: [task()] };
    case "subscribeToTask":
      return { values: [taskAnswer], generation: () => rightStream.length };
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
