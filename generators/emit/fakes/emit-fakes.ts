import { heightsOf } from "@a2agen/runtime/fakes";
import { indexModel, isNamed } from "../../model/index-model.ts";
import type { FileModel, MessageModel, UnionModel } from "../../model/model.ts";
import { withArticle } from "../../naming/article.ts";
import { derived, deriveNames } from "../../naming/derived-names.ts";
import { code } from "../../print/piece.ts";
import { type Literal, printLiteral } from "../../print/print-literal.ts";
import { runtimeType, runtimeValue } from "../../print/runtime-import.ts";
import { createSourceFile } from "../../print/source-file.ts";
import { ts } from "../../print/types.ts";
import { declareNames } from "../shared/declare-names.ts";
import type { Emitter } from "../shared/emitter.ts";
import { modulePath } from "../shared/module-path.ts";
import { typeReference } from "../shared/type-expression.ts";
import { buildFakeTypes } from "./fake-types.ts";

/** Emits for every message a function that makes plausible values of it, and the table by which it does. */
export const emitFakes: Emitter = (model, diagnostics) => {
  const index = indexModel(model);
  return model.files.filter(hasValues).map((file) => {
    const all = [...file.messages, ...file.unions].filter(isNamed);
    const profile = model.profiles[file.profile];
    const types = buildFakeTypes(
      all.map(({ typeName }) => typeName),
      { index, profile },
    );
    const heights = heightsOf(types);
    // Of a type that holds itself and cannot end there is no value.
    const made = new Set(all.filter(({ typeName }) => heights.of(`#${typeName}`) < Number.POSITIVE_INFINITY));
    const out = createSourceFile({ path: modulePath(file.name, "fakes"), source: file.name });
    declareNames(file, (type) => ({ names: type.kind !== "enum" && made.has(type) ? [nameOf(type)] : [] }), {
      out,
      diagnostics,
    });
    printLiteral(out, types as Literal, {
      open: code`const types${ts`: ${runtimeType("FakeTypes", "fakes")}`} = `,
      close: ";",
    });
    for (const type of made) {
      const reference = typeReference(type, index);
      const call = code`${runtimeValue("fakeOf", "fakes")}(types, ${JSON.stringify(type.typeName)})`;
      out.blank();
      out.doc(
        `Makes ${withArticle(type.identifier)} for tests: plausible, valid, the same for the same seed.`,
      );
      out.line(
        code`export const ${nameOf(type)}${ts`: ${runtimeType("Fake", "fakes")}<${reference}>`} = /* @__PURE__ */ ${call};`,
      );
    }
    return out;
  });
};

function hasValues({ requested, messages, unions }: FileModel): boolean {
  return requested && [...messages, ...unions].some(isNamed);
}

function nameOf(type: MessageModel | UnionModel): string {
  return deriveNames(derived.fakes, type).fake;
}
