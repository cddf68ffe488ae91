import { spawn } from "node:child_process";
import { errorCode } from "../../runtime/core/object.ts";
import { checkAgentUrl } from "../shared/agent-url.ts";
import type { CommandInput, Outcome } from "../shared/command.ts";
import { CommandError, UsageError } from "../shared/command-error.ts";
import type { Terminal } from "../shared/terminal.ts";
import { type ServedConsole, serveConsole } from "./serve-console.ts";

interface ConsoleFlags {
  readonly port?: string;
  readonly "no-open"?: true;
}

/** Serves the console until Ctrl-C. */
export async function runConsole(
  { operands: [agent], flags }: CommandInput<ConsoleFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  if (agent !== undefined) checkAgentUrl(agent, { credentials: "give them in the page" });
  const port = readPort(flags.port);
  const { default: page } = await import("../../web/console/index.html?page");
  const served = await serve(port);
  const address = `http://localhost:${served.port}/#${formatState({ token: served.token, agent })}`;
  terminal.out(`${address}\n`);
  terminal.err("The console runs until Ctrl-C. Its address works for this launch only.\n");
  if (flags["no-open"] === undefined) openBrowser(address);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await served.close();
  return 130;

  function serve(wanted: number): Promise<ServedConsole> {
    return serveConsole({ page, port: wanted }).catch((cause: unknown) => {
      if (errorCode(cause) !== "EADDRINUSE") throw cause;
      throw new CommandError(`--port: ${wanted} is taken; give another one, or leave it out for a free one`, {
        cause,
      });
    });
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UsageError(`--port: expected a number from 1 to 65535; found ${JSON.stringify(text)}`);
}

/** The state of the page, which stays in the browser: fragments are not sent. */
function formatState(state: { readonly token: string; readonly agent: string | undefined }): string {
  const parameters = new URLSearchParams({ token: state.token });
  if (state.agent !== undefined) parameters.set("agent", state.agent);
  return parameters.toString();
}

/** A browser that cannot be opened is opened by hand: the address is printed. */
function openBrowser(address: string): void {
  const [command = "", ...words] = { darwin: ["open"], win32: ["explorer"] }[process.platform as string] ?? [
    "xdg-open",
  ];
  const child = spawn(command, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
