/*
 * Checks whether the first input of a transaction may spend an output of zero satoshi with a given script: P2PKH, P2SH,
 * P2WPKH, P2WSH (BIP-141, BIP-143), or taproot by key path or script path (BIP-341, BIP-342).
 */
import { tapLeafHash } from '@scure/btc-signer/payment.js'
import { OP, RawTx, RawWitness } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import {
  compareBytes,
  concatBytes,
  equalBytes,
  hash160,
  sha256,
  sha256x2,
  tagSchnorr,
  taprootTweakPubkey,
} from '@scure/btc-signer/utils.js'
import { checkSchnorr } from './checkSignature.ts'
import { readScript } from './readScript.ts'
import { isTrue, runScript, type ScriptContext } from './runScript.ts'
import { ScriptError } from './ScriptError.ts'
import type { RawTransaction } from './toSpend.ts'

type Spend = { transaction: RawTransaction; witness: Uint8Array[]; onTimeLock: () => void }

/**
 * Checks that a transaction may spend an output.
 *
 * @returns `timeLocked`: whether a time lock was satisfied on the way, so that the signer may not be able to spend yet.
 * @throws {ScriptError} if the transaction may not spend the output.
 */
export function spendOutput({ script, transaction }: { script: Uint8Array; transaction: RawTransaction }): {
  timeLocked: boolean
} {
  const [input] = transaction.inputs
  if (!input) throw new ScriptError('the transaction has no input')
  let timeLocked = false
  const onTimeLock = () => {
    timeLocked = true
  }
  const spend = { transaction, witness: transaction.witnesses?.[0] ?? [], onTimeLock }
  const scriptSig = input.finalScriptSig

  const program = witnessProgram(script)
  if (program) {
    if (scriptSig.length > 0) throw new ScriptError('a segwit input must have an empty scriptSig')
    spendProgram(program, script, spend)
    return { timeLocked }
  }

  const stack = readScript(scriptSig).map(({ push }) => {
    if (!push) throw new ScriptError('a scriptSig must consist of pushes')
    return push
  })
  const redeem = isScriptHash(script) ? stack.at(-1) : undefined
  if (redeem) {
    if (!equalBytes(hash160(redeem), script.subarray(2, 22)))
      throw new ScriptError('the redeem script does not match the address')
    const nested = witnessProgram(redeem)
    if (nested) {
      if (stack.length > 1) throw new ScriptError('the scriptSig of nested segwit must be one push')
      if (nested.version > 0)
        throw new ScriptError('nested segwit of version 1 or later is not supported', { inconclusive: true })
      spendProgram(nested, script, spend)
      return { timeLocked }
    }
    stack.pop()
  }
  if (spend.witness.length > 0) throw new ScriptError('a transaction without segwit has a witness')
  const code = redeem ?? script
  // Before segwit, a signature was removed from the script it signs (FindAndDelete). BIP-322 forbids relying on it.
  if (stack.some((element) => element[0] === 0x30 && element.length > 8 && contains(code, element)))
    throw new ScriptError('a script contains its own signature')
  runToTrue(code, stack, {
    ...contextOf(spend),
    rules: 'ecdsa',
    hash: () => legacyHash(transaction, code),
  })
  return { timeLocked }
}

type Program = { version: number; program: Uint8Array }

function witnessProgram(script: Uint8Array): Program | undefined {
  const [opcode = 0, length] = script
  const isVersion = opcode === OP.OP_0 || (opcode >= OP.OP_1 && opcode <= OP.OP_16)
  if (!isVersion || script.length < 4 || script.length > 42 || length !== script.length - 2) return undefined
  return { version: opcode === OP.OP_0 ? 0 : opcode - OP.OP_1 + 1, program: script.subarray(2) }
}

function isScriptHash(script: Uint8Array): boolean {
  return script.length === 23 && script[0] === OP.HASH160 && script[1] === 20 && script[22] === OP.EQUAL
}

function spendProgram({ version, program }: Program, script: Uint8Array, spend: Spend): void {
  if (version === 0 && program.length === 20) spendKeyHash(program, spend)
  else if (version === 0 && program.length === 32) spendWitnessScript(program, spend)
  else if (version === 1 && program.length === 32) spendTaproot(program, script, spend)
  else throw new ScriptError('this type of segwit address is not supported', { inconclusive: true })
}

function spendKeyHash(program: Uint8Array, spend: Spend): void {
  if (spend.witness.length !== 2) throw new ScriptError('the witness must be a signature and a public key')
  // P2WPKH runs the script of P2PKH (BIP-143).
  const script = concatBytes(
    Uint8Array.of(OP.DUP, OP.HASH160, 20),
    program,
    Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG),
  )
  runToTrue(script, [...spend.witness], segwitContext(script, spend))
}

