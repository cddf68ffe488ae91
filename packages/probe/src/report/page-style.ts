import tokens from "@a2agen/exchange/report/tokens.css?raw";

/** What pages with results look like. */
export const style = `
${tokens}
* { box-sizing: border-box; }
[hidden][hidden] { display: none; }
body { font: var(--type-14) / 1.5 var(--sans); color: var(--text); background: var(--canvas); max-width: 68rem; margin: 0 auto; padding: var(--space-6) var(--space-5) var(--space-8); }
h1 { margin: 0; font-size: var(--type-26); line-height: 1.2; letter-spacing: -.02em; } h2 { font-size: var(--type-20); letter-spacing: -.01em; margin: var(--space-7) 0 var(--space-3); }
header { overflow-wrap: anywhere; } header p { margin: var(--space-1) 0; } .quiet { color: var(--secondary); font-weight: 400; } b { font-weight: 500; } a { color: var(--accent); }
.verdict { font-size: var(--type-20); font-weight: 600; padding: var(--space-2) 0; } .verdict.passed { color: var(--done); } .verdict.failed { color: var(--failed); }
.scores { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: var(--space-3); margin: var(--space-5) 0 0; }
.scores div { padding: var(--space-3) var(--space-4); background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-card); }
.scores dt { color: var(--secondary); font-size: var(--type-12); } .scores dd { margin: 0; font-size: var(--type-26); font-weight: 600; font-variant-numeric: tabular-nums; }
.scores .passed dd { color: var(--done); } .scores .failed:not(.none) dd { color: var(--failed); } .scores .none dd { color: var(--faint); }
.filters { display: flex; flex-wrap: wrap; gap: var(--space-3); margin-bottom: var(--space-3); } .filters div { display: flex; gap: var(--space-1); }
input, button { font: inherit; color: inherit; min-height: 32px; padding: 0 var(--space-3); background: var(--surface); border: 1px solid var(--line-strong); border-radius: var(--radius); }
input { flex: 1 1 16rem; } input::placeholder { color: var(--faint); opacity: 1; } button { cursor: pointer; } button[aria-pressed=true] { background: var(--accent-tint); border-color: transparent; color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; }
th, td { padding: var(--space-2) var(--space-4) var(--space-2) 0; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap; font-variant-numeric: tabular-nums; }
th { font-weight: 400; } th[scope=row] { text-align: left; } th[scope=col] { color: var(--secondary); font-size: var(--type-12); }
td.full { color: var(--done); } td.some { color: var(--failed); font-weight: 600; } td.left { color: var(--faint); }
.kind { border: 1px solid var(--line); border-radius: var(--radius-card); margin: var(--space-2) 0; background: var(--surface); }
summary { cursor: pointer; overflow-wrap: anywhere; } .kind > summary { display: flex; gap: var(--space-3); align-items: baseline; padding: var(--space-3) var(--space-4); }
.mend { margin: 0 var(--space-4) var(--space-3); }
.finding { margin: 0 var(--space-4); padding: var(--space-3) 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.finding dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--space-1) var(--space-4); margin: 0; } .finding dt { color: var(--secondary); } .finding dd { margin: 0; }
.level { flex: none; min-width: 4.5rem; text-align: center; font-size: var(--type-12); font-weight: 600; padding: 1px var(--space-2); border-radius: var(--radius-chip); }
.MUST { color: var(--failed); background: var(--failed-tint); } .SHOULD { color: var(--waiting); background: var(--waiting-tint); } .MAY { color: var(--canceled); background: var(--canceled-tint); }
pre { background: var(--canvas); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--space-3); margin: var(--space-2) 0; white-space: pre-wrap; overflow-wrap: anywhere; } code, pre { font: var(--type-12) / 1.5 var(--mono); }
.wire { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: var(--space-3); }
@media (max-width: 40rem) { body { padding: var(--space-4); } th, td { padding: var(--space-2) var(--space-1) var(--space-2) 0; }
  th[scope] { white-space: normal; min-width: 2.2rem; } th[scope=col] { vertical-align: bottom; }
  th[scope=row] { position: sticky; left: 0; min-width: 6.5rem; background: var(--canvas); line-height: 1.3; } .finding dl { grid-template-columns: minmax(0, 1fr); } }
@media print { .filters { display: none; } .kind { break-inside: avoid; } }
`;
