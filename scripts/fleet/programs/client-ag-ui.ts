import { loadAll } from "./load-all.ts";
import { type Answer, show } from "./show.ts";

interface ShownEvent {
  readonly type: string;
  readonly message?: string;
  readonly delta?: string;
  readonly event?: Answer;
}

// A client on @ag-ui/a2a: shows the messages and the artifacts that it gives.
const { A2AAgent, A2AClient } = (await loadAll(["@ag-ui/a2a", "@a2a-js/sdk/client"])) as {
  readonly A2AClient: new (url: string) => object;
  readonly A2AAgent: new (init: {
    readonly a2aClient: object;
    readonly initialMessages: readonly object[];
  }) => {
    runAgent(
      parameters: object,
      subscriber: { readonly onEvent: (given: { readonly event: ShownEvent }) => void },
    ): Promise<unknown>;
  };
};

const [url = ""] = process.argv.slice(2);
const agent = new A2AAgent({
  a2aClient: new A2AClient(url.replace(/\/$/, "")),
  initialMessages: [{ id: "1", role: "user", content: "Hello" }],
});
await agent.runAgent(
  {},
  {
    onEvent({ event }) {
      if (event.type === "RUN_ERROR") {
        process.stderr.write(`${event.message ?? ""}\n`);
        process.exitCode = 1;
      }
      // It shows artifacts as they came.
      process.stdout.write(event.delta ?? (event.event === undefined ? "" : show(event.event)));
    },
  },
);
