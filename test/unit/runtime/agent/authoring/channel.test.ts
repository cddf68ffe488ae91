import { channel } from "@a2agen/runtime/agent";
import { expect, test } from "vitest";
import { collect } from "../../../../shared/collect.ts";

/** Whether a promise has resolved by the next macrotask. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setImmediate(resolve, "later"));
  return (await Promise.race([promise, later])) !== "later";
}

test("values come out as they went in, before and after the reader begins", async () => {
  const numbers = channel<number>();
  void numbers.push(1);
  const all = collect(numbers);
  void numbers.push(2);
  await new Promise((resolve) => setImmediate(resolve));
  void numbers.push(3);
  numbers.end();
  expect(await all).toEqual([1, 2, 3]);
});

test("push waits while as many values wait as may", async () => {
  const numbers = channel<number>({ limit: 2 });
  expect(await isSettled(numbers.push(1))).toBe(true);
  const second = numbers.push(2);
  const third = numbers.push(3);
  expect(await isSettled(second)).toBe(false);
  const reader = numbers[Symbol.asyncIterator]();
  await reader.next();
  expect(await isSettled(second)).toBe(false);
  await reader.next();
  expect(await isSettled(second)).toBe(true);
  await reader.next();
  expect(await isSettled(third)).toBe(true);
});

test("what is pushed without waiting is kept, in order", async () => {
  const numbers = channel<number>({ limit: 1 });
  const pushed = Array.from({ length: 10_000 }, (_, index) => index);
  for (const number of pushed) void numbers.push(number);
  numbers.end();
  expect(await collect(numbers)).toEqual(pushed);
});

test("an error comes after the values before it, once", async () => {
  const numbers = channel<number>();
  void numbers.push(1);
  numbers.fail(new Error("lost"));
  numbers.end();
  const reader = numbers[Symbol.asyncIterator]();
  expect(await reader.next()).toEqual({ done: false, value: 1 });
  await expect(reader.next()).rejects.toThrow("lost");
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

test.each(["end", "fail"] as const)(
  "%s wakes a reader that waits, and later values are an error",
  async (how) => {
    const numbers = channel<number>();
    const next = numbers[Symbol.asyncIterator]().next();
    expect(await isSettled(next)).toBe(false);
    numbers[how](new Error("lost"));
    if (how === "end") expect(await next).toEqual({ done: true, value: undefined });
    else await expect(next).rejects.toThrow("lost");
    await expect(numbers.push(1)).rejects.toThrow("channel: a value was pushed after its end");
  },
);

test("a reader that leaves lets those go that wait to push, and drops what comes", async () => {
  const numbers = channel<number>({ limit: 1 });
  const pushes = [numbers.push(1), numbers.push(2)];
  for await (const number of numbers) {
    expect(number).toBe(1);
    break;
  }
  await Promise.all([...pushes, numbers.push(3)]);
  numbers.end();
});

test("a channel is read once", () => {
  const numbers = channel<number>();
  numbers[Symbol.asyncIterator]();
  expect(() => numbers[Symbol.asyncIterator]()).toThrow("channel: it is read a second time");
});

test("a limit that is none is refused", () => {
  expect(() => channel({ limit: 0 })).toThrow(
    new RangeError("channel: limit: expected a number above 0, found 0"),
  );
});
