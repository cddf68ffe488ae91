import {
  A2AService,
  A2AServiceGrpc,
  type GetTaskRequest,
  type SendMessageRequest,
  type Task,
} from "@a2agen/a2a-1.0";
import { createGrpcTransport } from "@a2agen/runtime/grpc";
import { createClient } from "@a2agen/runtime/service";
import { answerTo, knownTask, sample } from "../server/work.ts";
import { BareClient, type CallInit } from "./bare-client.ts";
import { type GrpcCallName, type GrpcClientName, updatesOfStream } from "./names.ts";
import { requests, responses } from "./serializers.ts";

/** Makes each call once; a promise fails when the answer is not as it should be. */
export type GrpcCalls = Readonly<Record<GrpcCallName, () => Promise<void>>>;

const getRequest: GetTaskRequest = { id: knownTask };
const sendRequest: SendMessageRequest = { message: sample };
const streamRequest: SendMessageRequest = {
  message: { ...sample, parts: [{ text: `stream ${updatesOfStream}` }] },
};

function callBytes(port: number): GrpcCalls {
  const client = new BareClient(port);
  const bytesOf = (request: Buffer): CallInit<Buffer, Buffer> => ({
    request,
    encode: (value) => value,
    decode: (value) => value,
  });
  const send = bytesOf(requests.SendMessage.encode(sendRequest));
  const get = bytesOf(requests.GetTask.encode(getRequest));
  const stream = bytesOf(requests.SendStreamingMessage.encode(streamRequest));
  return {
    async SendMessage() {
      await client.unary("SendMessage", send);
    },
    async GetTask() {
      await client.unary("GetTask", get);
    },
    async SendStreamingMessage() {
      let count = 0;
      await client.stream("SendStreamingMessage", stream, () => {
        count += 1;
      });
      // The task and the end besides the updates.
      checkCount(count, updatesOfStream + 2);
    },
  };
}

function callBare(port: number): GrpcCalls {
  const client = new BareClient(port);
  const send = {
    request: sendRequest,
    encode: requests.SendMessage.encode,
    decode: responses.SendMessage.decode,
  };
  const get = { request: getRequest, encode: requests.GetTask.encode, decode: responses.GetTask.decode };
  const stream = {
    request: streamRequest,
    encode: requests.SendStreamingMessage.encode,
    decode: responses.SendStreamingMessage.decode,
  };
  return {
    async SendMessage() {
      checkTask((await client.unary("SendMessage", send)).task);
    },
    async GetTask() {
      checkTask(await client.unary("GetTask", get));
    },
    async SendStreamingMessage() {
      let count = 0;
      await client.stream("SendStreamingMessage", stream, (event) => {
        if (event.artifactUpdate !== undefined) count += 1;
      });
      checkCount(count, updatesOfStream);
    },
  };
}

function callOurs(port: number): GrpcCalls {
  const transport = createGrpcTransport({ address: `http://127.0.0.1:${port}`, codecs: [A2AServiceGrpc] });
  const client = createClient(A2AService, transport);
  return {
    async SendMessage() {
      checkTask((await client.sendMessage(sendRequest)).task);
    },
    async GetTask() {
      checkTask(await client.getTask(getRequest));
    },
    async SendStreamingMessage() {
      let count = 0;
      for await (const event of client.sendStreamingMessage(streamRequest)) {
        if (event.artifactUpdate !== undefined) count += 1;
      }
      checkCount(count, updatesOfStream);
    },
  };
}

const answer = answerTo(sample.parts[0]?.text ?? "");

function checkTask(task: Task | undefined): void {
  if (task?.status.state !== "TASK_STATE_COMPLETED" || task.artifacts?.[0]?.parts[0]?.text !== answer) {
    throw new Error(`expected a completed task, found ${JSON.stringify(task)}`);
  }
}

function checkCount(count: number, wanted: number): void {
  if (count !== wanted) throw new Error(`expected ${wanted} events, found ${count}`);
}

export const clients = {
  bytes: callBytes,
  "grpc-js": callBare,
  a2agen: callOurs,
} as const satisfies Record<GrpcClientName, (port: number) => GrpcCalls>;
