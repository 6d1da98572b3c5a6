/** Puts a value into a page as a data block, which scripts may read and browsers never run. */
export function embedJson(html: string, { id, value }: { id: string; value: unknown }): string {
  // `<` would let a value end the block.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="${id}">${json}</script>`
  // A function, as `$&` in a string would be replaced too.
  return html.replace('</head>', () => `${block}</head>`)
}
