import { describe, expect, test } from "vitest";
import { createAddressGuard } from "../../../../packages/runtime/src/push/address-guard.ts";
import {
  createUrlGuard,
  type UrlGuard,
  type UrlRules,
} from "../../../../packages/runtime/src/push/url-guard.ts";

function guard(
  rules: Partial<Omit<UrlRules, "addresses">> & { readonly networks?: readonly string[] } = {},
): UrlGuard {
  const { networks, ...given } = rules;
  return createUrlGuard({
    http: false,
    hosts: undefined,
    ports: undefined,
    ...given,
    addresses: createAddressGuard(networks),
  });
}

function verdict(guardOf: UrlGuard, url: string): string {
  try {
    return guardOf.check(url).href;
  } catch (error) {
    return error instanceof Error ? `no: ${error.message}` : "no";
  }
}

const address = "no: the address is not one of the public internet";
const machine = "no: the host is the machine of the agent itself";
const characters = "no: expected a URL without white space, control characters and backslashes";
const user = "no: expected a URL without user and password";
const none = "no: expected an absolute URL";
const labels = "no: expected a host without empty labels";

describe("of URLs without options", () => {
  test.each([
    // What may be called.
    ["https://hooks.example.com/a?b=c", "https://hooks.example.com/a?b=c"],
    ["https://hooks.example.com:443/", "https://hooks.example.com/"],
    ["https://hooks.example.com:8443/", "https://hooks.example.com:8443/"],
    ["https://hooks.example.com:1024/", "https://hooks.example.com:1024/"],
    ["https://hooks.example.com:65535/", "https://hooks.example.com:65535/"],
    ["https://hooks.example.com./a", "https://hooks.example.com/a"],
    ["HTTPS://HOOKS.Example.COM/A", "https://hooks.example.com/A"],
    ["https://hooks.example.com/#top", "https://hooks.example.com/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://134744072/", "https://8.8.8.8/"],
    ["https://0x08.0x8.8.010/", "https://8.8.8.8/"],
    ["https://172.15.255.255/", "https://172.15.255.255/"],
    ["https://172.32.0.0/", "https://172.32.0.0/"],
    ["https://100.63.255.255/", "https://100.63.255.255/"],
    ["https://100.128.0.0/", "https://100.128.0.0/"],
    ["https://[2001:4860:4860::8888]/", "https://[2001:4860:4860::8888]/"],
    ["https://[2606:4700::1111]:8443/", "https://[2606:4700::1111]:8443/"],
    ["https://[::ffff:8.8.8.8]/", "https://[::ffff:808:808]/"],
    ["https://[64:ff9b::8.8.8.8]/", "https://[64:ff9b::808:808]/"],
    ["https://[2002:808:808::1]/", "https://[2002:808:808::1]/"],
    // Other schemes, and what is no URL.
    ["http://hooks.example.com/", "no: expected an https URL, found the scheme http:"],
    ["ftp://hooks.example.com/", "no: expected an https URL, found the scheme ftp:"],
    ["wss://hooks.example.com/", "no: expected an https URL, found the scheme wss:"],
    ["file:///etc/passwd", "no: expected an https URL, found the scheme file:"],
    ["data:text/plain,x", "no: expected an https URL, found the scheme data:"],
    ["javascript:alert(1)", "no: expected an https URL, found the scheme javascript:"],
    ["hooks.example.com/a", none],
    ["//hooks.example.com/a", none],
    ["/a", none],
    ["", none],
    ["https://", none],
    ["https:///", none],
    ["https://256.256.256.256/", none],
    ["https://1.2.3.4.5/", none],
    ["https://[::1/", none],
    ["https://[fe80::1%25eth0]/", none],
    ["https://hooks.example.com:65536/", none],
    ["https://exa<mple.com/", none],
    ["https://%00example.com/", none],
    // What URL readers do not agree on.
    [" https://hooks.example.com/", characters],
    ["https://hooks.example.com/ ", characters],
    ["https://hooks.exa\tmple.com/", characters],
    ["https://hooks.exa\nmple.com/", characters],
    ["https:\\\\127.0.0.1\\", characters],
    ["https://hooks.example.com\\@127.0.0.1/", characters],
    ["https://hooks.example.com/\u0000", characters],
    ["https://hooks.example.com/\u00a0", characters],
    [`https://hooks.example.com/${"a".repeat(8192)}`, "no: expected at most 8192 characters"],
    // User and password.
    ["https://user@hooks.example.com/", user],
    ["https://user:password@hooks.example.com/", user],
    ["https://:password@hooks.example.com/", user],
    ["https://127.0.0.1@hooks.example.com/", user],
    ["https://hooks.example.com@127.0.0.1/", user],
    // Ports.
    ["https://hooks.example.com:22/", "no: the port 22 is not allowed"],
    ["https://hooks.example.com:25/", "no: the port 25 is not allowed"],
    ["https://hooks.example.com:80/", "no: the port 80 is not allowed"],
    ["https://hooks.example.com:1023/", "no: the port 1023 is not allowed"],
    ["https://hooks.example.com:0/", "no: the port 0 is not allowed"],
    // Names of the machine, and odd ones.
    ["https://localhost/", machine],
    ["https://LOCALHOST:8443/", machine],
    ["https://localhost./", machine],
    ["https://api.localhost/", machine],
    ["https://api.localhost./", machine],
    ["https://localhost.localdomain/", machine],
    ["https://localhost6/", machine],
    ["https://ip6-localhost/", machine],
    ["https://ip6-loopback/", machine],
    ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/", machine],
    ["https://%6c%6f%63%61%6c%68%6f%73%74/", machine],
    ["https://hooks.example.com../", labels],
    ["https://hooks..example.com/", labels],
    ["https://.example.com/", labels],
    ["https://../", labels],
    // 127.0.0.1, and what means it.
    ["https://127.0.0.1/", address],
    ["https://127.0.0.1:8443/", address],
    ["https://127.0.0.1./", address],
    ["https://127.1/", address],
    ["https://127.0.1/", address],
    ["https://127.255.255.254/", address],
    ["https://2130706433/", address],
    ["https://0x7f000001/", address],
    ["https://0x7f.0.0.1/", address],
    ["https://0X7F.1/", address],
    ["https://017700000001/", address],
    ["https://0177.0.0.01/", address],
    ["https://0177.0x0.0.1/", address],
    ["https://127。0。0。1/", address],
    ["https://１２７．０．０．１/", address],
    ["https://①②⑦.⓪.⓪.①/", address],
    ["https://%31%32%37.0.0.1/", address],
    ["https://127%2e0%2e0%2e1/", address],
    ["https:127.0.0.1", address],
    ["https:/127.0.0.1/", address],
    ["https:////127.0.0.1/", address],
    ["https://[::1]/", address],
    ["https://[0:0:0:0:0:0:0:1]/", address],
    ["https://[0000:0000:0000:0000:0000:0000:0000:0001]/", address],
    ["https://[::127.0.0.1]/", address],
    ["https://[::ffff:127.0.0.1]/", address],
    ["https://[::FFFF:7F00:1]/", address],
    ["https://[0:0:0:0:0:ffff:7f00:0001]/", address],
    ["https://[64:ff9b::127.0.0.1]/", address],
    ["https://[64:ff9b::7f00:1]/", address],
    ["https://[64:ff9b:1::7f00:1]/", address],
    ["https://[2002:7f00:1::]/", address],
    ["https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", address],
    ["https://[2606:4700::5efe:7f00:1]/", address],
    ["https://[2606:4700::200:5efe:127.0.0.1]/", address],
    // Unspecified.
    ["https://0/", address],
    ["https://0.0.0.0/", address],
    ["https://0x0/", address],
    ["https://[::]/", address],
    ["https://[::ffff:0.0.0.0]/", address],
    // Private.
    ["https://10.0.0.1/", address],
    ["https://10.255.255.255/", address],
    ["https://0xa000001/", address],
    ["https://012.1/", address],
    ["https://172.16.0.0/", address],
    ["https://172.31.255.255/", address],
    ["https://192.168.0.1/", address],
    ["https://3232235521/", address],
    ["https://[::ffff:192.168.0.1]/", address],
    ["https://[64:ff9b::10.0.0.1]/", address],
    ["https://[2002:c0a8:1::]/", address],
    ["https://[2002:a00:1::]/", address],
    ["https://[fc00::1]/", address],
    ["https://[fdff:ffff::1]/", address],
    // Link-local and metadata of clouds.
    ["https://169.254.0.1/", address],
    ["https://169.254.169.254/latest/meta-data/", address],
    ["https://2852039166/", address],
    ["https://0xa9fea9fe/", address],
    ["https://0251.0376.0251.0376/", address],
    ["https://[::ffff:a9fe:a9fe]/", address],
    ["https://[64:ff9b::a9fe:a9fe]/", address],
    ["https://[fe80::1]/", address],
    ["https://[febf::1]/", address],
    ["https://[fd00:ec2::254]/", address],
    ["https://[fd20:ce::254]/", address],
    ["https://100.100.100.200/", address],
    ["https://168.63.129.16/", address],
    ["https://192.0.0.192/", address],
    // Shared, documentation, benchmarks, multicast, reserved, broadcast.
    ["https://100.64.0.0/", address],
    ["https://100.127.255.255/", address],
    ["https://192.0.2.1/", address],
    ["https://198.51.100.1/", address],
    ["https://203.0.113.1/", address],
    ["https://192.88.99.1/", address],
    ["https://198.18.0.1/", address],
    ["https://198.19.255.255/", address],
    ["https://224.0.0.1/", address],
    ["https://239.255.255.255/", address],
    ["https://240.0.0.1/", address],
    ["https://255.255.255.255/", address],
    ["https://[2001:db8::1]/", address],
    ["https://[3fff::1]/", address],
    ["https://[2001:2::1]/", address],
    ["https://[2001:20::1]/", address],
    ["https://[100::1]/", address],
    ["https://[5f00::1]/", address],
    ["https://[fec0::1]/", address],
    ["https://[ff02::1]/", address],
    ["https://[ff0e::1]/", address],
    ["https://[4000::1]/", address],
  ])("%j", (url, want) => {
    expect(verdict(guard(), url)).toBe(want);
  });
});

