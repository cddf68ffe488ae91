import { CallCredentials, credentials } from "@grpc/grpc-js";
import { describe, expect, test } from "vitest";
import { parseAddress } from "../../../../packages/runtime/src/grpc/address.ts";

describe("an address says where a server is and whether it is spoken to over TLS", () => {
  test.each([
    ["https://agent.example.com:8443", "agent.example.com:8443", true],
    ["https://agent.example.com", "agent.example.com:443", true],
    ["https://agent.example.com/a2a/grpc", "agent.example.com:443", true],
    ["HTTPS://agent.example.com", "agent.example.com:443", true],
    ["http://127.0.0.1:50051", "127.0.0.1:50051", false],
    ["http://[::1]:50051", "[::1]:50051", false],
    ["http://localhost", "localhost:80", false],
    ["localhost:50051", "localhost:50051", false],
    ["127.0.0.1:50051", "127.0.0.1:50051", false],
    ["[::1]:50051", "[::1]:50051", false],
    ["127.0.0.1.example.com:50051", "127.0.0.1.example.com:50051", true],
    ["agent.example.com:443", "agent.example.com:443", true],
    ["agent.example.com:8443", "agent.example.com:8443", true],
    ["grpcs://agent.example.com", "agent.example.com:443", true],
    ["grpc://agent.example.com", "agent.example.com:80", false],
    ["agent.example.com", "agent.example.com", true],
    ["dns:///agent.example.com:443", "dns:///agent.example.com:443", true],
    ["unix:/run/agent.sock", "unix:/run/agent.sock", true],
  ])("%s", (address, name, isSecure) => {
    const target = parseAddress(address, undefined);
    // Only credentials for TLS can be put together with those of a call.
    const combine = (): unknown =>
      target.credentials.compose(CallCredentials.createFromMetadataGenerator(() => undefined));
    expect(target.name).toBe(name);
    if (isSecure) expect(combine).not.toThrow();
    else expect(combine).toThrow("Cannot compose insecure credentials");
  });

  test("credentials that are given count more", () => {
    const own = credentials.createInsecure();
    expect(parseAddress("https://agent.example.com", own).credentials).toBe(own);
    expect(parseAddress("localhost:1", own).credentials).toBe(own);
  });

  test.each(["", "ws://agent.example.com", "ftp://agent.example.com"])("%j is refused", (address) => {
    expect(() => parseAddress(address, undefined)).toThrow(TypeError);
  });
});
