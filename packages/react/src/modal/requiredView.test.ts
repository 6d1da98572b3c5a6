import type { Connection, SignIn, State } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { phase } from './phase.ts'
import { canClose, requiredView } from './requiredView.ts'

const subject = { address: '0xA', networkId: 'eip155:1' } as const
const connections: Record<string, Connection> = {
  disconnected: { status: 'disconnected' },
  connecting: { status: 'connecting', connectorId: 'w', attempt: 1 },
  reconnecting: { status: 'reconnecting', connectorId: 'w', attempt: 1 },
  connected: {
    status: 'connected',
    connectorId: 'w',
    accounts: [{ address: '0xA', type: 'eoa' }],
    address: '0xA',
    networkId: 'eip155:1',
    restored: false,
  },
}
connections.elsewhere = { ...connections.connected, networkId: 'eip155:999' } as Connection

function stateOf(
  connection: string,
  status: SignIn['status'],
  { required = true, allow = false } = {},
): State {
  const { kit } = testKit()
  const state = kit.store.getState()
  const signIn =
    status === 'off'
      ? { status }
      : status === 'idle'
        ? { status, required }
        : { status, required, ...subject }
  return {
    ...state,
    connections: { eip155: connections[connection] },
    signIn,
    settings: { ...state.settings, allowUnsupportedChain: allow },
  }
}

// Specification §4, row by row: connection, sign-in → what must be shown, whether closing is allowed where sign-in is
// required and where it is optional, and how far the visitor is.
const rows = [
  ['disconnected', 'off', undefined, true, true, 'disconnected'],
  ['disconnected', 'idle', undefined, true, true, 'disconnected'],
  ['connecting', 'off', undefined, true, true, 'waiting'],
  ['connecting', 'idle', undefined, true, true, 'waiting'],
  ['reconnecting', 'idle', undefined, true, true, 'waiting'],
  ['connected', 'off', undefined, true, true, 'ready'],
  ['connected', 'idle', undefined, true, true, 'waiting'],
  ['connected', 'checking', undefined, true, true, 'waiting'],
  ['connected', 'needed', 'sign-message', false, true, 'sign-message'],
  ['connected', 'signing', 'sign-message', false, true, 'sign-message'],
  ['connected', 'skipped', undefined, true, true, 'ready'],
  ['connected', 'signed-in', undefined, true, true, 'ready'],
  ['elsewhere', 'off', 'unsupported-chain', false, false, 'unsupported-chain'],
  ['elsewhere', 'idle', 'unsupported-chain', false, false, 'unsupported-chain'],
  // The moment between a wallet's change of network and the kit's next look at the session.
  ['elsewhere', 'needed', 'unsupported-chain', false, false, 'unsupported-chain'],
] as const

describe('requiredView', () => {
  test.each(rows)('behavior: %s, %s demands %s', (connection, status, view) => {
    expect(requiredView(stateOf(connection, status))?.name).toBe(view)
  })

  test('param: allowUnsupportedChain demands nothing', () => {
    expect(requiredView(stateOf('elsewhere', 'off', { allow: true }))).toBeUndefined()
  })
})

describe('canClose', () => {
  test.each(rows)('behavior: %s, %s', (connection, status, _, required, optional) => {
    expect(canClose(stateOf(connection, status))).toBe(required)
    expect(canClose(stateOf(connection, status, { required: false }))).toBe(optional)
  })
})

describe('phase', () => {
  test.each(rows)('behavior: %s, %s', (connection, status, _view, _required, _optional, expected) => {
    expect(phase(stateOf(connection, status))).toBe(expected)
  })

  test('param: an unlisted chain that is allowed waits for no sign-in', () => {
    expect(phase(stateOf('elsewhere', 'idle', { allow: true }))).toBe('ready')
    expect(phase(stateOf('elsewhere', 'off', { allow: true }))).toBe('ready')
  })
})

describe('a question of the embedded wallet', () => {
  const asking = (status: SignIn['status'], required = true): State => ({
    ...stateOf('connected', status, { required }),
    embedded: {
      email: undefined,
      login: { step: 'none' },
      requests: [{ id: '1', method: 'personal_sign' }],
      surface: { view: 'none', height: 0 },
    },
  })
  test('behavior: comes first, and changes nothing of how far the visitor is', () => {
    expect(requiredView(asking('off'))).toEqual({ name: 'approve-transaction' })
    expect(requiredView(asking('signing'))).toEqual({ name: 'approve-transaction' })
    expect(phase(asking('off'))).toBe('ready')
    expect(phase(asking('signing'))).toBe('sign-message')
  })
  test('behavior: may be closed, unless a session is required and missing', () => {
    expect(canClose(asking('off'))).toBe(true)
    expect(canClose(asking('signing', false))).toBe(true)
    expect(canClose(asking('signing'))).toBe(false)
  })
})
