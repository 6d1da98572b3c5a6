/**
 * Where an NFT's picture may be read from: the picture itself (`data:image/…`) or a path of the application's own
 * gateway. Anything else would tell a stranger who looks at what.
 */
export function nftImage(image: string | null, gatewayUrl: string | undefined): string | undefined {
  if (!image) return undefined
  if (/^data:image\//i.test(image)) return image
  if (!gatewayUrl || !URL.canParse(image, gatewayUrl)) return undefined
  const url = new URL(image, gatewayUrl)
  return url.origin === new URL(gatewayUrl).origin ? url.href : undefined
}
