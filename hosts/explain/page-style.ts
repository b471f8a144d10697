/** The style sheet of the page, for light and dark. A constant: its digest is in the policy. */

export const pageStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #57606a; --line: #d0d7de;
  --card: #f6f8fa; --bad: #b3121d; --bad-paper: #ffebe9; --good: #11632a; --ask: #7d4e00; --link: #0550ae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9da7b3;
  --line: #3d444d; --card: #151b23; --bad: #ff9a94; --bad-paper: #3c1618; --good: #6fdd8b;
  --ask: #e3b341; --link: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
code, .mono, svg text { font-family: ui-monospace, monospace; font-size: .875rem; }
code { overflow-wrap: anywhere; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; background: var(--paper); }
.alarm { border: 3px solid var(--bad); background: var(--bad-paper); padding: .75rem; font-weight: bold; }
.figure { overflow: auto; max-height: 80vh; border: 1px solid var(--line); }
.card { border: 1px solid var(--line); border-left-width: 6px; background: var(--card);
  padding: .25rem 1rem 1rem; margin: 1rem 0; }
.refused { border-left-color: var(--bad); } .done { border-left-color: var(--good); }
.open { border-left-color: var(--ask); }
.bad { color: var(--bad); } .good { color: var(--good); } .ask { color: var(--ask); }
.soft { color: var(--soft); }
ol.steps, ul.plain { list-style: none; padding: 0; margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; font-weight: bold; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid var(--line);
  overflow-wrap: anywhere; }
tr.edge { background: var(--bad-paper); } tr.edge th { color: var(--bad); }
svg text { fill: var(--ink); } svg .node { fill: var(--card); stroke: var(--soft); }
svg .refused-node { stroke: var(--bad); stroke-width: 3; } svg .done-node { stroke: var(--good); }
svg .wire { fill: none; stroke: var(--soft); stroke-width: 1.5; opacity: .55; }
svg .chosen { stroke-dasharray: 3 4; } svg .data { stroke: var(--link); opacity: .9; }
svg .refused-wire { stroke: var(--bad); stroke-width: 4; opacity: 1; }
svg .refused-text { fill: var(--bad); font-weight: bold; }
svg a:focus-visible .node { stroke: var(--link); stroke-width: 4; }
@media print { .figure { max-height: none; } }
`;
