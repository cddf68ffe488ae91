import { A2AClient } from "@a2a-js/sdk/client";
import { A2AAgent } from "@ag-ui/a2a";
import { show } from "./show.ts";

// Shows the messages and the artifacts that it gives.
const agent = new A2AAgent({
  a2aClient: new A2AClient(process.argv[2].replace(/\/$/, "")),
  initialMessages: [{ id: "1", role: "user", content: "Hello" }],
});
await agent.runAgent(
  {},
  {
    onEvent({ event }) {
      if (event.type === "RUN_ERROR") {
        process.stderr.write(`${event.message}\n`);
        process.exitCode = 1;
      }
      // It shows artifacts as they came.
      process.stdout.write(event.delta ?? (event.event === undefined ? "" : show(event.event)));
    },
  },
);
