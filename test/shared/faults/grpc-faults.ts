import { answer, calls, header, status, text, trailer } from "./effects.ts";
import type { AnswerTest } from "./fault.ts";
import type { Faults } from "./rows.ts";

const grpcCalls =
  (method: string, code: string): AnswerTest =>
  (call, found) =>
    call.method === method && found === code;

const grpcNoTask = grpcCalls("GetTask", "5");
const grpcTask = grpcCalls("GetTask", "0");
export const grpcFaults: Faults = {
  "grpc.unknown-method": {
    "an unknown method of gRPC is unknown": answer(calls("NoSuchMethod"), trailer("grpc-status", "2")),
  },
  "grpc.malformed": {
    "bytes that are no message": answer(
      (call, code) => call.method === "GetTask" && ["3", "13"].includes(code),
      trailer("grpc-status", "5"),
    ),
  },
  "grpc.content-type": {
    "every media type of gRPC": answer(
      (call) => call.header("content-type") === "application/json",
      (given, call) => {
        given.status = 200;
        trailer("grpc-status", "5")(given, call);
      },
    ),
  },
  "errors.code": { "another status of gRPC": answer(grpcNoTask, trailer("grpc-status", "13")) },
  "errors.message": {
    "an error of gRPC without text": answer(grpcNoTask, trailer("grpc-message", undefined)),
  },
  "errors.info": {
    "an error of gRPC without details": answer(grpcNoTask, trailer("grpc-status-details-bin", undefined)),
  },
  "errors.form": { "details that are none": answer(grpcNoTask, trailer("grpc-status-details-bin", "////")) },
  "answers.answered": {
    "no status of gRPC": answer(grpcNoTask, trailer("grpc-status", undefined)),
    "another content type of gRPC": answer(grpcTask, header("content-type", "application/json")),
    "HTTP 500 of gRPC": answer(grpcTask, status(500)),
  },
  "answers.valid": { "a message of gRPC that is none": answer(grpcTask, text("Cn8=")) },
};