function spendWitnessScript(program: Uint8Array, spend: Spend): void {
  const stack = [...spend.witness]
  const script = stack.pop()
  if (!script || !equalBytes(sha256(script), program))
    throw new ScriptError('the witness script does not match the address')
  runToTrue(script, stack, segwitContext(script, spend))
}

function segwitContext(script: Uint8Array, spend: Spend): ScriptContext {
  const signedTransaction = asTransaction(spend.transaction)
  return {
    ...contextOf(spend),
    rules: 'ecdsa',
    hash: (type) => signedTransaction.preimageWitnessV0(0, script, type, 0n),
  }
}

function spendTaproot(outputKey: Uint8Array, outputScript: Uint8Array, spend: Spend): void {
  const { witness } = spend
  const last = witness.at(-1)
  if (!last) throw new ScriptError('the witness is empty')
  if (witness.length > 1 && last[0] === 0x50)
    throw new ScriptError('an annex is not supported', { inconclusive: true })
  const signedTransaction = asTransaction(spend.transaction)
  const [signature] = witness
  if (signature && witness.length === 1) {
    const hashOf = (type: number) => signedTransaction.preimageWitnessV1(0, [outputScript], type, [0n])
    checkSchnorr({ signature, publicKey: outputKey, hashOf })
    return
  }
  const stack = witness.slice(0, -2)
  const script = witness.at(-2) as Uint8Array
  const version = verifyLeaf({ control: last, script, outputKey })
  if (version !== 0xc0)
    throw new ScriptError('this version of tapscript is not supported', { inconclusive: true })
  runToTrue(script, stack, {
    ...contextOf(spend),
    rules: 'tapscript',
    hash: (type) =>
      signedTransaction.preimageWitnessV1(0, [outputScript], type, [0n], undefined, script, version),
    signatureLimit: Math.floor((50 + RawWitness.encode(witness).length) / 50),
  })
}

/**
 * Verifies with the control block that a script is a leaf of the output's script tree (BIP-341).
 *
 * @returns the version of the leaf.
 * @throws {ScriptError} if it is not.
 */
function verifyLeaf({
  control,
  script,
  outputKey,
}: {
  control: Uint8Array
  script: Uint8Array
  outputKey: Uint8Array
}): number {
  const depth = (control.length - 33) / 32
  if (!Number.isInteger(depth) || depth < 0 || depth > 128)
    throw new ScriptError('a control block is malformed')
  const first = control[0] as number
  const version = first & 0xfe
  const internalKey = control.subarray(1, 33)
  let node = tapLeafHash(script, version)
  for (let i = 0; i < depth; i++) {
    const sibling = control.subarray(33 + 32 * i, 65 + 32 * i)
    const pair = compareBytes(node, sibling) < 0 ? [node, sibling] : [sibling, node]
    node = tagSchnorr('TapBranch', ...pair)
  }
  const [tweaked, parity] = taprootTweakPubkey(internalKey, node)
  if (!equalBytes(tweaked, outputKey) || parity !== (first & 1))
    throw new ScriptError('the tapscript does not match the address')
  return version
}

/** Runs a script, which must leave exactly one true element on the stack (CLEANSTACK). */
function runToTrue(script: Uint8Array, stack: Uint8Array[], context: ScriptContext): void {
  if (stack.some((element) => element.length > 520))
    throw new ScriptError('a stack element is longer than 520 bytes')
  runScript(script, stack, context)
  if (stack.length !== 1 || !isTrue(stack[0]))
    throw new ScriptError('the script must leave exactly one true element on the stack')
}

function contextOf({ transaction, onTimeLock }: Spend) {
  const { version, lockTime, inputs } = transaction
  const sequence = inputs[0]?.sequence ?? 0
  return { version, lockTime, sequence, onTimeLock, signatureLimit: Number.POSITIVE_INFINITY }
}

function legacyHash(transaction: RawTransaction, script: Uint8Array): Uint8Array {
  const [input] = transaction.inputs
  const inputs = input ? [{ ...input, finalScriptSig: script }] : []
  const withScript = RawTx.encode({ ...transaction, segwitFlag: false, witnesses: undefined, inputs })
  return sha256x2(withScript, Uint8Array.of(1, 0, 0, 0))
}

function asTransaction(transaction: RawTransaction): Transaction {
  return Transaction.fromRaw(RawTx.encode(transaction), {
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  })
}

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let start = 0; start + part.length <= bytes.length; start++)
    if (equalBytes(bytes.subarray(start, start + part.length), part)) return true
  return false
}
