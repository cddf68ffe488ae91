import { startPlugin } from "./start-plugin.ts";

await startPlugin("diff");
