import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProcess } from "../../../../shared/process/run-process.ts";

const repository = join(import.meta.dirname, "../../../../..");
const consumers = join(repository, "test/consumers");

/** A directory for what a generator writes, in the repository so that its packages are above it. */
export async function createProject(name: string): Promise<string> {
  await mkdir(join(repository, ".tmp"), { recursive: true });
  return mkdtemp(join(repository, `.tmp/${name}-`));
}

/** Writes "openapi-typescript.ts" beside the document. */
export async function runOpenApiTypeScript(directory: string, document: string): Promise<void> {
  await run(directory, {
    document,
    args: [
      join(consumers, "node_modules/openapi-typescript/bin/cli.js"),
      "document.json",
      "--output",
      "openapi-typescript.ts",
    ],
  });
}

/** Writes the directory "hey-api" beside the document: types and a client. */
export async function runHeyApi(directory: string, document: string): Promise<void> {
  await run(directory, {
    document,
    args: [
      "--import",
      useTypeScript59,
      join(repository, "node_modules/@hey-api/openapi-ts/dist/run.mjs"),
      "--input",
      "document.json",
      "--output",
      "hey-api",
      "--client",
      "@hey-api/client-fetch",
      "--no-log-file",
    ],
  });
}

/** The generator needs the compiler's JS API, which the version that npm puts above it has not. */
const useTypeScript59 = toModule(
  `import { register } from "node:module"; register(${JSON.stringify(
    toModule(
      `export const resolve = (name, context, next) => next(name === "typescript" ? "typescript-5.9" : name, context);`,
    ),
  )});`,
);

function toModule(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

async function run(
  directory: string,
  { document, args }: { readonly document: string; readonly args: readonly string[] },
): Promise<void> {
  await writeFile(join(directory, "document.json"), document);
  const { status, stdout, stderr } = await runProcess(process.execPath, { args, directory });
  if (status !== 0) throw new Error(`${args.join(" ")}: ended with ${status}\n${stdout.toString()}${stderr}`);
}
