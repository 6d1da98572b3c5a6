import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { base64, hex } from '@scure/base'
import { PSBTCombine, p2wpkh, TEST_NETWORK, Transaction, WIF } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { signBitcoinMessage } from './signBitcoinMessage.ts'
import { parsePsbt, signPsbt } from './signPsbt.ts'
import { toBitcoinKeys } from './toBitcoinKeys.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published test vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))

describe('toBitcoinKeys', () => {
  vectorTest.each([
    ['bip-84/bip84.json', 'payment', "m/84'/0'/0'/0/0"],
    ['bip-86/bip86.json', 'ordinals', "m/86'/0'/0'/0/0"],
  ])(`behavior: the first address of %s${reason}`, (file, purpose, path) => {
    const { mnemonic, keys } = read<{ mnemonic: string; keys: { path: string; address?: string }[] }>(file)
    const published = keys.find((key) => key.path === path)?.address
    const made = toBitcoinKeys({ option: { mnemonic, count: 1 }, chain: 'bitcoin:mainnet' })
    expect(published).toMatch(/^bc1/)
    expect(made.find((key) => key.purpose === purpose)?.address).toBe(published)
  })

  test('behavior: the precomputed keys are those of the mnemonic', () => {
    const precomputed = toBitcoinKeys({ chain: 'bitcoin:regtest' })
    const mnemonic = 'test test test test test test test test test test test junk'
    const derived = toBitcoinKeys({ option: { mnemonic, count: 3 }, chain: 'bitcoin:regtest' })
    expect(derived.slice(0, 4)).toEqual(precomputed)
  })
})

describe('signBitcoinMessage', () => {
  type Signed = { type: string; message: string; private_keys: string[]; bip322_signatures: string[] }
  vectorTest(`behavior: published BIP-322 signatures for P2WPKH${reason}`, () => {
    const files = ['basic', 'generated'].map((name) =>
      read<{ simple: Signed[] }>(`bip-322/${name}-test-vectors.json`),
    )
    const cases = files.flatMap(({ simple }) => simple).filter(({ type }) => type === 'p2wpkh')
    expect(cases).toHaveLength(3)
    for (const { message, private_keys, bip322_signatures } of cases) {
      const privateKey = WIF().decode(private_keys[0] as string)
      const publicKey = pubECDSA(privateKey)
      const { script, address } = p2wpkh(publicKey)
      const key = {
        purpose: 'payment',
        account: 0,
        address: address as string,
        publicKey,
        script,
        privateKey,
      } as const
      const signature = signBitcoinMessage({
        key,
        message: new TextEncoder().encode(message),
        protocol: 'bip322',
      })
      expect(bip322_signatures).toContain(`smp${base64.encode(signature)}`)
    }
  })
})

describe('PSBTs', () => {
  type Cases = {
    invalid: { case: string; hex: string; base64: string }[]
    valid: { case: string; hex: string }[]
  }
  vectorTest.each(['bip174', 'bip371'])(`behavior: the PSBTs of %s${reason}`, (name) => {
    const { invalid, valid } = read<Cases>(`bip-174-psbt/${name}.json`)
    expect(invalid.length + valid.length).toBe(name === 'bip174' ? 30 : 17)
    for (const one of valid) {
      const psbt = hex.decode(one.hex)
      expect(() => parsePsbt(psbt), one.case).not.toThrow()
    }
    for (const one of invalid) expect(() => parsePsbt(hex.decode(one.hex)), one.case).toThrow()
  })

  vectorTest(`error: PSBTs that must not be signed${reason}`, () => {
    const { signerMustRefuse } = read<{ signerMustRefuse: { case: string; hex: string }[] }>(
      'bip-174-psbt/bip174.json',
    )
    expect(signerMustRefuse).toHaveLength(4)
    for (const one of signerMustRefuse) {
      // Some are rejected when parsed, the others when signing.
      const keys = toBitcoinKeys({ chain: 'bitcoin:regtest' })
      const inputs = keys.slice(0, 1).map((key) => ({ index: 0, key }))
      expect(() => signPsbt({ psbt: hex.decode(one.hex), inputs }), one.case).toThrow()
    }
  })

  vectorTest(`behavior: the workflow of BIP-174, from signing to the transaction${reason}`, () => {
    type Step = { wifs?: { wif: string }[]; result: { hex: string } }
    const { steps } = read<{ workflow: { steps: Step[] } }>('bip-174-psbt/bip174.json').workflow
    const [updated, first, second, combined, final, extracted] = steps.slice(2, 8) as Step[]
    const options = { bip174jsCompat: true }
    const sign = (step: Step | undefined) => {
      const transaction = Transaction.fromPSBT(hex.decode(updated?.result.hex ?? ''), options)
      for (const { wif } of step?.wifs ?? []) transaction.sign(WIF(TEST_NETWORK).decode(wif))
      return transaction.toPSBT()
    }
    const halves = [sign(first), sign(second)]
    expect(halves.map(hex.encode)).toEqual([first?.result.hex, second?.result.hex])
    const whole = PSBTCombine(halves, options)
    // The library orders keys, so serialize the published PSBT again before comparing.
    const ordered = (psbt: Uint8Array) => hex.encode(Transaction.fromPSBT(psbt).toPSBT())
    expect(ordered(whole)).toBe(ordered(hex.decode(combined?.result.hex ?? '')))
    const transaction = Transaction.fromPSBT(whole, options)
    transaction.finalize()
    expect(hex.encode(transaction.toPSBT())).toBe(final?.result.hex)
    expect(hex.encode(transaction.extract())).toBe(extracted?.result.hex)
  })
})
