import {
  type BitcoinWallet,
  createBitcoinWallet,
  createEvmWallet,
  createMultiChainWallet,
  createSolanaWallet,
  type EvmWallet,
  type MultiChainWallet,
  type SolanaWallet,
} from '@portico/testkit'
import type { Setup } from '../options/setup.ts'
import { devWallets } from './devWallets.ts'
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
    /** One wallet for all three families. */
    devPolyglot?: MultiChainWallet | undefined
  }
}

/** Makes the test wallets, announces them as extensions do, and shows their questions where their policy is to ask. */
export async function announceDevWallets({
  wallets,
  policy,
  addresses: { rpcUrls, solanaUrl, esploraUrl, signetUrl },
}: Pick<Setup, 'wallets' | 'policy'> & { addresses: ServerAddresses }): Promise<void> {
  // A permission given before a reload still counts after it, as in any wallet.
  const common = { policy, storage: localStorage }
  const isWanted = (one: Setup['wallets']) => wallets === one || wallets === 'all'
  const chains = Object.entries(rpcUrls).map(([id, rpcUrl]) => ({ chainId: Number(id), rpcUrl }))
  const solana = { rpcUrls: { 'solana:localnet': solanaUrl } }
  const bitcoin = { esploraUrls: { 'bitcoin:regtest': esploraUrl, 'bitcoin:signet': signetUrl } }
  if (isWanted('evm')) window.devWallet = createEvmWallet({ ...common, chains })
  if (isWanted('solana')) window.devSolanaWallet = createSolanaWallet({ ...common, ...solana })
  if (isWanted('bitcoin')) window.devBitcoinWallet = createBitcoinWallet({ ...common, ...bitcoin })
  if (wallets === 'all')
    window.devPolyglot = createMultiChainWallet({ ...common, evm: { chains }, solana, bitcoin })
  // What they remember of the chains may be of a day when they had other ports.
  for (const wallet of [window.devWallet, window.devPolyglot?.evm])
    for (const chain of chains) wallet?.addChain(chain)
  const made = devWallets()
  for (const wallet of made) wallet.announce()
  const { createPromptUi } = await import('@portico/testkit/prompt')
  for (const wallet of made) createPromptUi({ wallet })
}
