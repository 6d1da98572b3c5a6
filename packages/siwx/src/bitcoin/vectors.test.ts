import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { schnorr } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2tr, TAP_LEAF_VERSION, tapLeafHash } from '@scure/btc-signer/payment.js'
import { RawTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { verifySignature } from '../verify/verifySignature.ts'
import { bitcoinScript } from './bitcoinScript.ts'
import { isEcdsa, isSchnorr } from './checkSignature.ts'
import { bip322Hash, toSign, toSpend, txid } from './toSpend.ts'
import { verifyBip322 } from './verifyBip322.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const text = (path: string) => readFileSync(resolve(directory, path), 'utf8')
const read = <T>(path: string): T => JSON.parse(text(path))

const mainnet = '000000000019d6689c085ae165831e93'

type Signed = { message: string; address: string; type: string; bip322_signatures: string[] }
type Rejected = { description: string; message: string; address: string; signature: string }
type Hashed = {
  message: string
  address: string
  message_hash: string
  to_spend_tx_hash: string
  to_sign_tx_hash: string
}
const basic = () =>
  read<{ tx_hashes: Hashed[]; simple: Signed[]; error: Rejected[] }>('bip-322/basic-test-vectors.json')
const generated = () =>
  read<{ simple: Signed[]; full: Signed[]; proof_of_funds: Signed[]; error: Rejected[] }>(
    'bip-322/generated-test-vectors.json',
  )
const account = (address: string) => `bip122:${mainnet}:${address}` as const

describe('BIP-322 vectors', () => {
  vectorTest(`behavior: message hashes and transaction ids${reason}`, () => {
    const { tx_hashes: cases } = basic()
    expect(cases).toHaveLength(3)
    for (const { message, address, ...hashes } of cases) {
      const script = bitcoinScript(address, mainnet) as Uint8Array
      const spent = toSpend({ message, script })
      expect(hex.encode(bip322Hash(message))).toBe(hashes.message_hash)
      expect(hex.encode(txid(spent))).toBe(hashes.to_spend_tx_hash)
      expect(hex.encode(txid(toSign({ spent, witness: [] })))).toBe(hashes.to_sign_tx_hash)
    }
  })

  vectorTest(`behavior: accepts every simple and full signature${reason}`, async () => {
    const cases = [...basic().simple, ...generated().simple, ...generated().full]
    expect(cases).toHaveLength(18)
    for (const { type, message, address, bip322_signatures } of cases) {
      for (const signature of bip322_signatures) {
        const verdict = await verifySignature({ account: account(address), message, signature })
        expect([type, verdict]).toMatchObject([type, { ok: true }])
        // Only time-locked scripts report a lock.
        expect([type, 'lock' in verdict]).toEqual([type, type.endsWith('time-lock')])
      }
    }
  })

  vectorTest(`error: rejects every invalid signature${reason}`, async () => {
    const cases = [...basic().error, ...generated().error]
    expect(cases).toHaveLength(36)
    for (const { description, message, address, signature } of cases) {
      const verdict = await verifySignature({ account: account(address), message, signature })
      expect([description, verdict.ok]).toEqual([description, false])
    }
  })

  vectorTest(`error: a proof of funds is inconclusive, with a reason${reason}`, () => {
    const cases = generated().proof_of_funds
    expect(cases).toHaveLength(3)
    for (const { message, address, bip322_signatures } of cases) {
      const script = bitcoinScript(address, mainnet) as Uint8Array
      for (const signature of bip322_signatures) {
        const verdict = verifyBip322({ message, script, signature })
        expect(verdict).toMatchObject({
          state: 'inconclusive',
          reason: expect.stringContaining('Proofs of funds'),
        })
      }
    }
  })

  vectorTest(`error: a signature of one case is rejected for another case${reason}`, () => {
    const cases = [...basic().simple, ...generated().simple, ...generated().full]
    for (const [i, { bip322_signatures }] of cases.entries()) {
      const other = cases[(i + 1) % cases.length] as Signed
      const script = bitcoinScript(other.address, mainnet) as Uint8Array
      const [signature = ''] = bip322_signatures
      expect(verifyBip322({ message: other.message, script, signature }).state).not.toBe('valid')
    }
  })

  // Set FUZZ_CASES=100000 for a long run.
  const mutations = Number(process.env.FUZZ_CASES ?? 20)
  vectorTest(
    `error: a flipped bit, a truncation or an added byte is rejected without throwing${reason}`,
    async () => {
      const random = seeded(322)
      const cases = [...basic().simple, ...generated().simple, ...generated().full]
      for (const { type, message, address, bip322_signatures } of cases) {
        const [original = ''] = bip322_signatures
        const prefix = /^(smp|ful)/.exec(original)?.[0] ?? ''
        const bytes = base64.decode(original.slice(prefix.length))
        const script = bitcoinScript(address, mainnet) as Uint8Array
        for (let round = 0; round < mutations; round++) {
          const signature = prefix + base64.encode(mutate(bytes, random))
          const verdict = verifyBip322({ message, script, signature })
          // nLockTime and nSequence are signed as well, so every bit of the signature matters.
          expect([type, signature, verdict.state === 'valid']).toEqual([type, signature, false])
          const changed = mutateText(message, random)
          expect(verifyBip322({ message: changed, script, signature: original }).state).not.toBe('valid')
        }
      }
    },
  )
})

describe('BIP-340 vectors', () => {
  vectorTest(`behavior: accepts and rejects signatures as published${reason}`, () => {
    const rows = text('bip-340/test-vectors.csv').trim().split('\n').slice(1)
    expect(rows).toHaveLength(19)
    for (const row of rows) {
      const [index = '', secret = '', key = '', aux = '', message = '', signature = '', result = ''] = row
        .trim()
        .split(',')
      const hash = hex.decode(message.toLowerCase())
      const publicKey = hex.decode(key.toLowerCase())
      const bytes = hex.decode(signature.toLowerCase())
      expect([index, isSchnorr({ signature: bytes, publicKey, hash })]).toEqual([index, result === 'TRUE'])
      if (!secret) continue
      const made = schnorr.sign(hash, hex.decode(secret.toLowerCase()), hex.decode(aux.toLowerCase()))
      expect([index, hex.encode(made)]).toEqual([index, signature.toLowerCase()])
    }
  })
})

type Tree = { id: number; script: string; leafVersion: number } | [Tree, Tree]
type Bip341 = {
  scriptPubKey: {
    given: { internalPubkey: string; scriptTree: Tree | null }
    intermediary: { leafHashes?: string[]; merkleRoot: string | null; tweakedPubkey: string }
    expected: { scriptPubKey: string; bip350Address: string; scriptPathControlBlocks?: string[] }
  }[]
  keyPathSpending: {
    given: { rawUnsignedTx: string; utxosSpent: { scriptPubKey: string; amountSats: number }[] }
    inputSpending: {
      given: { txinIndex: number; internalPrivkey: string; merkleRoot: string | null; hashType: number }
      intermediary: { tweakedPrivkey: string; sigHash: string }
      expected: { witness: string[] }
    }[]
  }[]
}

describe('BIP-341 vectors', () => {
  vectorTest(`behavior: addresses of keys and script trees${reason}`, () => {
    const { scriptPubKey: cases } = read<Bip341>('bip-341/wallet-test-vectors.json')
    expect(cases).toHaveLength(7)
    for (const { given, intermediary, expected } of cases) {
      expect(bitcoinScript(expected.bip350Address, mainnet)).toEqual(hex.decode(expected.scriptPubKey))
      const script = hex.decode(expected.scriptPubKey)
      expect(Address().encode(OutScript.decode(script) as never)).toBe(expected.bip350Address)
      const leaves = leavesOf(given.scriptTree)
      expect(
        leaves.map(({ script, leafVersion }) => hex.encode(tapLeafHash(hex.decode(script), leafVersion))),
      ).toEqual(intermediary.leafHashes ?? [])
      // The library builds only trees whose leaves have the known version.
      if (leaves.some(({ leafVersion }) => leafVersion !== TAP_LEAF_VERSION)) continue
      const made = p2tr(hex.decode(given.internalPubkey), toTree(given.scriptTree) as never, undefined, true)
      expect(hex.encode(made.script)).toBe(expected.scriptPubKey)
    }
  })

  vectorTest(`behavior: hashes, tweaked keys and signatures of key path spends${reason}`, () => {
    const [spending] = read<Bip341>('bip-341/wallet-test-vectors.json').keyPathSpending
    if (!spending) throw new Error('no case')
    const { rawUnsignedTx, utxosSpent } = spending.given
    const scripts = utxosSpent.map((utxo) => hex.decode(utxo.scriptPubKey))
    const amounts = utxosSpent.map((utxo) => BigInt(utxo.amountSats))
    const transaction = Transaction.fromRaw(hex.decode(rawUnsignedTx), {
      allowUnknownOutputs: true,
      disableScriptCheck: true,
    })
    expect(spending.inputSpending).toHaveLength(7)
    for (const { given, intermediary, expected } of spending.inputSpending) {
      const hash = transaction.preimageWitnessV1(given.txinIndex, scripts, given.hashType, amounts)
      expect(hex.encode(hash)).toBe(intermediary.sigHash)
      const root = given.merkleRoot ? hex.decode(given.merkleRoot) : new Uint8Array()
      const key = taprootTweakPrivKey(hex.decode(given.internalPrivkey), root)
      expect(hex.encode(key)).toBe(intermediary.tweakedPrivkey)
      const [witness = ''] = expected.witness
      const signature = hex.decode(witness).subarray(0, 64)
      const publicKey = (scripts[given.txinIndex] as Uint8Array).subarray(2)
      expect(isSchnorr({ signature, publicKey, hash })).toBe(true)
    }
    expect(RawTx.decode(hex.decode(rawUnsignedTx)).inputs).toHaveLength(9)
  })
})

describe('Wycheproof vectors: ECDSA for Bitcoin', () => {
  vectorTest(`behavior: accepts and rejects signatures as published${reason}`, async () => {
    type Group = {
      publicKey: { uncompressed: string }
      tests: { tcId: number; msg: string; sig: string; result: string; flags: string[] }[]
    }
    const { testGroups } = read<{ testGroups: Group[] }>(
      'wycheproof/ecdsa_secp256k1_sha256_bitcoin_test.json',
    )
    let count = 0
    for (const { publicKey, tests } of testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(hex.decode(msg))))
        const isValid = isEcdsa({
          signature: hex.decode(sig),
          publicKey: hex.decode(publicKey.uncompressed),
          hash,
        })
        expect([tcId, isValid]).toEqual([tcId, result === 'valid'])
        count++
      }
    }
    expect(count).toBeGreaterThan(400)
  })
})

type Leaf = { script: string; leafVersion: number }
function leavesOf(tree: Tree | null): Leaf[] {
  if (!tree) return []
  return Array.isArray(tree) ? tree.flatMap(leavesOf) : [tree]
}

function toTree(tree: Tree | null): unknown {
  if (!tree) return undefined
  return Array.isArray(tree) ? tree.map(toTree) : { script: hex.decode(tree.script) }
}

function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  const kind = random(4)
  if (kind === 0) return changed.subarray(0, random(changed.length))
  if (kind === 1) return Uint8Array.of(...changed, random(256))
  const place = random(changed.length)
  changed[place] = (changed[place] as number) ^ (1 << random(8))
  return changed
}

function mutateText(message: string, random: (below: number) => number): string {
  const place = random(message.length + 1)
  return `${message.slice(0, place)}${String.fromCharCode(32 + random(90))}${message.slice(place)}`
}

/** Returns a seeded pseudorandom number generator (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}
