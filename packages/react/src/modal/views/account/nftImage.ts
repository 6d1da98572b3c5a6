/**
 * Where an NFT's picture may be read from: the picture itself (`data:image/…`) or a path of the application's own
 * gateway. Anything else would tell a stranger who looks at what.
 */
export function nftImage(image: string | null, gatewayUrl: string | undefined): string | undefined {
  if (!image) return undefined
  if (/^data:image\//i.test(image)) return image
  if (!gatewayUrl) return undefined
  // A gateway behind a path (`https://example.com/portico`) keeps its path.
  const address = /^\/(?!\/)/.test(image) ? gatewayUrl.replace(/\/+$/, '') + image : image
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.origin === new URL(gatewayUrl).origin ? url.href : undefined
}
