// JavaScript, so that the compiler does not see the declarations of packages below this one, which do not
// pass exactOptionalPropertyTypes.
export { compile } from "json-schema-to-typescript";
