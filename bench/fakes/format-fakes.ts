import { formatTable } from "../markdown.ts";
import type { FakeFigure } from "./measure-fakes.ts";

export function formatFakes(figures: readonly FakeFigure[]): string {
  return formatTable(
    ["per second", "bytes of a fake", "fakes", "`arbitraryOf`", "`invalidOf`"],
    figures.map(({ typeName, bytes, fakes, values, mistakes }) => [
      typeName.slice(typeName.lastIndexOf(".") + 1),
      ...[bytes, fakes, values, mistakes].map((figure) => String(Math.round(figure))),
    ]),
  );
}
