import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { readPsbt } from './readPsbt.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'bip-174-psbt')
const isSkipped = !existsSync(directory) && !process.env.CI
const readVectors = (name: string) =>
  JSON.parse(readFileSync(resolve(directory, name), 'utf8')) as Record<
    'valid' | 'invalid',
    { case: string; hex: string }[]
  >

describe.skipIf(isSkipped)('readPsbt', () => {
  test.each(['bip174.json', 'bip371.json'])('behavior: reads what %s calls valid', (name) => {
    for (const { case: what, hex: text } of readVectors(name).valid) {
      expect([what, readPsbt(text)?.unsignedTx.length]).toEqual([what, expect.any(Number)])
      expect(readPsbt(base64.encode(hex.decode(text)))?.id).toBe(readPsbt(text)?.id)
    }
  })

  test.each(['bip174.json', 'bip371.json'])('error: what %s calls invalid is refused', (name) => {
    for (const { case: what, hex: text } of readVectors(name).invalid)
      expect([what, readPsbt(text)]).toEqual([what, undefined])
  })
})
