/** Runs the main function of a script: an error ends it with its message and exit code 1. */
export async function runScript(main: () => Promise<"passed" | "failed">): Promise<void> {
  try {
    process.exitCode = (await main()) === "passed" ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
