import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FreshFolder, makeFreshFolder } from "../../shared/process/fresh-folder.ts";
import { run } from "../../shared/process/npm.ts";
import { Project, type StartedProject } from "../../shared/process/project.ts";
import { sharedPackages } from "../../shared/process/shared-packages.ts";
import { type Document, findDocuments, repository } from "../../system/docs/documents.ts";
import { findPorts, type Ports, untilListening } from "../../system/docs/ports.ts";
import { type Runner, type ShellBlock, type UserStep, userStepsOf } from "../../system/docs/shell-blocks.ts";

let published: FreshFolder;
/** Of users whose registry does not have our packages. */
let unpublished: FreshFolder;
let ports: Ports;

/** Those with which users begin; most of the time goes to npm, so the others wait for npm run test:long. */
const begun: readonly string[] = ["README.md", "docs/quick-start.md"];

/** Pages that tell users to do something: it is done, with a registry of npm that has our packages. */
const documents = (await findDocuments()).filter(
  (document) =>
    userStepsOf(document).length > 0 &&
    (begun.includes(document.path) || process.env["A2AGEN_PAGES"] === "all"),
);

beforeAll(async () => {
  const packages = await sharedPackages();
  published = await makeFreshFolder("user");
  unpublished = await makeFreshFolder("user", { published: false });
  ports = await findPorts();
  for (const document of documents) {
    // The clone in which `npm run pack` was run; its programs find what they import beside themselves.
    const clone = join(workFolder(document, "unpublished"), "a2agen");
    await mkdir(join(clone, ".tmp/packages"), { recursive: true });
    for (const { tarball } of packages) {
      await cp(tarball, join(clone, ".tmp/packages", basename(tarball)));
    }
    await symlink(join(repository, "dist"), join(clone, "dist"), "dir");
  }
});

afterAll(async () => {
  for (const folder of [published, unpublished]) await folder.close();
});

describe.each(documents)("$path", (document) => {
  let printed = "";
  const servers: StartedProject[] = [];

  // Every page uses the same ports.
  afterAll(async () => {
    for (const server of servers) await server.stop("SIGINT");
  });

  for (const step of userStepsOf(document)) {
    test(`line ${step.block.line}: ${titleOf(step)}`, async () => {
      const { block, kind } = step;
      if (kind === "output") {
        expect(printed).toBe(block.text);
      } else if (kind === "file") {
        await mkdir(dirname(join(workFolder(document), step.path)), { recursive: true });
        await writeFile(join(workFolder(document), step.path), ports.replace(block.text));
      } else if (step.block.runner === "server") {
        await serve(document, { block: step.block, servers });
      } else {
        printed = await runCommands(document, step.block);
      }
    });
  }
});

/** Where the steps of a page are done. */
function workFolder({ path }: Document, runner?: Runner): string {
  const { directory } = runner === "unpublished" ? unpublished : published;
  return join(directory, path.replaceAll("/", "-").slice(0, -".md".length));
}

function titleOf({ kind, block, ...step }: UserStep): string {
  if (kind === "output") return "what is printed";
  return "path" in step ? step.path : block.text.trim();
}

async function folderOf(document: Document, { folder, runner }: ShellBlock): Promise<string> {
  const place = join(workFolder(document, runner), folder);
  await mkdir(place, { recursive: true });
  return place;
}

/** Runs commands as they are written, in a shell that stops at the first that fails. */
async function runCommands(document: Document, block: ShellBlock): Promise<string> {
  const { env } = block.runner === "unpublished" ? unpublished : published;
  const directory = await folderOf(document, block);
  const { stdout } = await run("bash", ["-euc", ports.replace(block.text)], { directory, env });
  return ports.restore(stdout);
}

/** Leaves a server running, as in a terminal of its own, and resolves when it listens. */
async function serve(
  document: Document,
  { block, servers }: { readonly block: ShellBlock; readonly servers: StartedProject[] },
): Promise<void> {
  const [PORT = "", GRPC_PORT = ""] = ports.replace("4000 4001").split(" ");
  // All servers of a page have the same port: a user stops one before starting the next.
  for (const server of servers.splice(0)) await server.stop("SIGINT");
  const project = new Project(await folderOf(document, block), published.env);
  const server = await project.start(["bash", "-euc", block.text], { ready: "", env: { PORT, GRPC_PORT } });
  servers.push(server);
  await untilListening(Number(PORT), AbortSignal.timeout(60_000)).catch((cause: unknown) => {
    throw new Error(`${block.text.trim()} does not listen: ${server.said()}`, { cause });
  });
}
