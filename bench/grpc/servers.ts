import { once } from "node:events";
import {
  A2AService,
  A2AServiceGrpc,
  type GetTaskRequest,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamResponse,
  type Task,
} from "@a2agen/a2a-1.0";
import { addGrpcService, grpcServerOptions } from "@a2agen/runtime/grpc";
import { createHost, implement } from "@a2agen/runtime/host";
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type MethodDefinition,
  Server,
  status,
} from "@grpc/grpc-js";
import { card } from "../server/agent-card.ts";
import { createAgent } from "../server/contenders/a2agen.ts";
import { completeTask, countOf, findTask, streamEvents } from "../server/work.ts";
import type { GrpcCallName, GrpcServerName } from "./names.ts";
import { pathOf, requests, responses, type Serializer } from "./serializers.ts";

const sendMessage: handleUnaryCall<SendMessageRequest, SendMessageResponse> = (call, callback) => {
  callback(null, { task: completeTask(call.request.message) });
};

const getTask: handleUnaryCall<GetTaskRequest, Task> = (call, callback) => {
  const task = findTask(call.request.id);
  if (task === undefined) callback({ code: status.NOT_FOUND });
  else callback(null, task);
};

const sendStreamingMessage: handleServerStreamingCall<SendMessageRequest, StreamResponse> = (call) => {
  const write = async (): Promise<void> => {
    for (const event of streamEvents(countOf(call.request.message.parts[0]?.text))) {
      if (!call.write(event)) await once(call, "drain");
    }
    call.end();
  };
  void write();
};

/** The agent of the benchmark by itself on grpc-js, with our codecs as its serializers. */
function createBare(): Server {
  const server = new Server();
  server.addService(
    {
      sendMessage: defineMethod("SendMessage", requests.SendMessage, responses.SendMessage),
      getTask: defineMethod("GetTask", requests.GetTask, responses.GetTask),
      sendStreamingMessage: defineMethod(
        "SendStreamingMessage",
        requests.SendStreamingMessage,
        responses.SendStreamingMessage,
      ),
    },
    { sendMessage, getTask, sendStreamingMessage },
  );
  return server;
}

function defineMethod<Request, Response>(
  name: GrpcCallName,
  request: Serializer<Request>,
  response: Serializer<Response>,
): MethodDefinition<Request, Response> {
  return {
    path: pathOf(name),
    requestStream: false,
    responseStream: name === "SendStreamingMessage",
    requestSerialize: request.encode,
    requestDeserialize: request.decode,
    responseSerialize: response.encode,
    responseDeserialize: response.decode,
  };
}

/** The same agent behind our stubs, with the options that keep the limits of a host. */
function createOurs(): Server {
  const host = createHost({ services: [implement(A2AService, createAgent())], card });
  const server = new Server(grpcServerOptions(host));
  addGrpcService(server, host, [A2AServiceGrpc]);
  return server;
}

export const servers = {
  "grpc-js": createBare,
  a2agen: createOurs,
} as const satisfies Record<GrpcServerName, () => Server>;
