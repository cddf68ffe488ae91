export type { PushTranslation } from "../agent/index.ts";
export type { FindCredentials } from "./authorization.ts";
export type { Lookup } from "./guarded-lookup.ts";
export type { ClientTls } from "./post.ts";
export { isWebhookError, WebhookError, type WebhookErrorInit, type WebhookProblem } from "./webhook-error.ts";
export type { WebhookLimits, WebhookOptions } from "./webhook-options.ts";
export { webhooks } from "./webhooks.ts";
