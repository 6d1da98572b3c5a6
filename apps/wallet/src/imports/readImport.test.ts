import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { hex } from '@scure/base'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createImportOperations } from './createImportOperations.ts'
import { readImport } from './readImport.ts'

const directory = resolve(import.meta.dirname, '../../../..', process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''

const addressOf = (text: string) => createImportOperations().read({ text })

describe('readImport', () => {
  test.skipIf(isSkipped)(`behavior: reads the published phrases of 12 and 24 words${reason}`, async () => {
    const { english } = JSON.parse(readFileSync(resolve(directory, 'bip-39/vectors.json'), 'utf8')) as {
      english: [string, string, string, string][]
    }
    let read = 0
    for (const [entropy, words] of english) {
      const count = words.split(' ').length
      if (count === 18) {
        expect(await readImport(words)).toEqual({ problem: 'length', count })
        continue
      }
      read += 1
      expect(await readImport(words)).toEqual({ content: { kind: 'seed', entropy: hex.decode(entropy) } })
    }
    expect(read).toBe(16)
  })

  test('behavior: the address is that of another implementation', async () => {
    for (const strength of [128, 256] as const) {
      const words = generateMnemonic(wordlist, strength)
      expect(await addressOf(words)).toEqual({ address: mnemonicToAccount(words).address })
    }
    const key = generatePrivateKey()
    for (const text of [key, key.slice(2), ` ${key.toUpperCase().replace('0X', '0x')}\n`])
      expect(await addressOf(text)).toEqual({ address: privateKeyToAccount(key).address })
  })

  test('behavior: letter case, line breaks, tabs and several spaces do not matter', async () => {
    const words = generateMnemonic(wordlist, 128)
    const typed = `\n ${words.toUpperCase().replaceAll(' ', ' \t\n ')} `
    expect(await addressOf(typed)).toEqual(await addressOf(words))
  })

  test.each([
    ['', { problem: 'empty' }],
    [' \n', { problem: 'empty' }],
    [`${'abandon '.repeat(11)}abandon`, { problem: 'checksum' }],
    [`${'abandon '.repeat(10)}about`, { problem: 'length', count: 11 }],
    ['abandon', { problem: 'length', count: 1 }],
    [`${'abandon '.repeat(10)}abandn about`, { problem: 'words', places: [11] }],
    [`Zürich ${'abandon '.repeat(10)}?`, { problem: 'words', places: [1, 12] }],
    [`0x${'0'.repeat(64)}`, { problem: 'key-invalid' }],
    // The order of the curve.
    ['fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', { problem: 'key-invalid' }],
    [`0x${'ab'.repeat(31)}`, { problem: 'key-invalid' }],
    ['ab'.repeat(33), { problem: 'key-invalid' }],
  ])('error: %j', async (text, problem) => {
    expect(await readImport(text)).toEqual(problem)
    await expect(
      createImportOperations().create({ text, userId: 'usr_a', jkt: 't', sealTo: {} as never }),
    ).rejects.toThrow(TypeError)
  })
})
