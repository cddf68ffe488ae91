import type { Model } from "../../model/model.ts";

/** A version of the protocol in a site. */
export interface SiteVersion {
  /** The directory of its pages, "1.0". */
  readonly slug: string;
  /** In the switch of versions, "1.0". */
  readonly label: string;
  /** "A2A 1.0". */
  readonly title: string;
  readonly model: Model;
  /** The one that most readers want: neither older nor in development. */
  readonly isCurrent?: boolean;
}
