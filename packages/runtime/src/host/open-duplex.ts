import { CallError } from "../service/call-error.ts";
import type { Call } from "./call.ts";
import type { Limits } from "./limits.ts";
import { Quota } from "./quota.ts";
import { RequestQueue, type RequestQueueInit } from "./request-queue.ts";

/** A call whose client sends further messages as separate calls. */
interface OpenDuplex {
  readonly method: string;
  readonly queue: RequestQueue;
  /** Undefined until the call has passed all checks. */
  call: Call | undefined;
}

/** A message for a stream that is open, or its end. */
export interface Uplink {
  /** The identifier that the server gave the stream. */
  readonly stream: string;
  /** Whether the client sends no more; then there is no message. */
  readonly ends: boolean;
}

/**
 * The open streams of a host whose messages come one by one, as over HTTP. Their identifiers cannot be
 * guessed, and serve the caller and tenant that opened the stream alone.
 */
export class OpenDuplexes {
  readonly #limits: Limits;
  readonly #open = new Map<string, OpenDuplex>();
  readonly #room: Quota;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#room = new Quota({ total: limits.waitingBytes, caller: limits.callerWaitingBytes });
  }

  /** A queue for the messages of one stream, which counts among all. */
  queue(init: Partial<RequestQueueInit> = {}): RequestQueue {
    return new RequestQueue({ most: this.#limits.waitingMessages, room: this.#room, ...init });
  }

  /** Begins a stream that is not open yet. */
  begin(method: string): { readonly id: string; readonly queue: RequestQueue } {
    const id = crypto.randomUUID();
    const queue = this.queue({ mostBytes: this.#limits.bodyBytes });
    this.#open.set(id, { method, queue, call: undefined });
    return { id, queue };
  }

  has(id: string): boolean {
    return this.#open.has(id);
  }

  /** Takes messages for a stream from the caller of a call on. */
  open(id: string, call: Call): void {
    const duplex = this.#open.get(id);
    if (duplex !== undefined) duplex.call = call;
  }

  /** A stream is over. */
  close(id: string, reason: CallError): void {
    this.#open.get(id)?.queue.fail(reason);
    this.#open.delete(id);
  }

  /** Gives a message to the handler of its stream; resolves when there is room for it. */
  async add({ stream, ends }: Uplink, message: unknown, call: Call): Promise<void> {
    const { queue, call: opened } = this.#find(stream, call);
    if (ends) {
      queue.end();
      return;
    }
    if (call.tenant !== opened?.tenant) throw notOpen();
    if (queue.isEnded || !(await call.race(queue.untilRoom()))) throw notOpen();
    queue.push(message);
  }

  #find(id: string, { principal, method }: Call): OpenDuplex {
    const found = this.#open.get(id);
    const isOwn = found?.call !== undefined && found.call.principal?.id === principal?.id;
    if (found === undefined || !isOwn || found.method !== method) throw notOpen();
    return found;
  }
}

/** Says nothing of streams of other callers. */
function notOpen(): CallError {
  return new CallError(
    "NOT_FOUND",
    "no such stream is open here: it has ended, or another process of the server has it",
    { reason: "STREAM_NOT_FOUND", http: 404 },
  );
}
