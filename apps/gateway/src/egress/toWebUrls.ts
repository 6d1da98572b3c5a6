/** Gateways through which content with an address of its own is read, each the https URL before `/ipfs/` or `/<id>`. */
export type ContentGateways = { ipfs: readonly string[]; arweave: readonly string[] }

/**
 * The https URLs at which a URI of an NFT or a name can be read, in the order they are to be tried: `https:` as it is,
 * `http:` by https, `ipfs:` and `ar:` through the configured gateways. Empty if nothing may be asked for it.
 *
 * @see https://docs.ipfs.tech/how-to/address-ipfs-on-web/
 */
export function toWebUrls(uri: string, { ipfs, arweave }: ContentGateways): string[] {
  if (/^https:\/\//i.test(uri)) return [uri]
  // The same host, asked in private. Who only speaks http is not read.
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
    // `..` would lead out of the content to anything else the gateway serves.
    return href.startsWith(base) ? [href] : []
  })
}
