export type { Hook } from "./hook.ts";
export type { EventOf, Notification, NotificationTranslation } from "./notification.ts";
export type {
  ExpectedWebhook,
  PresentedSecrets,
  ReceiverLimits,
  ReceiverRequest,
  WebhookReceiverOptions,
} from "./receiver-options.ts";
export { MemorySeen, type SeenNotifications } from "./seen.ts";
export { createWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";
