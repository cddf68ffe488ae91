import type { AgentCardData } from "@a2agen/generators/emit/openapi/agent-card.ts";
import { type Codec, DecodeError, formatIssue } from "@a2agen/runtime";
import { CommandError } from "@a2agen/terminal/command-error.ts";
import { readBytes } from "@a2agen/terminal/read-bytes.ts";
import { cardCodecs } from "@a2agen/versions/cards.ts";

/** All that is needed of a codec of agent cards: the registry knows each as one of objects. */
type CardCodec = Pick<Codec<AgentCardData>, "parse">;

/** Whether the agent cards of a proto package can be checked. */
export function hasCards(protoPackage: string): boolean {
  return cardCodecs.has(protoPackage);
}

/**
 * Reads a card and checks it by the rules of the package; that of a service of one's own may be of any
 * version. A CommandError has everything that is wrong with it.
 */
export async function readCard(path: string, protoPackage: string): Promise<AgentCardData> {
  const bytes = await readBytes(path, "--card");
  const own = cardCodecs.get(protoPackage);
  const versions = own === undefined ? [...cardCodecs].toReversed() : [[protoPackage, own] as const];
  const problems: CommandError[] = [];
  for (const [name, loadCodec] of versions) {
    try {
      return ((await loadCodec()) as CardCodec).parse(bytes);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      const issues = error.issues.map((issue) => `  ${formatIssue(issue)}`);
      const message = [`${path}: not an agent card of ${name}:`, ...issues].join("\n");
      problems.push(new CommandError(message, { cause: error }));
    }
  }
  // That of the newest version.
  throw problems[0] ?? new Error("expected a version with agent cards");
}
