import { Agent, Model } from "@strands-agents/sdk";
import { A2AExpressServer } from "@strands-agents/sdk/a2a/express";
import { work } from "./work.js";

class Work extends Model {
  updateConfig() {}
  getConfig() {
    return { modelId: "work" };
  }
  async *stream(messages, { cancelSignal } = {}) {
    const text = await work(messages.at(-1).content[0].text, cancelSignal);
    yield { type: "modelMessageStartEvent", role: "assistant" };
    yield { type: "modelContentBlockStartEvent" };
    yield { type: "modelContentBlockDeltaEvent", delta: { type: "textDelta", text } };
    yield { type: "modelContentBlockStopEvent" };
    yield { type: "modelMessageStopEvent", stopReason: "endTurn" };
  }
}

const agentFactory = () => new Agent({ model: new Work(), printer: false });
await new A2AExpressServer({ agentFactory, name: "work", port: Number(process.argv[2]) }).serve();
