export interface Place {
  readonly directory?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/**
 * Does something in this process, with a directory and an environment of its own: one waits for the other.
 */
export async function inPlace<Result>(
  { directory, env = {} }: Place,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = last;
  let done = (): void => undefined;
  last = new Promise((resolve) => (done = resolve));
  await before;
  const home = process.cwd();
  const variables = Object.keys(env).map((name) => [name, process.env[name]] as const);
  try {
    Object.assign(process.env, env);
    if (directory !== undefined) process.chdir(directory);
    return await work();
  } finally {
    process.chdir(home);
    for (const [name, value] of variables) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    done();
  }
}

let last: Promise<void> = Promise.resolve();
