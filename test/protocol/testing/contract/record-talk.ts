import { A2AService, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import type { GrpcCodecs, OpenTap } from "@a2agen/runtime/internal/wire";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { a2a03ToA2a10 } from "@a2agen/translate";
import type { Exchange } from "../../../../packages/exchange/src/generated/a2agen/exchange/v1/exchange_types.ts";
import { recordFetch } from "../../../../packages/exchange/src/record/record-fetch.ts";
import { Recorder } from "../../../../packages/exchange/src/record/recorder.ts";
import { RecordingTap } from "../../../../packages/exchange/src/record/recording-tap.ts";
import { tappedGrpc } from "../../../../packages/exchange/src/record/tapped-grpc.ts";

export interface TalkInit {
  readonly binding: "JSONRPC" | "HTTP+JSON" | "GRPC";
  readonly isOld?: boolean;
}

/**
 * What a client says to the agent of tests, recorded: a task with an artifact, a stream, a task that is not
 * there, files, a question with its answer, and a task that is canceled while its stream is open.
 */
export async function recordTalk(url: string, { binding, isOld = false }: TalkInit): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const recorder = new Recorder((exchange) => void exchanges.push(exchange));
  const openTap: OpenTap<GrpcCodecs> = (url, codecs) => new RecordingTap(url, { recorder, codecs });
  const bindings = [jsonRpc(), rest(), tappedGrpc({ codecs: [A2AServiceGrpc] }, { openTap })];
  const { client, close } = await connect(A2AService, url, {
    bindings: bindings.filter((each) => each.binding === binding),
    fetch: recordFetch(fetch, recorder),
    ...(isOld && { older: [a2a03ToA2a10] }),
  });
  let count = 0;
  const message = (text: string, more: object = {}): Parameters<typeof client.sendMessage>[0] => ({
    message: { messageId: `message-${count++}`, role: "ROLE_USER", parts: [{ text }], ...more },
  });
  try {
    const { task } = await client.sendMessage(message("Hello"));
    await client.getTask({ id: task?.id ?? "" });
    for await (const _ of client.sendStreamingMessage(message("Hello again")));
    await client.getTask({ id: "no-such-task" }).catch(() => undefined);
    for await (const _ of client.sendStreamingMessage(message("file a.png")));
    const asked = await client.sendMessage(message("ask"));
    await client.sendMessage(message("blue", { taskId: asked.task?.id }));
    for await (const { task: begun, statusUpdate } of client.sendStreamingMessage(message("wait"))) {
      if (statusUpdate !== undefined) await client.cancelTask({ id: statusUpdate.taskId });
      if (begun !== undefined) await client.getTask({ id: begun.id });
    }
  } finally {
    await close();
    recorder.close();
  }
  return exchanges;
}
