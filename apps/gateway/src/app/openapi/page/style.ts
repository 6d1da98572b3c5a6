/**
 * Style sheet of the page. Text has a contrast of at least 7 to 1, accents 4.5 to 1; long words wrap, so that nothing
 * overflows its column.
 */
export const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1c1e26; --soft: #4a4e5c; --line: #d6d9e0;
  --panel: #f5f6f9; --link: #1746c4; --get: #0a5c36; --post: #6b3410; --delete: #97121f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14161c; --text: #eceef4; --soft: #b6bac8; --line: #343845; --panel: #1d2029;
    --link: #9db8ff; --get: #7fd6a8; --post: #f0b48a; --delete: #ff9fa8; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .5rem 1rem; background: var(--ground); border: 2px solid var(--link); }
.skip:focus { top: 1rem; z-index: 1; }
.layout { max-width: 78rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header p, .soft { color: var(--soft); }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 3rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: 1.45rem; line-height: 1.25; }
h3 { margin: 0; font-size: 1.1rem; line-height: 1.4; }
h4 { margin: 1.25rem 0 .35rem; font-size: .95rem; }
p { margin: .4rem 0; max-width: 70ch; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: .25rem 0; padding: .75rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
nav h2 { margin: 0 0 .5rem; padding: 0; border: 0; font-size: 1rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .35rem 0; text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
nav { margin-top: 1.25rem; }
nav > ul { columns: 2; column-gap: 1.5rem; }
nav ul ul { display: none; }
article { margin: 1.25rem 0; padding: 1.1rem 1.15rem; border: 1px solid var(--line); border-radius: 10px; }
article:target { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
.method { font-weight: 700; letter-spacing: .02em; }
.get { color: var(--get); } .post { color: var(--post); } .delete { color: var(--delete); }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
dl { margin: .25rem 0; }
dl > div { display: grid; gap: 0 1rem; padding: .3rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dt { font-weight: 600; }
dt code { font-weight: 600; }
dt span { font-weight: 400; color: var(--soft); font-size: .875rem; }
dd { margin: 0; color: var(--soft); }
details { margin: .3rem 0; }
summary { cursor: pointer; padding: .3rem 0; }
details > dl { padding-left: 1rem; border-left: 3px solid var(--line); }
.codes { display: flex; flex-wrap: wrap; gap: .3rem .9rem; margin: 0; padding: 0; list-style: none; }
.codes a { display: inline-block; padding: .15rem 0; }
@media (min-width: 46rem) { dl > div { grid-template-columns: minmax(10rem, 2fr) 3fr; } }
@media (min-width: 64rem) {
  .layout { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 0 2rem; }
  .layout > header { grid-column: 1 / -1; margin-bottom: 1.5rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1rem .5rem 1rem .25rem; font-size: .85rem; }
  nav { margin-top: 0; }
  nav > ul { columns: auto; }
  nav ul ul { display: block; margin: 0 0 .6rem; }
  nav ul ul a { padding: .12rem 0 .12rem .75rem; }
  nav > ul > li > a { font-weight: 600; }
  main > section:first-child h2 { margin-top: 0; border: 0; padding-top: 0; }
}
@media print { nav { display: none; } article { break-inside: avoid; } }
`
