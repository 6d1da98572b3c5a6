// @vitest-environment jsdom

import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { createUniversalProvider } from './createUniversalProvider.ts'

type WalletConnect = Parameters<typeof createUniversalProvider>[1]

async function setup() {
  const { kit } = testKit()
  await connect(kit, { connectorId: 'dev.fake' })
  const requests: unknown[] = []
  const session = { wallet: undefined as { name: string } | undefined, ended: false }
  let notify: (event: { type: 'session' }) => void = () => {}
  const request = async (parameters: unknown) => {
    requests.push(parameters)
    return '0x1'
  }
  const provider = createUniversalProvider(kit, {
    connectors: { eip155: { getProvider: () => ({ request }) } },
    getWallet: () => session.wallet,
    getApproval: () => ({ chains: ['eip155:1'] }),
    disconnect: async () => {
      session.ended = true
    },
    subscribe: (listener: typeof notify) => {
      notify = listener
      return () => {}
    },
  } as unknown as WalletConnect)
  kit.destroy()
  const change = (name: string | undefined) => {
    session.wallet = name === undefined ? undefined : { name }
    notify({ type: 'session' })
  }
  return { provider, requests, session, change }
}

describe('createUniversalProvider', () => {
  test('behavior: has the session and sends requests to the wallet', async () => {
    const { provider, requests, session, change } = await setup()
    expect(provider.session).toBeUndefined()
    change('Companion')
    expect(provider.session).toMatchObject({
      peer: { metadata: { name: 'Companion' } },
      namespaces: { eip155: { chains: ['eip155:1'] } },
    })
    expect(await provider.request({ method: 'eth_chainId' }, 'eip155:1')).toBe('0x1')
    expect(await provider.request({ method: 'eth_accounts' })).toBe('0x1')
    expect(requests).toEqual([{ method: 'eth_chainId' }, { method: 'eth_accounts' }])
    await provider.disconnect()
    expect(session.ended).toBe(true)
  })

  test('error: without a session, and on another network', async () => {
    const { provider, change } = await setup()
    await expect(provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ rpcCode: 4900 })
    change('Companion')
    await expect(provider.request({ method: 'eth_chainId' }, 'eip155:10')).rejects.toMatchObject({
      rpcCode: 4901,
    })
  })

  test('behavior: events say that the session changed or ended, until the listener is removed', async () => {
    const { provider, change } = await setup()
    const events: string[] = []
    const onUpdate = () => events.push('update')
    provider.on('session_update', onUpdate).on('session_delete', () => events.push('delete'))
    provider.on('disconnect', () => events.push('disconnect'))
    change('Companion')
    change(undefined)
    provider.off('session_update', onUpdate)
    change('Companion')
    expect(events).toEqual(['update', 'delete', 'disconnect'])
  })
})
