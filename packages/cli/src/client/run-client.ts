import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { emitClient } from "@a2agen/generators/emit/client/emit-client.ts";
import { createDiagnostics } from "@a2agen/generators/model/diagnostics.ts";
import { version } from "@a2agen/generators/model/version.ts";
import { compareCodeUnits } from "@a2agen/generators/naming/order.ts";
import { count, errorMessage, isObject, sleep } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, isUsageError, UsageError } from "@a2agen/terminal/command-error.ts";
import { describeUnreadable, readBytes } from "@a2agen/terminal/read-bytes.ts";
import { parseJson } from "@a2agen/terminal/read-json.ts";
import { safeLine } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { CallFlags } from "../call/call-flags.ts";
import { chooseTarget } from "../call/choose-target.ts";
import { explainError } from "../call/explain-error.ts";
import { fetchCard } from "../call/fetch-card.ts";
import { parseCall } from "../call/parse-call.ts";
import { Screen } from "../call/screen.ts";
import { listenForStop, type Stop } from "../call/stop.ts";
import { buildClientModel } from "./build-client-model.ts";
import { client } from "./client.ts";
import { compareClients } from "./compare-clients.ts";
import { definitionFinder, type FindDefinitions } from "./find-definitions.ts";
import { findUses } from "./find-uses.ts";
import { type ClientFile, clientHeader, snapshotName, writeClient } from "./write-client.ts";

export interface ClientFlags
  extends Pick<CallFlags, "catalog" | "agent" | "header" | "header-env" | "token-env" | "timeout"> {
  readonly out?: string;
  readonly check?: true;
  readonly watch?: true;
  readonly extensions?: readonly string[];
  readonly "import-extension"?: "js" | "ts";
}

/** A card as it came, and where from. */
interface FoundCard {
  readonly raw: unknown;
  readonly url: string | undefined;
}

const watchMs = 2000;

/** Whether a hint of those for calls is one that this command can follow. */
function isForClient(hint: string): boolean {
  const flags = [...hint.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = ""]) => name);
  return !hint.includes("a2agen call") && flags.every((name) => Object.hasOwn(client.flags, name));
}

/** `a2agen client`: writes the client of an agent, or says whether the one that was written still works. */
export async function runClient(
  { flags, operands }: CommandInput<ClientFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const screen = new Screen(terminal, { isJson: false });
  const stop = listenForStop(() => screen.wait(undefined));
  const {
    out = "client",
    "import-extension": importExtension = "js",
    check,
    watch,
    extensions: named = [],
    ...callFlags
  } = flags;
  const read = (): Promise<FoundCard> => findCard(operands, callFlags, { screen, stop });
  const findDefinitions = definitionFinder({ named, warn: (text) => screen.note(text, "warning") });
  const write = async (found: FoundCard): Promise<void> => {
    const { files, skills } = await renderClient(found, { importExtension, screen, findDefinitions });
    const gone = await writeClient(out, files);
    terminal.out(`wrote ${count(files.length, "file")} with ${count(skills, "skill")} to ${out}\n`);
    for (const name of gone) terminal.out(`removed ${join(out, name)}, which the card no longer needs\n`);
  };
  const around = { out, terminal, findDefinitions };
  try {
    const found = await read();
    if (check) {
      const outcome = await checkClient(found, around);
      if (outcome === 1)
        screen.note(
          "without --check the client is written again, and the compiler shows what no longer fits",
        );
      return outcome;
    }
    await write(found);
    const change = async (next: FoundCard): Promise<void> => {
      await checkClient(next, around);
      await write(next);
    };
    if (watch) await watchCard(found, { read, change, screen, stop });
    return 0;
  } catch (error) {
    if (stop.reason() === "interrupt") return 130;
    if (isUsageError(error) || error instanceof CommandError) throw error;
    const { target } = parseCall({ operands: ["http://localhost"], flags: {}, env: {} });
    const { code, problem, hints } = explainError(error, { ...target, url: operands[0] ?? "" });
    screen.fail({ code, message: problem, hints: hints.filter(isForClient) });
    return 1;
  } finally {
    screen.wait(undefined);
    stop.release();
  }
}

/** Writes the client again whenever the card is another. Rejects when it is stopped. */
async function watchCard(
  { raw }: FoundCard,
  {
    read,
    change,
    screen,
    stop,
  }: {
    readonly read: () => Promise<FoundCard>;
    readonly change: (found: FoundCard) => Promise<void>;
    readonly screen: Screen;
    readonly stop: Stop;
  },
): Promise<never> {
  let last = toText(raw);
  let problem = "";
  for (;;) {
    await sleep(watchMs, { signal: stop.signal });
    stop.signal.throwIfAborted();
    try {
      const found = await read();
      const text = toText(found.raw);
      if (text !== last) {
        last = text;
        await change(found);
      }
      problem = "";
    } catch (error) {
      stop.signal.throwIfAborted();
      // The agent may be starting again.
      const message = errorMessage(error);
      if (message !== problem)
        screen.note(`${message}; the client stays as it is until that changes`, "warning");
      problem = message;
    }
  }
}

