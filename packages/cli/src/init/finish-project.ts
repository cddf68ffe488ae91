import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { shellWord } from "@a2agen/exchange/shell-word.ts";
import { count, plural } from "@a2agen/runtime/internal";
import type { GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { startProgram } from "@a2agen/terminal/run-program.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { Conversation } from "./conversation.ts";
import type { KindTemplate } from "./load-template.ts";
import type { ProjectValues } from "./project-values.ts";

/** A project that was written. */
export interface Finished {
  readonly directory: string;
  readonly template: KindTemplate;
  readonly values: ProjectValues;
  /** Numbers of files. */
  readonly written: number;
  readonly same: number;
  readonly kept: number;
}

/** Which programs run when the files are written. */
export interface Programs {
  readonly git: boolean;
  readonly install: boolean;
}

export interface FinishInit {
  readonly programs: Programs;
  readonly conversation: Conversation | undefined;
  readonly terminal: Terminal;
}

/**
 * Chooses the programs by flags, else by asking, else none. Asked before anything is written, so that
 * Ctrl-C at any question leaves nothing. Throws Canceled.
 */
export async function readPrograms(
  directory: string,
  { flags, conversation }: { readonly flags: GivenFlags; readonly conversation: Conversation | undefined },
): Promise<Programs> {
  const ask = async (name: keyof Programs, question: string): Promise<boolean> =>
    flags[name] === true || ((await conversation?.confirm(question, true)) ?? false);
  return {
    git: !isInRepository(directory) && (await ask("git", "Create a git repository?")),
    install: await ask("install", "Run npm install?"),
  };
}

/** Runs git and npm where they are wanted, and says what to do next. */
export async function finishProject(done: Finished, init: FinishInit): Promise<Outcome> {
  const { conversation, programs, terminal } = init;
  const { directory } = done;
  const say = conversation === undefined ? (text: string) => terminal.out(`${text}\n`) : conversation.say;
  say(describeFiles(done));
  const failures: string[] = [];
  let isInstalled = false;
  if (programs.git) {
    const failure = await runProgram("git", { args: ["init", "--quiet"], directory });
    if (failure !== undefined) failures.push(failure);
  }
  if (programs.install) {
    const failure = await runProgram("npm", { args: ["install", "--no-fund", "--no-audit"], directory });
    isInstalled = failure === undefined;
    if (failure !== undefined)
      failures.push(`${failure}; the project is written, install again with "npm install"`);
  }
  for (const failure of failures) terminal.err(`${failure}\n`);
  const next = await nextLines(done, isInstalled);
  const text = ["Next:", ...next.map((line) => `  ${line}`)].join("\n");
  if (conversation === undefined) {
    terminal.out(`\n${text}\n`);
  } else {
    conversation.say(`${text}\nMore settings: npx a2agen init --help`);
    conversation.finish(`${done.values.name} is ready`);
  }
  return failures.length === 0 ? 0 : 1;
}

function describeFiles({ directory, written, same, kept }: Finished): string {
  const wrote = `wrote ${count(written, "file")} in ${relative("", directory) || "."}`;
  const others = [
    ...(same === 0 ? [] : [`${same} ${plural(same, ["was", "were"])} the same`]),
    ...(kept === 0 ? [] : [`${kept} ${plural(kept, ["was kept as it was", "were kept as they were"])}`]),
  ];
  return [wrote, ...others].join("; ");
}

function isInRepository(directory: string): boolean {
  for (let path = directory; ; path = dirname(path)) {
    if (existsSync(join(path, ".git"))) return true;
    if (dirname(path) === path) return false;
  }
}

async function nextLines(
  { directory, template, values }: Finished,
  isInstalled: boolean,
): Promise<readonly string[]> {
  const { default: handlebars } = await import("handlebars");
  const lines = template.manifest.next.map((line) => handlebars.compile(line, { noEscape: true })(values));
  const wanted = lines.filter((line) => line !== "" && !(isInstalled && line === "npm install"));
  return [...enterLines(directory), ...wanted];
}

/** How one gets from here to a directory. */
export function enterLines(directory: string): readonly string[] {
  const place = relative("", directory);
  return place === "" ? [] : [`cd ${shellWord(place)}`];
}

/** Why a program failed; undefined for success. */
type Failure = string | undefined;

/** Runs a program in a directory, with the terminal of this one. */
export function runProgram(
  program: string,
  { args, directory }: { readonly args: readonly string[]; readonly directory: string },
): Promise<Failure> {
  return new Promise((resolve) => {
    const child = startProgram(program, args, { cwd: directory, stdio: "inherit" });
    child.on("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code === "ENOENT" ? `${program} is not installed` : error.message);
    });
    child.on("close", (code, signal) => {
      if (code === 0) resolve(undefined);
      else resolve(`${program} ${args.join(" ")} ended with ${signal ?? `exit code ${code}`}`);
    });
  });
}
