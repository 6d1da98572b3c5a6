// @vitest-environment jsdom
import { connect, createKit, disconnect, signIn, switchNetwork } from '@portico/core'
import { solanaDevnet, solanaTestnet } from '@portico/core/networks'
import { memoryStorage } from '@portico/core/testing'
import { DefaultSIWX } from '@portico/siwx'
import { createSolanaWallet, memoryStorage as walletStorage } from '@portico/testkit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SolanaAdapter } from './SolanaAdapter.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function start({ storage = memoryStorage(), stored = walletStorage() } = {}) {
  const wallet = createSolanaWallet({ storage: stored })
  ends.push(wallet.announce())
  const kit = createKit({
    projectId: 'test',
    networks: [solanaDevnet, solanaTestnet],
    adapters: [new SolanaAdapter()],
    siwx: new DefaultSIWX({ statement: 'Welcome.', domain: 'example.com', uri: 'https://example.com' }),
    storage,
    logLevel: 'silent',
  })
  ends.push(() => kit.destroy())
  return { wallet, kit, storage, stored }
}

describe('@portico/solana in a kit', () => {
  test('behavior: connect, sign in, switch the network, another account, disconnect', async () => {
    const { wallet, kit } = start()
    const { accounts } = wallet
    expect(await connect(kit, { connectorId: 'Sol Wallet' })).toMatchObject({
      address: accounts[0],
      networkId: solanaDevnet.caipNetworkId,
    })
    await vi.waitFor(() => expect(kit.store.getState().signIn.status).toBe('needed'))
    await signIn(kit)
    expect(kit.store.getState().signIn).toMatchObject({ status: 'signed-in' })
    expect(wallet.requests.at(-1)).toMatchObject({ method: 'solana:signIn' })

    await switchNetwork(kit, { network: solanaTestnet.caipNetworkId })
    expect(kit.store.getState().connections.solana).toMatchObject({ networkId: solanaTestnet.caipNetworkId })
    wallet.switchAccount(1)
    await vi.waitFor(() =>
      expect(kit.store.getState().connections.solana).toMatchObject({ address: accounts[1] }),
    )
    await disconnect(kit)
    expect(wallet.connected).toBe(false)
  })

  test('behavior: reconnects after a reload, on the same network', async () => {
    const before = start()
    await connect(before.kit, { connectorId: 'Sol Wallet' })
    await switchNetwork(before.kit, { network: solanaTestnet.caipNetworkId })
    for (const end of ends.splice(0)) end()
    const { kit, wallet } = start(before)
    await vi.waitFor(() =>
      expect(kit.store.getState().connections.solana).toMatchObject({
        status: 'connected',
        address: wallet.accounts[0],
        networkId: solanaTestnet.caipNetworkId,
        restored: true,
      }),
    )
    expect(wallet.pending).toEqual([])
  })
})
