import { errorMessage } from "@a2agen/runtime/internal";
import type { CommandInput, Outcome } from "@a2agen/terminal/command.ts";
import { CommandError, UsageError } from "@a2agen/terminal/command-error.ts";
import { explainPort, readPort, untilEnded } from "@a2agen/terminal/port.ts";
import { safeText } from "@a2agen/terminal/safe-text.ts";
import type { Terminal } from "@a2agen/terminal/terminal.ts";
import type { MockOptions } from "../mock/contract.ts";
import { mockAgent } from "../mock/mock-agent.ts";

interface MockFlags {
  readonly port?: string;
  readonly "grpc-port"?: string;
  readonly host?: string;
  readonly seed?: string;
  readonly paced?: true;
  readonly fault?: readonly string[];
  readonly exec?: string;
  readonly "exec-arg"?: readonly string[];
  readonly "exec-timeout"?: string;
  readonly protocol?: readonly string[];
  readonly binding?: readonly string[];
}

/** Serves a mock until a signal ends it. */
export async function runMock(
  { operands, flags }: CommandInput<MockFlags>,
  terminal: Terminal,
): Promise<Outcome> {
  const [source = "", ...rest] = operands;
  if (rest.length > 0) throw new UsageError(`SOURCE: expected one file; found ${operands.length}`);
  const { host, seed, protocol: versions, binding: bindings } = flags;
  const port = readPort(flags.port);
  const grpcPort = flags["grpc-port"];
  if (grpcPort === undefined && bindings?.includes("GRPC") === true) {
    throw new UsageError("--binding: GRPC has a port of its own; give --grpc-port, too");
  }
  const mock = await mockAgent(source, {
    ...(seed !== undefined && { seed }),
    paced: flags.paced === true,
    faults: flags.fault ?? [],
    ...readProgram(flags),
    ...(versions !== undefined && { versions }),
    ...(bindings !== undefined && { bindings }),
    onCall: ({ method, binding, version }) =>
      terminal.err(`${safeText(method)} in ${version} over ${binding}\n`),
  }).catch((cause: unknown) => {
    throw new CommandError(withPlace(errorMessage(cause), source), { cause });
  });
  const ending = untilEnded();
  const listening = await mock
    .listen({
      port,
      ...(host !== undefined && { host }),
      ...(grpcPort !== undefined && { grpcPort: readPort(grpcPort, "--grpc-port") }),
    })
    .catch((cause: unknown) => {
      throw explainPort(cause, port);
    });
  terminal.out(`mock ${listening.url}\n`);
  await ending;
  await mock.close();
  return 0;
}

/** Errors of scenarios begin with the file and the line. */
function withPlace(message: string, source: string): string {
  return message.includes(source) ? message : `${source}: ${message}`;
}

function readProgram(flags: MockFlags): Pick<MockOptions, "program"> {
  const { exec, "exec-arg": args = [], "exec-timeout": seconds = "60" } = flags;
  if (exec === undefined) {
    const given = ["exec-arg", "exec-timeout"].find((name) => Object.hasOwn(flags, name));
    if (given === undefined) return {};
    throw new UsageError(`--${given}: expected --exec with the program; found none`);
  }
  if (!/^[1-9]\d{0,4}$/.test(seconds)) {
    throw new UsageError(
      `--exec-timeout: expected seconds from 1 to 99999; found ${JSON.stringify(seconds)}`,
    );
  }
  return { program: { command: [exec, ...args], timeoutMs: Number(seconds) * 1000 } };
}
