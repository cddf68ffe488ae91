import { version } from "@a2agen/generators/model/version.ts";
import { errorCode } from "@a2agen/runtime/internal";
import type { Command } from "@a2agen/terminal/command.ts";
import { CommandError } from "@a2agen/terminal/command-error.ts";

/** A package that brings commands, which `a2agen` depends on at its exact version. */
interface Lodger {
  readonly name: string;
  /** The words with which its commands begin. */
  readonly paths: readonly (readonly string[])[];
}

const lodgers: readonly Lodger[] = [
  { name: "@a2agen/gateway", paths: [["gateway"]] },
  { name: "@a2agen/pages", paths: [["console"], ["docs", "site"], ["playground"]] },
  { name: "@a2agen/probe", paths: [["fleet"], ["probe"]] },
  { name: "@a2agen/tasks", paths: [["tasks"]] },
  { name: "@a2agen/testing", paths: [["mock"]] },
];

/** The commands of the package of which one is called; of all packages where these arguments call none. */
export async function loadLodgers(args: readonly string[]): Promise<readonly Command[]> {
  const called = lodgers.find(({ paths }) => paths.some((path) => isCallOf(path, args)));
  const found = await Promise.all((called === undefined ? lodgers : [called]).map(load));
  if (called !== undefined && found[0] === undefined) {
    throw new CommandError(
      `expected the package ${called.name} ${version}, which has this command; it is not installed beside a2agen: run npm install`,
    );
  }
  return found.flatMap((commands) => commands ?? []);
}

/** Whether the words that call a command stand at the beginning of the arguments. */
export function isCallOf(path: readonly string[], args: readonly string[]): boolean {
  return path.every((word, index) => args[index] === word);
}

/** Undefined where the package is not installed. */
async function load({ name }: Lodger): Promise<readonly Command[] | undefined> {
  const specifier = `${name}/commands`;
  try {
    // A variable: this package is compiled and bundled without them.
    const { commands } = (await import(specifier)) as { readonly commands: readonly Command[] };
    return commands;
  } catch (error) {
    if (errorCode(error) === "ERR_MODULE_NOT_FOUND" && String(error).includes(name)) return undefined;
    throw error;
  }
}
