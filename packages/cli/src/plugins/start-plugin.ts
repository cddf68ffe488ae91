import { version } from "@a2agen/generators/model/version.ts";
import { type PluginName, plugins } from "./plugins.ts";

/** Answers `info` before anything else is loaded: `a2a` waits for it each time that it starts. */
export async function startPlugin(name: PluginName): Promise<void> {
  const args = process.argv.slice(2);
  if (args[0] === "info") {
    process.stdout.write(`${JSON.stringify({ name, version, description: plugins[name] })}\n`);
    return;
  }
  const { runPlugin } = await import("./run-plugin.ts");
  process.exitCode = await runPlugin(name, args);
}
