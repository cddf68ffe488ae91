import type { AgentEvent, Execute, Reply, Turn } from "@a2agen/runtime/agent";

/** A turn of an author that does what a test tells it, one step at a time. */
export interface PuppetTurn {
  readonly turn: Turn;
  /** Whether nobody asks it for events any more. */
  readonly isOver: boolean;
  /** Whether the kit waits for its next event. */
  readonly isAsked: boolean;
  give(event: AgentEvent): void;
  end(): void;
  fail(error: unknown): void;
}

/** An answer that the author has not given yet. */
export interface PuppetAnswer {
  readonly turn: Turn;
  work(): void;
  reply(reply: Reply): void;
  fail(error: unknown): void;
}

export interface PuppetAuthor {
  readonly execute: Execute;
  /** The turns that have begun since the last look. */
  takeTurns(): readonly PuppetTurn[];
  /** The answers that are wanted since the last look. */
  takeAnswers(): readonly PuppetAnswer[];
}

/** How the author answers a message; its text begins with it. */
export const answers = ["work", "promise", "reply", "refuse", "later"] as const;
export type Answer = (typeof answers)[number];

export function answerOf(text: string): Answer {
  const found = answers.find((answer) => text.startsWith(answer));
  if (found === undefined) throw new Error(`expected a text that begins with an answer, found ${text}`);
  return found;
}

export function createPuppetAuthor(): PuppetAuthor {
  let turns: PuppetTurn[] = [];
  let wanted: PuppetAnswer[] = [];
  const work = (turn: Turn): AsyncIterable<AgentEvent> => ({
    [Symbol.asyncIterator]: () => {
      const puppet = new Puppet(turn);
      turns.push(puppet);
      return puppet;
    },
  });
  return {
    execute(turn) {
      switch (answerOf(turn.text)) {
        case "work":
          return work(turn);
        case "promise":
          return Promise.resolve(work(turn));
        case "reply":
          return Promise.resolve(`re: ${turn.text}`);
        case "refuse":
          return Promise.reject(new Error("refused"));
        case "later":
          return new Promise((resolve, reject) => {
            wanted.push({ turn, work: () => resolve(work(turn)), reply: resolve, fail: reject });
          });
      }
    },
    takeTurns() {
      const taken = turns;
      turns = [];
      return taken;
    },
    takeAnswers() {
      const taken = wanted;
      wanted = [];
      return taken;
    },
  };
}

interface Asked {
  resolve(step: IteratorResult<AgentEvent, undefined>): void;
  reject(error: unknown): void;
}

class Puppet implements PuppetTurn, AsyncIterator<AgentEvent, undefined> {
  readonly turn: Turn;
  isOver = false;
  #asked: Asked | undefined;

  constructor(turn: Turn) {
    this.turn = turn;
  }

  get isAsked(): boolean {
    return this.#asked !== undefined;
  }

  next(): Promise<IteratorResult<AgentEvent, undefined>> {
    return new Promise((resolve, reject) => {
      this.#asked = { resolve, reject };
    });
  }

  return(): Promise<IteratorResult<AgentEvent, undefined>> {
    this.isOver = true;
    return Promise.resolve({ done: true, value: undefined });
  }

  give(event: AgentEvent): void {
    this.#take().resolve({ done: false, value: event });
  }

  end(): void {
    this.isOver = true;
    this.#take().resolve({ done: true, value: undefined });
  }

  fail(error: unknown): void {
    this.isOver = true;
    this.#take().reject(error);
  }

  #take(): Asked {
    const asked = this.#asked;
    if (asked === undefined) throw new Error("the kit does not wait for an event");
    this.#asked = undefined;
    return asked;
  }
}
