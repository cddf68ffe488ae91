import type { Issue } from "../core/issue.ts";
import type { RemoteTask } from "../delegate/remote-agent.ts";

/** An agent has not done what a skill promises. */
export class SkillError extends Error {
  override readonly name = "SkillError";
  /** Of the skill in the card. */
  readonly skill: string;
  /** Failed, rejected or canceled; or completed with data that is not what the card says. */
  readonly task: RemoteTask | undefined;
  /** What is wrong with the data, with paths in it; empty for a task that was not completed. */
  readonly issues: readonly Issue[];

  constructor(
    skill: string,
    problem: string,
    { task, issues = [] }: { readonly task: RemoteTask | undefined; readonly issues?: readonly Issue[] },
  ) {
    super(`the skill ${JSON.stringify(skill)} ${problem}`);
    this.skill = skill;
    this.task = task;
    this.issues = issues;
  }
}
