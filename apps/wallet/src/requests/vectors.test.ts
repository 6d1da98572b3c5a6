import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hashTypedData } from './hashTypedData.ts'
import { readTypedData } from './readTypedData.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))
const hashOf = (data: unknown) => hashTypedData(readTypedData(data)).hash

describe('hashTypedData', () => {
  vectorTest(`behavior: the example of the standard${reason}`, () => {
    const { typedData, digest } = read<{ typedData: unknown; digest: string }>('eip-712/eip712-example.json')
    expect(hashOf(typedData)).toBe(digest)
  })

  vectorTest(`behavior: random structures of ethers${reason}`, () => {
    type Case = {
      name: string
      domain: object
      primaryType: string
      types: object
      data: object
      digest: string
    }
    const cases = read<Case[]>('eip-712/ethers-typed-data.json')
    expect(cases).toHaveLength(130)
    for (const { name, domain, primaryType, types, data, digest } of cases)
      expect([name, hashOf({ types, primaryType, domain, message: data })]).toEqual([name, digest])
  })

  vectorTest(`behavior: what a hardware wallet signs${reason}`, async () => {
    type Case = {
      name: string
      parameters: { data: unknown; metamask_v4_compat: boolean }
      result: { address: string; sig: `0x${string}` }
    }
    const { tests } = read<{ tests: Case[] }>('eip-712/trezor-sign_typed_data.json')
    expect(tests).toHaveLength(10)
    for (const { name, parameters, result } of tests) {
      const hash = hashOf(parameters.data)
      const signer = await recoverAddress({ hash, signature: result.sig })
      // Without `metamask_v4_compat`, arrays of structs are hashed by an older rule that differs from EIP-712.
      if (parameters.metamask_v4_compat) expect([name, signer]).toEqual([name, result.address])
    }
  })
})
