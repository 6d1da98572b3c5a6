import { describe, expect, test } from 'vitest'
import { partEnv } from './partEnv.mjs'
import { parts } from './parts.mjs'

const env = (set, defaults) => partEnv({ parts, env: set, defaults, dataDir: '/data' })

describe('partEnv', () => {
  test('behavior: contains all ports and the local chains', () => {
    const all = Object.assign({}, ...parts.map(({ ports }) => ports))
    expect(Object.keys(env({}))).toEqual(expect.arrayContaining(Object.keys(all)))
    expect(env({ EVM_PORT: '9545', GATEWAY_PORT: '' })).toMatchObject({
      COMPANION_PORT: '4407',
      DEMO_PORT: '4400',
      GATEWAY_PORT: '4401',
      EVM_PORT: '9545',
      EVM2_PORT: '8546',
      SOLANA_PORT: '8899',
      BITCOIN_PORT: '18443',
      ESPLORA_PORT: '4406',
      PORTICO_DATA_DIR: '/data',
    })
    expect(JSON.parse(env({ SOLANA_PORT: '9899' }).SWAP_MAKERS)).toEqual({
      'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz': 'http://127.0.0.1:9899/maker',
    })
    const { RPC_URLS, ESPLORA_URLS } = env({ EVM_PORT: '9545' })
    expect([JSON.parse(RPC_URLS), JSON.parse(ESPLORA_URLS)]).toEqual([
      {
        'eip155:31337': ['http://127.0.0.1:9545'],
        'eip155:31338': ['http://127.0.0.1:8546'],
        'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz': ['http://127.0.0.1:8899'],
        'solana:ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5': ['http://127.0.0.1:8901'],
        'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': ['http://127.0.0.1:18443'],
        'bip122:00000008819873e925422c1ff0f99f7c': ['http://127.0.0.1:38332'],
      },
      {
        'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': ['http://127.0.0.1:4406'],
        'bip122:00000008819873e925422c1ff0f99f7c': ['http://127.0.0.1:4408'],
      },
    ])
  })

  test('param: user variables override defaults, empty values do not', () => {
    expect(
      env({ TOKENS: '{}', PRICE_FEEDS: '' }, { TOKENS: '{"a":1}', PRICE_FEEDS: '{"b":2}' }),
    ).toMatchObject({
      TOKENS: '{}',
      PRICE_FEEDS: '{"b":2}',
    })
  })

  test('param: RPC_URLS of the user replaces the local chains', () => {
    expect(env({ RPC_URLS: '{}' })).toMatchObject({ RPC_URLS: '{}' })
    expect(env({ RPC_URLS: '{}' }).ESPLORA_URLS).toBeUndefined()
    expect(env({ RPC_URLS: '{}' }).SWAP_MAKERS).toBeUndefined()
  })

  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7'],
  ])('param: HOST %s is reachable at %s', (HOST, host) => {
    expect(JSON.parse(env({ HOST }).RPC_URLS)['eip155:31337']).toEqual([`http://${host}:8545`])
  })
})
