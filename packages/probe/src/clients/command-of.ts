import { shellWord } from "@a2agen/exchange/shell-word.ts";
import type { Spoken } from "./behaviour.ts";

/** The command that tries a behaviour again; undefined for a client that was driven by hand. */
export function commandOf(run: string): ((id: string, spoken: Spoken) => string) | undefined {
  if (!run.includes("{url}")) return undefined;
  return (id, { binding, version }) =>
    `npx a2agen probe --client --run ${shellWord(run)} --binding ${binding} --protocol ${version} --only ${id}`;
}
