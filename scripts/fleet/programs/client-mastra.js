import { A2AAgent } from "@mastra/core/a2a";

const [url, operation, version] = process.argv.slice(2);
const agent = new A2AAgent({ url, protocolVersion: version });
if (operation === "send") process.stdout.write((await agent.generate("Hello")).text);
else
  for await (const { type, payload } of (await agent.stream("Hello")).fullStream) {
    if (type === "error") throw payload.error;
    if (type === "text-delta") process.stdout.write(payload.text);
  }