/** The card in a file, at a URL, or of an agent of a catalog. */
async function findCard(
  operands: readonly string[],
  flags: CallFlags,
  around: { readonly screen: Screen; readonly stop: Stop },
): Promise<FoundCard> {
  const [first = ""] = operands;
  if (operands.length > 1)
    throw new UsageError(`expected one agent; found ${count(operands.length, "word")}`);
  if (flags.catalog === undefined && !/^[a-z][a-z0-9+.-]*:/i.test(first)) {
    return { raw: parseCard(Buffer.from(await readBytes(first)).toString(), first), url: undefined };
  }
  const plan = parseCall({ operands, flags, env: process.env });
  const { catalog } = plan.target;
  // Without the name of an agent, the only one is meant.
  const named = { ...plan, action: { kind: "extended-card" } } as const;
  const target = catalog === undefined ? plan.target : await chooseTarget(named, catalog, around);
  if (target === undefined) throw new CommandError("the catalog has no agent");
  const { raw, agent } = await fetchCard(target, { ...around, recorder: undefined });
  await agent?.close();
  return { raw, url: target.entry !== undefined && target.entry.url === undefined ? undefined : target.url };
}

function parseCard(text: string, path: string): object {
  const what = "an agent card in JSON";
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new CommandError(`${path}: ${describeUnreadable(cause, what)}`, { cause });
  }
  if (isObject(value)) return value;
  throw new CommandError(`${path}: expected ${what}; found another value`);
}

/** In one order of members, whatever order the agent has. */
function toText(raw: unknown): string {
  const sorted = (value: object): object =>
    Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareCodeUnits(a, b)));
  return JSON.stringify(raw, (_key, value: unknown) => (isObject(value) ? sorted(value) : value), 2);
}

/** The files of the client, and the card beside them. What cannot be typed is said. */
async function renderClient(
  { raw, url }: FoundCard,
  {
    importExtension,
    screen,
    findDefinitions,
  }: {
    readonly importExtension: "js" | "ts";
    readonly screen: Screen;
    readonly findDefinitions: FindDefinitions;
  },
): Promise<{
  readonly files: readonly ClientFile[];
  readonly skills: number;
}> {
  const model = await buildClientModel(raw, { url, findDefinitions });
  if (model.bindings.length === 0) {
    throw new CommandError("the card has no interface over JSONRPC, HTTP+JSON or GRPC, which clients have");
  }
  const diagnostics = createDiagnostics();
  const sources = emitClient(model, diagnostics);
  for (const { text, position } of diagnostics.list) screen.note(`${position.file}: ${text}`, "warning");
  for (const { uri, required, definition } of model.extensions) {
    if (required && definition === undefined)
      screen.note(`the agent requires ${safeLine(uri)}: give its definition in "extensions"`, "warning");
  }
  const header = clientHeader(version);
  const files = sources.map((file) => ({
    name: `${file.path}.ts`,
    text: showHidden(file.toText({ header, importExtension })),
  }));
  return { files: [...files, { name: snapshotName, text: `${toText(raw)}\n` }], skills: model.skills.length };
}

/** Characters that editors do not show, or show elsewhere, as escapes, which mean the same in literals. */
function showHidden(text: string): string {
  return text.replaceAll(
    /(?!\n)\p{Cc}|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Says what is different, and fails where that breaks the client. */
async function checkClient(
  { raw, url }: FoundCard,
  {
    out,
    terminal,
    findDefinitions,
  }: { readonly out: string; readonly terminal: Terminal; readonly findDefinitions: FindDefinitions },
): Promise<Outcome> {
  const path = join(out, snapshotName);
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new CommandError(`${path}: expected the card that the client was written from; write it first`, {
      cause,
    });
  });
  const before = await buildClientModel(parseCard(text, path), { url, findDefinitions });
  const changes = compareClients(before, await buildClientModel(raw, { url, findDefinitions }));
  const breaking = changes.filter(({ step }) => step === "major");
  for (const { place, reason } of breaking) terminal.err(`${safeLine(place)}: ${safeLine(reason)}\n`);
  const broken = before.skills.filter(({ id }) =>
    breaking.some(({ place }) => `${place}: `.startsWith(`skill ${id}: `)),
  );
  const uses = await findUses(
    out,
    broken.map(({ key }) => key),
  );
  for (const use of uses) terminal.err(`${safeLine(use)}\n`);
  const others = changes.length - breaking.length;
  const more = others === 0 ? "" : `; ${count(others, "other change")}, which generating again takes up`;
  const what =
    breaking.length === 0
      ? "the card fits the client"
      : `the card breaks the client: ${count(breaking.length, "change")}`;
  terminal.out(`${what}${more}\n`);
  return breaking.length === 0 ? 0 : 1;
}
