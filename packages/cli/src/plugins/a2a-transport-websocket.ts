import { version } from "@a2agen/generators/model/version.ts";
import { versionTable } from "@a2agen/versions/table.ts";

const [command, flag, endpoint = "", ...more] = process.argv.slice(2);
if (command === "info") {
  const description = "Calls agents over WebSocket, the custom binding of a2agen";
  const protocol = versionTable.filter(({ stage }) => stage === "released").at(-1)?.number;
  const info = { name: "websocket", version, description, protocol, binding: "jsonrpc" };
  process.stdout.write(`${JSON.stringify(info)}\n`);
} else if (command === "serve" && flag === "--endpoint" && endpoint !== "" && more.length === 0) {
  // A variable: this package is bundled without that one, which it depends on.
  const specifier = "@a2agen/gateway/commands";
  const { serveTransport } = (await import(specifier)) as {
    readonly serveTransport: (endpoint: string) => Promise<number>;
  };
  process.exitCode = await serveTransport(endpoint);
} else {
  process.stderr.write("a2a-transport-websocket: expected info, or serve --endpoint URL\n");
  process.exitCode = 2;
}
