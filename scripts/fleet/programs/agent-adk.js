import { BaseAgent, createEvent } from "@google/adk";
import { toA2a } from "@google/adk/a2a";
import { work } from "./work.js";

class Work extends BaseAgent {
  async *runAsyncImpl({ userContent, invocationId, abortSignal }) {
    const text = await work(userContent.parts[0].text, abortSignal);
    yield createEvent({ author: this.name, invocationId, content: { role: "model", parts: [{ text }] } });
  }
}

const port = Number(process.argv[2]);
const agent = new Work({ name: "work", description: "Works." });
const app = await toA2a(agent, { host: "127.0.0.1", port, allowUnauthenticated: true });
app.listen(port, "127.0.0.1");
