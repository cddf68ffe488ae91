import { render } from "../generate/render.ts";
import { runScript } from "../run-script.ts";
import { buildCli } from "./build-cli.ts";
import { buildLodgers } from "./build-lodgers.ts";
import { buildPackages } from "./build-packages.ts";
import { buildPlugins } from "./build-plugins.ts";

await runScript(async () => {
  await render();
  for (const { programs } of [await buildPlugins(), await buildCli(), ...(await buildLodgers())]) {
    for (const { path, bytes } of programs) console.log(`${path}  reads ${bytes} bytes to start`);
  }
  for (const directory of await buildPackages()) {
    console.log(`${directory}/dist`);
  }
  return "passed";
});
