// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { connect } from '../actions/connect.ts'
import { testKit } from '../testing/testKit.ts'
import { getRecentWallets } from './recentWallets.ts'
import { rememberWallet } from './rememberWallet.ts'

const wallet = (id: string) => ({ id, name: id.toUpperCase() })

describe('recent wallets', () => {
  test('behavior: the last two, newest first; a wallet that is listed keeps its position', () => {
    const { kit } = testKit()
    for (const id of ['a', 'b', 'a', 'c']) rememberWallet(kit, wallet(id))
    expect(getRecentWallets(kit).map(({ id }) => id)).toEqual(['c', 'b'])
  })

  test('behavior: an installed wallet is not added', async () => {
    const { kit } = testKit()
    await connect(kit, { connectorId: 'dev.fake' })
    expect(getRecentWallets(kit)).toEqual([])
    kit.destroy()
  })

  test.each(['no json', 'null', '{}', '"text"', '[null]', '[{"id":1,"name":"x"}]', '[{"name":"x"}]'])(
    'error: ignores malformed storage (%s)',
    (stored) => {
      const { kit, storage } = testKit()
      storage.setItem('@appkit/recent_wallets', stored)
      expect(getRecentWallets(kit)).toEqual([])
    },
  )

  test('error: links in storage are ignored', () => {
    const { kit, storage } = testKit()
    const stored = [
      { ...wallet('a'), rdns: 'io.a', mobile_link: 'javascript:alert(1)', homepage: 'https://evil.example' },
    ]
    storage.setItem('@appkit/recent_wallets', JSON.stringify(stored))
    expect(JSON.parse(JSON.stringify(getRecentWallets(kit)))).toEqual([{ id: 'a', name: 'A', rdns: 'io.a' }])
  })
})
