import type { Message, SendMessageRequest } from "@a2agen/a2a-1.0";
import { onTestFinished } from "vitest";
import {
  type MockAgent,
  type MockOptions,
  type MockSource,
  mockAgent,
} from "../../../packages/testing/src/index.ts";

/** A mock that ends with the test. */
export async function startMock(source: MockSource, options?: MockOptions): Promise<MockAgent> {
  const mock = await mockAgent(source, options);
  onTestFinished(() => mock.close());
  return mock;
}

/** A message of a user, with a text. */
export function say(text: string, more: Partial<Message> = {}): SendMessageRequest {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }], ...more } };
}
