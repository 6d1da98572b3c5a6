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
     * Test wallets that behave like extensions, for tests and the console: `devWallet.switchAccount(1)`,
     * `devWallet.switchChain(31339)`, `devWallet.setPolicy('reject')`, `devWallet.remove()`.
     * For development only: their keys are public, so never include them in an application for visitors.
     */
    devWallet?: EvmWallet | undefined
    devSolanaWallet?: SolanaWallet | undefined
    devBitcoinWallet?: BitcoinWallet | undefined
    /** One wallet that supports all three namespaces. */
    devPolyglot?: MultiChainWallet | undefined
  }
}

/** Creates the test wallets and announces them as extensions do. With the policy `ask`, they show a prompt. */
export async function announceDevWallets({
  wallets,
  policy,
  addresses: { rpcUrls, solanaUrl, esploraUrl, signetUrl },
}: Pick<Setup, 'wallets' | 'policy'> & { addresses: ServerAddresses }): Promise<void> {
  // Permissions survive a reload, as in any wallet.
  const common = { policy, storage: localStorage }
  const isChosen = (choice: Setup['wallets']) => wallets === choice || wallets === 'all'
  const chains = Object.entries(rpcUrls).map(([id, rpcUrl]) => ({ chainId: Number(id), rpcUrl }))
  const solana = { rpcUrls: { 'solana:localnet': solanaUrl } }
  const bitcoin = { esploraUrls: { 'bitcoin:regtest': esploraUrl, 'bitcoin:signet': signetUrl } }
  // Executes calls together, as newer wallets do. The polyglot one does not.
  if (isChosen('evm')) window.devWallet = createEvmWallet({ ...common, chains, batches: 'atomic' })
  if (isChosen('solana')) window.devSolanaWallet = createSolanaWallet({ ...common, ...solana })
  if (isChosen('bitcoin')) window.devBitcoinWallet = createBitcoinWallet({ ...common, ...bitcoin })
  if (wallets === 'all')
    window.devPolyglot = createMultiChainWallet({ ...common, evm: { chains }, solana, bitcoin })
  // The stored chains may have outdated RPC URLs, if the ports have changed.
  for (const wallet of [window.devWallet, window.devPolyglot?.evm])
    for (const chain of chains) wallet?.addChain(chain)
  const made = devWallets()
  for (const wallet of made) wallet.announce()
  const { createPromptUi } = await import('@portico/testkit/prompt')
  for (const wallet of made) createPromptUi({ wallet })
}
