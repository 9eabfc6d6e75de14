"""How a printed rulebook looks: A4 and letter alike, and legible without colors."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root { --ink: #201d18; --quiet: #6b6457; --line: #d9d2c3; --accent: #7a2e1d; --paper: #fffdf8; }
* { box-sizing: border-box; }
html { font: 16px/1.5 Georgia, "Liberation Serif", "Times New Roman", serif; color: var(--ink);
  background: #ece7dc; }
body { margin: 0; }
main { max-width: 50rem; margin: 2rem auto; padding: 3rem 3.4rem; background: var(--paper);
  box-shadow: 0 1px 12px #0002; }
header { border-bottom: 3px double var(--accent); padding-bottom: 1.2rem; margin-bottom: 1.2rem; }
.kicker { margin: 0; font-size: .85rem; letter-spacing: .18em; text-transform: uppercase;
  color: var(--accent); }
h1 { font-size: 2.6rem; line-height: 1.1; margin: .2rem 0 .6rem; }
.about { font-size: 1.12rem; margin: 0 0 .6rem; }
.imprint, .quiet { color: var(--quiet); font-size: .88rem; }
.imprint { margin: 0; }
nav ol { columns: 3; padding-left: 1.4rem; margin: 0 0 1.6rem; font-size: .95rem; }
nav li { margin: 0; padding: .07rem 0; break-inside: avoid; }
a { color: var(--accent); text-decoration: none; }
h2 { font-size: 1.5rem; margin: 2.2rem 0 .7rem; padding-bottom: .2rem;
  border-bottom: 1px solid var(--line); break-after: avoid; }
h2 .number { color: var(--accent); margin-right: .7rem; }
h3 { font-size: 1.15rem; margin: 1.5rem 0 .35rem; break-after: avoid; }
.list { font-size: .95rem; margin: .8rem 0 .2rem; font-style: italic; font-weight: 600;
  break-after: avoid; }
p { margin: .4rem 0 .6rem; }
ul, ol { margin: .2rem 0 .6rem; padding-left: 1.5rem; }
li { margin: .14rem 0; }
li > ul, li > ol { margin: .1rem 0; }
ol ol { list-style: lower-alpha; }
ol ol ol { list-style: lower-roman; }
.ref { color: var(--quiet); font: .7rem/1 Helvetica, Arial, sans-serif; }
.ref span { white-space: nowrap; }
.says { color: var(--accent); font-style: italic; }
.says::before { content: "\\201C"; } .says::after { content: "\\201D"; }
.sayings { list-style: none; padding: .1rem 0 .1rem .9rem; margin: .4rem 0 .7rem;
  border-left: 3px solid var(--line); }
em { font-style: italic; color: #3d362a; }
figure { margin: .6rem 0 .8rem; text-align: center; break-inside: avoid; }
figcaption { color: var(--quiet); font-size: .88rem; }
svg.board { max-width: 100%; height: auto; max-height: 34rem; }
svg.token, svg.swatch { vertical-align: middle; }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem 1.6rem;
  justify-content: center; font-size: .93rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; margin: .5rem 0 .9rem; }
th { text-align: left; border-bottom: 2px solid var(--ink); padding: .2rem .5rem; }
td { border-bottom: 1px solid var(--line); padding: .22rem .5rem; vertical-align: top; }
tr { break-inside: avoid; }
td.token { padding: .1rem .5rem; }
.point { border: 1px solid var(--line); border-radius: 4px; padding: .5rem .9rem .4rem;
  margin: .7rem 0; break-inside: avoid; }
.point h3 { margin: 0 0 .2rem; font-size: 1.02rem; }
.point h3 .number { color: var(--quiet); margin-right: .5rem; }
.point p { margin: .1rem 0 .3rem; }
.point .sayings { font-size: .84rem; color: var(--quiet); }
.departure { border-left: 6px solid var(--accent); }
.star { color: var(--accent); font-size: .85rem; white-space: nowrap; }
.readings { list-style: none; padding-left: .2rem; }
.readings .chosen { font-weight: 700; }
.readings .chosen::before { content: "\\2713\\00a0"; color: var(--accent); }
.readings .other { color: var(--quiet); padding-left: 1.15rem; }
.sheets { columns: 2; column-gap: 2rem; }
.sheets h2 { column-span: all; }
.sheets h3, .sheets p { break-after: avoid; }
.sheets h3 { margin-top: .6rem; }
.clauses table { font-size: .8rem; }
.clauses td:first-child { white-space: nowrap; }
code { font-size: .85em; color: var(--quiet); }
@media (max-width: 40rem) { main { padding: 1.2rem; margin: 0; } nav ol { columns: 1; }
  table { display: block; overflow-x: auto; } }
@media print {
  @page { margin: 16mm 17mm 18mm; @bottom-center { content: counter(page);
    font: 9pt Georgia, serif; color: #6b6457; } }
  html { font-size: 10.6pt; line-height: 1.42; background: none; }
  main { max-width: none; margin: 0; padding: 0; box-shadow: none; background: none; }
  nav { display: none; }
  a { color: inherit; }
  svg.board { max-height: 125mm; }
  .sheets svg.board { max-height: 72mm; }
  .points { columns: 2; column-gap: 6mm; font-size: .92rem; }
  .points h2, .points > p { column-span: all; }
  .point { margin: 0 0 3mm; padding: 2mm 3mm 1mm; }
  p, li { orphans: 2; widows: 2; }
}
"""
"""The style sheet of the page."""
