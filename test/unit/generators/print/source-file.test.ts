import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";
import { code, importType, importValue, join } from "../../../../generators/print/piece.ts";
import { createSourceFile, type SourceFile } from "../../../../generators/print/source-file.ts";

const header = "// Header.\n";

/** The text below the header of a file at a/b/c.ts that `build` prints into. */
function print(build: (file: SourceFile) => void, importExtension: "none" | "js" | "ts" = "js"): string {
  const file = createSourceFile({ path: "a/b/c" });
  build(file);
  const text = file.toText({ header, importExtension });
  expect(text.startsWith(`${header}\n`)).toBe(true);
  return text.slice(header.length + 1);
}

describe("lines", () => {
  test("are indented by blocks", () => {
    const text = print((file) => {
      file.block(
        "if (a) {",
        () => {
          file.line("b();");
          file.blank();
          file.block("for (;;) {", () => file.line("c();"), "}");
          file.indent(() => file.line("d();"));
        },
        "}",
      );
      file.line("e();");
    });
    expect(text).toBe("if (a) {\n  b();\n\n  for (;;) {\n    c();\n  }\n    d();\n}\ne();\n");
  });

  test("are made of pieces, nested as they may be", () => {
    const text = print((file) => {
      file.line(
        "a",
        ["b", ["c", []], "d"],
        code`e${"f"}g${["h"]}${""}`,
        join(["i", "j", "k"], ", "),
        join([], ", "),
      );
    });
    expect(text).toBe("abcdefghi, j, k\n");
  });

  test("of nothing leave the header alone", () => {
    expect(print(() => undefined)).toBe("");
  });
});

describe("imports", () => {
  test("are collected, one statement per module: packages first, all in the order of names", () => {
    const text = print((file) => {
      file.line(importValue("z", "./a/b/x"), importValue("b", "pkg"), importValue("a", "pkg"));
      file.line(importValue("a", "pkg"), importType("T", "@scope/other"), importValue("y", "./a/b/d"));
    });
    expect(text).toBe(
      `import type { T } from "@scope/other";
import { a, b } from "pkg";
import { y } from "./d.js";
import { z } from "./x.js";

zba
aTy
`,
    );
  });

  test("are of types where every reference is one", () => {
    const text = print((file) => {
      file.line(importType("A", "one"), importType("B", "one"));
      file.line(importType("C", "two"), importValue("d", "two"));
      file.line(importType("E", "three"), importValue("E", "three"));
    });
    expect(text).toBe(
      `import type { A, B } from "one";
import { E } from "three";
import { type C, d } from "two";

AB
Cd
EE
`,
    );
  });

  test("do not depend on the order of the references", () => {
    const refs = [importValue("b", "q"), importType("A", "p"), importValue("A", "p"), importType("c", "r")];
    const statements = (order: typeof refs): string =>
      print((file) => file.line(...order)).split("\n\n")[0] ?? "";
    expect(statements(refs.toReversed())).toBe(statements(refs));
  });

  test("of the file itself are none", () => {
    expect(print((file) => file.line(importValue("own", "./a/b/c")))).toBe("own\n");
  });

  test("get an alias where the file declares the name", () => {
    const text = print((file) => {
      file.declare("Task");
      file.declare("Task$1");
      file.line("export const x: ", importType("Task", "pkg"), " = 1;");
    });
    expect(text).toBe('import type { Task as Task$2 } from "pkg";\n\nexport const x: Task$2 = 1;\n');
  });

  test("get an alias where another module has the name, the first to be printed keeping it", () => {
    const text = print((file) => file.line(importType("Task", "./a/b/d"), importType("Task", "pkg")));
    expect(text).toBe(
      'import type { Task as Task$1 } from "pkg";\nimport type { Task } from "./d.js";\n\nTaskTask$1\n',
    );
  });

  test.each(["JSON", "Record", "Uint8Array", "undefined"])("get an alias for the global %s", (name) => {
    expect(print((file) => file.line(importType(name, "pkg")))).toBe(
      `import type { ${name} as ${name}$1 } from "pkg";\n\n${name}$1\n`,
    );
  });

  test("take a line per name where one line is too long", () => {
    const names = Array.from({ length: 12 }, (_, i) => `aRatherLongName${String.fromCharCode(97 + i)}`);
    const text = print((file) => file.line(...names.map((name) => importValue(name, "pkg"))));
    expect(text).toBe(
      `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "pkg";\n\n${names.join("")}\n`,
    );
  });

  test("stay on one line of up to 110 characters", () => {
    const lineOf = (length: number): string => {
      const name = "a".repeat(length - 'import {  } from "pkg";'.length);
      return print((file) => file.line(importValue(name, "pkg"))).split("\n")[0] ?? "";
    };
    expect([lineOf(110).length, lineOf(111)]).toEqual([110, "import {"]);
  });
});

