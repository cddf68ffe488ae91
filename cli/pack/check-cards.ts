import { join } from "node:path";
import { hasCards, readCard } from "../openapi/read-card.ts";
import { CommandError } from "../shared/command-error.ts";
import type { Prepared } from "./prepare-package.ts";
import { cardFile } from "./read-package.ts";

/** What is wrong with the agent cards that a package brings with it, by the rules of its protos. */
export async function checkCards({ directory, files, model }: Prepared): Promise<readonly string[]> {
  const protoPackage = model.files.map((file) => file.package).find(hasCards);
  if (protoPackage === undefined) return [];
  const problems: string[] = [];
  for (const { path } of files.filter((file) => cardFile.test(file.path))) {
    try {
      await readCard(join(directory, path), protoPackage);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(`${error.message}\ncorrect the card, or take it out`);
    }
  }
  return problems;
}
