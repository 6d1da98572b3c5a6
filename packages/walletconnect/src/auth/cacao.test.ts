import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCacao } from './cacao.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published test vectors, set VECTORS_DIR)' : ''

describe('parseCacao', () => {
  test.skipIf(isSkipped)(`behavior: published test vectors${reason}`, async () => {
    const { verifyMessage: verifySignature } = await import('viem')
    const cases = JSON.parse(readFileSync(resolve(directory, 'walletconnect/cacao.json'), 'utf8'))
    expect(cases.length).toBeGreaterThan(2)
    for (const { name, cacao, valid } of cases) {
      const parsed = parseCacao(cacao)
      if (!parsed) throw new Error(`${name} could not be parsed`)
      const { address, message, signature } = parsed as {
        address: `0x${string}`
        message: string
        signature: `0x${string}`
      }
      const isValid = await verifySignature({ address, message, signature })
      expect([name, isValid]).toEqual([name, valid])
    }
  })

  test('error: never throws', () => {
    const p = fc.record(
      { iss: fc.anything(), resources: fc.anything(), aud: fc.anything() },
      { requiredKeys: [] },
    )
    const cacao = fc.record({ h: fc.constant({ t: 'caip122' }), p, s: fc.anything() })
    // Converting this to text throws.
    const example = { h: { t: 'caip122' }, p: { iss: [{ toString: false }] }, s: {} }
    fc.assert(
      fc.property(fc.oneof(cacao, fc.anything()), (value) => void parseCacao(value)),
      { examples: [[example]] },
    )
  })
})
