/** Code of a page that tests compile and do not call. */
export interface NotCalled {
  readonly page: string;
  /** A file, or a file and the first line of a function of it, as esbuild prints it. */
  readonly code: string;
  readonly reason: string;
}

export const notCalled: readonly NotCalled[] = [
  {
    page: "docs/agents.md",
    code: "push.ts: (error, { activity, taskId }) => console.error(activity, taskId, error)",
    reason: "is called when a store or a delivery fails for good, which takes minutes of attempts",
  },
  {
    page: "examples/postgres-task-store/README.md",
    code: "line-34.ts",
    reason: "needs PostgreSQL; test/stores runs the same suite over the same store",
  },
];
