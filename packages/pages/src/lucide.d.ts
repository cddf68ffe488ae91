/** The strokes of one icon: elements of SVG on a grid of 24. */
declare module "lucide/dist/esm/icons/*.mjs" {
  const strokes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
  export default strokes;
}
