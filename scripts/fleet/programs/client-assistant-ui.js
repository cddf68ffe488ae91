import { A2AClient } from "@assistant-ui/react-a2a";
import { show } from "./show.ts";

const [url, operation] = process.argv.slice(2);
const { supportedInterfaces } = await new A2AClient({ baseUrl: url }).getAgentCard();
const client = new A2AClient({ baseUrl: supportedInterfaces[0].url });
const message = { messageId: crypto.randomUUID(), role: "user", parts: [{ text: "Hello" }] };
if (operation === "send") process.stdout.write(show(await client.sendMessage(message)));
else
  for await (const { type: _, ...given } of client.streamMessage(message))
    process.stdout.write(show(Object.values(given)[0]));
