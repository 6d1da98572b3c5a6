// @vitest-environment jsdom
import { connect } from '@portico/core'
import { ada, bob, testKit } from '@portico/core/testing'
import type { HistoryResponse, TransactionStatus } from '@portico/protocol/gateway'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { ActivityTab } from './ActivityTab.tsx'

// The code of the payments is loaded on use, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
beforeAll(loadViewCopy)
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) stop()
})

/** Shows the activity of an account that has sent a payment in an earlier visit, which the history has with a status. */
async function show(status: TransactionStatus, isCompleting = false) {
  const chain = 'eip155:1'
  const history: HistoryResponse = {
    data: [
      {
        id: '1',
        metadata: {
          ...{ operationType: 'send', hash: '0xAB', minedAt: '2026-11-20T10:00:00Z', nonce: 1, isOwn: true },
          ...{ sentFrom: ada, sentTo: bob, status, chain },
        },
        transfers: [],
      },
    ],
    next: null,
    coverage: { [chain]: { coins: 'head', backfilledTo: isCompleting ? 9 : 0, isCompleting } },
  }
  vi.stubGlobal('fetch', async (url: string) =>
    String(url).includes('/history') ? Response.json(history) : Response.json({}),
  )
  const { kit, fake } = testKit({ gatewayUrl: 'https://gateway.example' })
  stops.push(() => kit.destroy())
  fake.transfers.waitForOutcome = () => new Promise(() => {})
  await connect(kit, { connectorId: 'dev.fake' })
  const asset = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const sent = { hash: '0xab', from: ada }
  const payment = { id: '1', networkId: chain, from: ada, to: bob, asset, amount: '5', startedAt: Date.now() }
  kit.storage.setItem('@portico/pending', JSON.stringify([{ ...payment, status: 'sent', sent }]))
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <ActivityTab />
    </KitContext>,
  )
}

describe('ActivityTab', () => {
  test('behavior: a payment that the history has as pending is listed once, and its progress can be opened', async () => {
    await show('pending')
    expect(await screen.findByRole('button', { name: /^Send ?Waiting for the network/ })).toBeDefined()
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  })

  test('behavior: once the history has it in a block, only the history lists it', async () => {
    await show('confirmed')
    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeDefined()
    await vi.waitFor(() => expect(screen.queryByRole('button')).toBeNull())
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByText('Reading older activity')).toBeNull()
  })

  test('behavior: says while older activity is being read', async () => {
    await show('confirmed', true)
    expect((await screen.findByText('Reading older activity')).role).toBe('status')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })
})
