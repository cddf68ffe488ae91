import { loadAll } from "./load-all.ts";

// A client on @ag-ui/a2a: shows the messages and the artifacts that it gives.
const { A2AAgent, A2AClient } = (await loadAll(["@ag-ui/a2a", "@a2a-js/sdk/client"])) as {
  readonly A2AClient: new (url: string) => object;
  readonly A2AAgent: new (init: {
    readonly a2aClient: object;
    readonly initialMessages: readonly object[];
  }) => {
    runAgent(
      parameters: object,
      subscriber: { readonly onEvent: (given: { readonly event: object }) => void },
    ): Promise<unknown>;
  };
};

const [url = ""] = process.argv.slice(2);
const agent = new A2AAgent({
  a2aClient: new A2AClient(url.replace(/\/$/, "")),
  initialMessages: [{ id: "1", role: "user", content: "Hello" }],
});
await agent.runAgent({}, { onEvent: ({ event }) => void process.stdout.write(`${JSON.stringify(event)}\n`) });
