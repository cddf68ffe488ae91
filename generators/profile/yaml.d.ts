// What the bundlers make of a profile: see yaml-module.ts.
declare module "*.yaml" {
  const profile: unknown;
  export default profile;
}
