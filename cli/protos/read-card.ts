import { type Codec, DecodeError, formatIssue } from "@a2agen/runtime";
import type { AgentCardData } from "../../generators/emit/openapi/agent-card.ts";
import { CommandError } from "../shared/command-error.ts";
import { readBytes } from "../shared/read-bytes.ts";

/** All that is needed of a codec of agent cards. */
type CardCodec = Pick<Codec<AgentCardData>, "parse">;

/** The codecs of the agent card, by proto package. */
const cardCodecs: ReadonlyMap<string, () => Promise<CardCodec>> = new Map([
  ["a2a.v1", async (): Promise<CardCodec> => (await import("@a2agen/a2a-1.0-draft")).AgentCardCodec],
  ["lf.a2a.v1", async (): Promise<CardCodec> => (await import("@a2agen/a2a-1.0")).AgentCardCodec],
]);

/** Whether the agent cards of a proto package can be checked. */
export function hasCards(protoPackage: string): boolean {
  return cardCodecs.has(protoPackage);
}

/** Reads a card and checks it by the rules of the package; a CommandError has everything that is wrong with it. */
export async function readCard(path: string, protoPackage: string): Promise<AgentCardData> {
  const loadCodec = cardCodecs.get(protoPackage);
  if (loadCodec === undefined) {
    const known = [...cardCodecs.keys()].join(" and ");
    throw new CommandError(
      `--card: there are agent cards in ${known} only; the document is about ${protoPackage}`,
    );
  }
  const codec = await loadCodec();
  const bytes = await readBytes(path, "--card");
  try {
    return codec.parse(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const issues = error.issues.map((issue) => `  ${formatIssue(issue)}`);
    throw new CommandError([`${path}: not an agent card of ${protoPackage}:`, ...issues].join("\n"), {
      cause: error,
    });
  }
}
