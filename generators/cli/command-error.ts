/** The command line is wrong; ends with exit code 2. */
export class UsageError extends Error {}

/** What the command was given is wrong, or it cannot be done; ends with exit code 1. */
export class CommandError extends Error {}
