import { BaseError } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import { runChecks } from './runChecks.ts'

describe('runChecks', () => {
  test('behavior: one line for each outcome, in order; a warning is no failure', async () => {
    const result = await runChecks([
      { name: 'data', run: async () => ({ status: 'ok', text: '/srv' }) },
      {
        name: 'redis',
        run: async () => [
          { status: 'warning', text: 'evicts' },
          { status: 'ok', text: 'Valkey 8' },
        ],
      },
    ])
    expect(result).toEqual({
      ok: true,
      text: 'ok       data: /srv\nwarning  redis: evicts\nok       redis: Valkey 8',
    })
  })

  test('error: what a check throws is a problem, and quotes no secret', async () => {
    const cause = Object.assign(new Error('connect postgres://user:secret@db'), { code: 'ECONNREFUSED' })
    const result = await runChecks([
      { name: 'database', run: () => Promise.reject(new TypeError('fetch failed', { cause })) },
      { name: 'keys', run: () => Promise.reject(new BaseError('There is no key.')) },
    ])
    expect(result).toEqual({
      ok: false,
      text: 'problem  database: nothing listens there: start it, or correct the address\nproblem  keys: There is no key.',
    })
  })
})
