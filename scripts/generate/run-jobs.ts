import { mkdir, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { currentVersion } from "../../generated/versions/table.ts";
import { listFiles } from "../list-files.ts";
import { runBuf } from "./buf.ts";
import type { ImageJob, Job, Template, TemplateJob, TemplatePlugin } from "./generate-jobs.ts";
import { runManifestJob } from "./run-manifest-job.ts";
import { runSchemaJob } from "./run-schema-job.ts";
import { runTranslationJob } from "./run-translation-job.ts";

/** What one invocation of a plugin, or of `buf build`, wrote. */
export interface Invocation {
  readonly job: string;
  readonly plugin: string;
  readonly out: string;
  readonly files: number;
  /** Line ends in text files; 0 for images. */
  readonly lines: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** What buf and the plugin wrote to standard error. */
  readonly warnings: string;
}

export interface RunJobsOptions {
  readonly root: string;
  /** An empty directory that receives the files under their paths in the root. */
  readonly staging: string;
}

/** Runs every plugin of every job on its own, so that its share can be told apart. */
export async function runJobs(jobs: readonly Job[], options: RunJobsOptions): Promise<readonly Invocation[]> {
  const writers = new Map<string, string>();
  const invocations: Invocation[] = [];
  for (const job of jobs) {
    for (const step of await planSteps(job, options.root)) {
      const scratch = join(options.staging, "scratch", String(invocations.length));
      const output = join(scratch, step.output);
      const writer = `job ${job.name}, ${step.plugin}, out ${step.out}`;
      await mkdir(dirname(output), { recursive: true });
      const start = performance.now();
      const warnings = await step.run(output).catch((cause: Error) => {
        throw new Error(`${writer}: ${cause.message}`, { cause });
      });
      const milliseconds = performance.now() - start;
      const size = await collect({ writer, job, scratch, staging: options.staging, writers });
      invocations.push({
        job: job.name,
        plugin: step.plugin,
        out: step.out,
        ...size,
        milliseconds,
        warnings,
      });
    }
  }
  return invocations;
}

/** One call of buf, or of a generator that is no plugin. */
interface Step {
  readonly plugin: string;
  readonly out: string;
  /** Writes the files, and returns the warnings. */
  readonly run: (output: string) => Promise<string>;
  /** What is written, relative to the directory of the step. */
  readonly output: string;
}

async function planSteps(job: Job, root: string): Promise<readonly Step[]> {
  switch (job.kind) {
    case "image":
      return [imageStep(job, root)];
    case "schema": {
      const run = (output: string): Promise<string> => runSchemaJob(job, { root, output });
      return [{ plugin: "json-schema", out: job.out, run, output: job.out }];
    }
    case "manifest": {
      const run = (output: string): Promise<string> => runManifestJob(job, { root, output });
      return [{ plugin: "extension manifest", out: job.out, run, output: job.out }];
    }
    case "translation": {
      const run = (output: string): Promise<string> => runTranslationJob(job, { root, output });
      return [{ plugin: "translate", out: job.out, run, output: job.out }];
    }
    case "template":
      return templateSteps(job, inRoot(await readTemplate(job, root), job), root);
  }
}

function imageStep({ input, paths, config, out }: ImageJob, root: string): Step {
  const modules = config === undefined ? [] : ["--config", config];
  const args = ["build", input, ...modules, ...paths.flatMap((path) => ["--path", path])];
  return { plugin: "buf build", out, run: bufRun(args, root), output: out };
}

function bufRun(args: readonly string[], root: string): Step["run"] {
  return (output) => runBuf([...args, "--output", output], root);
}

function templateSteps(job: TemplateJob, template: Template, root: string): readonly Step[] {
  const { inputs, paths = [], config } = job;
  return template.plugins.flatMap((plugin) => {
    const args = [
      "generate",
      "--template",
      JSON.stringify({ ...template, plugins: [plugin] }),
      ...paths.flatMap((path) => ["--path", path]),
      ...(config === undefined ? [] : ["--config", config]),
    ];
    const step = { plugin: pluginName(plugin), out: plugin.out, output: "." };
    const calls = inputs.length === 0 ? [args] : inputs.map((input) => [...args, input]);
    return calls.map((call): Step => ({ ...step, run: bufRun(call, root) }));
  });
}

/** A template as it is in the root, for one that is used in another directory. */
function inRoot(template: Template, { directory }: TemplateJob): Template {
  if (directory === undefined) return template;
  const plugins = template.plugins.map((plugin): TemplatePlugin => {
    const { local, out } = plugin;
    const installed = typeof local === "string" ? { local: ["node", `dist/${local}.js`] } : {};
    return { ...plugin, ...installed, out: `${directory}/${out}` };
  });
  return { ...template, plugins };
}

async function readTemplate(job: TemplateJob, root: string): Promise<Template> {
  const { template, version } = job;
  const read = typeof template === "string" ? await readTemplateFile(job.name, template, root) : template;
  return version === undefined ? read : forVersion(read, version);
}

/** The template of the current version for another one. */
function forVersion(
  { version, plugins }: Template,
  { directory, profile }: NonNullable<TemplateJob["version"]>,
): Template {
  const options = profile === undefined ? [] : [`profile=${profile}`];
  return {
    version,
    plugins: plugins.map(
      (plugin): TemplatePlugin => ({
        ...plugin,
        out: plugin.out.replace(`generated/${currentVersion}`, directory),
        opt: [...options, ...[plugin.opt ?? []].flat()],
      }),
    ),
  };
}

async function readTemplateFile(name: string, template: string, root: string): Promise<Template> {
  const text = await readFile(join(root, template), "utf8").catch((cause: unknown) => {
    throw new Error(`job ${name}: cannot read the template ${template}`, { cause });
  });
  const value = parse(text) as Partial<Template> | null;
  if (!Array.isArray(value?.plugins)) {
    throw new Error(`${template}: expected a list "plugins" as buf.gen.yaml has it; found none`);
  }
  return value as Template;
}

function pluginName({ local, remote, protoc_builtin }: TemplatePlugin): string {
  const name = (typeof local === "string" ? local : local?.at(-1)) ?? remote ?? protoc_builtin ?? "?";
  return name.replace(/^.*\//, "").replace(/\.js$/, "");
}

interface Collection {
  /** Names the invocation in errors. */
  readonly writer: string;
  readonly job: Job;
  readonly scratch: string;
  readonly staging: string;
  /** The invocation that wrote a file, by path. */
  readonly writers: Map<string, string>;
}

/** Moves what a step wrote to the staged tree, in which no two steps may write the same file. */
async function collect({ writer, job, scratch, staging, writers }: Collection): Promise<{
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}> {
  const paths = await listFiles(scratch);
  let lines = 0;
  let bytes = 0;
  for (const path of paths) {
    if (path !== job.out && !path.startsWith(`${job.out}/`)) {
      throw new Error(`${writer}: expected files in ${job.out}; found ${path}`);
    }
    const earlier = writers.get(path);
    if (earlier !== undefined) {
      throw new Error(`${writer}: writes ${path}, which was written already by ${earlier}`);
    }
    writers.set(path, writer);
    const from = join(scratch, path);
    const to = join(staging, "tree", path);
    await mkdir(dirname(to), { recursive: true });
    const content = await readFile(from);
    bytes += content.length;
    lines += job.kind === "image" ? 0 : content.toString("latin1").split("\n").length - 1;
    await rename(from, to);
  }
  return { files: paths.length, lines, bytes };
}
