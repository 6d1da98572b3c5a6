/**
 * Returns the URL of an NFT's image or of an avatar if it is a data URL or on the application's gateway, otherwise
 * undefined: loading an image from a third party would reveal what the visitor looks at.
 */
export function gatewayImage(
  image: string | null | undefined,
  gatewayUrl: string | undefined,
): string | undefined {
  if (!image) return undefined
  if (/^data:image\//i.test(image)) return image
  if (!gatewayUrl) return undefined
  // A gateway behind a path (`https://example.com/portico`) keeps its path.
  const address = /^\/(?!\/)/.test(image) ? gatewayUrl.replace(/\/+$/, '') + image : image
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.origin === new URL(gatewayUrl).origin ? url.href : undefined
}
