import { setTimeout as delay } from "node:timers/promises";
import type { Exchange, Request } from "@a2agen/exchange/generated/a2agen/exchange/v1/exchange_types.ts";
import type { Budget } from "./budget.ts";
import { enough } from "./transport/limits.ts";
import { NotReached, type Run, type Step } from "./trial.ts";
import type { Wire } from "./wire.ts";

/** Requests without an answer after which an interface is left alone. */
const patience = 5;

interface StepsInit {
  readonly budget: Budget;
  readonly wire: Wire;
  /** Called with every exchange. */
  readonly onExchange: (exchange: Exchange) => void;
}

/** A stream that stays open while other steps are done. */
interface Opened {
  readonly ended: Promise<Exchange>;
  readonly stop: AbortController;
}

/** Does the steps of checks. */
export class Steps {
  readonly #init: StepsInit;
  /** Requests in a row without an answer. */
  #silent = 0;

  constructor(init: StepsInit) {
    this.#init = init;
  }

  /** Forgets the silence of the interface before. */
  startInterface(): void {
    this.#silent = 0;
  }

  /** Does the steps of a check. Exchanges have the identifiers PREFIX/1, PREFIX/2 and so on. */
  async run<T>(run: Run<T>, prefix: string): Promise<T> {
    const opened = new Map<string, Opened>();
    let count = 0;
    try {
      let result = run.next(undefined as never);
      while (result.done !== true) {
        const step = result.value;
        let exchange: Exchange | undefined;
        try {
          exchange = await this.#do(step, `${prefix}/${++count}`, opened);
        } catch (error) {
          if (!(error instanceof NotReached)) throw error;
          result = run.throw(error);
          continue;
        }
        result = run.next(exchange as Exchange);
      }
      return result.value;
    } finally {
      for (const { stop } of opened.values()) stop.abort();
    }
  }

  async #do(step: Step, id: string, opened: Map<string, Opened>): Promise<Exchange | undefined> {
    const { budget, wire, onExchange } = this.#init;
    switch (step.kind) {
      case "pause":
        await delay(step.ms);
        return undefined;
      case "send": {
        budget.take(step.effect);
        return this.#send(id, step.request, step.frames === undefined ? {} : { frames: step.frames });
      }
      case "receive": {
        const exchange = await wire.receive?.(id, step.url, step.ms);
        if (exchange === undefined) throw new NotReached("the recording has no such exchange");
        onExchange(exchange);
        return exchange;
      }
      case "open": {
        budget.take(step.effect);
        const stop = new AbortController();
        const begun = new Promise<void>((resolve) => {
          const ended = this.#send(id, step.request, { signal: stop.signal, onFrame: () => resolve() });
          opened.set(step.name, { ended, stop });
          void ended.then(
            () => resolve(),
            () => resolve(),
          );
          if (step.ms !== undefined) setTimeout(resolve, step.ms);
        });
        await begun;
        return undefined;
      }
      case "join": {
        const found = opened.get(step.name);
        if (found === undefined) throw new TypeError(`join: there is no stream ${step.name}`);
        if (step.close) found.stop.abort();
        return found.ended;
      }
    }
  }

  async #send(id: string, request: Request, wanted: Parameters<Wire["send"]>[2]): Promise<Exchange> {
    if (this.#silent >= patience) {
      throw new NotReached(`the interface has left ${patience} requests in a row without an answer`);
    }
    const { budget, wire, onExchange } = this.#init;
    const { signal } = budget;
    const exchange = await wire.send(id, request, signal === undefined ? wanted : { signal, ...wanted });
    if (exchange?.end?.error === enough) budget.checkTime();
    if (exchange === undefined) throw new NotReached("the recording has no such exchange");
    this.#silent = exchange.answer === undefined ? this.#silent + 1 : 0;
    onExchange(exchange);
    return exchange;
  }
}
