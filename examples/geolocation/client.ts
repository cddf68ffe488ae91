import { A2AServiceClient, AgentCardCodec, type Message } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { isCallError } from "@a2agen/runtime/service";
import { type Geolocation, GeolocationExtension } from "./src/index.ts";

const { card, client, close } = await connect(A2AServiceClient, "http://localhost:4000", {
  bindings: [jsonRpc()],
  cardCodec: AgentCardCodec,
  extensions: [GeolocationExtension],
});
console.log("the agent says", GeolocationExtension.paramsIn(card.capabilities.extensions));

async function ask(position?: Geolocation): Promise<void> {
  const message: Message = {
    messageId: "m-1",
    role: "ROLE_USER",
    parts: [{ text: "Find restaurants near me" }],
  };
  if (position !== undefined) GeolocationExtension.set(message, position);
  try {
    const answer = await client.sendMessage(
      { message },
      { onActivated: (uris) => console.log("active:", uris.join(" ")) },
    );
    console.log(answer.message?.parts[0]?.text);
  } catch (error) {
    if (!isCallError(error)) throw error;
    for (const { field, description } of error.violations) console.log(`${field}: ${description}`);
  }
}

await ask();
await ask({ latitude: 37.7749, longitude: -122.4194, accuracy: 10, timestamp: "2025-10-21T14:30:00Z" });
await ask({ latitude: 97, longitude: -122.4194, accuracy: 20_000 });
await close();
