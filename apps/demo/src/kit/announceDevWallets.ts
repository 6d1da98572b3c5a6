import {
  type BitcoinWallet,
  createBitcoinWallet,
  createEvmWallet,
  createSolanaWallet,
  type EvmWallet,
  type SolanaWallet,
} from '@portico/testkit'
import type { Setup } from '../options/setup.ts'
import type { ServerAddresses } from './serverAddresses.ts'

declare global {
  interface Window {
    /**
     * The wallets that play extensions, for tests and for the console: `devWallet.switchAccount(1)`,
     * `devWallet.switchChain(31339)`, `devWallet.setPolicy('reject')`, `devWallet.remove()`.
     * Tools for development: their keys are public, and no app for visitors should have the like.
     */
    devWallet?: EvmWallet | undefined
    devSolanaWallet?: SolanaWallet | undefined
    devBitcoinWallet?: BitcoinWallet | undefined
  }
}

/** Makes the test wallets, announces them as extensions do, and shows their questions where their policy is to ask. */
export async function announceDevWallets({
  wallets,
  policy,
  addresses: { rpcUrls, solanaUrl, esploraUrl },
}: Pick<Setup, 'wallets' | 'policy'> & { addresses: ServerAddresses }): Promise<void> {
  // A permission given before a reload still counts after it, as in any wallet.
  const common = { policy, storage: localStorage }
  const isWanted = (one: Setup['wallets']) => wallets === one || wallets === 'all'
  if (isWanted('evm')) {
    const chains = Object.entries(rpcUrls).map(([id, rpcUrl]) => ({ chainId: Number(id), rpcUrl }))
    window.devWallet = createEvmWallet({ ...common, chains })
    // What it remembers of the chains may be of a day when they had other ports.
    for (const chain of chains) window.devWallet.addChain(chain)
  }
  if (isWanted('solana'))
    window.devSolanaWallet = createSolanaWallet({ ...common, rpcUrls: { 'solana:localnet': solanaUrl } })
  if (isWanted('bitcoin'))
    window.devBitcoinWallet = createBitcoinWallet({
      ...common,
      esploraUrls: { 'bitcoin:regtest': esploraUrl },
    })
  const made = [window.devWallet, window.devSolanaWallet, window.devBitcoinWallet].filter((one) => one)
  for (const wallet of made) wallet?.announce()
  const { createPromptUi } = await import('@portico/testkit/prompt')
  for (const wallet of made) if (wallet) createPromptUi({ wallet })
}
