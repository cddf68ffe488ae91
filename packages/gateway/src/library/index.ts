export type { CallLoss, Losses } from "../observe/call-losses.ts";
export type {
  MigrationReport,
  ReportedClient,
  ReportedLoss,
  ReportedUpstream,
} from "../observe/migration-report.ts";
export { createGateway, type Gateway } from "./gateway.ts";
export type {
  GatewayLimits,
  GatewayOptions,
  PlacedUpstream,
  ServingOptions,
  UpstreamOptions,
  WebhookRules,
} from "./options.ts";
