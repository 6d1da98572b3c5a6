import type { Connection, SignIn, State } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { getFlowStatus } from './getFlowStatus.ts'
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
connections.unsupported = { ...connections.connected, networkId: 'eip155:999' } as Connection

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

// Connection, sign-in status → required view, whether the modal can be closed if sign-in is required and if it is
// optional, and the flow status.
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
  ['unsupported', 'off', 'unsupported-chain', false, false, 'unsupported-chain'],
  ['unsupported', 'idle', 'unsupported-chain', false, false, 'unsupported-chain'],
  // The wallet has changed its network, and the session has not been checked again yet.
  ['unsupported', 'needed', 'unsupported-chain', false, false, 'unsupported-chain'],
] as const

describe('requiredView', () => {
  test.each(rows)('behavior: %s, %s requires %s', (connection, status, view) => {
    expect(requiredView(stateOf(connection, status))?.name).toBe(view)
  })

  test('param: allowUnsupportedChain requires no view', () => {
    expect(requiredView(stateOf('unsupported', 'off', { allow: true }))).toBeUndefined()
  })
})

describe('canClose', () => {
  test.each(rows)('behavior: %s, %s', (connection, status, _, required, optional) => {
    expect(canClose(stateOf(connection, status))).toBe(required)
    expect(canClose(stateOf(connection, status, { required: false }))).toBe(optional)
  })
})

describe('getFlowStatus', () => {
  test.each(rows)('behavior: %s, %s', (connection, status, _view, _required, _optional, expected) => {
    expect(getFlowStatus(stateOf(connection, status))).toBe(expected)
  })

  test('param: an unlisted chain that is allowed is ready without sign-in', () => {
    expect(getFlowStatus(stateOf('unsupported', 'idle', { allow: true }))).toBe('ready')
    expect(getFlowStatus(stateOf('unsupported', 'off', { allow: true }))).toBe('ready')
  })
})

describe('a request of the embedded wallet', () => {
  const withRequest = (status: SignIn['status'], required = true): State => ({
    ...stateOf('connected', status, { required }),
    embedded: {
      email: undefined,
      login: { step: 'none' },
      requests: [{ id: '1', method: 'personal_sign' }],
      surface: { view: 'none', height: 0 },
    },
  })
  test('behavior: takes precedence and does not change the flow status', () => {
    expect(requiredView(withRequest('off'))).toEqual({ name: 'approve-transaction' })
    expect(requiredView(withRequest('signing'))).toEqual({ name: 'approve-transaction' })
    expect(getFlowStatus(withRequest('off'))).toBe('ready')
    expect(getFlowStatus(withRequest('signing'))).toBe('sign-message')
  })
  test('behavior: can be closed unless a required session is missing', () => {
    expect(canClose(withRequest('off'))).toBe(true)
    expect(canClose(withRequest('signing', false))).toBe(true)
    expect(canClose(withRequest('signing'))).toBe(false)
  })
})
