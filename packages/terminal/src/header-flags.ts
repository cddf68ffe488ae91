import { UsageError } from "./command-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Flags that say which headers requests have. */
export interface HeaderFlags {
  readonly header?: readonly string[];
  readonly "header-env"?: readonly string[];
  readonly "token-env"?: string;
}

/** The headers that flags say, with values from the environment; throws a UsageError. */
export function parseHeaders(flags: HeaderFlags, env: Environment): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const text of flags.header ?? []) {
    const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--header: expected 'NAME: VALUE'; found ${quote(text)}`);
    }
    headers.set(name, value.trim());
  }
  for (const text of flags["header-env"] ?? []) {
    const [, name, variable] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
    if (name === undefined || variable === undefined) {
      throw new UsageError(`--header-env: expected NAME=VARIABLE; found ${quote(text)}`);
    }
    headers.set(name, fromEnvironment("header-env", variable, env));
  }
  const variable = flags["token-env"];
  if (variable !== undefined) {
    headers.set("authorization", `Bearer ${fromEnvironment("token-env", variable, env)}`);
  }
  for (const [name, value] of headers) checkHeader(name, value);
  return Object.fromEntries(headers);
}

/** The value can be a secret and is not shown. */
function checkHeader(name: string, value: string): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new UsageError(`header: expected a name of letters, digits and -; found ${quote(name)}`);
  }
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new UsageError(`header ${name}: expected a value of one line without control characters`);
  }
}

export function fromEnvironment(flag: string, variable: string, env: Environment): string {
  const value = env[variable];
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`--${flag}: expected the environment variable ${variable} to be set`);
}

/** The milliseconds of --timeout. */
export function parseSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return Math.ceil(seconds * 1000);
  throw new UsageError(`--timeout: expected a number of seconds, at most 86400; found ${quote(text)}`);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
