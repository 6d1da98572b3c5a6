import type { WalletInfo } from './createWalletInfo.ts'
import type { Eip1193Provider } from './eip1193.ts'

/** What an EIP-6963 announcement carries. */
export type ProviderDetail = Readonly<{ info: Readonly<WalletInfo>; provider: Eip1193Provider }>

/**
 * Announces a provider and does so again whenever a page asks who is there. With `legacy` it is also put in the
 * target's `ethereum`, where pages older than EIP-6963 look.
 *
 * @returns takes the announcement back.
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
  // A window of jsdom takes only events of its own class.
  const { CustomEvent: EventOfTarget = CustomEvent } = target as { CustomEvent?: typeof CustomEvent }
  function announce() {
    target.dispatchEvent(new EventOfTarget('eip6963:announceProvider', { detail }))
  }
  const before = Object.getOwnPropertyDescriptor(target, 'ethereum')
  if (legacy) {
    // `Reflect`, as an installed wallet may have nailed down its own; the announcement goes on all the same.
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
