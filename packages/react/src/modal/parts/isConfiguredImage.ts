import type { Kit } from '@portico/core'

/**
 * Returns whether the application's own options set this image. Such an image is loaded from any host, because the
 * application chose the host that learns of the visitor. Icons of wallets and lists never are.
 */
export function isConfiguredImage({ options, metadata, store }: Kit, url: string): boolean {
  const { settings, networks } = store.getState()
  const images = [
    ...Object.values(settings.chainImages),
    ...Object.values(settings.connectorImages),
    ...(options.customWallets ?? []).map((wallet) => wallet.image_url),
    ...Object.values(options.tokens ?? {}).map((token) => token.image),
    ...networks.map((network) => network.assets?.imageUrl),
    ...metadata.icons,
  ]
  return /^https?:/i.test(url) && images.includes(url)
}
