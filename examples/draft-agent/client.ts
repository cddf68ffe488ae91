import { A2AServiceClient, type Message } from "@a2agen/a2a-1.0-draft";
import { connect } from "@a2agen/runtime/client";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";

function say(text: string, taskId?: string): Message {
  const message: Message = { messageId: crypto.randomUUID(), role: "user", parts: [{ text }] };
  return taskId === undefined ? message : { ...message, taskId };
}

for (const binding of [jsonRpc(), rest()]) {
  const { client, close } = await connect(A2AServiceClient, "http://localhost:4000", { bindings: [binding] });
  console.log(binding.binding);

  const { task } = await client.sendMessage({ message: say("Greet me"), configuration: { blocking: true } });
  console.log(`  ${task?.status.state}: ${task?.status.message?.parts[0]?.text}`);

  for await (const event of client.sendStreamingMessage({ message: say("Ada", task?.id) })) {
    const state = event.task?.status.state ?? event.statusUpdate?.status.state;
    console.log(`  ${state ?? event.artifactUpdate?.artifact.parts[0]?.text}`);
  }
  await close();
}
