// What the bundlers make of profiles and the manifest of earlier names: see yaml-module.ts.
declare module "*.yaml" {
  const content: unknown;
  export default content;
}
