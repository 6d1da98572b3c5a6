import { addressesElementId, type ServerAddresses } from '../kit/serverAddresses.ts'

/** Puts the servers' addresses into the page as a data block, which scripts may read and browsers never run. */
export function embedAddresses(html: string, addresses: ServerAddresses): string {
  // `<` would let a value end the block.
  const json = JSON.stringify(addresses).replaceAll('<', '\\u003c')
  const block = `<script type="application/json" id="${addressesElementId}">${json}</script>`
  // A function, as `$&` in a string would be replaced too.
  return html.replace('</head>', () => `${block}</head>`)
}
