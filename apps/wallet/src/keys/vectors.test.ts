import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, test } from 'vitest'
import { deriveEd25519Key } from './deriveEd25519Key.ts'

// Published vectors for the primitives of the vault and the signer, in our libraries and in this platform's WebCrypto.
const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = (path: string) => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))
const bytes = (text: string) => hex.decode(text) as Uint8Array<ArrayBuffer>

type Case = Record<string, string> & { tcId: number; result: string; size: number }
type Group = {
  ivSize: number
  keySize: number
  tagSize: number
  publicKey: { uncompressed: string }
  tests: Case[]
}

describe('BIP-39', () => {
  vectorTest(`behavior: passes the published mnemonics, seeds and root keys${reason}`, async () => {
    const { english } = read('bip-39/vectors.json') as { english: [string, string, string, string][] }
    expect(english).toHaveLength(24)
    for (const [entropy, mnemonic, seed, xprv] of english) {
      expect(entropyToMnemonic(bytes(entropy), wordlist)).toBe(mnemonic)
      expect(hex.encode(mnemonicToEntropy(mnemonic, wordlist))).toBe(entropy)
      const made = await mnemonicToSeedWebcrypto(mnemonic, 'TREZOR')
      expect(hex.encode(made)).toBe(seed)
      expect(HDKey.fromMasterSeed(made).privateExtendedKey).toBe(xprv)
    }
    const words = readFileSync(resolve(directory, 'bip-39/english.txt'), 'utf8').trim().split(/\s+/)
    expect(wordlist).toEqual(words)
  })
})

describe('BIP-32', () => {
  vectorTest(`behavior: derives the published chains, and refuses the invalid keys${reason}`, () => {
    const { valid, invalid } = read('bip-32/bip32.json') as {
      valid: { seedHex: string; chains: { path: string; xpub: string; xprv: string }[] }[]
      invalid: { key: string; why: string }[]
    }
    expect(valid.flatMap(({ chains }) => chains)).toHaveLength(17)
    for (const { seedHex, chains } of valid) {
      const master = HDKey.fromMasterSeed(bytes(seedHex))
      for (const { path, xpub, xprv } of chains) {
        expect(master.derive(path).publicExtendedKey).toBe(xpub)
        expect(master.derive(path).privateExtendedKey).toBe(xprv)
      }
    }
    expect(invalid).toHaveLength(16)
    for (const { key } of invalid) expect(() => HDKey.fromExtendedKey(key)).toThrow()
  })
})

describe('SLIP-10', () => {
  vectorTest(`behavior: derives the published chains of ed25519${reason}`, () => {
    type Chain = { path: string; private: string; public: string }
    const cases = (
      read('slip-10/slip10.json') as { curve: string; seedHex: string; chains: Chain[] }[]
    ).filter(({ curve }) => curve === 'ed25519')
    expect(cases.flatMap(({ chains }) => chains)).toHaveLength(12)
    for (const { seedHex, chains } of cases) {
      for (const { path, ...chain } of chains) {
        const levels = path.split('/').slice(1)
        expect(levels.every((level) => level.endsWith("'"))).toBe(true)
        const key = deriveEd25519Key(bytes(seedHex), levels.map(Number.parseFloat))
        expect(hex.encode(key)).toBe(chain.private)
        expect(`00${hex.encode(ed25519.getPublicKey(key))}`).toBe(chain.public)
      }
    }
  })
})

describe('AES-GCM', () => {
  vectorTest(`behavior: passes Wycheproof in the sizes that the vault uses${reason}`, async () => {
    const { testGroups } = read('wycheproof/aes_gcm_test.json') as { testGroups: Group[] }
    const groups = testGroups.filter((group) => group.ivSize === 96 && group.keySize === 256)
    let cases = 0
    for (const { tests, tagSize } of groups) {
      for (const one of tests) {
        cases += 1
        const key = await crypto.subtle.importKey('raw', bytes(one.key as string), 'AES-GCM', false, [
          'encrypt',
          'decrypt',
        ])
        const algorithm = {
          name: 'AES-GCM',
          iv: bytes(one.iv as string),
          additionalData: bytes(one.aad as string),
          tagLength: tagSize,
        }
        const opened = crypto.subtle.decrypt(algorithm, key, bytes(`${one.ct}${one.tag}`)).then(
          (content) => hex.encode(new Uint8Array(content)),
          () => 'refused',
        )
        expect([one.tcId, await opened]).toEqual([one.tcId, one.result === 'valid' ? one.msg : 'refused'])
        if (one.result !== 'valid') continue
        const sealed = await crypto.subtle.encrypt(algorithm, key, bytes(one.msg as string))
        expect(hex.encode(new Uint8Array(sealed))).toBe(`${one.ct}${one.tag}`)
      }
    }
    expect(cases).toBeGreaterThan(50)
  })
})

describe('HKDF', () => {
  vectorTest(`behavior: passes Wycheproof${reason}`, async () => {
    const { testGroups } = read('wycheproof/hkdf_sha256_test.json') as { testGroups: Group[] }
    const cases = testGroups.flatMap(({ tests }) => tests)
    expect(cases).toHaveLength(86)
    for (const one of cases) {
      const key = await crypto.subtle.importKey('raw', bytes(one.ikm as string), 'HKDF', false, [
        'deriveBits',
      ])
      const made = await crypto.subtle
        .deriveBits(
          { name: 'HKDF', hash: 'SHA-256', salt: bytes(one.salt as string), info: bytes(one.info as string) },
          key,
          one.size * 8,
        )
        .then(
          (okm) => hex.encode(new Uint8Array(okm)),
          () => 'refused',
        )
      expect([one.tcId, made]).toEqual([one.tcId, one.result === 'valid' ? one.okm : 'refused'])
    }
  })
})

describe('ECDSA over secp256k1', () => {
  vectorTest(`behavior: passes Wycheproof, and refuses a high s${reason}`, () => {
    const { testGroups } = read('wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json') as {
      testGroups: Group[]
    }
    let cases = 0
    for (const { tests, publicKey } of testGroups) {
      for (const one of tests) {
        cases += 1
        const verify = () =>
          secp256k1.verify(
            bytes(one.sig as string),
            sha256(bytes(one.msg as string)),
            bytes(publicKey.uncompressed),
            { prehash: false, lowS: true, format: 'der' },
          )
        expect([one.tcId, attempt(verify)]).toEqual([one.tcId, one.result === 'valid'])
      }
    }
    expect(cases).toBe(463)
  })
})

function attempt(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
