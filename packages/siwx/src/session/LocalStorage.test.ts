import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../../test/memoryStorage.ts'
import { LocalStorage, type SIWXSession } from '../index.ts'

const alice = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const bob = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
type Chain = SIWXSession['data']['chainId']

const session = (chainId: Chain, accountAddress: string, signature = '0x1'): SIWXSession => ({
  data: { chainId, accountAddress, domain: 'a.b', uri: 'x:', version: '1', nonce: '12345678' },
  message: 'text',
  signature,
})

describe('LocalStorage', () => {
  test('behavior: stores a JSON array under @appkit/siwx', async () => {
    const storage = memoryStorage()
    await new LocalStorage({ storage }).add(session('eip155:1', alice))
    expect(JSON.parse(storage.map.get('@appkit/siwx') ?? '')).toEqual([session('eip155:1', alice)])
  })

  test('param: key', async () => {
    const storage = memoryStorage()
    await new LocalStorage({ storage, key: 'mine' }).add(session('eip155:1', alice))
    expect([...storage.map.keys()]).toEqual(['mine'])
  })

  test('behavior: stores only the last session of an account on a network', async () => {
    const store = new LocalStorage({ storage: memoryStorage() })
    await store.add(session('eip155:1', alice, '0x1'))
    await store.add(session('eip155:1', alice.toLowerCase(), '0x2'))
    expect(await store.get('eip155:1', alice)).toEqual([session('eip155:1', alice.toLowerCase(), '0x2')])
  })

  test('behavior: compares letter case as the namespace requires', async () => {
    const store = new LocalStorage({ storage: memoryStorage() })
    const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    await store.add(session(chain, 'GwAF45'))
    expect(await store.get(chain, 'GwAF45')).toHaveLength(1)
    expect(await store.get(chain, 'gwaf45')).toHaveLength(0)
  })

  test('behavior: deletes exactly one', async () => {
    const storage = memoryStorage()
    const store = new LocalStorage({ storage })
    await store.set([
      session('eip155:1', alice),
      session('eip155:1', bob),
      session('eip155:10', alice),
      session('eip155:10', bob),
    ])
    await store.delete('eip155:1', alice.toLowerCase())
    expect(await store.get('eip155:1', alice)).toEqual([])
    expect(await store.get('eip155:1', bob)).toHaveLength(1)
    expect(await store.get('eip155:10', alice)).toHaveLength(1)
    expect(await store.get('eip155:10', bob)).toHaveLength(1)
  })

  test('behavior: a session deleted while the codec loads is not returned', async () => {
    const storage = memoryStorage()
    const store = new LocalStorage({ storage })
    await store.add(session('eip155:1', alice))
    const found = store.get('eip155:1', alice)
    // Another tab signs out.
    storage.removeItem('@appkit/siwx')
    expect(await found).toEqual([])
  })

  test('behavior: set replaces all, an empty list removes the key', async () => {
    const storage = memoryStorage()
    const store = new LocalStorage({ storage })
    await store.add(session('eip155:1', alice))
    await store.set([session('eip155:1', bob)])
    expect(await store.get('eip155:1', alice)).toEqual([])
    await store.set([])
    expect(storage.map.size).toBe(0)
  })

  test('behavior: two tabs that write at the same time do not lose sessions', async () => {
    const storage = memoryStorage()
    const [first, second] = [new LocalStorage({ storage }), new LocalStorage({ storage })]
    await Promise.all([
      first.add(session('eip155:1', alice)),
      second.add(session('eip155:1', bob)),
      first.add(session('eip155:10', alice)),
      second.delete('eip155:5', alice),
    ])
    expect(await second.get('eip155:1', alice)).toHaveLength(1)
    expect(await first.get('eip155:1', bob)).toHaveLength(1)
    expect(await first.get('eip155:10', alice)).toHaveLength(1)
  })

  test.each([
    '',
    '{',
    'null',
    '7',
    '{}',
    '"text"',
    '[null, 7, {}, {"data":null}, {"data":{"chainId":1}}]',
    `[{"data":{"chainId":"eip155:1","accountAddress":"${alice}"},"message":"text"}]`,
  ])('error: an unreadable value counts as empty: %s', async (corrupt) => {
    const storage = memoryStorage()
    storage.setItem('@appkit/siwx', corrupt)
    const store = new LocalStorage({ storage })
    expect(await store.get('eip155:1', alice)).toEqual([])
    await store.add(session('eip155:1', alice))
    expect(await store.get('eip155:1', alice)).toHaveLength(1)
  })

  test('behavior: without a browser, stores sessions in memory', async () => {
    const store = new LocalStorage()
    await store.add(session('eip155:1', alice))
    expect(await store.get('eip155:1', alice)).toHaveLength(1)
    expect(await new LocalStorage().get('eip155:1', alice)).toHaveLength(0)
  })
})
