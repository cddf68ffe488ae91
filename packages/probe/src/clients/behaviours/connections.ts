import { faults } from "@a2agen/exchange/faults/faults.ts";
import type { Answer, Behaviour } from "../behaviour.ts";
import { message, messageAnswer, shown } from "../script.ts";
import { row } from "./rows.ts";

const mustShow = row("MUST", "understood");
const mustRefuse = row("MUST", "refused");
const refuse = row("SHOULD", "refused");

const json = ["JSONRPC", "HTTP+JSON"];
const right = { values: [messageAnswer] };
const always = (answer: Answer) => ({ answer: () => answer });

/** What HTTP allows, and what it does not. */
export const connectionBehaviours: readonly Behaviour[] = [
  mustShow(
    "client-connections.bytes",
    "9.1",
    "A body may come in pieces of any size",
    "sends each byte by itself, also within characters",
    always({
      values: [{ message: message(`ü 日本 🍵 ${shown}`) }],
      pieces: (pieces) => pieces.flatMap((piece) => Array.from(piece, (byte) => Uint8Array.of(byte))),
    }),
  ),
  mustShow("client-connections.large", "9.1", "A body of 5 MB is read", "answers with a text of 5 MB", {
    only: json,
    ...always({ values: [{ message: message(`${"x".repeat(5_000_000)}${shown}`) }] }),
  }),
  mustShow(
    "client-connections.length",
    "9.1",
    "A body with a Content-Length is read",
    "says how long the body is",
    {
      only: json,
      answer: () => ({ ...right, headers: { connection: "close" } }),
    },
  ),
  mustShow(
    "client-connections.slow-reader",
    "9.1",
    "An agent that reads slowly is waited for",
    faults["slow-reader"].does,
    { ...always(right), readAfterMs: faults["slow-reader"].readAfterMs },
  ),
  mustRefuse(
    "client-connections.short",
    "9.1",
    "A body that is shorter than it says is refused",
    "closes the connection before the body has ended",
    {
      only: json,
      ...always({ ...right, headers: { "content-length": "100000" }, end: "cut" }),
    },
  ),
  mustRefuse(
    "client-connections.cut",
    "9.1",
    "A body that breaks off is refused",
    "closes the connection in the middle of the body",
    always({
      ...right,
      pieces: (pieces) => pieces.map((piece) => piece.subarray(0, piece.length >> 1)),
      end: "cut",
    }),
  ),
  mustRefuse(
    "client-connections.reset",
    "9.1",
    "A connection that is closed without an answer is reported",
    "closes the connection when it has the request",
    always({
      http: { status: 0 },
    }),
  ),
  refuse(
    "client-connections.encoding",
    "9.1",
    "A body with an unknown encoding is refused",
    "says content-encoding: later",
    {
      only: json,
      ...always({
        http: {
          status: 200,
          headers: { "content-type": "application/json", "content-encoding": "gzip" },
          pieces: ["no gzip"],
        },
      }),
    },
  ),
  refuse(
    "client-connections.no-status",
    "10.1",
    "A call without a status of gRPC is reported",
    "ends the call without trailers",
    {
      only: ["GRPC"],
      ...always({ ...right, end: "cut" }),
    },
  ),
];
