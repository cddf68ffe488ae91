import { code } from "../../print/piece.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { binaryRuntime } from "./binary-context.ts";

/** Emits the loop over fields up to `end`, with a case for each tag; other fields are skipped. */
export function emitLoop({ out }: SourceContext, emitCases: () => void): void {
  out.block(
    "while (reader.pos < end) {",
    () => {
      out.line("const tag = reader.uint32();");
      out.block(
        "switch (tag) {",
        () => {
          emitCases();
          out.line("default:");
          out.indent(() => out.line(code`${binaryRuntime("skipField")}(reader, tag);`));
        },
        "}",
      );
    },
    "}",
  );
  out.line(code`${binaryRuntime("checkEnd")}(reader, end);`);
}
