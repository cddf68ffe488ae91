// Serves the packer at a free port of the loopback until it is ended; its first line is its origin.
import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import {
  approvalIn,
  askApproval,
  createAgent,
  dataArtifact,
  dataOf,
  type Execute,
  failed,
  fileArtifact,
  inputRequired,
  textArtifact,
  working,
} from "@a2agen/runtime/agent";
import { createHost, implement } from "@a2agen/runtime/host";
import { createHttpHandler } from "@a2agen/runtime/server";
import { packerCard } from "./packer-card.ts";

const execute: Execute = async function* (turn) {
  const { message, text, signal, task } = turn;
  const [data] = dataOf(message.parts);
  const boxes = typeof data === "object" && data !== null && "boxes" in data ? Number(data.boxes) : undefined;
  if (boxes !== undefined) {
    if (boxes === 13) yield dataArtifact("packed", { packed: "thirteen" });
    else if (boxes > 50) yield inputRequired("Which size?");
    else {
      yield working(`Packing ${boxes}`);
      yield dataArtifact("packed", { packed: boxes, size: "small" });
      yield fileArtifact("label", {
        bytes: new Uint8Array([1, 2]),
        mediaType: "image/png",
        filename: "label.png",
      });
    }
  } else if (text === "wait") {
    yield working("Waiting");
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("canceled"))));
  } else if (text === "fail") yield failed("the tape is gone");
  else if (text === "large" || text === "small") yield dataArtifact("packed", { packed: 60, size: text });
  else if (text === "skill") yield textArtifact("skill", JSON.stringify(message.metadata));
  else {
    const answer = task === undefined ? undefined : approvalIn(turn);
    if (answer === undefined) yield askApproval({ id: "pay", name: "pay", input: { cents: 500 } });
    else yield textArtifact("sent", answer.approved ? "Sent." : `Kept: ${answer.reason ?? "no reason"}.`);
  }
};

const http = createServer();
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const card = packerCard(origin);
  const agent = createAgent({ service: A2AService, card, execute });
  const host = createHost({
    services: [implement(A2AService, agent)],
    card,
    authenticate: ({ header }) => {
      const isKnown = header("x-key") === "secret" || header("authorization") === "Bearer secret";
      return isKnown ? { id: "ada" } : undefined;
    },
  });
  http.on("request", toNodeListener(createHttpHandler(host)));
  console.log(origin);
});
