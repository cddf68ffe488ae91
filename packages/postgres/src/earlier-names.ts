import type { ChangeNotifier } from "./change-notifier.ts";
import { redisNotifier } from "./redis.ts";

// Names of this package from before the first release, for those who built from the repository.

/** @deprecated Named `ChangeNotifier` now, and `ring` is `notify`. */
export type Bell = ChangeNotifier;
/** @deprecated Named `redisNotifier` now. */
export const redisBell: typeof redisNotifier = redisNotifier;
