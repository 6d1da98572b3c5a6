import { RpcError } from '@portico/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ServerError } from '../session/ServerError.ts'
import { toFailure } from './toFailure.ts'

const problem = { type: 'about:blank', title: 'This device must wait.', status: 403 }

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each(['held', 'device-held'])('behavior: %s has one reason, and the seconds that are left', (code) => {
  const error = new ServerError({ ...problem, code, until: '2026-01-01T01:00:00.500Z' })
  expect(toFailure(error)).toEqual({
    message: 'This device must wait.',
    reason: 'device-held',
    retryAfter: 3601,
  })
})

test('behavior: a time that has passed meanwhile, and one that is none', () => {
  const past = new ServerError({ ...problem, code: 'held', until: '2025-12-31T23:59:59Z' })
  expect(toFailure(past).retryAfter).toBe(1)
  const none = new ServerError({ ...problem, code: 'held', until: 'soon' })
  expect(toFailure(none)).not.toHaveProperty('retryAfter')
})

test('behavior: the message of an unexpected error is not passed on', () => {
  expect(toFailure(new Error('secret'))).toEqual({ message: 'Something went wrong' })
})

test('behavior: an error can have the hash of an operation, and no other data', () => {
  const id = `0x${'ab'.repeat(32)}`
  const failure = (data: unknown) => toFailure(new RpcError({ rpcCode: -32000, message: 'Sent.', data }))
  expect(failure({ id, secret: 1 })).toMatchObject({ code: -32000, data: { id } })
  for (const data of [undefined, 'x', { id: 'x' }, { id: 1 }])
    expect(failure(data)).not.toHaveProperty('data')
})
