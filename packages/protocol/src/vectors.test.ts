import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  isCaipAddress,
  isCaipNetworkId,
  parseCaipAddress,
  parseCaipNetworkId,
  rpcErrorCodes,
} from './index.ts'

const root = resolve(import.meta.dirname, '../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = (path: string) => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))

type Identifier = { value: string; matchesCoreGrammar: boolean }
type InvalidIdentifier = { standard: string; value: string; why: string }
type Code = { code: number; name: string }

describe('CAIP-2 and CAIP-10', () => {
  vectorTest(`behavior: published identifiers${reason}`, () => {
    const { core, namespaces } = read('caip/identifiers.json') as {
      core: Record<string, Identifier[]>
      namespaces: Record<string, Record<string, Identifier[]>>
    }
    const all = [core, ...Object.values(namespaces)]
    const networks = all.flatMap((one) => one['CAIP-2'] ?? [])
    const addresses = all.flatMap((one) => one['CAIP-10'] ?? [])
    expect(networks.length).toBeGreaterThan(50)
    expect(addresses.length).toBeGreaterThan(50)
    for (const { value, matchesCoreGrammar } of networks)
      expect([value, isCaipNetworkId(value)]).toEqual([value, matchesCoreGrammar])
    for (const { value, matchesCoreGrammar } of addresses)
      expect([value, isCaipAddress(value)]).toEqual([value, matchesCoreGrammar])
  })

  vectorTest(`error: published wrong identifiers${reason}`, () => {
    const all = read('caip/identifiers-invalid.json') as InvalidIdentifier[]
    const accepted = all
      .filter(({ standard }) => standard !== 'CAIP-19')
      .filter(({ standard, value }) =>
        standard === 'CAIP-2' ? isCaipNetworkId(value) : isCaipAddress(value),
      )
    // The checksum is not verified, because it needs keccak-256.
    expect(accepted.map(({ why }) => why)).toEqual([
      'grammar allows it, but the EIP-55 checksum is wrong (last letter changed)',
    ])
    for (const { standard, value } of all.filter(
      (one) => one.standard !== 'CAIP-19' && !accepted.includes(one),
    ))
      expect(() => (standard === 'CAIP-2' ? parseCaipNetworkId(value) : parseCaipAddress(value))).toThrow(
        standard,
      )
  })
})

describe('rpcErrorCodes', () => {
  vectorTest(`behavior: every published number has a name${reason}`, () => {
    const codes = new Set<number>(Object.values(rpcErrorCodes))
    const published = (read('json-rpc/error-codes.json') as Code[]).map(({ code }) => code)
    expect(published.filter((code) => !codes.has(code))).toEqual([])
    // 5000 is CAIP-25's and not in the published list.
    expect([...codes].filter((code) => !published.includes(code))).toEqual([5000])
  })
})
