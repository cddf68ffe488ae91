import { checkAgentUrl } from "../shared/agent-url.ts";
import type { CommandInput, Outcome } from "../shared/command.ts";
import { openBrowser } from "../shared/open-browser.ts";
import { explainPort, readPort, untilEnded } from "../shared/port.ts";
import type { Terminal } from "../shared/terminal.ts";
import { serveConsole } from "./serve-console.ts";

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
  const served = await serveConsole({ page, port }).catch((cause: unknown) => {
    throw explainPort(cause, port);
  });
  const address = `http://localhost:${served.port}/#${formatState({ token: served.token, agent })}`;
  terminal.out(`${address}\n`);
  terminal.err("The console runs until Ctrl-C. Its address works for this launch only.\n");
  if (flags["no-open"] === undefined) openBrowser(address);
  await untilEnded();
  await served.close();
  return 130;
}

/** The state of the page, which stays in the browser: fragments are not sent. */
function formatState(state: { readonly token: string; readonly agent: string | undefined }): string {
  const parameters = new URLSearchParams({ token: state.token });
  if (state.agent !== undefined) parameters.set("agent", state.agent);
  return parameters.toString();
}
