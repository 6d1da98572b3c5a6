import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  frameEvents,
  frameHello,
  frameLimits,
  frameRequests,
  isPlainData,
  parseFrameEvent,
  parseFrameReply,
  parseFrameRequest,
  readFrameId,
} from './index.ts'

const id = 'a'.repeat(32)
const problem = (data: unknown) => {
  const parsed = parseFrameRequest(data)
  return parsed.ok ? undefined : parsed.problem
}

describe('parseFrameRequest', () => {
  test.each([
    { id, type: 'CONNECT_EMAIL', payload: { email: 'ada@example.org' } },
    { id, type: 'CONNECT_OTP', payload: { otp: '012345' } },
    { id, type: 'CONNECT_OTP' },
    { id, type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'google' } },
    { id, type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'x', returnTo: 'https://shop.example/?a' } },
    { id, type: 'CONNECT_SOCIAL', payload: { uri: 'https://wallet.example/social?result=x' } },
    { id, type: 'GET_FARCASTER_URI' },
    { id, type: 'CONNECT_FARCASTER', payload: {} },
    { id, type: 'SWITCH_NETWORK', payload: { chainId: 31337 } },
    { id, type: 'SWITCH_NETWORK', payload: { chainId: 'eip155:31337' } },
    { id, type: 'GET_SMART_ACCOUNTS' },
    { id, type: 'TURN_OFF_SMART_ACCOUNT', payload: { chainId: 31337 } },
    { id, type: 'RPC_REQUEST', payload: { method: 'eth_blockNumber', params: [] } },
    { id, type: 'RPC_REQUEST', payload: { method: 'eth_blockNumber', chainId: 1, chainNamespace: 'eip155' } },
    { id, type: 'SYNC_THEME', payload: { themeMode: 'dark', themeVariables: { '--w3m-accent': '#123456' } } },
    { id, type: 'SYNC_THEME', payload: { language: 'zh-Hant' } },
  ])('behavior: $type with $payload', (message) => {
    const parsed = parseFrameRequest(message)
    expect(parsed).toMatchObject({ ok: true, value: { id, type: message.type } })
  })

  test.each([
    [{ id, type: 'CONNECT_EMAIL', payload: {} }, 'email: Required'],
    [{ id, type: 'CONNECT_EMAIL', payload: { email: 7 } }, 'email: Expected string, received number'],
    [{ id, type: 'CONNECT_EMAIL', payload: { email: 'nobody' } }, 'email: Invalid email'],
    [{ id, type: 'CONNECT_EMAIL' }, 'Required'],
    [
      { id, type: 'CONNECT_EMAIL', payload: { email: 'ada@example.org', extra: 1 } },
      "Unrecognized key(s) in object: 'extra'",
    ],
    [{ id, type: 'SYNC_THEME', payload: { themeMode: 'sepia' } }, 'themeMode: Invalid input'],
    [{ id, type: 'SYNC_THEME', payload: { language: 'Send it all' } }, 'language: Invalid input'],
    [
      { id, type: 'SYNC_THEME', payload: { themeMode: 7 } },
      "themeMode: Expected 'light' | 'dark', received number",
    ],
    [{ id, type: 'SET_PREFERRED_ACCOUNT', payload: {} }, 'type: Required'],
    [{ id, type: 'CONNECT_OTP', payload: { otp: 'abcdef' } }, 'otp: Invalid input'],
    [{ id, type: 'CONNECT_OTP', payload: { otp: 12345 } }, 'otp: Expected string, received number'],
    [{ id, type: 'SWITCH_NETWORK', payload: { chainId: 0 } }, 'chainId: Invalid input'],
    [{ id, type: 'SWITCH_NETWORK', payload: { chainId: -1 } }, 'chainId: Invalid input'],
    [{ id, type: 'SWITCH_NETWORK', payload: { chainId: 1.5 } }, 'chainId: Invalid input'],
    [{ id, type: 'TURN_OFF_SMART_ACCOUNT' }, 'Required'],
    [{ id, type: 'TURN_OFF_SMART_ACCOUNT', payload: { chainId: 0 } }, 'chainId: Invalid input'],
    [
      { id, type: 'TURN_OFF_SMART_ACCOUNT', payload: { chainId: 'eip155:1' } },
      'chainId: Expected number, received string',
    ],
    [{ id, type: 'constructor' }, 'Unknown message constructor.'],
    [{ id, type: 'CONNECT_PHONE', payload: { uri: 'x' } }, 'Unknown message CONNECT_PHONE.'],
    [{ id, type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'phone' } }, 'provider: Invalid input'],
    [
      { id, type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'x', returnTo: 'javascript:alert(1)' } },
      'returnTo: Invalid input',
    ],
    [{ id, type: 'GET_USER', payload: {}, more: 1 }, 'A message must have only an id, a type and a payload.'],
    [{ type: 'GET_USER' }, 'A request needs an id.'],
    [{ id: 'x', type: 'GET_USER' }, 'A message must have only an id, a type and a payload.'],
    [undefined, 'A message must be plain data of at most 256 KiB.'],
    ['GET_USER', 'A message must be plain data of at most 256 KiB.'],
  ])('error: %j', (message, expected) => {
    expect(problem(message)?.message).toBe(expected)
  })

  test('error: values that are not plain data', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const dressed = [new Map(), new Date(), deep, cycle, 1n, Number.NaN, new Array(1e9), 'x'.repeat(300_000)]
    for (const params of dressed)
      expect(problem({ id, type: 'RPC_REQUEST', payload: { method: 'eth_call', params } })).toMatchObject({
        id,
        message: 'A message must be plain data of at most 256 KiB.',
      })
  })

  test('behavior: never throws, for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withDate: true, withSparseArray: true }), (data) => {
        expect(typeof parseFrameRequest(data).ok).toBe('boolean')
        expect(typeof parseFrameReply(data, 'GET_USER').ok).toBe('boolean')
        parseFrameEvent(data)
        readFrameId(data)
      }),
    )
  })
})

