export type { PushNotifier } from "../agent/index.ts";
