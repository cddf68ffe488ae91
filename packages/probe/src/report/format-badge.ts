import type { Report } from "./report.ts";
import { scoreOf } from "./score.ts";

/** A picture for a README, "A2A 390 of 390": green without a failure, red where a MUST fails. */
export function formatBadge({ requirements, findings, problem }: Report): string {
  const { passed, failed } = scoreOf(requirements);
  const text = problem === undefined ? `${passed} of ${passed + failed}` : "not tested";
  const isBad = problem !== undefined || findings.some(({ level }) => level === "MUST");
  const color = isBad ? "#b91c1c" : failed > 0 ? "#92600a" : "#14713a";
  // Verdana's digits and letters at 11 px are below 7 px wide.
  const width = text.length * 7 + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 36}" height="20" role="img" aria-label="A2A: ${text}">
<title>A2A: ${text}</title>
<clipPath id="round"><rect width="${width + 36}" height="20" rx="4"/></clipPath>
<g clip-path="url(#round)"><path fill="#3a3f47" d="M0 0h36v20H0z"/><path fill="${color}" d="M36 0h${width}v20H36z"/></g>
<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11" text-anchor="middle"><text x="18" y="14">A2A</text><text x="${36 + width / 2}" y="14">${text}</text></g>
</svg>
`;
}
