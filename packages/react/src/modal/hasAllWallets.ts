import type { Kit, State } from '@portico/core'

/** Returns whether the list of all wallets is offered: the gateway has one, and the options allow it. */
export function hasAllWallets({ options }: Kit, { settings }: State): boolean {
  const { allWallets = 'SHOW', gatewayUrl } = options
  return (
    gatewayUrl !== undefined &&
    settings.enableWallets &&
    settings.features.allWallets &&
    (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && matchMedia('(pointer: coarse)').matches))
  )
}
