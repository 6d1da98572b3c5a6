import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { OutScript, RawTx, Script, Transaction } from '@scure/btc-signer'
import { kindOf } from '../chain/describeScript.ts'
import type { BitcoinTransaction, TransactionOutput } from '../chain/readTransaction.ts'
import { Reject } from './Reject.ts'

// Checks signatures of inputs: BIP-143 for p2wpkh (native and in p2sh), BIP-341 for key path spends of p2tr, legacy
// rules for p2pkh. There is no script interpreter: other types of outputs cannot be spent here.

const sighashAll = 1
const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
const equal = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const failed = (reason: string): Reject => new Reject(`mandatory-script-verify-flag-failed (${reason})`)
const unsupported = (what: string): Reject =>
  new Reject(
    'local-ledger-cannot-verify',
    `${what}: the local Bitcoin ledger spends p2pkh, p2wpkh, p2sh-p2wpkh and the key path of p2tr; set BITCOIND to a real node for the rest`,
  )

/**
 * Verifies that an input may spend its coin.
 *
 * @param coins the spent output of each input, in order
 * @throws {Reject}
 */
export function verifyInput(
  transaction: BitcoinTransaction,
  index: number,
  coins: readonly TransactionOutput[],
): void {
  const input = transaction.inputs[index]
  const coin = coins[index]
  if (!input || !coin) throw failed('no such input')
  const { scriptSig, witness } = input
  const kind = kindOf(coin.script)
  switch (kind) {
    case 'p2wpkh': {
      if (scriptSig.length > 0) throw failed('Witness requires empty scriptSig')
      verifyKeyHash(transaction, index, coin.amount, coin.script.subarray(2), witness)
      break
    }
    case 'p2sh': {
      const [redeem] = readPushes(scriptSig, 1)
      if (!redeem || !equal(hash160(redeem), coin.script.subarray(2, 22)))
        throw failed('Script evaluated without error but finished with a false/empty top stack element')
      if (kindOf(redeem) !== 'p2wpkh') throw unsupported('a p2sh script that is not p2wpkh')
      verifyKeyHash(transaction, index, coin.amount, redeem.subarray(2), witness)
      break
    }
    case 'p2tr': {
      if (scriptSig.length > 0) throw failed('Witness requires empty scriptSig')
      verifyTaproot(transaction, index, coins, witness)
      break
    }
    case 'p2pkh': {
      if (witness.length > 0) throw failed('Witness provided for non-witness script')
      verifyLegacy(transaction, index, coin.script, scriptSig)
      break
    }
    default:
      throw unsupported(`a coin of kind ${kind}`)
  }
}

function verifyKeyHash(
  transaction: BitcoinTransaction,
  index: number,
  amount: bigint,
  keyHash: Uint8Array,
  witness: Uint8Array[],
): void {
  const [signature, key] = witness
  if (witness.length !== 2 || !signature || !key) throw failed('Witness program hash mismatch')
  if (!equal(hash160(key), keyHash)) throw failed('Script failed an OP_EQUALVERIFY operation')
  const hashType = signature.at(-1) ?? 0
  const script = OutScript.encode({ type: 'pkh', hash: keyHash })
  verifyEcdsa(signature, key, () => toSigner(transaction).preimageWitnessV0(index, script, hashType, amount))
}

function verifyTaproot(
  transaction: BitcoinTransaction,
  index: number,
  coins: readonly TransactionOutput[],
  witness: Uint8Array[],
): void {
  const annex = witness.length > 1 && witness.at(-1)?.[0] === 0x50 ? witness.at(-1) : undefined
  if (witness.length - (annex ? 1 : 0) > 1) throw unsupported('the script path of p2tr')
  const [signature] = witness
  if (!signature) throw failed('Witness program was passed an empty witness')
  if (signature.length !== 64 && signature.length !== 65) throw failed('Invalid Schnorr signature size')
  const hashType = signature[64] ?? 0
  if (signature.length === 65 && hashType === 0) throw failed('Invalid Schnorr signature hash type')
  const scripts = coins.map(({ script }) => script)
  const amounts = coins.map(({ amount }) => amount)
  const key = (scripts[index] as Uint8Array).subarray(2)
  const isRight = attempt(() => {
    const message = toSigner(transaction).preimageWitnessV1(
      index,
      scripts,
      hashType,
      amounts,
      undefined,
      undefined,
      undefined,
      annex,
    )
    return schnorr.verify(signature.subarray(0, 64), message, key)
  })
  if (!isRight) throw failed('Invalid Schnorr signature')
}

function verifyLegacy(
  transaction: BitcoinTransaction,
  index: number,
  script: Uint8Array,
  scriptSig: Uint8Array,
): void {
  const [signature, key] = readPushes(scriptSig, 2)
  if (!signature || !key) throw failed('Operation not valid with the current stack size')
  if (!equal(hash160(key), script.subarray(3, 23))) throw failed('Script failed an OP_EQUALVERIFY operation')
  const hashType = signature.at(-1) ?? 0
  if (hashType !== sighashAll) throw unsupported('a p2pkh signature that is not SIGHASH_ALL')
  verifyEcdsa(signature, key, () => {
    const decoded = RawTx.decode(transaction.raw)
    const inputs = (decoded.inputs as { finalScriptSig: Uint8Array }[]).map((input, at) => ({
      ...input,
      finalScriptSig: at === index ? script : new Uint8Array(),
    }))
    const preimage = RawTx.encode({
      ...decoded,
      inputs: inputs as typeof decoded.inputs,
      segwitFlag: false,
      witnesses: undefined,
    })
    return sha256(sha256(concatBytes(preimage, Uint8Array.of(hashType, 0, 0, 0))))
  })
}

function verifyEcdsa(signature: Uint8Array, key: Uint8Array, message: () => Uint8Array): void {
  const der = signature.subarray(0, -1)
  const isRight = attempt(() =>
    secp256k1.verify(der, message(), key, { prehash: false, format: 'der', lowS: true }),
  )
  if (!isRight) throw failed('Signature must be zero for failed CHECK(MULTI)SIG operation')
}

/** Returns false where btc-signer throws on a malformed signature. */
function attempt(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

function toSigner({ raw }: BitcoinTransaction): Transaction {
  return Transaction.fromRaw(raw, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
}

/** Returns the data pushes of a script; undefined if it has other operations or another number of pushes. */
function readPushes(script: Uint8Array, count: number): Uint8Array[] {
  try {
    const items = Script.decode(script)
    const pushes = items.filter((item) => item instanceof Uint8Array)
    return items.length === count && pushes.length === count ? pushes : []
  } catch {
    return []
  }
}
