// @vitest-environment jsdom

import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { toView } from './views.ts'

describe('toView', () => {
  test.each([
    ['Connect', 'connect', 'connect'],
    ['Account', 'connect', 'account'],
    ['AccountSettings', 'connect', 'account-settings'],
    ['Networks', 'networks', 'networks'],
    ['WhatIsAWallet', 'what-is-a-wallet', 'what-is-a-wallet'],
    ['WalletReceive', 'connect', 'receive'],
    ['UnsupportedChain', 'connect', 'unsupported-chain'],
    ['SIWXSignMessage', 'connect', 'sign-message'],
    ['Swap', undefined, undefined],
    ['toString', undefined, undefined],
    [undefined, undefined, undefined],
  ])('behavior: %s opens %s when disconnected, %s when connected', async (name, disconnected, connected) => {
    const { kit } = testKit()
    expect(toView(kit, name)?.name).toBe(disconnected)
    await connect(kit, { connectorId: 'dev.fake' })
    expect(toView(kit, name)?.name).toBe(connected)
    kit.destroy()
  })
})
