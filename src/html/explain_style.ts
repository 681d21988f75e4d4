// What the pages of explanations add to the style sheet: bars of registers, rows of buffers, the panel with reasons.
// Words in tables are not broken, and a table that is too wide scrolls; of names and types those of more than 32 characters are broken.

export const EXPLAIN_STYLE = `
:root{--explicit:#dbeafe;--explicit-line:#1d5fbf;--implicit:#dcf3e0;--implicit-line:#1a7f37;--small:#f8d7da;--small-line:#b3261e}
@media (prefers-color-scheme:dark){:root{--explicit:#1c3557;--explicit-line:#7cb7ff;--implicit:#1b3d27;--implicit-line:#6fd08c;--small:#4a2023;--small-line:#ff9d94}}
main.explain{display:grid;grid-template-columns:minmax(0,1fr) minmax(300px,420px);overflow:hidden}
main.single{overflow:auto;padding:0 20px 32px}
.views{overflow:auto;padding:0 20px 32px;min-width:0}
.views h2:first-child,main.single>h2:first-child{margin-top:16px}
.legend{color:var(--soft);margin:0 0 8px;font-size:12.5px}
.legend .swatch{margin-left:12px}
.legend .swatch:first-child{margin-left:0}
#why{overflow:auto;border-left:1px solid var(--line);padding:0 20px 32px;background:var(--panel)}
#why h2{overflow-wrap:anywhere}
#why .range{font-size:20px;font-weight:600;margin:0 0 8px;overflow-wrap:anywhere}
#why p{overflow-wrap:anywhere}
.scripted #why article:not(.open){display:none}
.bar{display:flex;flex-wrap:wrap;list-style:none;margin:6px 0 4px;padding:0;gap:0 0;align-items:stretch}
ol.bar{gap:10px 0;padding:0}
ol.bar li{display:flex;flex-direction:column;min-width:3.2em;max-width:100%}
ol.bar li .reg{font-size:11.5px;color:var(--soft);padding:0 2px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
ol.bar li.s1{min-width:4.5em}
ol.bar li.s2{min-width:7em}
ol.bar li.s3{min-width:10em}
ol.bar li.s4{min-width:14em}
.cell{flex:1;display:block;width:100%;text-align:left;font:inherit;font-size:13px;color:inherit;background:none;border:1px solid var(--line);border-left-width:0;padding:5px 10px 4px;min-height:44px;overflow-wrap:anywhere}
li:first-child .cell{border-left-width:1px;border-radius:4px 0 0 4px}
button.cell{cursor:pointer}
.cell small{display:block;color:var(--soft)}
.cell.explicit{background:var(--explicit);border-top:3px solid var(--explicit-line)}
.cell.implicit{background:var(--implicit);border-top:3px solid var(--implicit-line)}
.cell.given{background:var(--explicit)}
.cell.free{border-style:dashed;color:var(--soft)}
.cell.open{border-right-style:dashed;border-right-width:3px}
.cell.hot,tr.hot td,td.hot{outline:2px solid var(--accent);outline-offset:-2px}
.cell[aria-pressed=true]{outline:3px solid var(--accent);outline-offset:-3px}
.cell.later{opacity:.35}
.cell.small{opacity:1;background:repeating-linear-gradient(45deg,var(--small) 0 5px,transparent 5px 9px);border-color:var(--small-line)}
tr[data-r]{cursor:pointer}
tr.picked td{background:var(--panel)}
button.name{border:0;background:none;color:inherit;font:inherit;font-weight:600;padding:0;cursor:pointer;text-align:left;max-width:100%;overflow-wrap:break-word}
button.name:hover{text-decoration:underline}
.role-explicit{color:var(--explicit-line);font-weight:600}
.role-implicit{color:var(--implicit-line);font-weight:600}
.role-free{color:var(--soft)}
.role-bad{color:var(--bad);font-weight:600}
.steps td:first-child{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px;white-space:nowrap}
.steps tr.chosen td{font-weight:600;color:var(--implicit-line)}
.steps tr.too-small td{color:var(--bad)}
.problem{border-left:4px solid var(--bad);padding:6px 12px;margin:8px 0;background:var(--panel)}
.hint{border-left:4px solid var(--implicit-line);padding:6px 12px;margin:12px 0;background:var(--panel);overflow-wrap:anywhere}
table.rows{border-collapse:separate;border-spacing:0;table-layout:fixed;width:100%;max-width:960px;margin:8px 0 16px}
table.rows col.at{width:4.5em}
table.rows th{border:0;padding:0 8px 0 0;font-weight:400;text-align:right;vertical-align:middle}
table.rows thead th{text-align:left;padding:0 0 2px 2px}
table.rows td{border:1px solid var(--bg);padding:5px 6px;height:32px;vertical-align:middle;font-size:13px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border-radius:4px}
table.rows td small{color:var(--soft);margin-left:.6em}
table.rows td.gap{background:repeating-linear-gradient(45deg,var(--small) 0 5px,transparent 5px 9px);color:var(--bad);text-align:center}
table.rows td.fold{color:var(--soft);background:var(--panel);border:1px dashed var(--line)}
table.rows td.none{background:none}
.waste{color:var(--bad);font-weight:600}
.scroll td{overflow-wrap:break-word}
.scroll td:nth-child(-n+2){max-width:32ch}
td.diff{color:var(--bad);font-weight:600}
@media (max-width:900px){main.explain{display:block;overflow:auto}#why{border-left:0;border-top:1px solid var(--line)}}
@media print{main.explain{display:block}.scripted #why article:not(.open){display:block}}
`
