// @vitest-environment jsdom
import { connect } from '@portico/core'
import { threeNamespaces } from '@portico/core/testing'
import type { NamespaceId } from '@portico/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { base, mainnet } from '../../../networks.ts'
import { compatibleNetworks } from './compatibleNetworks.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function setup(namespace: NamespaceId) {
  const { kit } = threeNamespaces()
  stops.push(() => kit.destroy())
  const bip122 = kit.namespaces.get('bip122')
  if (bip122) kit.namespaces.set('bip122', { ...bip122, hasAddressPerNetwork: true })
  await connect(kit, { namespace, connectorId: namespace === 'eip155' ? 'io.poly' : 'Polyglot' })
  return kit
}

const names = (kit: Awaited<ReturnType<typeof setup>>) =>
  compatibleNetworks(kit, kit.store.getState()).map(({ name }) => name)

describe('compatibleNetworks', () => {
  test.each([
    ['eip155', ['Ethereum', 'Base']],
    ['solana', ['Solana', 'Solana Devnet']],
    // An address of the main network is not valid on Testnet.
    ['bip122', ['Bitcoin']],
  ] as const)('behavior: an account of %s can receive on %j', async (namespace, expected) => {
    expect(names(await setup(namespace))).toEqual(expected)
  })

  // A contract wallet exists only on the networks it approved.
  test('behavior: only networks that the wallet approved over WalletConnect', async () => {
    const kit = await setup('eip155')
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, approvedNetworkIds: [base.caipNetworkId] })),
    }))
    expect(names(kit)).toEqual([base.name])
  })

  test('behavior: none while no wallet is connected', async () => {
    const { kit } = threeNamespaces()
    stops.push(() => kit.destroy())
    expect(compatibleNetworks(kit, kit.store.getState())).toEqual([])
    expect(kit.store.getState().networks.map(({ name }) => name)).toContain(mainnet.name)
  })
})
