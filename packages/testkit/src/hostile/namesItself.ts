import { announceProvider } from '../evm/announceProvider.ts'
import type { WalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/** Creates a wallet with the given info, valid or not. See `hostileNames` and `hostileIcons` for values. */
export function namesItself({
  options,
  ...claims
}: { [Name in keyof WalletInfo]?: unknown } & { options?: HostileOptions | undefined }): HostileWallet {
  const wallet = hostileWallet({ options })
  const info = Object.freeze({ ...wallet.info, ...claims }) as Readonly<WalletInfo>
  return {
    ...wallet,
    info,
    announce: (target: EventTarget = pageWindow()) =>
      announceProvider({ detail: { info, provider: wallet.provider }, target, legacy: false }),
  }
}
