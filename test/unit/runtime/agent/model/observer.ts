import type { StreamResponse } from "@a2agen/a2a-1.0";
import { isCallError } from "@a2agen/runtime/service";
import { inShort } from "../../../../shared/agent/start-agent.ts";
import { type ShownEvent, showEvent } from "./shown.ts";

/** How a call ended: with an answer, the end of a stream, or an error in short. */
export type Ending = { readonly answer: unknown } | "end" | { readonly failure: unknown };

/** What somebody who called sees, or should see. */
export interface Sight {
  readonly events: readonly ShownEvent[];
  /** Undefined while the call is open. */
  readonly ending: Ending | undefined;
}

/** Makes a call and looks on. */
export class Observer implements Sight {
  readonly events: ShownEvent[] = [];
  /** The events as they came. */
  readonly received: StreamResponse[] = [];
  ending: Ending | undefined;
  readonly #controller = new AbortController();

  static unary(call: (signal: AbortSignal) => Promise<unknown>): Observer {
    const observer = new Observer();
    call(observer.signal).then(
      (answer) => observer.#end({ answer }),
      (error: unknown) => observer.#fail(error),
    );
    return observer;
  }

  static stream(call: (signal: AbortSignal) => AsyncIterable<StreamResponse>): Observer {
    const observer = new Observer();
    const read = async (): Promise<void> => {
      for await (const event of call(observer.signal)) {
        observer.received.push(event);
        observer.events.push(showEvent(event));
      }
    };
    read().then(
      () => observer.#end("end"),
      (error: unknown) => observer.#fail(error),
    );
    return observer;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  disconnect(): void {
    this.#controller.abort();
  }

  #end(ending: Ending): void {
    this.ending = ending;
  }

  #fail(error: unknown): void {
    this.#end({ failure: isCallError(error) ? inShort(error) : String(error) });
  }
}