describe('parseFrameReply', () => {
  test('behavior: accepts only success and error of the given request', () => {
    const reply = { id, type: 'IS_CONNECTED_SUCCESS', payload: { isConnected: true } }
    expect(parseFrameReply(reply, 'IS_CONNECTED')).toEqual({
      ok: true,
      value: { id, ok: true, result: { isConnected: true } },
    })
    expect(parseFrameReply(reply, 'GET_USER').ok).toBe(false)
    const error = { id, type: 'IS_CONNECTED_ERROR', payload: { message: 'no', code: 4100 } }
    expect(parseFrameReply(error, 'IS_CONNECTED')).toEqual({
      ok: true,
      value: { id, ok: false, failure: { message: 'no', code: 4100 } },
    })
    expect(parseFrameReply({ ...reply, payload: { isConnected: 'yes' } }, 'IS_CONNECTED').ok).toBe(false)
    expect(parseFrameReply({ id, type: 'IS_CONNECTED_ERROR' }, 'IS_CONNECTED')).toEqual({
      ok: true,
      value: { id, ok: false, failure: { message: '' } },
    })
  })

  test('behavior: the address of a Farcaster login opens a page or the app', () => {
    const read = (url: string) =>
      parseFrameReply({ id, type: 'GET_FARCASTER_URI_SUCCESS', payload: { url } }, 'GET_FARCASTER_URI')
    for (const url of ['https://farcaster.xyz/~/siwf?channelToken=x', 'farcaster://connect?channelToken=x'])
      expect(read(url)).toEqual({ ok: true, value: { id, ok: true, result: { url } } })
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//farcaster.xyz', ''])
      expect(read(url).ok).toBe(false)
  })

  test('behavior: accepts both spellings of account types, and numbers of chains', () => {
    const user = { email: null, address: '0x1', userName: 'ada', smartAccountDeployed: false }
    const read = (payload: object) => parseFrameReply({ id, type: 'GET_USER_SUCCESS', payload }, 'GET_USER')
    const both = ['eoa', 'smartAccount', 'smart_account'].map((type) => ({ address: '0x1', type }))
    for (const chainId of [8453, '8453', 'eip155:8453']) {
      expect(read({ ...user, chainId, accounts: both, preferredAccountType: 'smart_account' })).toMatchObject(
        {
          ok: true,
          value: {
            result: {
              ...user,
              chainId: 'eip155:8453',
              accounts: [{ type: 'eoa' }, { type: 'smartAccount' }, { type: 'smartAccount' }],
              preferredAccountType: 'smartAccount',
            },
          },
        },
      )
    }
    expect(read({ email: 'ada@example.org', address: '0x1', chainId: 1, accounts: both }).ok).toBe(true)
    expect(read({ address: '0x1', chainId: 1 }).ok).toBe(true)
    expect(read({ ...user, chainId: 1, accounts: [], preferredAccountType: 'eoa' }).ok).toBe(false)
    expect(read({ ...user, chainId: 0, accounts: both, preferredAccountType: 'eoa' }).ok).toBe(false)
    expect(read({ ...user, chainId: 1, accounts: both, preferredAccountType: 'other' }).ok).toBe(false)
  })
})

