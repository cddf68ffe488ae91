/** Where the agent comes from. */
export type AgentSource =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "command" | "image"; readonly start: string; readonly port: number };

/** What `with` of a workflow says, checked. */
export interface Inputs {
  readonly agent: AgentSource | undefined;
  readonly waitMs: number;
  readonly token: string | undefined;
  readonly flags: readonly string[];
  readonly failOn: string;
  readonly file: string | undefined;
  readonly history: string | undefined;
  readonly diff: readonly string[];
  readonly base: string | undefined;
  readonly program: string | undefined;
}

/** What the action works with. */
export interface Tools {
  /** Path of a2agen.js. */
  readonly program: string;
  /** A folder. */
  readonly reports: string;
  summarize(markdown: string): void;
  output(name: string, value: string): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads INPUT_ and the name; throws an Error that says what was expected. */
export function readInputs(env: Environment): Inputs {
  const read = (name: string): string | undefined => {
    const text = env[`INPUT_${name}`]?.trim() ?? "";
    return text === "" ? undefined : text;
  };
  const diff = (read("DIFF") ?? "").split("\n").map((line) => line.trim());
  const base = read("BASE");
  const failOn = read("FAIL_ON") ?? "MUST";
  if (!/^(?:must|should|may|never)$/i.test(failOn)) {
    throw new Error(`fail-on: expected MUST, SHOULD, MAY or never; found ${JSON.stringify(failOn)}`);
  }
  const inputs = {
    agent: readAgent(read),
    waitMs: readNumber("wait", read("WAIT") ?? "60") * 1000,
    token: read("TOKEN"),
    flags: (read("FLAGS") ?? "").split(/\s+/).filter((flag) => flag !== ""),
    failOn,
    file: read("FILE"),
    history: read("HISTORY"),
    diff: diff.filter((path) => path !== ""),
    base,
    program: read("PROGRAM"),
  };
  if (inputs.agent === undefined && inputs.diff.length === 0) {
    throw new Error("expected one of url, command and image, or diff");
  }
  for (const text of [...inputs.diff, ...(base === undefined ? [] : [base])]) {
    if (text.startsWith("-") || text.includes(":")) {
      throw new Error(
        `diff, base: expected a path and a branch, tag or commit; found ${JSON.stringify(text)}`,
      );
    }
  }
  return inputs;
}

function readAgent(read: (name: string) => string | undefined): AgentSource | undefined {
  const given = (["url", "command", "image"] as const).flatMap((kind) => {
    const start = read(kind.toUpperCase());
    return start === undefined ? [] : [{ kind, start }];
  });
  const [first, second] = given;
  if (first === undefined) return undefined;
  if (second !== undefined) throw new Error(`${first.kind} and ${second.kind} cannot be given together`);
  const { kind, start } = first;
  if (kind === "url") {
    if (/^https?:\/\/[^\s@]+$/.test(start)) return { kind, url: start };
    throw new Error(`url: expected an http or https URL without credentials; found ${JSON.stringify(start)}`);
  }
  const port = read("PORT");
  if (port === undefined) throw new Error(`${kind}: expected port beside it, where the agent listens`);
  return { kind, start, port: readNumber("port", port) };
}

function readNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new Error(`${name}: expected a number from 1 to 99999; found ${JSON.stringify(text)}`);
}
