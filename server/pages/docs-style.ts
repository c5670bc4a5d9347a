/** The look of the documentation: paper and ink, the system's fonts, a grid of 4 px, one accent. */

export const DOCS_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --ink: #1b1a18; --soft: #63605a; --line: #dedad1; --wash: #f2efe8; --accent: #8a3324;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
  --serif: ui-serif, 'Iowan Old Style', Charter, Georgia, 'Times New Roman', serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #171614; --ink: #ece8e0; --soft: #a39e94; --line: #36332e; --wash: #201e1b; --accent: #e59a86; }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 24px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/24px var(--sans); }
a { color: inherit; text-decoration-color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:hover { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 16px; padding: 8px 16px; background: var(--paper); z-index: 1; }
.sheet { max-width: 1240px; margin: 0 auto; padding: 0 24px; display: grid;
  grid-template-columns: 264px minmax(0, 1fr); gap: 64px; }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 48px 0; font-size: 14px; line-height: 20px; }
nav h2 { margin: 24px 0 4px; font: 600 12px/20px var(--sans); letter-spacing: .06em; text-transform: uppercase;
  color: var(--soft); }
nav h2:first-of-type { margin-top: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 4px 0; text-decoration: none; overflow-wrap: anywhere; }
nav .brand { display: block; margin-bottom: 32px; font: 400 24px/32px var(--serif); text-decoration: none; }
main { padding: 48px 0 128px; }
h1 { margin: 0 0 8px; font: 400 40px/48px var(--serif); letter-spacing: -.01em; }
main > section > h2 { margin: 72px 0 0; padding-top: 16px; border-top: 1px solid var(--ink);
  font: 400 28px/36px var(--serif); }
h3 { margin: 0; font: 400 20px/28px var(--serif); }
h4 { margin: 24px 0 4px; font: 600 12px/20px var(--sans); letter-spacing: .06em; text-transform: uppercase;
  color: var(--soft); }
p { margin: 8px 0; max-width: 68ch; }
.lead { font: 400 20px/32px var(--serif); color: var(--soft); }
article { margin-top: 48px; }
article + article { padding-top: 40px; border-top: 1px solid var(--line); }
.route { margin: 4px 0 0; font: 500 15px/24px var(--mono); overflow-wrap: anywhere; }
.route b { display: inline-block; min-width: 56px; font-weight: 700; color: var(--accent); }
.facts { margin: 4px 0 0; color: var(--soft); font-size: 14px; }
code, pre { font: 14px/24px var(--mono); }
code { overflow-wrap: anywhere; }
pre { margin: 8px 0 0; padding: 16px; background: var(--wash); overflow-x: auto; line-height: 20px; font-size: 13px; }
table { width: 100%; border-collapse: collapse; font-size: 15px; }
th { text-align: left; font-weight: 400; }
th, td { padding: 8px 24px 8px 0; border-top: 1px solid var(--line); vertical-align: top; }
tr > :first-child { width: 30%; min-width: 144px; }
tr > :last-child { padding-right: 0; }
td p { margin: 0; }
.type { color: var(--soft); }
h4 .type { font-weight: 400; letter-spacing: 0; text-transform: none; }
.must { color: var(--accent); font-size: 13px; white-space: nowrap; }
.codes { margin: 0; padding: 0; list-style: none; }
.codes li { padding: 8px 0; border-top: 1px solid var(--line); }
summary { padding: 12px 0; cursor: pointer; color: var(--soft); font-size: 14px; line-height: 20px; }
summary:hover { color: var(--accent); }
details table { margin: 0 0 16px 16px; width: calc(100% - 16px); }
:target { scroll-margin-top: 24px; }
article:target h3, tr:target code { color: var(--accent); }
@media (max-width: 840px) {
  .sheet { display: block; }
  nav { position: static; max-height: none; padding: 24px 0 0; border-bottom: 1px solid var(--line); }
  nav li a { padding: 12px 0; }
  main { padding-top: 32px; }
  h1 { font-size: 32px; line-height: 40px; }
  th, td { display: block; width: auto !important; padding: 0; border: 0; }
  tr { display: block; padding: 8px 0; border-top: 1px solid var(--line); }
}
@media print { nav { display: none; } .sheet { display: block; } }
`
