import { basename, join, relative, resolve } from "node:path";
import { didYouMean } from "@a2agen/generators/naming/did-you-mean.ts";
import type { CommandInput, GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { UsageError } from "@a2agen/terminal/command-error.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { findShipped } from "../package/find-shipped.ts";
import { buildProject } from "./build-project.ts";
import { checkPlaces, readTargetState } from "./check-target.ts";
import { chooseFiles, compareProject, describeDiffering } from "./choose-files.ts";
import { type Conversation, converse } from "./conversation.ts";
import { findPacked, placePacked } from "./dependency-versions.ts";
import { type Finished, finishProject, readPrograms } from "./finish-project.ts";
import { type KindTemplate, listKinds } from "./load-template.ts";
import { toProjectValues } from "./project-values.ts";
import { readAnswers, takesAll } from "./read-answers.ts";
import { writeProject } from "./write-project.ts";

/** Begins a project, as flags and a conversation say. */
export async function initProject(
  { flags, operands }: CommandInput<GivenFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const kinds = await listKinds(findShipped("templates/projects"));
  const given = flags["kind"] === undefined ? undefined : findKind(kinds, String(flags["kind"]));
  const found = await findPacked(typeof flags["packages"] === "string" ? flags["packages"] : undefined);
  return converse("a2agen init", flags, async (conversation) => {
    const template = given ?? (await chooseKind(kinds, flags, conversation));
    const [operand] = operands;
    const directory = resolve(operand ?? (await chooseDirectory(template, conversation)));
    const state = await readTargetState(directory);
    const answers = await readAnswers({
      template,
      kinds,
      flags,
      directoryName: basename(directory),
      conversation,
    });
    const values = toProjectValues(template.kind, answers);
    const packed = await placePacked(found, directory);
    const programs = await readPrograms(directory, { flags, conversation });
    const build = (): ReturnType<typeof buildProject> => buildProject({ template, values, packed, terminal });
    const files = await (conversation?.wait("generating the project", build) ?? build());
    await checkPlaces(
      directory,
      files.map(({ path }) => path),
    );
    const compared = await compareProject(directory, files);
    if (flags["dry-run"] === true)
      return listFiles({ directory, compared, force: flags["force"] === true, terminal });
    const chosen = await chooseFiles(compared, { directory, force: flags["force"] === true, conversation });
    await writeProject(directory, { files: chosen, state });
    const done: Finished = {
      directory,
      template,
      values,
      written: chosen.length,
      same: compared.filter((file) => file.state === "same").length,
      kept: compared.filter((file) => file.state !== "same").length - chosen.length,
    };
    return finishProject(done, { programs, conversation, terminal });
  });
}

function findKind(kinds: readonly KindTemplate[], name: string): KindTemplate {
  const found = kinds.find(({ kind }) => kind === name.toLowerCase());
  if (found !== undefined) return found;
  const names = kinds.map(({ kind }) => kind);
  throw new UsageError(`--kind: expected ${names.join(", ")}; found "${name}"${didYouMean(name, names)}`);
}

/** By asking, else the first kind of agent that the flags are for. */
async function chooseKind(
  kinds: readonly KindTemplate[],
  flags: GivenFlags,
  conversation: Conversation | undefined,
): Promise<KindTemplate> {
  const options = kinds.map(({ kind, manifest: { title, summary } }) => ({
    value: kind,
    label: title,
    hint: summary,
  }));
  const chosen = await conversation?.choose("What do you want to create?", options);
  return findKind(kinds, chosen ?? (takesAll(findKind(kinds, "minimal"), flags) ? "minimal" : "agent"));
}

/** The current directory without a conversation or if it is empty; else asks. */
async function chooseDirectory(
  { kind }: KindTemplate,
  conversation: Conversation | undefined,
): Promise<string> {
  const isHere = conversation === undefined || (await readTargetState(".")) === "empty";
  return conversation === undefined ? "." : conversation.askDirectory(isHere ? "." : `my-${kind}`);
}

interface ListInit {
  readonly directory: string;
  readonly compared: Awaited<ReturnType<typeof compareProject>>;
  readonly force: boolean;
  readonly terminal: Terminal;
}

/** For `--dry-run`: every file and what would become of it. */
function listFiles({ directory, compared, force, terminal }: ListInit): Outcome {
  const words = { new: "create", same: "same", differs: force ? "overwrite" : "differs" } as const;
  for (const { path, state } of compared) {
    terminal.out(`${words[state].padEnd(9)}  ${relative("", join(directory, path))}\n`);
  }
  const differing = compared.filter(({ state }) => state === "differs");
  if (differing.length === 0 || force) return 0;
  terminal.err(`${describeDiffering(directory, differing)}\n`);
  return 1;
}
