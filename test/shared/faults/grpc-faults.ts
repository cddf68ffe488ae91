import { answer, calls, header, status, text, trailer } from "./effects.ts";
import type { AnswerTest } from "./fault.ts";
import type { Row } from "./rows.ts";

const grpcCalls =
  (method: string, code: string): AnswerTest =>
  (call, found) =>
    call.method === method && found === code;

const grpcNoTask = grpcCalls("GetTask", "5");
const grpcTask = grpcCalls("GetTask", "0");
export const grpcFaults: readonly Row[] = [
  [
    "an unknown method of gRPC is unknown",
    "grpc.unknown-method",
    answer(calls("NoSuchMethod"), trailer("grpc-status", "2")),
  ],
  [
    "bytes that are no message",
    "grpc.malformed",
    answer(
      (call, code) => call.method === "GetTask" && ["3", "13"].includes(code),
      trailer("grpc-status", "5"),
    ),
  ],
  [
    "every media type of gRPC",
    "grpc.content-type",
    answer(
      (call) => call.header("content-type") === "application/json",
      (given, call) => {
        given.status = 200;
        trailer("grpc-status", "5")(given, call);
      },
    ),
  ],
  ["another status of gRPC", "errors.code", answer(grpcNoTask, trailer("grpc-status", "13"))],
  ["an error of gRPC without text", "errors.message", answer(grpcNoTask, trailer("grpc-message", undefined))],
  [
    "an error of gRPC without details",
    "errors.info",
    answer(grpcNoTask, trailer("grpc-status-details-bin", undefined)),
  ],
  ["details that are none", "errors.form", answer(grpcNoTask, trailer("grpc-status-details-bin", "////"))],
  ["no status of gRPC", "answers.answered", answer(grpcNoTask, trailer("grpc-status", undefined))],
  [
    "another content type of gRPC",
    "answers.answered",
    answer(grpcTask, header("content-type", "application/json")),
  ],
  ["HTTP 500 of gRPC", "answers.answered", answer(grpcTask, status(500))],
  ["a message of gRPC that is none", "answers.valid", answer(grpcTask, text("Cn8="))],
];
