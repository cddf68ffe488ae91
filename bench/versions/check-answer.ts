import { isDeepStrictEqual } from "node:util";
import { type Connection, readBody } from "../server/http-client.ts";
import { answerTo, sample } from "../server/work.ts";
import { requests, type SpokenVersion } from "./requests.ts";

const states: Readonly<Record<SpokenVersion, string>> = {
  "1.0": "TASK_STATE_COMPLETED",
  draft: "completed",
  "0.3": "completed",
};

/** Fails when a server does not answer in the version of the request. */
export async function checkAnswer(
  { text, version }: { readonly text: string; readonly version: SpokenVersion },
  connection: Connection,
  request: Buffer = requests[version],
): Promise<void> {
  const body = await readBody(connection, request);
  const { result } = JSON.parse(body) as { readonly result?: Readonly<Record<string, unknown>> };
  const task = (version === "0.3" ? result : result?.["task"]) as TaskLike | undefined;
  const found = {
    kind: task?.kind,
    state: task?.status?.state,
    answer: task?.artifacts?.[0]?.parts?.[0]?.text,
    asked: task?.history?.[0]?.parts?.[0]?.text,
  };
  const wanted = {
    kind: version === "0.3" ? "task" : undefined,
    state: states[version],
    answer: answerTo(sample.parts[0]?.text ?? ""),
    asked: sample.parts[0]?.text,
  };
  if (!isDeepStrictEqual(found, wanted)) {
    throw new Error(`${text}: expected ${JSON.stringify(wanted)}, found ${body}`);
  }
}

interface WithParts {
  readonly parts?: readonly { readonly text?: unknown }[];
}

interface TaskLike {
  readonly kind?: unknown;
  readonly status?: { readonly state?: unknown };
  readonly artifacts?: readonly WithParts[];
  readonly history?: readonly WithParts[];
}
