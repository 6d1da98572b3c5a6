import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sponsorPaymasterAddress } from '@portico/contracts'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'
import { readConfig } from './readConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'sponsoring-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const signerKey = `0x${'ab'.repeat(32)}` as const
const relayerKey = `0x${'cd'.repeat(32)}` as const
const SPONSOR_KEY_FILE = file('sponsor', `${signerKey}\n`)
const RELAYER_KEY_FILE = file('relayer', relayerKey.slice(2))

const owner = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const book = '0x12975173B87F7595EE45dFFb2Ab812ECE596Bf84'
const dusd = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const paymaster = { owner, maxCost: '0.01', depositFloor: '0.05', relayerFloor: '0.02' }
const perDay = { userOperations: 20, user: '0.002', project: '0.1' }
const policy = { allow: { [book]: ['sign(string)'] }, perDay }
const feeToken = { token: dusd, symbol: 'DUSD', decimals: 6, collector: owner, markupPercent: 10 }

const env = {
  RPC_URLS: { 'eip155:1': ['https://one.example'], 'eip155:10': ['https://ten.example'] },
  SMART_ACCOUNTS: 'upgraded',
  PAYMASTERS: { 'eip155:10': paymaster },
  SPONSORS: { app: { 'eip155:10': policy } },
  SPONSOR_KEY_FILE,
  RELAYER_KEY_FILE,
}
const toEnv = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : value,
    ]),
  )
const read = (changes: object = {}) => readConfig(toEnv({ ...env, ...changes })).sponsoring

