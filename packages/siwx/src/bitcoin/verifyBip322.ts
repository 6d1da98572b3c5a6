/*
 * Verification of BIP-322 signatures, simple and full. A simple signature is the witness of `to_sign`, a full one all
 * of `to_sign`; both are true if `to_sign` may spend `to_spend`.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0322.mediawiki#verification
 */
import { base64 } from '@scure/base'
import { RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { equalBytes, hash160 } from '@scure/btc-signer/utils.js'
import { ScriptError } from './ScriptError.ts'
import { spendOutput } from './spendOutput.ts'
import { opReturn, type RawTransaction, toSign, toSpend, txid } from './toSpend.ts'

/**
 * What a signature of BIP-322 is worth. `locked`: the script passed a lock in time, so that the signer may not spend
 * before `lockTime` of the chain and `sequence` of the coin.
 */
export type Bip322Verdict =
  | { state: 'valid'; locked: boolean; lockTime: number; sequence: number }
  | { state: 'invalid' | 'malformed' | 'inconclusive'; reason: string }

/** Never throws. Takes the prefixes `smp` and `ful`, and none, as wallets wrote before BIP-322 was complete. */
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
    return { state: 'inconclusive', reason: 'Proofs of funds (BIP-322 "pof") are not verified here.' }
  const spent = toSpend({ message, script })
  const signed = readSigned({ signature, spent, script })
  if (!signed)
    return { state: 'malformed', reason: 'The signature is not the base64 of a witness or a transaction.' }
  const problem = shapeProblem(signed, spent)
  if (problem) return problem
  try {
    const { locked } = spendOutput({ script, transaction: signed })
    return { state: 'valid', locked, lockTime: signed.lockTime, sequence: signed.inputs[0]?.sequence ?? 0 }
  } catch (error) {
    const inconclusive = error instanceof ScriptError && error.inconclusive
    // Other errors are those of the libraries about bytes that are no point of the curve.
    const reason = error instanceof ScriptError ? error.message : 'its bytes are malformed'
    return {
      state: inconclusive ? 'inconclusive' : 'invalid',
      reason: `The signature does not hold: ${reason}.`,
    }
  }
}

type Reading = { signature: string; spent: RawTransaction; script: Uint8Array }

function readSigned({ signature, spent, script }: Reading): RawTransaction | undefined {
  const prefix = /^(smp|ful)/.exec(signature)?.[0]
  const bytes = attempt(() => base64.decode(signature.slice(prefix?.length ?? 0)))
  if (!bytes || bytes.length === 0) return undefined
  const simple = () => {
    const witness = RawWitness.decode(bytes)
    // What is written back must be what was read: one signature, one spelling.
    return equalBytes(RawWitness.encode(witness), bytes) ? toSign({ spent, witness }) : undefined
  }
  const full = () => {
    const transaction = RawTx.decode(bytes)
    return equalBytes(RawTx.encode(transaction), bytes) ? transaction : undefined
  }
  if (prefix === 'smp') return attempt(simple)
  if (prefix === 'ful') return attempt(full)
  const witnessed = attempt(simple)
  return witnessed ? nest(witnessed, script) : attempt(full)
}

/**
 * Before BIP-322 was complete, wallets wrote the witness alone for P2SH-P2WPKH as well. What its scriptSig must be
 * follows from the key in the witness.
 */
function nest(transaction: RawTransaction, script: Uint8Array): RawTransaction {
  const key = transaction.witnesses?.[0]?.[1]
  const [input] = transaction.inputs
  if (script[0] !== 0xa9 || key?.length !== 33 || !input) return transaction
  const finalScriptSig = Uint8Array.of(22, 0, 20, ...hash160(key))
  return { ...transaction, inputs: [{ ...input, finalScriptSig }] }
}

function shapeProblem(signed: RawTransaction, spent: RawTransaction): Bip322Verdict | undefined {
  const invalid = (reason: string): Bip322Verdict => ({ state: 'invalid', reason })
  const [input, ...others] = signed.inputs
  const [output, ...more] = signed.outputs
  if (input?.index !== 0 || !equalBytes(input.txid, txid(spent)))
    return invalid('The signature is for another message or another address.')
  if (others.length > 0)
    return invalid('The signature has more inputs than one, as only a proof of funds has.')
  if (!output || more.length > 0 || output.amount !== 0n || !equalBytes(output.script, opReturn))
    return invalid('The signature has another output than the one OP_RETURN of BIP-322.')
  if (signed.version !== 0 && signed.version !== 2)
    return { state: 'inconclusive', reason: `Transactions of version ${signed.version} are not understood.` }
  return undefined
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    // Not of this form.
    return undefined
  }
}
