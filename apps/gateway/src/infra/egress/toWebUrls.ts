/** Gateways that serve IPFS and Arweave content, each the https URL before `/ipfs/<cid>` or `/<id>`. */
export type ContentGateways = { ipfs: readonly string[]; arweave: readonly string[] }

/**
 * Returns the https URLs of a URI in an NFT or name, in the order in which to try them: `https:` unchanged, `http:` as
 * `https:`, `ipfs:` and `ar:` through the configured gateways. Empty if the URI must not be fetched.
 *
 * @see https://docs.ipfs.tech/how-to/address-ipfs-on-web/
 */
export function toWebUrls(uri: string, { ipfs, arweave }: ContentGateways): string[] {
  if (/^https:\/\//i.test(uri)) return [uri]
  // Use https on the same host: content of hosts without https is not fetched.
  if (/^http:\/\//i.test(uri)) return [uri.replace(/^http/i, 'https')]
  // Some contracts write `ipfs://ipfs/<cid>`.
  const cid = /^ipfs:\/\/(?:ipfs\/)?([a-zA-Z0-9]{46,100})(\/[^?#\\]*)?$/.exec(uri)
  if (cid) return through(ipfs, (gateway) => `${gateway}/ipfs/${cid[1]}`, cid[2])
  const transaction = /^ar:\/\/([a-zA-Z0-9_-]{43})(\/[^?#\\]*)?$/.exec(uri)
  if (transaction) return through(arweave, (gateway) => `${gateway}/${transaction[1]}`, transaction[2])
  return []
}

function through(
  gateways: readonly string[],
  toBase: (gateway: string) => string,
  path: string | undefined,
): string[] {
  return gateways.flatMap((gateway) => {
    const base = toBase(gateway.replace(/\/+$/, ''))
    if (!URL.canParse(`${base}${path ?? ''}`)) return []
    const { href } = new URL(`${base}${path ?? ''}`)
    // `..` would leave the content's path and reach other paths of the gateway.
    return href.startsWith(base) ? [href] : []
  })
}
