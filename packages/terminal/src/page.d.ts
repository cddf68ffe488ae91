/** A page, with its script and style in it. */
declare module "*?page" {
  const html: string;
  export default html;
}
