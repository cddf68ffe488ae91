import { InMemoryRunner } from "@google/adk";
import { RemoteA2AAgent } from "@google/adk/a2a";

const agent = new RemoteA2AAgent({ name: "remote", agentCard: process.argv[2] });
const runner = new InMemoryRunner({ agent });
const newMessage = { role: "user", parts: [{ text: "Hello" }] };
for await (const event of runner.runEphemeral({ userId: "user", newMessage })) {
  if (event.errorMessage !== undefined) throw new Error(event.errorMessage);
  process.stdout.write((event.content?.parts ?? []).map(({ text = "" }) => text).join(""));
}
