// @vitest-environment jsdom
import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { KitContext } from '../../kit/KitContext.ts'
import { base, mainnet, solana } from '../../networks.ts'
import { createTheme } from '../../theme.ts'
import { createRouter } from '../router.ts'
import { NetworkList } from './NetworkList.tsx'

beforeAll(loadViewCopy)
afterEach(cleanup)

async function show(approval: {
  approvedNetworkIds?: `${string}:${string}`[]
  supportsAllNetworks?: boolean
}) {
  const { kit } = testKit()
  await connect(kit, { connectorId: 'dev.fake' })
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((details) => ({ ...details, ...approval })),
  }))
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  render(
    <KitContext value={scope}>
      <NetworkList networks={[base, mainnet, solana]} autoFocus={false} />
    </KitContext>,
  )
  kit.destroy()
  return screen
    .getAllByRole('button')
    .map((row) => `${row.textContent}${(row as HTMLButtonElement).disabled ? ', disabled' : ''}`)
}

describe('NetworkList', () => {
  test('behavior: all networks can be chosen', async () => {
    expect(await show({})).toEqual(['Base', 'EthereumConnected', 'Solana'])
  })

  test('behavior: networks that the wallet has not approved come last and cannot be chosen', async () => {
    const approvedNetworkIds = [mainnet.caipNetworkId]
    expect(await show({ approvedNetworkIds, supportsAllNetworks: false })).toEqual([
      'EthereumConnected',
      'Solana',
      'BaseNot approved by wallet, disabled',
    ])
  })

  test('behavior: a wallet that can be asked for other networks is asked when one is chosen', async () => {
    const approvedNetworkIds = [mainnet.caipNetworkId]
    expect(await show({ approvedNetworkIds, supportsAllNetworks: true })).toEqual([
      'Base',
      'EthereumConnected',
      'Solana',
    ])
  })
})
