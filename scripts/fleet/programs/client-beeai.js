import { A2AAgent } from "beeai-framework/adapters/a2a/agents/agent";
import { UnconstrainedMemory } from "beeai-framework/memory/unconstrainedMemory";

const agent = new A2AAgent({ url: process.argv[2].replace(/\/$/, ""), memory: new UnconstrainedMemory() });
const { result } = await agent.run({ input: "Hello" }).catch(({ errors: [cause] }) => {
  console.error(cause.message);
  process.exit(1);
});
process.stdout.write(result.text);
