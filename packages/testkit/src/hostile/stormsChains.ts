import { type HostileOptions, type HostileWallet, hostileWallet } from './hostileWallet.ts'

/**
 * Creates a wallet that can switch chains very often: `storm()` switches `count` times in one tick between the current
 * chain and 31338. With an even `count` it ends on the current chain.
 */
export function stormsChains({
  count = 1000,
  options,
}: {
  count?: number | undefined
  options?: HostileOptions | undefined
} = {}): HostileWallet & { storm(): void } {
  const wallet = hostileWallet({ options })
  return {
    ...wallet,
    storm() {
      const home = wallet.honest.chainId
      const away = home === 31338 ? 31337 : 31338
      for (let step = 1; step <= count; step++) wallet.honest.switchChain(step % 2 ? away : home)
    },
  }
}
