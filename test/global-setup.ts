import { buildCli } from "../scripts/build-cli.ts";
import { buildPlugins } from "../scripts/build-plugins.ts";

/** Tests run the plugins as protoc does, and the command line as users do: as processes of the bundled files. */
export async function setup(): Promise<void> {
  await Promise.all([buildPlugins(), buildCli()]);
}
