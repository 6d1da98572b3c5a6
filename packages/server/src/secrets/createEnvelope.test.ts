import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createEnvelope, EnvelopeError } from './createEnvelope.ts'
import type { KeyRing } from './KeyRing.ts'

const keyA = Buffer.alloc(32, 1)
const keyB = Buffer.from(Array.from({ length: 32 }, (_, index) => index))
const ringA: KeyRing = { primary: 'a', keys: new Map([['a', keyA]]) }
const ringAb: KeyRing = {
  primary: 'b',
  keys: new Map([
    ['a', keyA],
    ['b', keyB],
  ]),
}
const ringB: KeyRing = { primary: 'b', keys: new Map([['b', keyB]]) }
const place = { table: 'wallet_slots', row: 'wallet', user: 'usr_1', slot: 'slot', version: '1' }
const value = Buffer.from('a share of thirty-two bytes here')

/** Number of random changes. All single-bit changes of one envelope are tested in any case. */
const mutations = Number(process.env.ENVELOPE_MUTATIONS ?? 3000)

describe('createEnvelope', () => {
  test('behavior: opens what it sealed; sealing a value twice gives different texts', () => {
    const envelope = createEnvelope({ ring: ringA })
    const one = envelope.seal({ value, place })
    const other = envelope.seal({ value, place })
    expect(one.kekId).toBe('a')
    expect(one.sealed).not.toBe(other.sealed)
    for (const original of [one, other])
      expect(Buffer.from(envelope.open({ ...original, place }))).toEqual(value)
    expect(envelope.open({ ...envelope.seal({ value: new Uint8Array(), place }), place })).toHaveLength(0)
  })

  test('behavior: has the documented format, decrypted with node:crypto alone', () => {
    const { sealed } = createEnvelope({ ring: ringA }).seal({ value, place })
    const bytes = Buffer.from(sealed, 'base64url')
    const lengthPrefixed = (fields: string[]) =>
      Buffer.concat(fields.map((field) => Buffer.from(`\0\0\0${String.fromCharCode(field.length)}${field}`)))
    const open = (key: Uint8Array, from: number, to: number, aad: Buffer) => {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(from, from + 12))
      decipher.setAAD(aad).setAuthTag(bytes.subarray(to - 16, to))
      return Buffer.concat([decipher.update(bytes.subarray(from + 12, to - 16)), decipher.final()])
    }
    const info = lengthPrefixed(['wk1/kek', 'a', 'wallet_slots'])
    const wrapKey = Buffer.from(hkdfSync('sha256', keyA, bytes.subarray(1, 33), info, 32))
    const fields = ['wallet_slots', 'wallet', 'usr_1', 'slot', '1']
    expect(bytes[0]).toBe(1)
    const dek = open(wrapKey, 33, 93, lengthPrefixed(['wk1/env', 'wrap', ...fields, 'a']))
    expect(open(dek, 93, bytes.length, lengthPrefixed(['wk1/env', 'value', ...fields, '']))).toEqual(value)
  })

  test('error: rejects every single flipped bit', () => {
    const envelope = createEnvelope({ ring: ringA })
    const original = envelope.seal({ value, place })
    const bytes = Buffer.from(original.sealed, 'base64url')
    let accepted = 0
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      if (opens(() => envelope.open({ ...original, sealed: changed.toString('base64url'), place })))
        accepted += 1
      if (opens(() => envelope.rewrap({ ...original, sealed: changed.toString('base64url'), place })))
        // A rewrap does not read the value, so only changes of the value may pass it.
        expect(bit >> 3).toBeGreaterThanOrEqual(93)
    }
    expect(accepted).toBe(0)
  })

  test(`error: rejects ${mutations} random changes of text, key and place`, () => {
    const envelope = createEnvelope({ ring: ringAb })
    let accepted = 0
    for (let run = 0; run < mutations; run++) {
      const original = envelope.seal({ value: randomBytes(run % 64), place })
      const at = randomBytes(4).readUInt32BE() % original.sealed.length
      const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'[run % 64] as string
      const sealed = original.sealed.slice(0, at) + letter + original.sealed.slice(at + 1)
      const changes = [
        sealed === original.sealed ? undefined : { ...original, sealed, place },
        { ...original, sealed: original.sealed.slice(0, at), place },
        { ...original, sealed: `${original.sealed}${letter}`, place },
        { ...original, kekId: 'a', place },
        { ...original, place: { ...place, user: `usr_${run + 2}` } },
      ]
      for (const change of changes) if (change && opens(() => envelope.open(change))) accepted += 1
    }
    expect(accepted).toBe(0)
  }, 120_000)

  test.each(['table', 'row', 'user', 'slot', 'version'] as const)(
    'error: rejects a value moved to another %s',
    (field) => {
      const envelope = createEnvelope({ ring: ringA })
      const original = envelope.seal({ value, place })
      const moved = { ...place, [field]: `${place[field]}x` }
      expect(() => envelope.open({ ...original, place: moved })).toThrow(EnvelopeError)
      expect(() => envelope.rewrap({ ...original, place: moved })).toThrow(EnvelopeError)
    },
  )

  test('error: distinguishes places whose concatenated fields are equal', () => {
    const envelope = createEnvelope({ ring: ringA })
    const original = envelope.seal({ value, place: { ...place, row: 'ab', user: 'c' } })
    expect(() => envelope.open({ ...original, place: { ...place, row: 'a', user: 'bc' } })).toThrow(
      EnvelopeError,
    )
  })

  test('behavior: a rewrapped value opens with the new key alone', () => {
    const original = createEnvelope({ ring: ringA }).seal({ value, place })
    const next = createEnvelope({ ring: ringAb }).rewrap({ ...original, place })
    expect(next.kekId).toBe('b')
    expect(Buffer.from(createEnvelope({ ring: ringB }).open({ ...next, place }))).toEqual(value)
    expect(() => createEnvelope({ ring: ringB }).open({ ...original, place })).toThrow(/no key "a"/)
    expect(() => createEnvelope({ ring: ringA }).open({ ...next, place })).toThrow(/no key "b"/)
  })
})

function opens(open: () => unknown): boolean {
  try {
    open()
    return true
  } catch (error) {
    if (error instanceof EnvelopeError) return false
    throw error
  }
}