describe("with options", () => {
  const unlisted = "no: the host is not in the list of hosts that may be called";
  const hosts = [
    "Hooks.Example.com.",
    "*.tenants.example.com",
    "bücher.example",
    "10.0.0.7",
    "8.8.8.8",
    "2606:4700::1111",
  ];

  test.each([
    ["https://hooks.example.com/", "https://hooks.example.com/"],
    ["https://HOOKS.EXAMPLE.COM./", "https://hooks.example.com/"],
    ["https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"],
    ["https://a.tenants.example.com/", "https://a.tenants.example.com/"],
    ["https://a.b.tenants.example.com/", "https://a.b.tenants.example.com/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    // The list says who may be called, not that it may be in the agent's own network.
    ["https://10.0.0.7/", address],
    ["https://tenants.example.com/", unlisted],
    ["https://eviltenants.example.com/", unlisted],
    ["https://a.tenants.example.com.evil.example/", unlisted],
    ["https://hooks.example.com.evil.example/", unlisted],
    ["https://xhooks.example.com/", unlisted],
    ["https://hooks.example.comx/", unlisted],
    ["https://hooks.example.com@evil.example/", user],
    ["https://8.8.4.4/", unlisted],
  ])("a list of hosts: %s", (url, want) => {
    expect(verdict(guard({ hosts }), url)).toBe(want);
  });

  test("an empty list of hosts allows none", () => {
    expect(verdict(guard({ hosts: [] }), "https://hooks.example.com/")).toBe(unlisted);
  });

  test.each([
    ["https://hooks.example.com/", "https://hooks.example.com/"],
    ["https://hooks.example.com:9443/", "https://hooks.example.com:9443/"],
    ["https://hooks.example.com:8443/", "no: the port 8443 is not allowed"],
  ])("a list of ports: %s", (url, want) => {
    expect(verdict(guard({ ports: [443, 9443] }), url)).toBe(want);
  });

  test.each([
    ["http://hooks.example.com/", "http://hooks.example.com/"],
    ["http://hooks.example.com:8080/", "http://hooks.example.com:8080/"],
    ["http://hooks.example.com:443/", "no: the port 443 is not allowed"],
    ["https://hooks.example.com/", "https://hooks.example.com/"],
    ["ftp://hooks.example.com/", "no: expected an http or https URL, found the scheme ftp:"],
    ["http://127.0.0.1/", address],
  ])("http: %s", (url, want) => {
    expect(verdict(guard({ http: true }), url)).toBe(want);
  });

  test.each([
    ["https://127.0.0.1:8443/", "https://127.0.0.1:8443/"],
    ["https://2130706433/", "https://127.0.0.1/"],
    ["https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/"],
    ["https://localhost/", "https://localhost/"],
    ["https://10.1.2.3/", "https://10.1.2.3/"],
    ["https://[fd12::1]/", "https://[fd12::1]/"],
    ["https://10.2.0.1/", address],
    ["https://[::1]/", address],
    ["https://[fd13::1]/", address],
    ["https://169.254.169.254/", address],
  ])("networks that are allowed: %s", (url, want) => {
    const networks = ["127.0.0.0/8", "10.1.0.0/16", "fd12::/16"];
    expect(verdict(guard({ networks }), url)).toBe(want);
  });
});
