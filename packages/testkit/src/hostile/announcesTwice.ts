import { announceProvider } from '../evm/announceProvider.ts'
import { createWalletInfo, type WalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** The field that differs in the second announcement. */
export type SecondAnnouncement = 'nothing' | 'uuid' | 'icon' | 'name' | 'rdns' | 'provider'

/**
 * Creates a wallet that announces itself twice. `uuid` is what several versions of one extension do; with `icon`, `name`,
 * `rdns` or `provider` another wallet impersonates the first.
 */
export function announcesTwice({
  changed,
  options,
}: {
  changed: SecondAnnouncement
  options?: HostileOptions | undefined
}): HostileWallet {
  const wallet = hostileWallet({ options })
  const other = hostileWallet({ options: { ...options, accounts: [`0x${'22'.repeat(32)}`] } })
  const info = changed === 'nothing' || changed === 'provider' ? wallet.info : change(wallet.info, changed)
  const provider = changed === 'provider' ? other.provider : wallet.provider
  return {
    ...wallet,
    announce(target: EventTarget = pageWindow()) {
      const first = wallet.announce(target)
      const second = announceProvider({ detail: { info, provider }, target, legacy: false })
      return () => {
        first()
        second()
      }
    },
  }
}

function change(info: WalletInfo, name: keyof WalletInfo): WalletInfo {
  const changes: WalletInfo = {
    uuid: createWalletInfo().uuid,
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    name: 'Another Wallet',
    rdns: 'com.another.wallet',
  }
  return { ...info, [name]: changes[name] }
}
