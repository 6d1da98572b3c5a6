import type { Kit } from '@portico/core'

/**
 * Returns whether the application's own options set this image. Such an image is drawn from any host: the application
 * chose whom it tells that a visitor opened the modal. Icons that wallets or lists set never are.
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
