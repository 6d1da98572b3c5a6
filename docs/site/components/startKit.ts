import type { AppKit } from '@portico/react'
import { answerInPage, playNetwork, playRpcUrl } from './playNetwork.ts'

let started: Promise<AppKit> | undefined

/** Starts the kit of the examples once per page load, with a wallet of the testkit: it signs in the page, and needs no extension. */
export function startKit(): Promise<AppKit> {
  started ??= start()
  return started
}

async function start(): Promise<AppKit> {
  const [{ createAppKit, DefaultSIWX }, { EvmAdapter }, { createEvmWallet }] = await Promise.all([
    import('@portico/react'),
    import('@portico/evm'),
    import('@portico/testkit'),
  ])
  answerInPage()
  createEvmWallet({ chains: [{ chainId: playNetwork.id, rpcUrl: playRpcUrl() }] }).announce()
  return createAppKit({
    adapters: [new EvmAdapter()],
    networks: [{ ...playNetwork, rpcUrls: { default: { http: [playRpcUrl()] } } }],
    projectId: 'handbook',
    siwx: new DefaultSIWX(),
    enableReconnect: false,
    features: { history: false, onramp: false, swaps: false, email: false, socials: false },
  })
}
