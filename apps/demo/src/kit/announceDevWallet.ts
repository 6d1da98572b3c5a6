import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import type { Setup } from '../options/setup.ts'
import type { ServerAddresses } from './serverAddresses.ts'

declare global {
  interface Window {
    /**
     * The wallet that plays an extension, for tests and for the console: `devWallet.switchAccount(1)`,
     * `devWallet.switchChain(31339)`, `devWallet.setPolicy('reject')`, `devWallet.remove()`.
     * A tool for development: its keys are public, and no app for visitors should have the like.
     */
    devWallet?: EvmWallet | undefined
  }
}

/** Makes the test wallet, announces it as an extension does, and shows its questions where its policy is to ask. */
export async function announceDevWallet({
  policy,
  rpcUrls,
}: {
  policy: Setup['policy']
  rpcUrls: ServerAddresses['rpcUrls']
}): Promise<void> {
  const chains = Object.entries(rpcUrls).map(([id, rpcUrl]) => ({ chainId: Number(id), rpcUrl }))
  const wallet = createEvmWallet({
    chains,
    policy,
    // A permission given before a reload still counts after it, as in any wallet.
    storage: localStorage,
  })
  // What it remembers of the chains may be of a day when they had other ports.
  for (const chain of chains) wallet.addChain(chain)
  window.devWallet = wallet
  wallet.announce()
  const { createPromptUi } = await import('@portico/testkit/prompt')
  createPromptUi({ wallet })
}
