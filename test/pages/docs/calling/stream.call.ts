import { inputRequired } from "@a2agen/runtime/agent";
import { run } from "./client-of.ts";
import { follow } from "./stream.ts";

const { client } = run(async function* () {
  yield inputRequired("Which one?");
});
await follow(client, "go", AbortSignal.timeout(30_000));
