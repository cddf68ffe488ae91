import { A2AServiceClient, type AgentCard, AgentCardCodec } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { complianceOf } from "./src/index.ts";

/** Calls agents only that keep data where the caller wants it, and says why where it does not. */
function isAllowed(card: AgentCard, countries: readonly string[]): boolean {
  const facts = complianceOf(card);
  const places = [...(facts?.countries ?? []), ...(facts?.processors ?? []).map(({ country }) => country)];
  const elsewhere = [...new Set(places)].filter((country) => !countries.includes(country));
  if (facts === undefined) console.log("the agent says nothing of personal data");
  else if (elsewhere.length > 0) console.log(`${facts.controller} keeps data in ${elsewhere.join(", ")}`);
  else console.log(`${facts.controller} keeps data ${facts.retentionDays} days; ask ${facts.contact}`);
  return facts !== undefined && elsewhere.length === 0;
}

const { card, client, close } = await connect(A2AServiceClient, "http://localhost:4000", {
  bindings: [jsonRpc()],
  cardCodec: AgentCardCodec,
});
console.log("allowed:", isAllowed(card, ["FR"]));
console.log("allowed:", isAllowed(card, ["DE", "FR", "IE"]));

const { message } = await client.sendMessage({
  message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hello" }] },
});
console.log(message?.parts[0]?.text);
await close();
