import { defineCommand } from "@a2agen/terminal/command.ts";

export const mock = defineCommand({
  path: ["mock"],
  group: "Talk to agents",
  summary: "serve a mock of an agent, which answers without a model",
  description: [
    "Answers as SOURCE says. The card of an agent: every operation has a valid answer, made up from the skill that a message asks for, the same for the same seed and text. A scenario in YAML: rules, each with what a message must have and the steps that answer it. A recording of calls: what was answered to the same request, in any version.",
    "Serves 0.3, the draft and 1.0 over JSON-RPC, HTTP+JSON and, with --grpc-port, gRPC, whatever the card says. Anyone may call it, without credentials.",
  ],
  examples: [
    "mock agent-card.json --port 4000",
    "mock scenario.yaml --port 4000 --grpc-port 4001",
    "mock agent-card.json --protocol 0.3 --binding JSONRPC",
    "mock calls.jsonl --paced",
    "mock agent-card.json --exec python3 --exec-arg agent.py",
  ],
  operand: {
    name: "SOURCE",
    usage: "SOURCE",
    help: "a file: an agent card in JSON, a scenario in YAML, or a recording",
  },
  flags: {
    port: { value: "PORT", help: "of JSON-RPC and HTTP+JSON; default: a free one" },
    "grpc-port": { value: "PORT", help: "of gRPC, without TLS; default: no gRPC" },
    host: { value: "ADDRESS", help: "the address to listen on; default: 127.0.0.1" },
    seed: { value: "SEED", help: "of what is made up; default: 1" },
    paced: { help: "streams of a recording have its pauses; default: none" },
    fault: {
      value: "FAULT",
      list: true,
      help: "answer with this fault, or one of several: cut-after-3, duplicates, wrong-version, slow-reader and others",
    },
    exec: {
      value: "PROGRAM",
      help: "answer messages with what a program writes, given their text as its input; no shell reads it",
    },
    "exec-arg": { value: "ARGUMENT", list: true, help: "an argument of the program" },
    "exec-timeout": { value: "SECONDS", help: "end the program then, and fail its task; default: 60" },
    protocol: {
      value: "VERSION",
      list: true,
      help: "the card lists interfaces of this version alone; default: of all",
    },
    binding: {
      value: "BINDING",
      list: true,
      help: "the card lists interfaces of this binding alone; default: of all",
    },
  },
  exclusive: [],
  exitCodes: [
    [0, "ended by SIGTERM or Ctrl-C"],
    [1, "SOURCE cannot be used, or a port is taken"],
    [2, "the command line is wrong"],
  ],
  run: async (input, terminal) => {
    const { runMock } = await import("./run-mock.ts");
    return runMock(input, terminal);
  },
});
