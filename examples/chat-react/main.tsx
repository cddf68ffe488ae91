import { A2AServiceClient } from "@a2agen/a2a-1.0";
import { Conversations, webStorage } from "@a2agen/conversation";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { a2a03ToA2a10 } from "@a2agen/translate";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";

const bindings = [jsonRpc(), rest()];
const older = [a2a03ToA2a10];
const connection = connect(A2AServiceClient, location.origin, { bindings, older });
const conversations = new Conversations({
  agents: { agent: async () => (await connection).client },
  storage: webStorage(localStorage),
  schedule: requestAnimationFrame,
});
const place = document.querySelector("#chat");
if (place === null) throw new Error("index.html has no place for the chat");
createRoot(place).render(
  <StrictMode>
    <Chat conversations={conversations} />
  </StrictMode>,
);
