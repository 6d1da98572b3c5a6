import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './readConfig.ts'

function secretFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'swaps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'key')
  writeFileSync(file, content)
  return file
}

describe('readSwapProviders', () => {
  test('behavior: only pools, unless others are named', () => {
    expect(readConfig({}).swaps).toMatchObject({ providers: ['onchain'], keys: {} })
    expect(readConfig({ SWAP_PROVIDERS: 'none' }).swaps.providers).toEqual([])
  })

  test('param: SWAP_PROVIDERS and the file with a key', () => {
    const SWAP_1INCH_KEY_FILE = secretFile('a-key\n')
    expect(readConfig({ SWAP_PROVIDERS: 'kyberswap, 1inch', SWAP_1INCH_KEY_FILE }).swaps).toMatchObject({
      providers: ['kyberswap', '1inch'],
      keys: { '1inch': 'a-key' },
    })
  })

  test('param: SWAP_MAKERS: the address of a maker by Solana network', () => {
    const id = 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'
    const makersOf = (value: unknown) => readConfig({ SWAP_MAKERS: JSON.stringify(value) }).swaps.makers
    expect(readConfig({}).swaps.makers.size).toBe(0)
    expect([...makersOf({ [id]: 'https://maker.example/v1/' })]).toEqual([[id, 'https://maker.example/v1']])
    expect(() => makersOf({ 'eip155:1': 'https://maker.example' })).toThrow('CAIP-2 ID of a Solana network')
    for (const url of ['ftp://maker.example', 'maker.example', 'https://maker.example?key=1'])
      expect(() => makersOf({ [id]: url })).toThrow('must be an http:// or https:// address without a query')
  })

  test('error: unknown providers, and a key that is missing or empty', () => {
    expect(() => readConfig({ SWAP_PROVIDERS: 'onchain,odos' })).toThrow('it has "odos"')
    expect(() => readConfig({ SWAP_PROVIDERS: '1inch' })).toThrow('SWAP_1INCH_KEY_FILE is not set')
    const SWAP_1INCH_KEY_FILE = secretFile(' ')
    expect(() => readConfig({ SWAP_PROVIDERS: '1inch', SWAP_1INCH_KEY_FILE })).toThrow('is an empty file')
  })
})
