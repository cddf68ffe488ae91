import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take the longest, and make the packages and the workspace, for which others would have to wait. */
const first: readonly string[] = [
  "test/install/projects/projects.test.ts",
  "test/system/docs/documents.test.ts",
  "test/protocol/probe/faults.test.ts",
];

/** The order of vitest, but for the files that begin before all others. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean =>
      first.includes(relative(this.ctx.config.root, moduleId));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}
