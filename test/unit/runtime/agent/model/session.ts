import { deepEqual, equal, ok } from "node:assert/strict";
import type { A2AServiceClient } from "@a2agen/a2a-1.0";
import type { Agent, AgentOptions } from "@a2agen/runtime/agent";
import { vi } from "vitest";
import type { AgentModel, Expected } from "./agent-model.ts";
import type { Sight } from "./observer.ts";
import {
  createPuppetAuthor,
  type PuppetAnswer,
  type PuppetAuthor,
  type PuppetTurn,
} from "./puppet-author.ts";
import { type Place, type ServedAgent, serveAgent } from "./served-agent.ts";
import { settle } from "./settle.ts";
import { showTask } from "./shown.ts";
import { createWatchedStore, type WatchedStore } from "./watched-store.ts";

/** Who calls: two clients of one principal, and one of another. */
export const callers = ["alice", "alice", "bob"] as const;

/** Milliseconds that a socket may take to show what is there. */
const patience = 2000;

export interface SessionOptions {
  readonly place: Place;
  readonly waitingMessages: number;
  readonly store?: WatchedStore;
  /** Options that break the agent, to see that it is found. */
  readonly broken?: Partial<AgentOptions>;
  /** Takes the place of methods of the agent. */
  readonly change?: (agent: Agent) => Partial<Agent>;
}

/** An agent that is really served, whose author is a puppet. */
export class Session {
  readonly clients: readonly A2AServiceClient[];
  /** The turn at work on a task. */
  readonly turns = new Map<string, PuppetTurn>();
  /** The answers that an author owes, by principal and text of the message. */
  readonly answers = new Map<string, PuppetAnswer>();
  readonly served: ServedAgent;
  readonly store: WatchedStore;
  readonly #author: PuppetAuthor;
  readonly #isRemote: boolean;

  private constructor(served: ServedAgent, store: WatchedStore, author: PuppetAuthor, isRemote: boolean) {
    this.served = served;
    this.store = store;
    this.#author = author;
    this.#isRemote = isRemote;
    this.clients = callers.map((caller) => served.clientOf(caller));
  }

  static async begin({
    place,
    waitingMessages,
    store = createWatchedStore(),
    broken = {},
    change,
  }: SessionOptions): Promise<Session> {
    const author = createPuppetAuthor();
    const served = await serveAgent(
      place,
      {
        execute: author.execute,
        store,
        limits: { waitingMessages, stopMs: 1e9, turnMs: 1e12, pollMs: 1e9 },
        ...broken,
      },
      change,
    );
    return new Session(served, store, author, place !== "in-process");
  }

  /** Makes a call and resolves when the agent has it, and all has come of it that waits for nothing else. */
  async call<T>(begin: () => T): Promise<T> {
    const { calls } = this.served;
    const { begun } = calls;
    const made = begin();
    await waitUntil(() => calls.begun > begun);
    await settle();
    return made;
  }

  /** Tells the model which turns have begun, and remembers them. */
  learn(model: AgentModel): void {
    for (const puppet of this.#author.takeTurns()) {
      const { taskId, contextId, text } = puppet.turn;
      model.begun.push({ taskId, contextId, text });
      this.turns.set(taskId, puppet);
    }
    for (const answer of this.#author.takeAnswers()) {
      const { text, call } = answer.turn;
      this.answers.set(`${call.principal?.id ?? ""} ${text}`, answer);
    }
  }

  /** Compares all that is to be seen with what the model says. */
  async check(model: AgentModel): Promise<void> {
    const { calls, reported } = this.served;
    const wanted = model.expected.filter(({ ending }) => ending === undefined).length;
    const lingering = model.expected.filter(({ isLingering }) => isLingering).length;
    if (this.#isRemote) {
      await waitUntil(() => model.expected.every(isSeen) && calls.open <= wanted + lingering);
    }
    deepEqual(model.begun, [], "a turn began that nobody wanted");
    deepEqual(
      model.expected.map(({ observer, kind }) => ({ kind, ...sight(observer) })),
      model.expected.map((expected) => ({ kind: expected.kind, ...sight(expected) })),
    );
    equal(reported.length, model.reports, `the hook was told ${reportedTexts(this.served)}`);
    for (const task of model.tasks) {
      const { id, isAtWork, isStopping } = task;
      const turn = this.turns.get(id);
      const isAsked = turn !== undefined && !turn.isOver && turn.isAsked;
      deepEqual({ id, isAtWork: isAsked }, { id, isAtWork });
      if (isAtWork) equal(turn?.turn.signal.aborted, isStopping, `the signal of ${id}`);
      const stored = await this.store.read(id);
      deepEqual(stored === undefined ? undefined : showTask(stored.task), task.shown());
    }
    const isBounded = calls.open >= wanted && calls.open <= wanted + lingering;
    ok(
      isBounded,
      `${calls.open} calls are open, expected ${wanted}, and up to ${lingering} whose client has gone`,
    );
  }

  async close(): Promise<void> {
    await this.served.close();
    await settle();
  }
}

/** The clock of the agent: no time passes but by this. */
export function setClock(now: number): void {
  vi.setSystemTime(now);
}

function sight({ events, ending }: Sight): Sight {
  return { events: [...events], ending };
}

function isSeen(expected: Expected): boolean {
  const { observer } = expected;
  return (
    observer.events.length >= expected.events.length &&
    (observer.ending !== undefined || expected.ending === undefined)
  );
}

/**
 * Waits for something that a socket has to bring; gives up when that takes too long, for checks to say why.
 */
async function waitUntil(isThere: () => boolean): Promise<void> {
  const end = performance.now() + patience;
  while (!isThere() && performance.now() < end) await new Promise<void>((resolve) => setImmediate(resolve));
}

function reportedTexts({ reported }: ServedAgent): string {
  return reported.map(({ error }) => String(error)).join("; ");
}
