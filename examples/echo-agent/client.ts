import { A2AServiceClient, A2AServiceGrpc } from "@a2agen/a2a-1.0";
import { connect } from "@a2agen/runtime/client";
import { grpc } from "@a2agen/runtime/grpc";
import { jsonRpc } from "@a2agen/runtime/jsonrpc";
import { rest } from "@a2agen/runtime/rest";
import { isCallError } from "@a2agen/runtime/service";

// A client of its own for each binding. With all three in one list the agent's card would decide.
for (const binding of [jsonRpc(), rest(), grpc({ codecs: [A2AServiceGrpc] })]) {
  const connection = await connect(A2AServiceClient, "http://localhost:4000", { bindings: [binding] });
  const { client } = connection;
  console.log(`${connection.interface.protocolBinding} ${connection.interface.url}`);

  const { message } = await client.sendMessage({
    message: { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hello" }] },
  });
  console.log(`  ${message?.messageId}: ${message?.parts[0]?.text}`);

  for await (const event of client.sendStreamingMessage({
    message: { messageId: "m-2", role: "ROLE_USER", parts: [{ text: "Hello, stream" }] },
  })) {
    if (event.task !== undefined) console.log(`  task: ${event.task.status.state}`);
    if (event.artifactUpdate !== undefined) {
      console.log(`  artifact: ${event.artifactUpdate.artifact.parts[0]?.text}`);
    }
    if (event.statusUpdate !== undefined) console.log(`  status: ${event.statusUpdate.status.state}`);
  }

  try {
    await client.getTask({ id: "none" });
  } catch (error) {
    if (isCallError(error, "TaskNotFoundError")) console.log(`  ${error.name}: ${error.message}`);
    else throw error;
  }
  await connection.close();
}
