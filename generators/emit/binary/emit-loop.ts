import { code, type Piece } from "../../print/piece.ts";
import type { SourceContext } from "../shared/source-emitter.ts";
import { binaryRuntime } from "./binary-context.ts";

const skip = code`${binaryRuntime("skipField")}(reader, tag);`;

/** Emits the loop over fields up to `end`, with a case for each tag; `other` is said of all other fields. */
export function emitLoop({ out }: SourceContext, emitCases: () => void, other: Piece = skip): void {
  out.block(
    "while (reader.pos < end) {",
    () => {
      out.line("const tag = reader.uint32();");
      out.block(
        "switch (tag) {",
        () => {
          emitCases();
          out.line("default:");
          out.indent(() => out.line(other));
        },
        "}",
      );
    },
    "}",
  );
  out.line(code`${binaryRuntime("checkEnd")}(reader, end);`);
}
