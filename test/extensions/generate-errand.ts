import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Artifact, Message, Part, Task } from "@a2agen/a2a-1.0";
import type {
  ExtensionData,
  ExtensionErrors,
  ExtensionPartData,
  ExtensionWith,
  StateMachine,
} from "@a2agen/runtime/extensions";
import { generateManifest } from "../../packages/cli/src/extension/write-extension.ts";
import { compileProtos } from "../shared/process/compile-protos.ts";
import { runPlugin } from "../shared/process/run-plugin.ts";
import { manifest, proto, schemas } from "./errand.ts";

interface Order {
  readonly allStops: { readonly street: string }[];
}

interface Stamp {
  readonly time: string;
}

interface Note {
  readonly text: string;
}

/** What is generated of the extension, of either source. */
export interface GeneratedErrand {
  readonly ErrandExtension: ExtensionWith<
    {
      readonly order: ExtensionPartData<Order, Message, Part>;
      readonly progress: ExtensionData<{ state: string; endedAt?: string }, Message>;
      readonly stamp: ExtensionData<Stamp, Message | Artifact>;
      readonly notes: ExtensionPartData<readonly Note[], Artifact, Part>;
      readonly session: ExtensionData<Stamp, Message>;
      readonly receipt: ExtensionData<Stamp, Task>;
      readonly remark: ExtensionData<Note, Message>;
    },
    { maxStops?: number; longestStreet?: number }
  > &
    ExtensionErrors<"ERRAND_REFUSED" | "ERRAND_LATE">;
  readonly ErrandStates: StateMachine<string>;
}

/** The generated helpers of a source, and their text. */
export interface LoadedErrand {
  readonly text: string;
  readonly warnings: string;
  readonly errand: GeneratedErrand;
}

/** Generates the extension of its proto by the plugin, and of its manifest by the command, and loads both. */
export async function generateErrand(folder: string): Promise<Record<"proto" | "manifest", LoadedErrand>> {
  const files = await compileProtos({ "errand.proto": proto });
  const modules = "lf/a2a/v1/a2a.proto=@a2agen/a2a-1.0";
  const generated = await runPlugin({
    parameter: `target=ts,import_extension=ts,targets=types+json+extension,modules=${modules}`,
    files,
    generate: ["errand.proto"],
  });
  if (generated.error !== undefined) throw new Error(generated.error);
  const source = join(folder, "source");
  await write(source, { "errand.yaml": manifest, "errand.json": JSON.stringify(schemas) });
  const warnings: string[] = [];
  const terminal = { out: () => {}, err: (line: string) => void warnings.push(line) };
  const rendered = await generateManifest(join(source, "errand.yaml"), {
    importExtension: "ts",
    out: join(folder, "manifest"),
    terminal,
  });
  const ofManifest = Object.fromEntries(rendered.map(({ name, text }) => [name, text]));
  return {
    proto: { warnings: generated.stderr, ...(await load(join(folder, "proto"), generated.files)) },
    manifest: { warnings: warnings.join(""), ...(await load(join(folder, "manifest"), ofManifest)) },
  };
}

async function load(
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<Omit<LoadedErrand, "warnings">> {
  await write(folder, files);
  const file = "errand_extension.ts";
  const errand = (await import(join(folder, file))) as GeneratedErrand;
  return { text: files[file] ?? "", errand };
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
