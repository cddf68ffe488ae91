import { existsSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { CommandInput, GivenFlags, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { formatDiff } from "@a2agen/terminal/show-diff.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import { writeFiles } from "@a2agen/terminal/write-files.ts";
import { findShipped } from "../../package/find-shipped.ts";
import { type JsonObject, objectAt } from "../../package/package-file.ts";
import { checkPlaces } from "../check-target.ts";
import { type Conversation, converse } from "../conversation.ts";
import { findPacked } from "../dependency-versions.ts";
import { enterLines, runProgram } from "../finish-project.ts";
import { listKinds, loadTemplate } from "../load-template.ts";
import { toProjectValues } from "../project-values.ts";
import { readAnswers } from "../read-answers.ts";
import { type ProjectFile, renderProject } from "../render-project.ts";
import { type AgentPlace, addToManifest, placeAgent, placeSources } from "./agent-files.ts";
import { type ExistingProject, readExistingProject } from "./existing-project.ts";
import { mountLines } from "./mount-lines.ts";

/** Adds the agent of the minimal template to a project, as flags and a conversation say. */
export async function addAgent(
  { flags, operands }: CommandInput<GivenFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const { name = "agent", ...others } = flags;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]{0,60}$/.test(name)) {
    throw new UsageError(`--name: expected lower-case letters, digits and "-"; found "${String(name)}"`);
  }
  const packed = await findPacked(typeof flags["packages"] === "string" ? flags["packages"] : undefined);
  return converse("a2agen add", flags, async (conversation) => {
    const project = await readExistingProject(resolve(operands[0] ?? "."));
    const { directory, manifest, manager, text } = project;
    const place = placeAgent(project, name);
    const kinds = await listKinds(findShipped("templates/projects"));
    const template = kinds.find(({ kind }) => kind === "minimal");
    if (template === undefined) throw new Error("expected a template of the kind minimal");
    const asks = template.manifest.asks.filter((question) => question !== "name");
    const answers = await readAnswers({
      template: { ...template, manifest: { ...template.manifest, asks } },
      kinds,
      flags: others,
      directoryName: flags["name"] === undefined ? packageName(manifest, directory) : name,
      conversation,
    });
    const rendered = renderProject(await loadTemplate(template, packed), toProjectValues("minimal", answers));
    const made = rendered.find(({ path }) => path === "package.json");
    const sources = await placeSources(rendered, place);
    refuseConflicts(project, { name, sources });
    const after = addToManifest(project, {
      place,
      template: JSON.parse(made?.text ?? "{}") as JsonObject,
      packed,
    });
    const files = [...sources, { path: "package.json", text: after }];
    await checkPlaces(
      directory,
      files.map(({ path }) => path),
    );
    if (flags["dry-run"] === true) {
      const before = (path: string): string => (path === "package.json" ? text : "");
      terminal.out(
        await formatDiff(
          files.map((file) => ({ path: file.path, before: before(file.path), after: file.text })),
        ),
      );
      return 0;
    }
    const install =
      flags["install"] === true ||
      (await conversation?.confirm(`Run ${manager.name} install?`, true)) === true;
    await writeFiles(
      files.map((file) => ({ path: join(directory, file.path), bytes: Buffer.from(file.text) })),
    );
    return finish(project, { place, files, port: answers.port, install, packed, conversation, terminal });
  });
}

function packageName(manifest: JsonObject, directory: string): string {
  const { name } = manifest;
  return typeof name === "string" && name !== "" ? name.replace(/^@[^/]*\//, "") : basename(directory);
}

/** Throws a CommandError that lists existing files. */
function refuseConflicts(
  { directory, manifest }: ExistingProject,
  { name, sources }: { readonly name: string; readonly sources: readonly ProjectFile[] },
): void {
  const places = [
    ...sources.filter(({ path }) => existsSync(join(directory, path))).map(({ path }) => path),
    ...(Object.hasOwn(objectAt(manifest, "scripts"), name) ? [`package.json: scripts.${name}`] : []),
  ];
  if (places.length === 0) return;
  throw new CommandError(
    [
      `${relative("", directory) || "."}: expected a project without these:`,
      ...places.map((place) => `  ${place}`),
      "nothing was written; choose another name than this with --name NAME",
    ].join("\n"),
  );
}

interface FinishInit {
  readonly place: AgentPlace;
  readonly files: readonly ProjectFile[];
  readonly port: number;
  readonly install: boolean;
  readonly packed: ReadonlyMap<string, string>;
  readonly conversation: Conversation | undefined;
  readonly terminal: Terminal;
}

/** Installs the packages if that is wanted, and says what to do next. */
async function finish(project: ExistingProject, init: FinishInit): Promise<Outcome> {
  const { directory, manager, root } = project;
  const { place, files, port, conversation, terminal } = init;
  const say = conversation?.say ?? ((text: string) => terminal.out(`${text}\n`));
  say(`wrote ${files.map(({ path }) => path).join(", ")} in ${relative("", directory) || "."}`);
  for (const warning of warnings(project, init)) terminal.err(`${warning}\n`);
  const command = `${manager.name} install`;
  const failure = init.install
    ? await runProgram(manager.name, { args: ["install"], directory: root })
    : undefined;
  if (failure !== undefined) {
    terminal.err(`${failure}; the agent is written, install again with "${command}"\n`);
  }
  const isInstalled = init.install && failure === undefined;
  const next = [
    ...enterLines(directory),
    ...(isInstalled ? [] : [command]),
    `${manager.name} run ${place.name}`,
    `${manager.execute} a2agen call http://localhost:${port} send "Hello" # in another terminal`,
  ];
  const mount = mountLines(project, place);
  const texts = [["Next:", ...next.map((line) => `  ${line}`)], ...(mount.length === 0 ? [] : [mount])];
  for (const lines of texts) say(`${conversation === undefined ? "\n" : ""}${lines.join("\n")}`);
  conversation?.finish("the agent is ready");
  return failure === undefined ? 0 : 1;
}

/** What the project needs besides. */
function warnings(
  { compilerOptions, directory, root }: ExistingProject,
  { packed }: FinishInit,
): readonly string[] {
  const [, resolution] =
    /"moduleResolution"\s*:\s*"(node|node10|classic)"/i.exec(compilerOptions) ??
    (/"moduleResolution"/.test(compilerOptions)
      ? []
      : (/"module"\s*:\s*"(commonjs)"/i.exec(compilerOptions) ?? []));
  return [
    ...(resolution === undefined
      ? []
      : [
          `tsconfig.json: expected "moduleResolution": "node16", "nodenext" or "bundler", with which tsc finds the packages; found "${resolution}"`,
        ]),
    ...(packed.size === 0 || root === directory
      ? []
      : [
          `package.json: move "overrides" to ${relative("", join(root, "package.json"))}, where npm reads them`,
        ]),
  ];
}