describe('readSponsoring', () => {
  test('behavior: nothing is sponsored without PAYMASTERS', () => {
    expect(readConfig({}).sponsoring).toBeUndefined()
  })

  test('behavior: reads paymasters, policies in lower case, and amounts in wei', () => {
    const terms = { owner, signer: privateKeyToAddress(signerKey), maxCost: parseEther('0.01') } as const
    const allow = { [book]: ['sign(string)', '0xA9059CBB', 'swap(address,address,uint,uint256)'] }
    expect(read({ SPONSORS: { app: { 'eip155:10': { allow, perDay } } } })).toEqual({
      signerKey,
      relayerKey,
      networks: new Map([
        [
          'eip155:10',
          {
            paymaster: sponsorPaymasterAddress(terms),
            terms,
            depositFloor: parseEther('0.05'),
            relayerFloor: parseEther('0.02'),
            bundlerUrl: undefined,
            relayer: privateKeyToAddress(relayerKey),
            feeTokens: [],
          },
        ],
      ]),
      projects: new Map([
        [
          'app',
          new Map([
            [
              'eip155:10',
              {
                paymasterHosts: new Set(),
                allow: new Map([[book.toLowerCase(), new Set(['0x79d6348d', '0xa9059cbb', '0xfe029156'])]]),
                perDay: {
                  userOperations: 20,
                  userWei: parseEther('0.002'),
                  projectWei: parseEther('0.1'),
                  revocations: 5,
                },
              },
            ],
          ]),
        ],
      ]),
    })
  })

  test('behavior: a relayer is needed only where there is no bundler of somebody else', () => {
    const external = { BUNDLER_URLS: { 'eip155:10': 'https://bundler.example/' }, RELAYER_KEY_FILE: '' }
    const config = read(external)
    expect(config?.relayerKey).toBeUndefined()
    expect(config?.networks.get('eip155:10')).toMatchObject({
      bundlerUrl: 'https://bundler.example',
      relayer: undefined,
    })
  })

  test('behavior: fee tokens have the gateway’s prices or a fixed one', () => {
    const tokensOf = (token: object) =>
      read({ FEE_TOKENS: { 'eip155:10': [token] } })?.networks.get('eip155:10')?.feeTokens
    const { token: address, ...rest } = feeToken
    expect(tokensOf(feeToken)).toEqual([{ ...rest, address, rate: undefined }])
    const rate = tokensOf({ ...feeToken, rate: '3200.5' })?.[0]?.rate
    // One coin, in smallest units.
    expect(rate && (parseEther('1') * rate.units) / rate.wei).toBe(3_200_500_000n)
  })

  test('behavior: networks without upstream or without smart accounts are left out', () => {
    const everywhere = {
      PAYMASTERS: { 'eip155:10': paymaster, 'eip155:137': paymaster },
      SPONSORS: { app: { 'eip155:10': policy, 'eip155:137': policy } },
    }
    expect([...(read(everywhere)?.networks.keys() ?? [])]).toEqual(['eip155:10'])
    expect([...(read(everywhere)?.projects.get('app')?.keys() ?? [])]).toEqual(['eip155:10'])
    expect(read({ SMART_ACCOUNTS: 'off' })?.networks.size).toBe(0)
    expect(read({ SMART_ACCOUNT_CHAINS: 'eip155:1' })?.networks.size).toBe(0)
  })

  test('behavior: on the local chains, project local pays with the paymaster that is there', () => {
    const config = readConfig(gatewayEnv).sponsoring
    const { paymaster, relayer } = devnetManifest.sponsor
    expect([...(config?.networks.values() ?? [])].map((network) => network.paymaster)).toEqual([
      paymaster,
      paymaster,
    ])
    expect(privateKeyToAddress(config?.relayerKey ?? '0x')).toBe(relayer)
    expect([...(config?.projects.get('local')?.keys() ?? [])]).toEqual(['eip155:31337', 'eip155:31338'])
  })

  test('behavior: --check says who pays for what, and what is left out', () => {
    const { text } = checkConfig(
      toEnv({
        ...env,
        PAYMASTERS: { 'eip155:10': paymaster, 'eip155:137': paymaster },
        FEE_TOKENS: { 'eip155:10': [feeToken] },
        // Embedded wallets must be on for smart accounts to be of use.
        ...{ WALLET_ORIGIN: 'https://wallet.example', VAULT_URL: 'https://vault.example' },
      }),
    )
    const terms = { owner, signer: privateKeyToAddress(signerKey), maxCost: parseEther('0.01') } as const
    expect(text).toContain(
      `paymaster on eip155:10: ${sponsorPaymasterAddress(terms)} of ${owner}, at most 0.01 per operation, while its deposit is 0.05 or more; relayer ${privateKeyToAddress(relayerKey)}, which must have 0.02`,
    )
    expect(text).toContain(
      'project app pays on eip155:10 for calls to 1 contract: per day 20 operations and 0.002 of a user, 0.1 of all; an account may revoke 5 permissions',
    )
    const none = { app: { 'eip155:10': { ...policy, perDay: { ...perDay, revocations: 0 } } } }
    expect(checkConfig(toEnv({ ...env, SPONSORS: none })).text).toContain(
      '0.1 of all; no permissions are revoked at its cost',
    )
    expect(text).toContain(`fees on eip155:10 in DUSD: at the gateway’s prices + 10 %, to ${owner}`)
    expect(text).toContain('PAYMASTERS has eip155:137, but there are no smart accounts')
    expect(text).toContain('SPONSORS has app, but PROJECTS does not')
    expect(text).not.toMatch(/abab|cdcd/)
  })

  const without = (object: object, name: string) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
  test.each<[object, string]>([
    // All limits are mandatory.
    ...Object.keys(perDay).map((name): [object, string] => [
      { SPONSORS: { app: { 'eip155:10': { ...policy, perDay: without(perDay, name) } } } },
      `SPONSORS at app › eip155:10 › perDay › ${name} is invalid`,
    ]),
    [
      { SPONSORS: { app: { 'eip155:10': without(policy, 'perDay') } } },
      'SPONSORS at app › eip155:10 › perDay is invalid',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': without(policy, 'allow') } } },
      'SPONSORS at app › eip155:10 › allow is invalid',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, allow: {} } } } },
      'SPONSORS at app › eip155:10 › allow is invalid: must have a contract.',
    ],
    ...[
      'https://pay.portico.dev',
      'Pay.portico.dev',
      'pay.portico.dev:8443',
      'pay.portico.dev/rpc',
      'user@pay.portico.dev',
      'localhost',
      'pay.internal',
      '127.0.0.1',
      '',
    ].map((host): [object, string] => [
      { SPONSORS: { app: { 'eip155:10': { ...policy, paymasterHosts: [host] } } } },
      'paymasterHosts › 0 is invalid: must be the name of a public host in lower case, such as paymaster.example.org.',
    ]),
    [
      {
        SPONSORS: { app: { 'eip155:10': { ...policy, paymasterHosts: Array(11).fill('pay.portico.dev') } } },
      },
      'paymasterHosts is invalid: may have 10 hosts.',
    ],
    [
      {
        SPONSORS: {
          app: {
            'eip155:10': {
              ...policy,
              allow: { [book]: ['sign(string)'], [book.toLowerCase()]: ['clear()'] },
            },
          },
        },
      },
      'SPONSORS at app › eip155:10 › allow is invalid: must name each contract once, however its address is spelled.',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, allow: { [book]: [] } } } } },
      `allow › ${book} is invalid: must have a function.`,
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, allow: { [book]: ['sign'] } } } } },
      'is invalid: must be a function such as "transfer(address,uint256)", or its selector such as "0xa9059cbb".',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, perDay: { ...perDay, user: '0' } } } } },
      'perDay › user is invalid: must be an amount in whole coins, as a text such as "0.01".',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, perDay: { ...perDay, project: '0.001' } } } } },
      'perDay › project is invalid: must be at least what one user may cost.',
    ],
    [
      { SPONSORS: { app: { 'eip155:10': { ...policy, perDay: { ...perDay, revocations: 101 } } } } },
      'perDay › revocations is invalid: must be a whole number from 0 to 100.',
    ],
    [
      { SPONSORS: { app: { 'eip155:1': policy } } },
      'SPONSORS at app › eip155:1 needs a paymaster: add eip155:1 to PAYMASTERS.',
    ],
    [
      { PAYMASTERS: '', FEE_TOKENS: { 'eip155:10': [feeToken] } },
      'FEE_TOKENS at eip155:10 needs a paymaster: add eip155:10 to PAYMASTERS.',
    ],
    [
      { BUNDLER_URLS: { 'eip155:1': 'https://bundler.example' } },
      'BUNDLER_URLS at eip155:1 needs a paymaster: add eip155:1 to PAYMASTERS.',
    ],
    ...Object.keys(paymaster).map((name): [object, string] => [
      { PAYMASTERS: { 'eip155:10': without(paymaster, name) } },
      `PAYMASTERS at eip155:10 › ${name} is invalid`,
    ]),
    [
      { PAYMASTERS: { 'eip155:10': { ...paymaster, depositFloor: '0.005' } } },
      'depositFloor is invalid: must be at least maxCost, so that the deposit can pay every operation that is signed.',
    ],
    [
      { PAYMASTERS: { 'eip155:10': { ...paymaster, owner: owner.replace('a0E', 'A0E') } } },
      'owner is invalid: has a wrong checksum: copy the address again.',
    ],
    [
      { PAYMASTERS: { 'eip155:10': { ...paymaster, owner: privateKeyToAddress(relayerKey) } } },
      'PAYMASTERS at eip155:10 › owner is invalid: must not be an account whose key the gateway has',
    ],
    [
      { RELAYER_KEY_FILE: SPONSOR_KEY_FILE },
      'RELAYER_KEY_FILE and SPONSOR_KEY_FILE must contain different keys',
    ],
    [{ SPONSOR_KEY_FILE: '' }, 'SPONSOR_KEY_FILE is not set, but PAYMASTERS is'],
    [{ RELAYER_KEY_FILE: '' }, 'RELAYER_KEY_FILE is not set, but PAYMASTERS is'],
    [{ RELAYER_KEY_FILE: join(folder, 'none') }, 'RELAYER_KEY_FILE cannot be read (ENOENT)'],
    [
      { RELAYER_KEY_FILE: file('short', 'abab') },
      'RELAYER_KEY_FILE must contain a private key: 64 hex digits.',
    ],
    [
      { FEE_TOKENS: { 'eip155:10': [feeToken, feeToken] } },
      'FEE_TOKENS at eip155:10 is invalid: must name each token once.',
    ],
    ...Object.keys(feeToken).map((name): [object, string] => [
      { FEE_TOKENS: { 'eip155:10': [without(feeToken, name)] } },
      `FEE_TOKENS at eip155:10 › 0 › ${name} is invalid`,
    ]),
  ])('error: %j', (changes, message) => {
    expect(() => read(changes)).toThrow(message)
  })

  test('error: messages never contain a key', () => {
    try {
      read({ SPONSOR_KEY_FILE: file('long', `${signerKey}ab`), RELAYER_KEY_FILE: file('odd', 'cdcdxx') })
    } catch (error) {
      expect(String(error)).not.toMatch(/abab|cdcd/)
      return
    }
    expect.unreachable()
  })
})
