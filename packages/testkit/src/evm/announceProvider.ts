import type { WalletInfo } from './createWalletInfo.ts'
import type { Eip1193Provider } from './eip1193.ts'

/** The detail of an EIP-6963 announcement. */
export type ProviderDetail = Readonly<{ info: Readonly<WalletInfo>; provider: Eip1193Provider }>

/**
 * Announces a provider now and whenever a page requests announcements. With `legacy` it also sets the target's
 * `ethereum` for pages that do not support EIP-6963.
 *
 * @returns a function that withdraws the announcement.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function announceProvider({
  detail,
  target,
  legacy,
}: {
  detail: ProviderDetail
  target: EventTarget
  legacy: boolean
}): () => void {
  Object.freeze(detail)
  // A jsdom window accepts only events of its own class.
  const { CustomEvent: EventOfTarget = CustomEvent } = target as { CustomEvent?: typeof CustomEvent }
  function announce() {
    target.dispatchEvent(new EventOfTarget('eip6963:announceProvider', { detail }))
  }
  const before = Object.getOwnPropertyDescriptor(target, 'ethereum')
  if (legacy) {
    // `Reflect` does not throw if an installed wallet has made `ethereum` non-configurable; the announcement continues.
    Reflect.defineProperty(target, 'ethereum', { value: detail.provider, configurable: true, writable: true })
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()

  return () => {
    target.removeEventListener('eip6963:requestProvider', announce)
    if (!legacy || (target as { ethereum?: unknown }).ethereum !== detail.provider) return
    if (before) Object.defineProperty(target, 'ethereum', before)
    else Reflect.deleteProperty(target, 'ethereum')
  }
}
