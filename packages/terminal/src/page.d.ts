/** A page, with its script and style in it. */
declare module "*?page" {
  const html: string;
  export default html;
}

/** A page with its script and style in it, and by their paths the modules that it imports. */
declare module "*?split" {
  const built: { readonly page: string; readonly chunks: Readonly<Record<string, string>> };
  export default built;
}
