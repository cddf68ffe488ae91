import { describe, expect, test } from "vitest";
import { parseRobots } from "../../../../packages/probe/src/fleet/robots.ts";

describe("rules of RFC 9309", () => {
  test.each([
    { name: "no rule allows everything", text: "", allowed: ["/", "/a"], refused: [] },
    {
      name: "the group of the product counts, and not that for all",
      text: "User-agent: *\nDisallow: /\n\nUser-Agent: A2Agen/1.0 # ours\nDisallow: /private",
      allowed: ["/rpc", "/robots.txt"],
      refused: ["/private", "/private/a"],
    },
    {
      name: "groups of one product are one, and a group can have several names",
      text: "user-agent: a2agen\ndisallow: /a\nuser-agent: other\nuser-agent: a2agen\nSitemap: /x\ndisallow: /b",
      allowed: ["/c"],
      refused: ["/a", "/b"],
    },
    {
      name: "the longest rule counts, and Allow before Disallow",
      text: "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c",
      allowed: ["/a/b/c", "/c"],
      refused: ["/a", "/a/c"],
    },
    {
      name: "* stands for anything, and $ for the end",
      text: "User-agent: *\nDisallow: /*.json$\nDisallow: /x*y\nDisallow: /end$",
      allowed: ["/card.json/x", "/end/", "/x"],
      refused: ["/.well-known/agent-card.json", "/x/1/y/2", "/end"],
    },
    {
      name: "what is escaped is compared as it is",
      text: "\ufeffUser-agent: *\r\nDisallow: /caf%c3%A9\r\nDisallow: /ü\rDisallow: /%7Eada",
      allowed: ["/cafe"],
      refused: ["/caf%C3%A9", "/%C3%BC", "/~ada"],
    },
    {
      name: "an empty rule and other lines say nothing",
      text: "<html>Disallow: /\nDisallow: /\nUser-agent: *\nDisallow:\nDisallow: /x # not /y",
      allowed: ["/", "/y"],
      refused: ["/x"],
    },
  ])("$name", ({ text, allowed, refused }) => {
    const robots = parseRobots(text, "a2agen");
    expect([...allowed, ...refused].filter((path) => robots.isAllowed(path))).toEqual(allowed);
  });

  test("Crawl-delay is that of the group", () => {
    const text = "User-agent: *\nCrawl-delay: 9\nUser-agent: a2agen\nCrawl-delay: 2.5";
    expect(parseRobots(text, "a2agen").crawlDelay).toBe(2.5);
    expect(parseRobots("User-agent: *\nCrawl-delay: soon", "a2agen").crawlDelay).toBeUndefined();
  });

  test("a pattern of many stars takes no time", () => {
    const robots = parseRobots(`User-agent: *\nDisallow: /${"*a".repeat(5000)}$`, "a2agen");
    expect(robots.isAllowed(`/${"a".repeat(4000)}`)).toBe(true);
  });
});
