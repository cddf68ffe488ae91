import { readExtensions } from "@a2agen/protos/read-proto-extensions.ts";
import { checkAgentUrl } from "@a2agen/terminal/agent-url.ts";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import { openBrowser } from "@a2agen/terminal/open-browser.ts";
import { explainPort, readPort, untilEnded } from "@a2agen/terminal/port.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { ExtensionCatalog } from "./extension-catalog.ts";
import { runBeside } from "./run-beside.ts";
import { type ConsoleInit, serveConsole } from "./serve-console.ts";

interface ConsoleFlags {
  readonly port?: string;
  readonly run?: string;
  readonly extensions?: readonly string[];
  readonly "no-open"?: true;
}

/** Serves the console until Ctrl-C, or until the command beside it has ended. */
export async function runConsole(
  { operands: [agent], flags }: CommandInput<ConsoleFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { run, extensions = [] } = flags;
  if (agent !== undefined) checkAgentUrl(agent, { credentials: "give them in the page" });
  if (run?.trim() === "") throw new UsageError("--run: expected a command; found nothing");
  const port = readPort(flags.port);
  const catalog = await openCatalog(extensions);
  const { default: built } = await import("../console/index.html?split");
  const served = await serveConsole({ ...built, port, catalog }).catch((cause: unknown) => {
    throw explainPort(cause, port);
  });
  const address = `http://localhost:${served.port}/#token=${served.token}`;
  const whole = agent === undefined ? address : `${address}&agent=${encodeURIComponent(agent)}`;
  const ending = untilEnded();
  const companion = run === undefined ? undefined : runBeside(run, address);
  terminal.out(`${companion === undefined ? "" : "console "}${whole}\n`);
  if (companion === undefined) {
    terminal.err("The console runs until Ctrl-C. Its address works for this launch only.\n");
  }
  if (flags["no-open"] === undefined) openBrowser(whole);
  try {
    const isOver = await Promise.race([
      ending.then(() => false),
      companion?.ended.then(() => true) ?? ending,
    ]);
    return isOver === true ? 0 : 130;
  } finally {
    await companion?.stop();
    await served.close();
  }
}

/** Manifests of the user are read at once, so that the command says what is wrong with them. */
async function openCatalog(names: readonly string[]): Promise<ConsoleInit["catalog"]> {
  const open = async (): Promise<ExtensionCatalog> => {
    const given = await Promise.all(names.map((name) => readExtensions(name)));
    const { ExtensionCatalog: Catalog } = await import("./extension-catalog.ts");
    const { knownManifests } = await import("./known-manifests.ts");
    return new Catalog([...knownManifests, ...given]);
  };
  let opened = names.length > 0 ? Promise.resolve(await open()) : undefined;
  return () => (opened ??= open());
}
