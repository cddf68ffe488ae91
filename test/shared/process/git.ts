import { execFileSync } from "node:child_process";
import { userEnvironment } from "./npm.ts";

/** Git without the configuration of its user, and outside of hooks of this repository. */
export const gitEnvironment: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(userEnvironment()).filter(([name]) => !name.startsWith("GIT_"))),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
  LC_ALL: "C",
};

export function git(directory: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: directory, env: gitEnvironment });
}

/** Commits everything in a directory, which becomes a repository if it is none. */
export function commitAll(directory: string, message: string): void {
  git(directory, "init", "--quiet", "--initial-branch=main");
  git(directory, "add", "--all");
  git(directory, "commit", "--quiet", "--message", message);
}
