import { beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { explainError } from './explainError.ts'

beforeAll(loadViewCopy)

describe('explainError', () => {
  test.each([
    [{ code: -32002 }, 'cause.pending'],
    [{ code: 4200 }, 'cause.unsupported'],
    [{ code: 'connector-not-found' }, 'cause.connector-not-found'],
    [{ code: 'no-accounts' }, 'cause.no-accounts'],
    [{ code: -32603 }, 'cause.unknown'],
    [{ code: '__proto__' }, 'cause.unknown'],
    [undefined, 'cause.unknown'],
    ['text', 'cause.unknown'],
  ])('behavior: %j', (error, id) => {
    expect(explainError(error)).toBe(id)
  })
})