describe('parseFrameReply, of permissions', () => {
  test('behavior: what was granted, to whom and until when', () => {
    const hash = `0x${'0a'.repeat(32)}`
    const granted = {
      id: hash,
      chainId: 1,
      delegate: `0x${'11'.repeat(20)}`,
      kind: 'coin',
      amount: '10000000000000000000000',
      period: 86_400,
      expiresAt: 1_800_000_000,
      state: 'active',
    }
    const reply = (one: object) =>
      parseFrameReply(
        { id, type: 'GET_PERMISSIONS_SUCCESS', payload: { permissions: [one] } },
        'GET_PERMISSIONS',
      )
    expect(reply(granted).ok).toBe(true)
    const token = { address: `0x${'22'.repeat(20)}`, symbol: 'DUSD', decimals: 6 }
    expect(reply({ ...granted, kind: 'token', token }).ok).toBe(true)
    expect(reply({ ...granted, kind: 'contract', calls: 5, targets: [token.address] }).ok).toBe(true)
    for (const wrong of [
      { amount: '0.5' },
      { amount: '-1' },
      { state: 'maybe' },
      { id: '0x' },
      { period: 0 },
      { targets: Array(101).fill(token.address) },
      { signature: hash },
    ])
      expect(reply({ ...granted, ...wrong }).ok).toBe(false)
    for (const type of ['REVOKE_PERMISSION', 'REVOKE_ALL_PERMISSIONS'] as const)
      expect(parseFrameReply({ id, type: `${type}_SUCCESS`, payload: { hash } }, type).ok).toBe(true)
  })
})

describe('parseFrameReply, of smart accounts', () => {
  test('behavior: the states per network, and the hash of the transaction that turns them off', () => {
    const reply = (
      type: 'GET_SMART_ACCOUNTS' | 'TURN_OFF_SMART_ACCOUNT' | 'SWITCH_NETWORK',
      payload: object,
    ) => parseFrameReply({ id, type: `${type}_SUCCESS`, payload }, type).ok
    const networks = ['on', 'off', 'foreign', 'unknown'].map((state, index) => ({
      chainId: index + 1,
      state,
    }))
    expect(reply('GET_SMART_ACCOUNTS', { networks })).toBe(true)
    expect(reply('GET_SMART_ACCOUNTS', { networks: [] })).toBe(true)
    expect(reply('GET_SMART_ACCOUNTS', { networks: [{ chainId: 1, state: 'maybe' }] })).toBe(false)
    expect(reply('TURN_OFF_SMART_ACCOUNT', { hash: `0x${'0a'.repeat(32)}` })).toBe(true)
    expect(reply('TURN_OFF_SMART_ACCOUNT', { hash: '0x' })).toBe(false)
    expect(reply('SWITCH_NETWORK', { chainId: 1 })).toBe(true)
    expect(reply('SWITCH_NETWORK', { chainId: 1, accountType: 'smart_account', isDeployed: false })).toBe(
      true,
    )
    expect(reply('SWITCH_NETWORK', { chainId: 1, accountType: 'other' })).toBe(false)
  })
})

describe('parseFrameEvent', () => {
  test('behavior: events have no ID', () => {
    const event = { type: 'SURFACE', payload: { view: 'code', height: 320 } }
    expect(parseFrameEvent(event)).toEqual({ ok: true, value: event })
    expect(parseFrameEvent({ id, ...event })).toBeUndefined()
    expect(parseFrameEvent({ type: 'SURFACE', payload: { view: 'phishing', height: 1 } })?.ok).toBe(false)
    for (const payload of [{ uri: 'https://wallet.example/social?result=x' }, { reason: 'refused' }])
      expect(parseFrameEvent({ type: 'SOCIAL_RESULT', payload })).toMatchObject({ ok: true })
    for (const payload of [{}, { uri: 'x', reason: 'failed' }, { reason: 'timeout' }])
      expect(parseFrameEvent({ type: 'SOCIAL_RESULT', payload })).toMatchObject({ ok: false })
    expect(Object.keys(frameEvents)).not.toContain('RPC_REQUEST')
  })
})

describe('frameHello', () => {
  test('behavior: strict', () => {
    expect(frameHello.safeParse({ t: 'hello', v: [1], n: id }).success).toBe(true)
    for (const wrong of [
      { t: 'hello', v: [], n: id },
      { t: 'hello', v: [1], n: 'short' },
      { t: 'hello', v: [1], n: id, more: 1 },
    ])
      expect(frameHello.safeParse(wrong).success).toBe(false)
  })
})

test('frameRequests: the messages of the protocol', () => {
  expect(Object.keys(frameRequests)).toMatchSnapshot()
})

test('isPlainData: the limit is on the JSON text', () => {
  expect(isPlainData('x'.repeat(frameLimits.messageLength - 2), frameLimits.messageLength)).toBe(true)
  expect(isPlainData('x'.repeat(frameLimits.messageLength - 1), frameLimits.messageLength)).toBe(false)
})
