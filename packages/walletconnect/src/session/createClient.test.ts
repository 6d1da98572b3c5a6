import { afterEach, describe, expect, test, vi } from 'vitest'
import { account, type Started, startClient } from '../../test/startClient.ts'

let open: Started[] = []
afterEach(() => {
  for (const one of open) one.stop()
  open = []
  vi.useRealTimers()
})
function start(options: Parameters<typeof startClient>[0] = {}) {
  const started = startClient(options)
  open.push(started)
  return started
}
const sign = (topic: string, message = '0x6869') => ({
  topic,
  chainId: 'eip155:31337',
  method: 'personal_sign',
  params: [message, account],
})

describe('connect', () => {
  test('behavior: a wallet scans, agrees, and there is a session', async () => {
    const { client, wallet, connect, relay } = start()
    expect(relay.connectionCount).toBe(0)
    const { session, proofs } = await connect()
    expect(proofs).toEqual([])
    expect(session.peer).toEqual({
      name: 'Dev Mobile Wallet',
      url: 'https://wallet.test/',
      icon: 'https://wallet.test/icon.png',
      nativeLink: 'devwallet://',
      universalLink: 'https://wallet.test/',
    })
    expect(session.namespaces.eip155?.chains).toEqual(['eip155:31337', 'eip155:31338'])
    expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${account}`)
    expect(client.sessions).toEqual([session])
    await expect.poll(() => wallet.sessions).toHaveLength(1)
    const tags = relay.published.map(({ tag, ttl, prompt }) => [tag, ttl, prompt])
    expect(tags.slice(0, 4)).toEqual([
      [1100, 300, true],
      [1101, 300, false],
      [1102, 300, false],
      [1103, 300, false],
    ])
  })

  test('error: the person says no', async () => {
    const { client, wallet, connect } = start()
    wallet.setPolicy('reject')
    await expect(connect()).rejects.toMatchObject({ rpcCode: 4001 })
    expect(client.sessions).toEqual([])
  })
})

describe('request', () => {
  test('behavior: the wallet signs', async () => {
    const { client, connect } = start()
    const { session } = await connect()
    expect(await client.request(sign(session.topic))).toMatch(/^0x[0-9a-f]{130}$/)
  })
})