describe("paths of modules", () => {
  test.each([
    { from: "./a/b/d", js: "./d.js" },
    { from: "./a/d", js: "../d.js" },
    { from: "./d", js: "../../d.js" },
    { from: "./a/b/e/f", js: "./e/f.js" },
    { from: "./a/x/c", js: "../x/c.js" },
    { from: "./b/c", js: "../../b/c.js" },
    { from: "./a/b", js: "../b.js" },
    { from: "pkg", js: "pkg" },
    { from: "@scope/pkg/sub", js: "@scope/pkg/sub" },
  ])("$from is $js", ({ from, js }) => {
    const relative = js.startsWith(".");
    for (const extension of ["none", "js", "ts"] as const) {
      const ending = extension === "none" ? "" : `.${extension}`;
      const want = relative ? js.replace(/\.js$/, ending) : js;
      expect(print((file) => file.line(importValue("x", from)), extension)).toBe(
        `import { x } from "${want}";\n\nx\n`,
      );
    }
  });

  test("can stand alone, for what is exported again", () => {
    const [x, y] = [
      { name: "x", isType: false },
      { name: "y", isType: true },
    ];
    expect(print((file) => file.exportFrom("./a/d"))).toBe('export * from "../d.js";\n');
    expect(print((file) => file.exportFrom("./a/d", [x, y]))).toBe(
      'export {\n  x,\n  type y,\n} from "../d.js";\n',
    );
  });
});

describe("comments", () => {
  test("of one line stay on it", () => {
    expect(print((file) => file.doc("A task."))).toBe("/** A task. */\n");
  });

  test("of several lines have a star on each, and no blanks at the end", () => {
    expect(print((file) => file.doc("One.\n\nTwo."))).toBe("/**\n * One.\n *\n * Two.\n */\n");
  });

  test("are indented with the block", () => {
    expect(print((file) => file.block("{", () => file.doc("One.\nTwo."), "}"))).toBe(
      "{\n  /**\n   * One.\n   * Two.\n   */\n}\n",
    );
  });

  test("of no text are not there", () => {
    expect(print((file) => file.doc(""))).toBe("");
  });

  test.each(["*/", "a */ b", "**/", "*/*/", "*\n/", "/* x */", "a *", "/"])(
    "cannot end early: %j",
    (text) => {
      const printed = print((file) => {
        file.doc(text);
        file.line("export const after = 1;");
      });
      const source = ts.createSourceFile("a.ts", printed, ts.ScriptTarget.Latest, true);
      expect(source.statements.map((statement) => statement.getText(source))).toEqual([
        "export const after = 1;",
      ]);
      const { diagnostics } = ts.transpileModule(printed, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
    },
  );
});

test("a file can be turned to text twice", () => {
  const file = createSourceFile({ path: "a", source: "a.proto" });
  file.declare("A");
  file.line(importType("A", "pkg"));
  const once = file.toText({ header, importExtension: "none" });
  expect(file.toText({ header, importExtension: "none" })).toBe(once);
  expect([file.path, file.source, [...file.exports]]).toEqual(["a", "a.proto", ["A"]]);
});
