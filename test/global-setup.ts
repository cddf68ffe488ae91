import { buildPlugins } from "../scripts/build-plugins.ts";

/** Tests run the plugins as protoc does: as processes of the bundled files. */
export async function setup(): Promise<void> {
  await buildPlugins();
}
