import type { Answer, CheckRequest, Decoded, DecodeRequest, Ready, Report } from "../check/report.ts";

/** The policy by which the only script beside the page's own may run: the worker that is in the page. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

/** Makes the worker from the text that the page has of it: a file has no neighbour that it could load. */
export function startWorker(): Worker {
  const code = document.getElementById("worker")?.textContent ?? "";
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  const policy = trustedTypes?.createPolicy("a2agen", {
    createScriptURL(given) {
      if (given === url) return given;
      throw new TypeError("expected the worker of the page");
    },
  });
  // No module: a page from a file may not load one from its own memory.
  return new Worker(policy?.createScriptURL(url) ?? url);
}

/** The worker that checks texts: of those that come while it is busy, only the last. */
export class Checker {
  readonly #worker: Worker;
  readonly #onAnswer: (answer: Ready | Report) => void;
  readonly #decodings = new Map<number, (decoded: Decoded) => void>();
  #waiting: CheckRequest | undefined;
  #busy = false;
  #last = 0;

  constructor(worker: Worker, onAnswer: (answer: Ready | Report) => void) {
    this.#worker = worker;
    this.#onAnswer = onAnswer;
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => this.#take(data));
  }

  /** Returns the identifier of the report to come. */
  check(request: Omit<CheckRequest, "kind" | "id">): number {
    const id = ++this.#last;
    this.#waiting = { kind: "check", id, ...request };
    this.#next();
    return id;
  }

  decode(request: Omit<DecodeRequest, "kind" | "id">): Promise<Decoded["result"]> {
    const id = ++this.#last;
    this.#worker.postMessage({ kind: "decode", id, ...request });
    return new Promise((resolve) => this.#decodings.set(id, ({ result }) => resolve(result)));
  }

  #take(answer: Answer): void {
    if (answer.kind === "decoded") {
      this.#decodings.get(answer.id)?.(answer);
      this.#decodings.delete(answer.id);
      return;
    }
    if (answer.kind === "report") {
      this.#busy = false;
      this.#next();
    }
    this.#onAnswer(answer);
  }

  #next(): void {
    if (this.#busy || this.#waiting === undefined) return;
    this.#busy = true;
    this.#worker.postMessage(this.#waiting);
    this.#waiting = undefined;
  }
}
