import { createProcessTerminal } from "@a2agen/terminal/process-terminal.ts";
import { runCli } from "@a2agen/terminal/run-cli.ts";
import { loadCommands } from "./commands.ts";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has seen enough, as `head` does.
    if (error.code !== "EPIPE") throw error;
  });
}

process.exitCode = await runCli({
  args: process.argv.slice(2),
  commands: loadCommands,
  terminal: createProcessTerminal(),
});
