import { createProcessTerminal } from "@a2agen/terminal/process-terminal.ts";
import { runCli } from "@a2agen/terminal/run-cli.ts";
import { loadCommands } from "./commands.ts";

process.exitCode = await runCli({
  args: process.argv.slice(2),
  commands: loadCommands,
  terminal: createProcessTerminal(),
});
