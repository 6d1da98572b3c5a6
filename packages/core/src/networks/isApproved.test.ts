// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../actions/connect.ts'
import type { ConnectorDetails } from '../connectors/connector.ts'
import type { Kit } from '../kit.ts'
import { testKit } from '../testing/testKit.ts'
import { base, mainnet } from './evm.ts'
import { isApproved } from './isApproved.ts'
import { solana } from './solana.ts'

let kit: Kit
afterEach(() => kit.destroy())

async function start(approval: Partial<ConnectorDetails>, isConnected = true) {
  kit = testKit().kit
  if (isConnected) await connect(kit, { connectorId: 'dev.fake' })
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((details) => ({ ...details, ...approval })),
  }))
  return [mainnet, base, solana].map((network) => isApproved(kit.store.getState(), network))
}

describe('isApproved', () => {
  const approvedNetworkIds = [mainnet.caipNetworkId]

  test('behavior: every network of an installed wallet', async () => {
    expect(await start({})).toEqual([true, true, true])
  })

  test('behavior: the approved networks, and those of other namespaces', async () => {
    expect(await start({ approvedNetworkIds, supportsAllNetworks: false })).toEqual([true, false, true])
  })

  test('behavior: every network if the wallet can be asked for others', async () => {
    expect(await start({ approvedNetworkIds, supportsAllNetworks: true })).toEqual([true, true, true])
  })

  test('behavior: every network before a wallet has connected', async () => {
    expect(await start({ approvedNetworkIds, supportsAllNetworks: false }, false)).toEqual([true, true, true])
  })
})
