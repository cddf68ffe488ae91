import { createServer } from "node:http";
import { A2AService } from "@a2agen/a2a-1.0";
import { toNodeListener } from "@a2agen/runtime/adapters/node";
import { createAgent, inputRequired, textArtifact } from "@a2agen/runtime/agent";
import { createHttpHandler } from "@a2agen/runtime/server";
import { card, hostOf } from "./client-of.ts";

const kit = createAgent({
  service: A2AService,
  card,
  async *execute({ text, task }) {
    if (text.startsWith("Book") && task === undefined) yield inputRequired("Where to?");
    else yield textArtifact("answer", text, { lastChunk: true });
  },
});
// Without an index, as the page says of it: the oldest task first.
const agent: A2AService = {
  ...kit,
  async listTasks(request, context) {
    const page = await kit.listTasks(request, context);
    return { ...page, tasks: page.tasks.toReversed() };
  },
};
createServer(toNodeListener(createHttpHandler(hostOf(agent)))).listen(4000, "localhost");
process.once("SIGTERM", () => process.exit());
