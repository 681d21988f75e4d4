// The page's style sheet. Colours are variables, given for light and for dark; a part's hue comes from its class h0 to h7.

const HUES = [210, 30, 130, 275, 350, 175, 55, 310]

const hues = (): string => HUES.map((hue, i) => `.h${i}{--hue:${hue}}`).join('')

/** Behind text, so the strongest shade leaves the letters readable. */
const shades = (): string =>
  Array.from({ length: 8 }, (_, i) => `.q${i + 1}{background:rgb(var(--heat)/${(0.07 * (i + 1)).toFixed(2)})}`).join('')

/** HUES and SHADES stand for the rules above. */
const SHEET = `
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#57606a;--line:#d0d7de;--panel:#f6f8fa;--accent:#0550ae;--on:#fff;
--bad:#b3261e;--tint-s:70%;--tint-l:93%;--tint-l2:86%;--mark:#fff2a8;--mark-on:#1b1f24;--comment:#57606a;--row:20px;--heat:235 105 0}
@media (prefers-color-scheme:dark){:root{--bg:#0f1318;--fg:#e6e9ed;--soft:#a3adb8;--line:#343c46;--panel:#171c23;--accent:#7cb7ff;--on:#0b1420;
--bad:#ff9d94;--tint-s:35%;--tint-l:19%;--tint-l2:27%;--mark:#6b5a00;--mark-on:#fff;--comment:#9aa7b4;--heat:255 110 20}}
*{box-sizing:border-box}
html,body{height:100%;margin:0}
body{display:flex;flex-direction:column;background:var(--bg);color:var(--fg);font:14px/1.45 system-ui,sans-serif}
code,pre,.mono,#hex,.tree{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
header{padding:12px 20px 0;border-bottom:1px solid var(--line)}
h1{font-size:18px;margin:0;overflow-wrap:anywhere}
h2{font-size:16px;margin:24px 0 8px}
h3{font-size:14px;margin:16px 0 6px}
.facts{margin:2px 0 10px;color:var(--soft);overflow-wrap:anywhere}
.facts b{color:var(--fg);font-weight:600}
.bad{color:var(--bad);font-weight:600}
[role=tablist]{display:flex;gap:4px}
[role=tab]{border:0;border-bottom:3px solid transparent;background:none;color:var(--soft);font:inherit;padding:6px 12px;cursor:pointer}
[role=tab]:hover{color:var(--fg)}
[role=tab][aria-selected=true]{color:var(--fg);border-bottom-color:var(--accent);font-weight:600}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
main{flex:1;min-height:0}
[role=tabpanel]{height:100%;overflow:auto;padding:0 20px 20px}
[hidden]{display:none!important}
table{border-collapse:collapse;margin:4px 0}
th,td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid var(--line);vertical-align:top}
td,th{overflow-wrap:anywhere}
thead th{white-space:nowrap}
th{color:var(--soft);font-weight:600;font-size:12.5px}
td.num,th.num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto}
.none{color:var(--soft)}
#bytes td,#bytes th{padding-right:8px}
#bytes{display:grid;grid-template-columns:minmax(270px,1fr) max-content minmax(270px,1.1fr);gap:0;padding:0;overflow:hidden}
.pane{overflow:auto;padding:12px 16px;min-width:0}
.pane h2:first-child{margin-top:0}
#hexpane{display:flex;flex-direction:column;border:solid var(--line);border-width:0 1px;min-height:0;padding:12px 0 0}
.bar{display:flex;gap:8px;align-items:center;padding:0 16px 8px;flex-wrap:wrap}
input{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--soft);border-radius:4px;padding:3px 8px}
button.plain{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--soft);border-radius:4px;padding:3px 10px;cursor:pointer}
button.plain:hover{border-color:var(--accent)}
#hex{flex:1;overflow-y:scroll;overflow-x:hidden;position:relative;min-height:120px;padding:0 8px 0 16px;width:max-content;cursor:default}
#space{position:relative;width:calc(8ch + 16*3ch + 16*1ch + 52px)}
.row{position:absolute;left:0;top:0;height:var(--row);line-height:var(--row);white-space:pre;display:flex}
.row .at{color:var(--soft);width:8ch;margin-right:16px}
.row b,.row i{font-weight:400;font-style:normal;text-align:center;cursor:pointer}
.row b{width:3ch}
.row b:nth-of-type(8){margin-right:8px}
.row b:last-of-type{margin-right:16px}
.row i{width:1ch}
HUES
.t{background:hsl(var(--hue) var(--tint-s) var(--tint-l))}
.t.alt{background:hsl(var(--hue) var(--tint-s) var(--tint-l2))}
.k0{background:var(--panel)}
.k0.alt{background:var(--line)}
.u{background:repeating-linear-gradient(45deg,transparent 0 3px,var(--line) 3px 5px)}
.row .out{background:none;color:var(--soft)}
.row .sel{background:var(--accent);color:var(--on)}
.row .cur{outline:2px solid var(--fg);outline-offset:-2px}
button.part{display:block;width:100%;border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;padding:2px 4px;border-radius:4px}
button.part:hover{text-decoration:underline}
button.part[aria-pressed=true]{background:var(--accent);color:var(--on)}
.swatch{display:inline-block;width:.8em;height:.8em;margin-right:.5em;border:1px solid var(--soft);border-radius:2px;vertical-align:-1px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:0 0 12px}
dt{color:var(--soft)}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.tree ul{list-style:none;margin:0;padding:0 0 0 16px}
.tree>ul{padding:0}
.tree summary{cursor:pointer;padding:1px 2px}
.tree button{border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;padding:1px 4px;border-radius:3px;overflow-wrap:anywhere}
.tree button:hover{background:var(--panel)}
.tree button[aria-current=true]{background:var(--accent);color:var(--on)}
.tree .name{opacity:.75}
pre{margin:0;line-height:1.5;tab-size:2}
#listing .chunk{content-visibility:auto;contain-intrinsic-size:auto 3750px}
#listing .c{color:var(--comment)}
#disasm{padding:0;display:flex;flex-direction:column}
#disasm .bar{padding:12px 20px 8px}
#listing{flex:1;overflow:auto;padding:0 20px 20px;min-height:0}
::highlight(found){background:var(--mark);color:var(--mark-on)}
::highlight(current){background:var(--accent);color:var(--on)}
#source{padding:8px 20px 20px}
.heat{overflow-x:auto;max-width:100%}
.heat td,.heat th{padding:0 8px;font-size:12.5px;border-bottom-color:transparent;white-space:nowrap;line-height:1.5}
.heat thead th{border-bottom-color:var(--line)}
.heat tbody th{color:var(--soft);font-weight:400;border-right:1px solid var(--line)}
.heat .code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px;white-space:pre;tab-size:4;min-width:60ch;padding-right:20px}
.legend{color:var(--soft);margin:0 0 8px}
.shades i{display:inline-block;width:1.4em;height:.8em}
SHADES
@media (max-width:700px){.heat tr>:nth-child(n+3):nth-child(-n+6),.heat tr>:nth-child(8){display:none}}
@media (max-width:1150px){#bytes{display:block;overflow:auto}#hexpane{border-width:1px 0;height:60vh}#hex{max-width:100%;overflow-x:auto}}
@media print{body{display:block}[role=tablist],.bar,#bytes{display:none!important}[role=tabpanel]{height:auto}}
`

export const pageStyle = (): string => SHEET.replace('HUES', hues()).replace('SHADES', shades())
