/** The styles of the prompt, for a constructed style sheet: a strict CSP forbids `<style>` elements. */
export const promptStyles = `
:host { all: initial }
dialog {
  --bg: #fff; --surface: #f5f5f2; --surface-2: #ebebe6; --text: #17170f; --text-2: #5c5c53;
  --accent: #2f54eb; --on-accent: #fff; --line: rgb(24 24 16 / .09);
  --shadow: 0 1px 2px rgb(24 24 16 / .06), 0 24px 64px -12px rgb(24 24 16 / .28);
  color-scheme: light; box-sizing: border-box; position: fixed; inset: auto 16px 16px auto; margin: 0; padding: 16px;
  inline-size: 340px; max-inline-size: calc(100vw - 32px); max-block-size: calc(100dvh - 32px); overflow: auto;
  border: 0; border-radius: 20px; background: var(--bg); color: var(--text); box-shadow: var(--shadow);
  font: 450 14px/1.4 Inter, ui-sans-serif, system-ui, sans-serif; letter-spacing: -.005em;
}
dialog::backdrop { background: transparent }
header { display: flex; align-items: center; gap: 10px; color: var(--text-2) }
img { inline-size: 24px; block-size: 24px; border-radius: 6px }
h2 { margin: 12px 0; font-size: 17px; font-weight: 600; letter-spacing: -.02em; overflow-wrap: anywhere; outline: 0 }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0 0 12px }
dt { color: var(--text-2) }
dd { margin: 0; text-align: end; overflow-wrap: anywhere }
pre {
  margin: 0 0 12px; padding: 10px 12px; max-block-size: 200px; overflow: auto; border-radius: 12px;
  background: var(--surface); font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
footer { display: grid; grid-template-columns: 1fr 1fr; gap: 10px }
button {
  min-block-size: 44px; border: 0; border-radius: 14px; background: var(--surface-2); color: inherit;
  font: inherit; font-size: 15px; font-weight: 600; cursor: pointer;
}
button.main { background: var(--accent); color: var(--on-accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
pre:focus-visible { outline-offset: -2px }
@media (prefers-color-scheme: dark) {
  dialog {
    --bg: #171715; --surface: #21211e; --surface-2: #2c2c28; --text: #f6f6f0; --text-2: #b0b0a5;
    --accent: #8ea2ff; --on-accent: #10142e; --line: rgb(255 255 245 / .09);
    --shadow: 0 0 0 1px rgb(255 255 245 / .06), 0 24px 64px -12px rgb(0 0 0 / .7);
    color-scheme: dark;
  }
}
@media (forced-colors: active) { dialog, button { border: 1px solid } }
@media (prefers-reduced-motion: no-preference) {
  dialog[open] { animation: rise 150ms ease-out }
  @keyframes rise { from { opacity: 0; translate: 0 8px } }
}
`
