import { A2AAgent } from "@strands-agents/sdk/a2a";

const result = await new A2AAgent({ url: process.argv[2] }).invoke("Hello");
process.stdout.write(result.toString());
