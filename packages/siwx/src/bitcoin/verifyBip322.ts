/*
 * Verification of BIP-322 signatures, simple and full. A simple signature is the witness of `to_sign`, a full one is
 * the whole `to_sign`. Both are valid if `to_sign` may spend `to_spend`.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki#verification
 */
import { base64 } from '@scure/base'
import { OP, RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { equalBytes, hash160 } from '@scure/btc-signer/utils.js'
import { ScriptError } from './ScriptError.ts'
import { spendOutput } from './spendOutput.ts'
import { opReturn, type RawTransaction, toSign, toSpend, txid } from './toSpend.ts'

/**
 * The result of {@link verifyBip322}. With `timeLocked` the script has a time lock: the signer may spend only from the
 * block height or time `lockTime` (BIP-65), and when the coin has the age `sequence` (BIP-68).
 */
export type Bip322Verdict =
  | { state: 'valid'; timeLocked: boolean; lockTime: number; sequence: number }
  | { state: 'invalid' | 'malformed' | 'inconclusive'; reason: string }

/**
 * Verifies a BIP-322 signature. Never throws. The prefix `smp` or `ful` may be missing: wallets that implemented early
 * drafts of BIP-322 write none.
 */
export function verifyBip322({
  message,
  script,
  signature,
}: {
  message: string
  /** The output script of the address. */
  script: Uint8Array
  signature: string
}): Bip322Verdict {
  if (signature.startsWith('pof'))
    return { state: 'inconclusive', reason: 'Proofs of funds (BIP-322 "pof") are not supported.' }
  const spent = toSpend({ message, script })
  const signed = readToSign({ signature, spent, script })
  if (!signed)
    return { state: 'malformed', reason: 'The signature is not a base64-encoded witness or transaction.' }
  const problem = shapeProblem(signed, spent)
  if (problem) return problem
  try {
    const { timeLocked } = spendOutput({ script, transaction: signed })
    const sequence = signed.inputs[0]?.sequence ?? 0
    return { state: 'valid', timeLocked, lockTime: signed.lockTime, sequence }
  } catch (error) {
    const inconclusive = error instanceof ScriptError && error.inconclusive
    // The libraries throw other errors, for example for bytes that are not a point on the curve.
    const reason = error instanceof ScriptError ? error.message : 'its encoding is malformed'
    return {
      state: inconclusive ? 'inconclusive' : 'invalid',
      reason: `The signature is not accepted: ${reason}.`,
    }
  }
}

type ReadParameters = { signature: string; spent: RawTransaction; script: Uint8Array }

function readToSign({ signature, spent, script }: ReadParameters): RawTransaction | undefined {
  const prefix = /^(smp|ful)/.exec(signature)?.[0]
  const bytes = attempt(() => base64.decode(signature.slice(prefix?.length ?? 0)))
  if (!bytes || bytes.length === 0) return undefined
  const simple = () => {
    const witness = RawWitness.decode(bytes)
    // Encoding the witness must give the same bytes, so that a signature has only one valid encoding.
    return equalBytes(RawWitness.encode(witness), bytes) ? toSign({ spent, witness }) : undefined
  }
  const full = () => {
    const transaction = RawTx.decode(bytes)
    return equalBytes(RawTx.encode(transaction), bytes) ? transaction : undefined
  }
  if (prefix === 'smp') return attempt(simple)
  if (prefix === 'ful') return attempt(full)
  const simpleToSign = attempt(simple)
  return simpleToSign ? addNestedScriptSig(simpleToSign, script) : attempt(full)
}

/**
 * Adds the scriptSig of P2SH-P2WPKH, computed from the public key in the witness. Wallets that implemented early drafts
 * of BIP-322 write only the witness for these addresses.
 */
function addNestedScriptSig(transaction: RawTransaction, script: Uint8Array): RawTransaction {
  const publicKey = transaction.witnesses?.[0]?.[1]
  const [input] = transaction.inputs
  if (script[0] !== OP.HASH160 || publicKey?.length !== 33 || !input) return transaction
  const finalScriptSig = Uint8Array.of(22, 0, 20, ...hash160(publicKey))
  return { ...transaction, inputs: [{ ...input, finalScriptSig }] }
}

function shapeProblem(signed: RawTransaction, spent: RawTransaction): Bip322Verdict | undefined {
  const invalid = (reason: string): Bip322Verdict => ({ state: 'invalid', reason })
  const [input, ...others] = signed.inputs
  const [output, ...more] = signed.outputs
  if (input?.index !== 0 || !equalBytes(input.txid, txid(spent)))
    return invalid('The signature is for another message or another address.')
  if (others.length > 0)
    return invalid('The signature has more than one input, which only a proof of funds may have.')
  if (!output || more.length > 0 || output.amount !== 0n || !equalBytes(output.script, opReturn))
    return invalid('The output of the signature must be the single OP_RETURN of BIP-322.')
  if (signed.version !== 0 && signed.version !== 2)
    return { state: 'inconclusive', reason: `Transactions of version ${signed.version} are not supported.` }
  return undefined
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    // Not encoded in this form.
    return undefined
  }
}
