import { EvmAdapter } from '@portico/evm'
import { type AppKit, type AppKitNetwork, createAppKit, DefaultSIWX } from '@portico/react'
import { base, mainnet } from '@portico/react/networks'
import { createEvmWallet } from '@portico/testkit'
import { answerInPage, toNodeUrl } from './answerInPage.ts'

const networks = [mainnet, base].map((network) => ({ ...network, id: Number(network.id) }))
const toExample = (network: (typeof networks)[number]) => ({
  ...network,
  rpcUrls: { default: { http: [toNodeUrl(network.id)] } },
  blockExplorers: undefined,
})

/**
 * Creates the kit of the examples, with two wallets of the testkit: one approves everything, one refuses everything. They sign in the page,
 * and need no extension.
 */
export function createExampleKit(): AppKit {
  answerInPage()
  const wallets = [
    createTestWallet({ name: 'Test wallet', policy: 'approve' }),
    createTestWallet({ name: 'Test wallet that refuses', policy: 'reject' }),
  ]
  for (const wallet of wallets) wallet.announce()
  return createAppKit({
    adapters: [new EvmAdapter()],
    networks: networks.map(toExample) as AppKitNetwork[],
    projectId: 'handbook',
    siwx: new DefaultSIWX(),
    enableReconnect: false,
    // A wallet of the reader must not be asked to sign or send what an example does.
    includeWalletIds: wallets.map(({ info }) => info.rdns),
    enableInjected: false,
    features: { headless: true, history: false, onramp: false, swaps: false, email: false, socials: false },
  })
}

function createTestWallet({ name, policy }: { name: string; policy: 'approve' | 'reject' }) {
  return createEvmWallet({
    chains: networks.map(({ id }) => ({ chainId: id, rpcUrl: toNodeUrl(id) })),
    // The keys are public, and what they sign stays in the page.
    allowMainnet: true,
    policy,
    info: { name, rdns: `${policy}.handbook.test` },
  })
}
