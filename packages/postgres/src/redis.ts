import type { ChangeNotifier } from "./change-notifier.ts";

/** The parts of a `Redis` of `ioredis` that are used. */
export interface RedisClient {
  publish(channel: string, message: string): Promise<unknown>;
  /** Makes another connection, which listens. */
  duplicate(): RedisSubscriber;
}

/** A connection of `ioredis` that listens. */
export interface RedisSubscriber {
  subscribe(channel: string): Promise<unknown>;
  on(event: "message", listener: (channel: string, message: string) => void): unknown;
  on(event: "close" | "error", listener: () => void): unknown;
  disconnect(): void;
}

/**
 * A notifier over Redis: `openPool(pool, { notifier: redisNotifier(new Redis()) })`. Stores with the same
 * channel hear each other. The client is the caller's, who closes it after the store.
 */
export function redisNotifier(redis: RedisClient, channel = "a2agen"): ChangeNotifier {
  return {
    async notify(text) {
      await redis.publish(channel, text);
    },
    async listen(heard, lost) {
      const subscriber = redis.duplicate();
      let isOver = false;
      const end = (): void => {
        if (isOver) return;
        isOver = true;
        subscriber.disconnect();
        lost();
      };
      subscriber.on("message", (_, text) => heard(text));
      // What is sent until it has connected again would be missed: the store listens again.
      subscriber.on("close", end);
      subscriber.on("error", end);
      try {
        await subscriber.subscribe(channel);
      } catch (error) {
        end();
        throw error;
      }
      return async () => end();
    },
  };
}
