import { describe, expect, test } from 'vitest'
import { type Connection, type ConnectionEvent, reduceConnection } from './connection.ts'

const a = { address: '0xA', type: 'eoa' } as const
const b = { address: '0xB', type: 'eoa' } as const
const states: Record<string, Connection> = {
  disconnected: { status: 'disconnected' },
  connecting: { status: 'connecting', connectorId: 'w', attempt: 1 },
  reconnecting: { status: 'reconnecting', connectorId: 'w', attempt: 1 },
  connected: {
    status: 'connected',
    connectorId: 'w',
    accounts: [a],
    address: '0xA',
    networkId: 'eip155:1',
    restored: false,
  },
  restored: {
    status: 'connected',
    connectorId: 'w',
    accounts: [a],
    address: '0xA',
    networkId: 'eip155:1',
    restored: true,
  },
}
const events: Record<string, ConnectionEvent> = {
  connect: { type: 'connect', connectorId: 'v', attempt: 2 },
  reconnect: { type: 'reconnect', connectorId: 'v', attempt: 2 },
  answer: { type: 'connected', attempt: 1, accounts: [a], networkId: 'eip155:1' },
  'late answer': { type: 'connected', attempt: 0, accounts: [b], networkId: 'eip155:1' },
  'empty answer': { type: 'connected', attempt: 1, accounts: [], networkId: 'eip155:1' },
  failure: { type: 'failed', attempt: 1 },
  'late failure': { type: 'failed', attempt: 0 },
  'other account': { type: 'accounts', connectorId: 'w', accounts: [b, a] },
  'no accounts': { type: 'accounts', connectorId: 'w', accounts: [] },
  'same account': { type: 'accounts', connectorId: 'w', accounts: [a] },
  'account of another connector': { type: 'accounts', connectorId: 'x', accounts: [b] },
  'other network': { type: 'network', connectorId: 'w', networkId: 'eip155:2' },
  'same network': { type: 'network', connectorId: 'w', networkId: 'eip155:1' },
  'network of another connector': { type: 'network', connectorId: 'x', networkId: 'eip155:2' },
  disconnect: { type: 'disconnect' },
}
// Every event in every state; `=` means that the same object is returned.
const table: Record<string, Record<string, string>> = {
  connect: {
    disconnected: 'connecting',
    connecting: 'connecting',
    reconnecting: 'connecting',
    connected: 'connected',
    restored: 'connected',
  },
  reconnect: {
    disconnected: 'reconnecting',
    connecting: '=',
    reconnecting: '=',
    connected: '=',
    restored: '=',
  },
  answer: {
    disconnected: '=',
    connecting: 'connected',
    reconnecting: 'connected',
    connected: '=',
    restored: '=',
  },
  'late answer': { disconnected: '=', connecting: '=', reconnecting: '=', connected: '=', restored: '=' },
  'empty answer': {
    disconnected: '=',
    connecting: 'disconnected',
    reconnecting: 'disconnected',
    connected: '=',
    restored: '=',
  },
  failure: {
    disconnected: '=',
    connecting: 'disconnected',
    reconnecting: 'disconnected',
    connected: '=',
    restored: '=',
  },
  'late failure': { disconnected: '=', connecting: '=', reconnecting: '=', connected: '=', restored: '=' },
  'other account': {
    disconnected: '=',
    connecting: '=',
    reconnecting: '=',
    connected: 'connected',
    restored: 'connected',
  },
  'no accounts': {
    disconnected: '=',
    connecting: '=',
    reconnecting: '=',
    connected: 'disconnected',
    restored: 'disconnected',
  },
  'same account': { disconnected: '=', connecting: '=', reconnecting: '=', connected: '=', restored: '=' },
  'account of another connector': {
    disconnected: '=',
    connecting: '=',
    reconnecting: '=',
    connected: '=',
    restored: '=',
  },
  'other network': {
    disconnected: '=',
    connecting: '=',
    reconnecting: '=',
    connected: 'connected',
    restored: 'connected',
  },
  'same network': { disconnected: '=', connecting: '=', reconnecting: '=', connected: '=', restored: '=' },
  'network of another connector': {
    disconnected: '=',
    connecting: '=',
    reconnecting: '=',
    connected: '=',
    restored: '=',
  },
  disconnect: {
    disconnected: 'disconnected',
    connecting: 'disconnected',
    reconnecting: 'disconnected',
    connected: 'disconnected',
    restored: 'disconnected',
  },
}
const rows = Object.entries(table).flatMap(([event, row]) =>
  Object.entries(row).map(([state, expected]) => ({ event, state, expected })),
)

describe('reduceConnection', () => {
  test('behavior: the table covers every event and state', () => {
    expect(rows).toHaveLength(Object.keys(events).length * Object.keys(states).length)
  })

  test.each(rows)('behavior: $event in $state → $expected', ({ event, state, expected }) => {
    const before = states[state] as Connection
    const after = reduceConnection(before, events[event] as ConnectionEvent)
    if (expected === '=') expect(after).toBe(before)
    else expect(after.status).toBe(expected)
  })

  test('behavior: a connected wallet stays connected until another one accepts', () => {
    const asked = reduceConnection(states.connected as Connection, events.connect as ConnectionEvent)
    expect(asked).toMatchObject({ status: 'connected', connectorId: 'w', next: { connectorId: 'v' } })
    expect(reduceConnection(asked, { type: 'failed', attempt: 2 })).toEqual(states.connected)
    const accepted = { type: 'connected', attempt: 2, accounts: [b], networkId: 'eip155:2' } as const
    expect(reduceConnection(asked, accepted)).toEqual({
      ...{ status: 'connected', connectorId: 'v', accounts: [b], address: '0xB' },
      ...{ networkId: 'eip155:2', restored: false },
    })
  })

  test('behavior: the first account is the address, and a change resets `restored`', () => {
    const after = reduceConnection(states.restored as Connection, events['other account'] as ConnectionEvent)
    expect(after).toMatchObject({ address: '0xB', accounts: [b, a], restored: false })
    const moved = reduceConnection(states.restored as Connection, events['other network'] as ConnectionEvent)
    expect(moved).toMatchObject({ networkId: 'eip155:2', restored: false })
  })

  test('behavior: only a reconnected connection is restored', () => {
    const answer = events.answer as ConnectionEvent
    expect(reduceConnection(states.connecting as Connection, answer)).toMatchObject({ restored: false })
    expect(reduceConnection(states.reconnecting as Connection, answer)).toMatchObject({ restored: true })
  })
})
