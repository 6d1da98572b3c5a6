// @vitest-environment jsdom
import { connect } from '@portico/core'
import type { EmbeddedState } from '@portico/core/embedded'
import { ada, fakeWallet, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { toAccount, toWalletInfo } from './account.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function connected(parts: Parameters<typeof fakeWallet>[0] = {}) {
  const { kit } = testKit({}, [fakeWallet(parts)])
  stops.push(() => kit.destroy())
  await connect(kit, { connectorId: 'dev.fake' })
  return kit
}

async function embedded(part: Partial<EmbeddedState> = {}, walletName?: string) {
  const kit = await connected()
  kit.store.setState(({ connectors }) => ({
    connectors: connectors.map((details) => ({ ...details, type: 'AUTH' as const, walletName })),
    embedded: {
      email: 'ada@example.org',
      userName: 'ada',
      smartAccountDeployed: true,
      login: { step: 'none' },
      requests: [],
      surface: { view: 'none', height: 0 },
      ...part,
    },
  }))
  return kit.store.getState()
}

describe('toAccount', () => {
  test('behavior: the account of the embedded wallet', async () => {
    expect(toAccount(await embedded())).toEqual({
      allAccounts: [
        { address: ada, type: 'eoa', namespace: 'eip155', caipAddress: `eip155:1:${ada}`, chainId: '1' },
      ],
      caipAddress: `eip155:1:${ada}`,
      address: ada,
      isConnected: true,
      status: 'connected',
      embeddedWalletInfo: {
        user: { email: 'ada@example.org', username: 'ada', accounts: [{ address: ada, type: 'eoa' }] },
        authProvider: 'email',
        accountType: 'eoa',
        isSmartAccountDeployed: true,
      },
    })
  })

  test('behavior: the user of the embedded wallet has the address with each type that it can have', async () => {
    const accounts = [
      { address: ada, type: 'smartAccount' },
      { address: ada, type: 'eoa' },
    ] as const
    const account = toAccount(await embedded({ accounts: { eip155: accounts } }))
    expect(account.allAccounts).toHaveLength(1)
    expect(account.embeddedWalletInfo).toMatchObject({ user: { accounts }, isSmartAccountDeployed: true })
  })

  test('behavior: only the embedded wallet has a user', async () => {
    const kit = await connected()
    expect(toAccount(kit.store.getState()).embeddedWalletInfo).toBeUndefined()
  })
})

describe('toWalletInfo', () => {
  test('behavior: the wallet that is connected', async () => {
    const kit = await connected()
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, icon: 'data:image/png;base64,AAAA' })),
    }))
    const info = toWalletInfo(kit.store.getState())
    expect(info).toMatchObject({ name: 'Fake', icon: 'data:image/png;base64,AAAA', type: 'ANNOUNCED' })
    expect(info).not.toHaveProperty('identifier')
    expect(toWalletInfo(kit.store.getState(), 'solana')).toBeUndefined()
  })

  test('behavior: after a social login the wallet has its provider, and an identifier', async () => {
    const social = await embedded({ social: 'google' }, 'Google')
    expect(toWalletInfo(social)).toMatchObject({
      name: 'Google',
      identifier: 'ada@example.org',
      social: 'google',
    })
    expect(toAccount(social).embeddedWalletInfo?.authProvider).toBe('google')
    expect(toWalletInfo(await embedded({ social: 'x', email: undefined }))?.identifier).toBe('ada')
    expect(toWalletInfo(await embedded())?.social).toBeUndefined()
  })

  test('behavior: the embedded wallet is identified by the e-mail address', async () => {
    expect(toWalletInfo(await embedded())).toMatchObject({ type: 'AUTH', identifier: 'ada@example.org' })
  })
})
