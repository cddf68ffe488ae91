import { loadVersions } from "@a2agen/migrate/versions.ts";
import { errorMessage } from "@a2agen/runtime/internal";
import { answer, listVersions } from "./check/answer.ts";
import type { Answer, Request } from "./check/report.ts";

const versions = loadVersions();

/** The part of a worker's globals that is used. */
const page = globalThis as unknown as {
  addEventListener(type: "message", listener: (event: MessageEvent<Request>) => void): void;
  postMessage(answer: Answer): void;
};

page.addEventListener("message", ({ data: request }) => void reply(request));

void versions.then((loaded) => page.postMessage(listVersions(loaded)));

async function reply(request: Request): Promise<void> {
  try {
    page.postMessage(await answer(request, await versions));
  } catch (error) {
    // A mistake of ours is said, and the next text is read.
    page.postMessage(failure(request, `the playground failed: ${errorMessage(error)}`));
  }
}

function failure({ kind, id }: Request, message: string): Answer {
  if (kind === "decode") return { kind: "decoded", id, result: { ok: false, message } };
  const notes = [{ severity: "error", path: "", message }] as const;
  return { kind: "report", id, others: [], notes, more: 0, pane: { facts: [], notes: [] } };
}
