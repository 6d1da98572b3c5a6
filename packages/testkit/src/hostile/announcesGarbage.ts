import { pageWindow } from '../evm/pageWindow.ts'
import { garbageDetails } from './garbageDetails.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet that announces an invalid detail: one of `garbageDetails`, by its name. */
export function announcesGarbage({
  detail,
  options,
}: {
  detail: keyof typeof garbageDetails
  options?: HostileOptions | undefined
}): HostileWallet {
  const wallet = hostileWallet({ options })
  const make = garbageDetails[detail]
  if (!make) throw new Error(`There is no garbage detail "${detail}"; see garbageDetails.`)
  return {
    ...wallet,
    announce(target: EventTarget = pageWindow()) {
      const { CustomEvent: EventOfTarget = CustomEvent } = target as { CustomEvent?: typeof CustomEvent }
      const announce = () =>
        target.dispatchEvent(new EventOfTarget('eip6963:announceProvider', { detail: make(wallet) }))
      target.addEventListener('eip6963:requestProvider', announce)
      announce()
      return () => target.removeEventListener('eip6963:requestProvider', announce)
    },
  }
}
