import { buildCli } from "./build-cli.ts";
import { buildPackages } from "./build-packages.ts";
import { buildPlugins } from "./build-plugins.ts";
import { runScript } from "./run-script.ts";

await runScript(async () => {
  for (const { path, bytes } of [...(await buildPlugins()), ...(await buildCli())]) {
    console.log(`${path}  ${bytes} bytes`);
  }
  for (const directory of await buildPackages()) {
    console.log(`${directory}/dist`);
  }
  return "passed";
});
