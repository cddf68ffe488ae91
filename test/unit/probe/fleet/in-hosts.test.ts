import { setImmediate as next } from "node:timers/promises";
import { expect, test } from "vitest";
import { inHosts } from "../../../../packages/probe/src/fleet/in-hosts.ts";

test("hosts have one agent at a time, and so many work at once", async () => {
  const busy: string[] = [];
  const begun: string[] = [];
  let most = 0;
  let running = 0;
  const work = (name: string, ...hosts: readonly string[]) => ({
    hosts,
    async run() {
      expect(busy.filter((host) => hosts.includes(host))).toEqual([]);
      busy.push(...hosts);
      begun.push(name);
      most = Math.max(most, ++running);
      for (let turns = 0; turns < 3; turns++) await next();
      running--;
      for (const host of hosts) busy.splice(busy.indexOf(host), 1);
    },
  });
  const works = [work("a1", "a"), work("a2", "a"), work("b1", "b"), work("ab", "a", "b"), work("c1", "c")];
  await inHosts(works, 2);
  expect(begun.toSorted()).toEqual(["a1", "a2", "ab", "b1", "c1"]);
  expect(begun.slice(0, 2)).toEqual(["a1", "b1"]);
  expect(most).toBe(2);
});
