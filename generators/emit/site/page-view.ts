/** What a template needs of a page; it has more members than these. */
export interface PageView {
  readonly path: string;
  readonly name: string;
}
