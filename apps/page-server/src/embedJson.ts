/** Writes a value into a page as a JSON data block, which scripts can read and browsers never execute. */
export function embedJson(html: string, { id, value }: { id: string; value: unknown }): string {
  // Escape `<`, or a value could end the block.
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="${id}">${json}</script>`
  // A function as replacement: `$&` in a string would be expanded.
  return html.replace('</head>', () => `${block}</head>`)
}
