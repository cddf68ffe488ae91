import { grpcGoal } from "../goals.ts";
import { formatGoal, formatNumber, formatTable } from "../markdown.ts";
import { callNames, serverNames } from "./names.ts";
import { type GrpcFigures, type GrpcResult, measuredClients } from "./run-grpc.ts";

export function formatGrpc({ servers, clients }: GrpcResult): string {
  const head = [
    "CPU over grpc-js",
    ...callNames.map((call) => (call === "SendStreamingMessage" ? `${call}, per update` : call)),
  ];
  return formatTable(head, [
    ...serverNames.map((name) => formatRow(`server: ${name}`, servers[name], name === "a2agen")),
    ...measuredClients.map((name) => formatRow(`client: ${name}`, clients[name], name === "a2agen")),
  ]);
}

function formatRow(title: string, figures: GrpcFigures, isOurs: boolean): readonly string[] {
  return [
    title,
    ...callNames.map((call) => {
      const { ratio, cpu, perSecond } = figures[call];
      const shown = formatGoal(ratio, isOurs ? grpcGoal : undefined, formatNumber);
      return `${shown}, ${formatNumber(cpu)} µs, ${formatNumber(perSecond)}/s`;
    }),
  ];
}
