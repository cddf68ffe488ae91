import { isDeepStrictEqual } from "node:util";
import type { Task } from "@a2agen/a2a-1.0";
import { type CallName, callNames, calls, streamRequest } from "./calls.ts";
import { type Connection, readBody } from "./http-client.ts";
import { readStream } from "./measure-streams.ts";
import type { StartedServer } from "./started-server.ts";
import { answerTo, findTask, knownTask, sample } from "./work.ts";

/** Fails when a server does not answer every call, and a short stream, as it should. */
export async function checkAnswers({ name, connections: [connection] }: StartedServer): Promise<void> {
  if (connection === undefined) throw new Error(`${name}: expected a connection`);
  for (const call of callNames) await checkCall(connection, `${name}, ${call}`, call);
  const updates = 3;
  const read = await readStream(connection, streamRequest(updates), 5000);
  if (read.isCut || read.updates !== updates) {
    throw new Error(`${name}: expected ${updates} artifact updates, found ${read.updates}`);
  }
}

async function checkCall(connection: Connection, where: string, call: CallName): Promise<void> {
  const body = await readBody(connection, calls[call]);
  const found = essenceOf(taskOf(JSON.parse(body)));
  const isOld = call.startsWith("GetTask");
  const wanted = {
    state: "TASK_STATE_COMPLETED",
    answer: answerTo(sample.parts[0]?.text ?? ""),
    asked: sample.parts[0]?.text,
  };
  if (!isDeepStrictEqual(found, wanted) || (isOld && !body.includes(knownTask))) {
    throw new Error(`${where}: expected ${JSON.stringify(findTask(knownTask))}, found ${body}`);
  }
}

/** The task of an answer: within the envelope of JSON-RPC, within the answer of SendMessage, or by itself. */
function taskOf(body: unknown): Partial<Task> {
  const { result = body } = body as { readonly result?: unknown };
  const { task = result } = result as { readonly task?: unknown };
  return task as Partial<Task>;
}

function essenceOf({ status, artifacts, history }: Partial<Task>): object {
  return {
    state: status?.state,
    answer: artifacts?.[0]?.parts[0]?.text,
    asked: history?.[0]?.parts[0]?.text,
  };
}
