import { describe, expect, test } from "vitest";
import {
  addressReader,
  type ClientAddressOptions,
} from "../../../../../packages/runtime/src/host/rate-limit/client-address.ts";

interface Sent {
  readonly peer?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function read(options: ClientAddressOptions, { peer, headers = {} }: Sent): string {
  return addressReader(options)({
    peer: peer === undefined ? undefined : { address: peer, port: 1 },
    header: (name) => headers[name.toLowerCase()],
  });
}

describe("the client without a proxy", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["/run/agent.sock", "unknown"],
    [undefined, "unknown"],
  ])("%s is %s, whatever the headers say", (peer, expected) => {
    const headers = {
      "x-forwarded-for": "203.0.113.9",
      forwarded: "for=203.0.113.9",
      "x-real-ip": "203.0.113.9",
    };
    expect(read({}, { peer, headers })).toBe(expected);
    expect(read({ trustedProxies: [] }, { peer, headers })).toBe(expected);
  });
});

describe("X-Forwarded-For behind a number of proxies", () => {
  const peer = "10.0.0.1";
  test.each([
    [1, "203.0.113.9", "203.0.113.9"],
    [1, "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    [1, " spoofed ,203.0.113.9:4711 ", "203.0.113.9"],
    [1, "203.0.113.9, [2001:db8::1]:4711", "2001:db8:0:0::/64"],
    [2, "198.51.100.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
    [2, "203.0.113.9", "203.0.113.9"],
    [1, "203.0.113.9, unknown", "10.0.0.1"],
    [1, "203.0.113.9,", "10.0.0.1"],
    [1, "203.0.113.999", "10.0.0.1"],
    [1, "203.0.113.9 203.0.113.8", "10.0.0.1"],
    [1, ",".repeat(16_000), "10.0.0.1"],
    [2, "nonsense, 10.0.0.2", "10.0.0.2"],
  ])("%i: %s", (trustedProxies, value, expected) => {
    expect(read({ trustedProxies }, { peer, headers: { "x-forwarded-for": value } })).toBe(expected);
  });

  test("none is there", () => {
    expect(read({ trustedProxies: 1 }, { peer })).toBe("10.0.0.1");
  });

  test("a proxy on a Unix socket has no address", () => {
    expect(read({ trustedProxies: 1 }, { headers: { "x-forwarded-for": "203.0.113.9" } })).toBe(
      "203.0.113.9",
    );
  });
});

describe("X-Forwarded-For behind networks", () => {
  const trustedProxies = ["10.0.0.0/9", "192.0.2.7", "2001:db8:aa00::/39"];
  test.each([
    ["10.127.0.1", "203.0.113.9, 10.0.0.9, 192.0.2.7", "203.0.113.9"],
    ["10.128.0.1", "203.0.113.9", "10.128.0.1"],
    ["192.0.2.8", "203.0.113.9", "192.0.2.8"],
    ["::ffff:10.1.1.1", "203.0.113.9", "203.0.113.9"],
    ["2001:db8:abff::1", "203.0.113.9", "203.0.113.9"],
    ["2001:db8:ac00::1", "203.0.113.9", "2001:db8:ac00:0::/64"],
    ["10.0.0.1", "10.0.0.2, 10.0.0.3", "10.0.0.2"],
    ["10.0.0.1", "10.0.0.2, spoofed, 10.0.0.3", "10.0.0.3"],
  ])("%s: %s", (peer, value, expected) => {
    expect(read({ trustedProxies }, { peer, headers: { "x-forwarded-for": value } })).toBe(expected);
  });
});

describe("Forwarded", () => {
  const options: ClientAddressOptions = { trustedProxies: 1, addressHeader: "Forwarded" };
  test.each([
    ["for=203.0.113.9", "203.0.113.9"],
    ['for=198.51.100.1, proto=https; For="[2001:db8:cafe::17]:4711";by=10.0.0.1', "2001:db8:cafe:0::/64"],
    ['for="203.0.113.9:80"', "203.0.113.9"],
    ["for=_hidden", "10.0.0.1"],
    ['for="198.51.100.1, for=203.0.113.9', "203.0.113.9"],
    ['for=203.0.113.9;host="a,for=198.51.100.1"', "10.0.0.1"],
    ['for=203.0.113.9;host="a\\",for=198.51.100.1;b=\\""', "10.0.0.1"],
    ["host=for", "10.0.0.1"],
  ])("%s", (value, expected) => {
    const headers = { forwarded: value, "x-forwarded-for": "198.51.100.200" };
    expect(read(options, { peer: "10.0.0.1", headers })).toBe(expected);
  });
});

test("a header of one address", () => {
  const options: ClientAddressOptions = { trustedProxies: 1, addressHeader: "CF-Connecting-IP" };
  expect(read(options, { headers: { "cf-connecting-ip": "203.0.113.9" } })).toBe("203.0.113.9");
});

test.each([
  [-1, "trustedProxies: expected a whole number of proxies or a list of networks, found -1"],
  [1.5, "trustedProxies: expected a whole number of proxies or a list of networks, found 1.5"],
  [
    ["10.0.0.0/33"],
    'trustedProxies: expected an address or a network such as 10.0.0.0/8, found "10.0.0.0/33"',
  ],
  [
    ["10.0.0.0/8/8"],
    'trustedProxies: expected an address or a network such as 10.0.0.0/8, found "10.0.0.0/8/8"',
  ],
  [["10.0.0.0/"], 'trustedProxies: expected an address or a network such as 10.0.0.0/8, found "10.0.0.0/"'],
  [
    ["proxy.local"],
    'trustedProxies: expected an address or a network such as 10.0.0.0/8, found "proxy.local"',
  ],
])("refuses trustedProxies %j", (trustedProxies, message) => {
  expect(() => addressReader({ trustedProxies })).toThrow(message);
});
