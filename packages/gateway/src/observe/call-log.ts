import { AsyncLocalStorage } from "node:async_hooks";
import type { AroundCall } from "@a2agen/exchange/serve/grpc-server.ts";
import type { HttpHandler } from "@a2agen/runtime/http";
import type { Observation, Observer, Operation } from "@a2agen/runtime/service";
import type { CallLoss, Losses } from "./call-losses.ts";
import type { CountedCall } from "./migration-report.ts";

/** Losses of one call that are kept; streams have as many events as they like. */
const mostLosses = 100;

/** Names of losses that an answer's header lists. */
const shownLosses = 20;

/** The header of an answer that says what the call has lost. */
const lossesHeader = "a2agen-losses";

/** A call in work, as the code that runs for it finds it. */
interface CallRecord {
  readonly losses: Losses[];
  lossCount: number;
  /** What is wrong with the answer that is being read. */
  problems: string[];
  /** Counts the call; set when its upstream is known. */
  count?: (call: CountedCall) => void;
}

/** The call for which code runs, whichever upstream it goes to. */
const calls = new AsyncLocalStorage<CallRecord>();

/** Knows the call for which code runs, and what it has lost so far. */
export class CallLog implements Observer {
  readonly #onEnd: (call: CountedCall) => void;
  readonly #onLosses: ((losses: Losses) => void) | undefined;

  constructor(onEnd: (call: CountedCall) => void, onLosses: ((losses: Losses) => void) | undefined) {
    this.#onEnd = onEnd;
    this.#onLosses = onLosses;
  }

  begin(operation: Operation): Observation | undefined {
    if (operation.kind !== "server") return undefined;
    const { method = "unknown", version = "unknown", binding } = operation;
    const client = printable(operation.header("user-agent") ?? "");
    // That of the request over HTTP, whose answer lists the losses.
    const record = calls.getStore() ?? createRecord();
    return {
      run: (work) => calls.run(record, work),
      carrier: () => undefined,
      request: () => undefined,
      answer: () => undefined,
      end: (failure) => {
        const failed = failure !== undefined;
        const count = record.count ?? this.#onEnd;
        count({ client, version, binding, method, failed, losses: record.losses });
      },
    };
  }

  /** Counts the current call with those of this log, whichever host has taken it. */
  claim(): void {
    const record = calls.getStore();
    if (record !== undefined) record.count = this.#onEnd;
  }

  /** For `onLosses` of hosts and connections. */
  readonly addLosses = (losses: Losses): void => {
    this.#onLosses?.(losses);
    const record = calls.getStore();
    if (record === undefined || record.lossCount >= mostLosses) return;
    record.lossCount += losses.losses.length;
    record.losses.push({ ...losses, losses: losses.losses.slice(0, mostLosses) });
  };

  addProblem(text: string): void {
    const problems = calls.getStore()?.problems;
    if (problems !== undefined && problems.length < mostLosses) problems.push(text);
  }

  /** What was wrong with the answer that was just read. */
  takeProblems(): readonly string[] {
    const record = calls.getStore();
    if (record === undefined || record.problems.length === 0) return [];
    const { problems } = record;
    record.problems = [];
    return problems;
  }

  /** A handler whose answers list what was lost before their first byte. */
  showLosses(handler: HttpHandler): HttpHandler {
    return async (request) => {
      const record = createRecord();
      const response = await calls.run(record, () => handler(request));
      if (response === undefined || record.losses.length === 0) return response;
      return { ...response, headers: { ...response.headers, ...lossHeaders(record) } };
    };
  }
}

/** The same over gRPC, in the trailing metadata: of a stream, those of all its events. */
export function beginGrpcCall(): AroundCall {
  const record = createRecord();
  return {
    run: (work) => calls.run(record, work),
    trailers: () => (record.losses.length === 0 ? {} : lossHeaders(record)),
  };
}

function createRecord(): CallRecord {
  return { losses: [], lossCount: 0, problems: [] };
}

/** A list of RFC 9651: each place with the part that it is in and the kind of the loss. */
function lossHeaders({ losses }: CallRecord): Readonly<Record<string, string>> {
  const entries = losses.flatMap(({ of, losses: each }) => each.map((loss) => toEntry(of, loss)));
  return { [lossesHeader]: [...new Set(entries)].slice(0, shownLosses).join(", ") };
}

function toEntry(of: Losses["of"], { path, kind }: CallLoss): string {
  const place = printable(path).slice(0, 100).replaceAll(/["\\]/g, "\\$&");
  return `"${place}";of=${of};kind=${kind}`;
}

/** Peers choose keys of maps and their own names, which a header or a terminal shows. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?");
}
