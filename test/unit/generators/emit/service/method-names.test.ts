import { describe, expect, test } from "vitest";
import { toMethodNames } from "../../../../../generators/naming/method-names.ts";

describe("a method of an interface is called", () => {
  test.each([
    { proto: "SendMessage", want: "sendMessage" },
    { proto: "Get", want: "get" },
    { proto: "X", want: "x" },
    { proto: "HTTPGet", want: "httpGet" },
    { proto: "GetHTTP", want: "getHTTP" },
    { proto: "URL", want: "url" },
    { proto: "A2A", want: "a2A" },
    { proto: "get_book", want: "getBook" },
    { proto: "Get_Book", want: "getBook" },
    { proto: "getBook", want: "getBook" },
    { proto: "_get__book_", want: "getBook" },
    { proto: "_1st", want: "_1st" },
    { proto: "delete", want: "delete" },
    { proto: "Static", want: "static" },
    { proto: "constructor", want: "constructor$" },
    { proto: "Constructor", want: "constructor$" },
    { proto: "Then", want: "then$" },
    { proto: "ToString", want: "toString$" },
    { proto: "ValueOf", want: "valueOf$" },
    { proto: "HasOwnProperty", want: "hasOwnProperty$" },
    { proto: "ToJSON", want: "toJSON$" },
    { proto: "__proto__", want: "proto" },
  ])("$want: $proto", ({ proto, want }) => {
    expect([...toMethodNames([proto])]).toEqual([[proto, want]]);
  });

  test("by a number when another has the name, in the order of the proto", () => {
    expect([
      ...toMethodNames(["GetBook", "get_book", "getBook", "GetBook2", "Then", "then"]).values(),
    ]).toEqual(["getBook", "getBook2", "getBook3", "getBook22", "then$", "then$2"]);
  });

  test("never like what every object has", () => {
    const inherited = Object.getOwnPropertyNames(Object.prototype);
    const names = [...toMethodNames([...inherited, ...inherited.map((name) => name.toUpperCase())]).values()];
    expect(names.filter((name) => name in Object.prototype)).toEqual([]);
  });
});
