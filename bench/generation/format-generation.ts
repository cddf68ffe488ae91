import { apiGoal, generationGoals, growthGoals } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import { a2agen } from "./plugin.ts";
import type { ApiTimes } from "./public-apis.ts";
import type { GenerationResult, Growth } from "./run-generation.ts";

export function formatGeneration({ node, buf, a2a, growth, apis }: GenerationResult): string {
  const times = a2a.map(({ plugin, start, process, generate }) => {
    const isOurs = plugin === a2agen.name;
    return [
      plugin,
      formatGoal(start, isOurs ? generationGoals.start : undefined, formatNumber),
      formatNumber(process),
      formatGoal(generate, isOurs ? generationGoals.generate : undefined, formatNumber),
    ];
  });
  return [
    `Node alone: ${formatNumber(node)} ms. \`buf build\` of the same file: ${formatNumber(buf)} ms.`,
    formatTable(["a2a.proto 1.0, ms", "start of the plugin", "plugin process", "`buf generate`"], times),
    formatTable(["synthetic proto", "messages", "s", "MB"], growth.map(formatGrowth)),
    ...(apis.length === 0 ? [] : [formatTable(apiHead, apis.map(formatApi))]),
  ].join("\n\n");
}

const apiHead = [
  "CPU time of public APIs, s",
  "files",
  "options",
  "protoc-gen-a2a",
  "protoc-gen-es",
  "times",
];

function formatApi({ api, files, options, ours, protobufEs, ratio }: ApiTimes): readonly string[] {
  return [
    api,
    String(files),
    options,
    formatNumber(ours / 1000),
    formatNumber(protobufEs / 1000),
    formatGoal(ratio, apiGoal, formatNumber),
  ];
}

function formatGrowth({ plugin, messages, milliseconds, bytes, isCut }: Growth): readonly string[] {
  const goal = plugin === a2agen.name ? growthGoals.find((one) => one.messages === messages) : undefined;
  const seconds = formatGoal(
    milliseconds / 1000,
    goal === undefined ? undefined : goal.milliseconds / 1000,
    formatNumber,
  );
  const megabytes =
    bytes === undefined
      ? ""
      : formatGoal(bytes / 1e6, goal?.bytes === undefined ? undefined : goal.bytes / 1e6, formatNumber);
  return [plugin, String(messages), isCut ? `more than ${seconds}` : seconds, megabytes];
}
