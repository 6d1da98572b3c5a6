/*
 * A small interpreter of Bitcoin Script for the verification of BIP-322 signatures. It supports the opcodes that
 * Miniscript uses and applies the rules that BIP-322 requires (MINIMALDATA, MINIMALIF, NULLFAIL, NULLDUMMY,
 * CLEANSTACK). OP_CODESEPARATOR makes a signature invalid; every other opcode makes it inconclusive.
 */

import { ripemd160 } from '@noble/hashes/legacy.js'
import { OP, OPNames } from '@scure/btc-signer/script.js'
import { equalBytes, hash160, sha256, sha256x2 } from '@scure/btc-signer/utils.js'
import { checkEcdsa, checkSchnorr } from './checkSignature.ts'
import { readScript } from './readScript.ts'
import { ScriptError } from './ScriptError.ts'

/** What a script can read of the transaction that spends its output. */
export type ScriptContext = {
  /** Which rules apply: those before taproot (ECDSA), or those of tapscript (BIP-342). */
  rules: 'ecdsa' | 'tapscript'
  version: number
  lockTime: number
  sequence: number
  /** Returns the hash to sign for a signature hash type. */
  hash(type: number): Uint8Array
  /** How many signatures may be verified. */
  signatureLimit: number
  /** Called for every time lock that is satisfied. */
  onTimeLock(): void
}

type Machine = { stack: Uint8Array[]; altStack: Uint8Array[]; context: ScriptContext; verifiedCount: number }

const maxOperations = 201
const maxStackSize = 1000
const maxMultisigKeys = 20

/**
 * Runs a script on a stack, which it modifies. The caller checks what is left on the stack.
 *
 * @throws {ScriptError} if the script fails, or uses an opcode that is not supported (`inconclusive`).
 */
export function runScript(script: Uint8Array, stack: Uint8Array[], context: ScriptContext): void {
  const machine: Machine = { stack, altStack: [], context, verifiedCount: 0 }
  /** One entry for each open IF: whether its branch is executed. */
  const branches: boolean[] = []
  let operationCount = 0
  for (const { opcode, push } of readScript(script)) {
    const isExecuted = !branches.includes(false)
    if (opcode > OP.OP_16 && context.rules === 'ecdsa' && ++operationCount > maxOperations)
      throw new ScriptError(`a script has more than ${maxOperations} operations`)
    if (opcode === OP.CODESEPARATOR) throw new ScriptError('OP_CODESEPARATOR is forbidden by BIP-322')
    if (opcode === OP.IF || opcode === OP.NOTIF) {
      branches.push(isExecuted ? popCondition(machine) === (opcode === OP.IF) : false)
    } else if (opcode === OP.ELSE) {
      const branch = branches.pop()
      if (branch === undefined) throw new ScriptError('OP_ELSE without OP_IF')
      // Inside a branch that is not executed, neither side of a nested IF is executed.
      branches.push(branches.includes(false) ? false : !branch)
    } else if (opcode === OP.ENDIF) {
      if (branches.pop() === undefined) throw new ScriptError('OP_ENDIF without OP_IF')
    } else if (push) {
      if (isExecuted) stack.push(push)
    } else {
      const operation = operations[opcode]
      // Checked in branches that are not executed as well: some opcodes fail a script wherever they are.
      if (!operation) throw new ScriptError(`${nameOf(opcode)} is not supported`, { inconclusive: true })
      if (isExecuted) operation(machine)
    }
    if (stack.length + machine.altStack.length > maxStackSize) throw new ScriptError('the stack is full')
  }
  if (branches.length > 0) throw new ScriptError('OP_IF without OP_ENDIF')
}

/** Returns whether a stack element counts as true: any byte is set, except the sign bit of a negative zero. */
export function isTrue(bytes: Uint8Array | undefined): boolean {
  if (!bytes) return false
  return bytes.some((byte, i) => byte !== 0 && !(i === bytes.length - 1 && byte === 0x80))
}

function nameOf(opcode: number): string {
  const name = OPNames[opcode]
  return name === undefined ? `opcode 0x${opcode.toString(16)}` : `OP_${name}`
}

const trueElement = Uint8Array.of(1)
const falseElement = new Uint8Array()
const toElement = (value: boolean) => (value ? trueElement : falseElement)

/** The supported opcodes. Pushes, branches and OP_CODESEPARATOR are handled by {@link runScript}. */
const operations: Readonly<Record<number, ((machine: Machine) => void) | undefined>> = {
  [OP.NOP]: () => {},
  [OP.VERIFY]: verify,
  [OP.RETURN]: () => {
    throw new ScriptError('OP_RETURN')
  },

  [OP.TOALTSTACK]: (machine) => void machine.altStack.push(pop(machine)),
  [OP.FROMALTSTACK]: ({ stack, altStack }) => {
    const top = altStack.pop()
    if (!top) throw new ScriptError('the alt stack is empty')
    stack.push(top)
  },
  [OP['2DROP']]: (machine) => {
    pop(machine)
    pop(machine)
  },
  [OP.IFDUP]: ({ stack }) => {
    const top = peek(stack)
    if (isTrue(top)) stack.push(top)
  },
  [OP.DROP]: (machine) => void pop(machine),
  [OP.DUP]: ({ stack }) => void stack.push(peek(stack)),
  [OP.SWAP]: (machine) => {
    const [b, a] = [pop(machine), pop(machine)]
    machine.stack.push(b, a)
  },
  [OP.SIZE]: ({ stack }) => void stack.push(writeNumber(peek(stack).length)),

  [OP.EQUAL]: equal,
  [OP.EQUALVERIFY]: thenVerify(equal),
  [OP['0NOTEQUAL']]: (machine) => void machine.stack.push(toElement(popNumber(machine) !== 0)),
  [OP.ADD]: (machine) => void machine.stack.push(writeNumber(popNumber(machine) + popNumber(machine))),
  [OP.BOOLAND]: (machine) => {
    const [b, a] = [popNumber(machine), popNumber(machine)]
    machine.stack.push(toElement(a !== 0 && b !== 0))
  },
  [OP.BOOLOR]: (machine) => {
    const [b, a] = [popNumber(machine), popNumber(machine)]
    machine.stack.push(toElement(a !== 0 || b !== 0))
  },
  [OP.NUMEQUAL]: numberEqual,
  [OP.NUMEQUALVERIFY]: thenVerify(numberEqual),

  [OP.RIPEMD160]: (machine) => void machine.stack.push(ripemd160(pop(machine))),
  [OP.SHA256]: (machine) => void machine.stack.push(sha256(pop(machine))),
  [OP.HASH160]: (machine) => void machine.stack.push(hash160(pop(machine))),
  [OP.HASH256]: (machine) => void machine.stack.push(sha256x2(pop(machine))),

  [OP.CHECKSIG]: checkSig,
  [OP.CHECKSIGVERIFY]: thenVerify(checkSig),
  [OP.CHECKMULTISIG]: checkMultisig,
  [OP.CHECKMULTISIGVERIFY]: thenVerify(checkMultisig),
  [OP.CHECKSIGADD]: checkSigAdd,

  [OP.CHECKLOCKTIMEVERIFY]: checkLockTimeVerify,
  [OP.CHECKSEQUENCEVERIFY]: checkSequenceVerify,
}

function thenVerify(operation: (machine: Machine) => void): (machine: Machine) => void {
  return (machine) => {
    operation(machine)
    verify(machine)
  }
}

function pop({ stack }: Machine): Uint8Array {
  const top = stack.pop()
  if (!top) throw new ScriptError('the stack is empty')
  return top
}

function peek(stack: readonly Uint8Array[]): Uint8Array {
  const top = stack.at(-1)
  if (!top) throw new ScriptError('the stack is empty')
  return top
}

/** Pops the condition of an IF, which must be exactly 1 or empty (MINIMALIF). */
function popCondition(machine: Machine): boolean {
  const top = pop(machine)
  if (top.length > 1 || (top.length === 1 && top[0] !== 1))
    throw new ScriptError('the condition of an IF is neither 1 nor empty')
  return top.length === 1
}

function verify(machine: Machine): void {
  if (!isTrue(pop(machine))) throw new ScriptError('a VERIFY failed')
}

function equal(machine: Machine): void {
  machine.stack.push(toElement(equalBytes(pop(machine), pop(machine))))
}

function numberEqual(machine: Machine): void {
  const [b, a] = [popNumber(machine), popNumber(machine)]
  machine.stack.push(toElement(a === b))
}

/**
 * Reads a number: little endian, with the sign in the highest bit of the last byte, in as few bytes as possible
 * (MINIMALDATA).
 */
function readNumber(bytes: Uint8Array, maxLength = 4): number {
  const last = bytes.at(-1)
  if (bytes.length > maxLength) throw new ScriptError('a number is too long')
  if (last === undefined) return 0
  if ((last & 0x7f) === 0 && ((bytes.at(-2) ?? 0) & 0x80) === 0)
    throw new ScriptError('a number is not in its shortest form')
  const magnitude = bytes.reduceRight(
    (sum, byte, i) => sum * 256 + (i === bytes.length - 1 ? byte & 0x7f : byte),
    0,
  )
  return last & 0x80 ? -magnitude : magnitude
}

function popNumber(machine: Machine): number {
  return readNumber(pop(machine))
}

function writeNumber(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = Math.abs(value); rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256)
  if ((bytes.at(-1) ?? 0) & 0x80) bytes.push(0)
  const last = bytes.length - 1
  if (value < 0) bytes[last] = (bytes[last] as number) | 0x80
  return Uint8Array.from(bytes)
}

/**
 * Verifies one signature with one key. Returns false for an empty signature.
 *
 * @throws {ScriptError} if a signature that is not empty is invalid (NULLFAIL), or the limit is exceeded.
 */
function verifySignature(machine: Machine, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const { context } = machine
  if (context.rules === 'ecdsa') return checkEcdsa({ signature, publicKey, hash: context.hash(1) })
  if (publicKey.length === 0) throw new ScriptError('a public key is empty')
  if (publicKey.length !== 32)
    throw new ScriptError('this type of public key is not supported', { inconclusive: true })
  if (signature.length === 0) return false
  if (++machine.verifiedCount > context.signatureLimit)
    throw new ScriptError('the script checks too many signatures')
  checkSchnorr({ signature, publicKey, hashOf: context.hash })
  return true
}

function checkSig(machine: Machine): void {
  const [publicKey, signature] = [pop(machine), pop(machine)]
  machine.stack.push(toElement(verifySignature(machine, signature, publicKey)))
}

/** BIP-342. */
function checkSigAdd(machine: Machine): void {
  if (machine.context.rules !== 'tapscript') throw new ScriptError('OP_CHECKSIGADD outside of tapscript')
  const [publicKey, count, signature] = [pop(machine), popNumber(machine), pop(machine)]
  machine.stack.push(writeNumber(count + (verifySignature(machine, signature, publicKey) ? 1 : 0)))
}

function checkMultisig(machine: Machine): void {
  if (machine.context.rules !== 'ecdsa') throw new ScriptError('OP_CHECKMULTISIG in tapscript')
  const keys = popList(machine, maxMultisigKeys)
  const signatures = popList(machine, keys.length)
  // OP_CHECKMULTISIG pops one element more than it uses; NULLDUMMY requires that it is empty.
  if (pop(machine).length > 0) throw new ScriptError('the element before the signatures is not empty')
  const present = signatures.filter((signature) => signature.length > 0)
  if (present.length === 0) return void machine.stack.push(toElement(signatures.length === 0))
  // NULLFAIL: a check that fails must have empty signatures only.
  if (present.length < signatures.length) throw new ScriptError('a signature is missing')
  let remainingKeys = keys
  for (const signature of present) {
    // Signatures are in the order of their keys.
    const index = remainingKeys.findIndex((publicKey) => isSignedBy(machine, signature, publicKey))
    if (index === -1) throw new ScriptError('a signature is invalid')
    remainingKeys = remainingKeys.slice(index + 1)
  }
  machine.stack.push(trueElement)
}

function isSignedBy(machine: Machine, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return verifySignature(machine, signature, publicKey)
  } catch (error) {
    // The signature may be by another of the keys.
    if (error instanceof ScriptError) return false
    throw error
  }
}

/** Pops a count and then that many elements. The element that was on top is the last of the list. */
function popList(machine: Machine, limit: number): Uint8Array[] {
  const count = popNumber(machine)
  if (count < 0 || count > limit) throw new ScriptError('a number of keys or signatures is out of range')
  return Array.from({ length: count }, () => pop(machine)).reverse()
}

/** Lock times below this are block heights; from it on they are seconds since 1970 (BIP-65). */
const lockTimeThreshold = 500_000_000

/** BIP-65. */
function checkLockTimeVerify({ stack, context }: Machine): void {
  const required = readNumber(peek(stack), 5)
  const { lockTime, sequence } = context
  const isSameUnit = required < lockTimeThreshold === lockTime < lockTimeThreshold
  if (required < 0 || !isSameUnit || required > lockTime)
    throw new ScriptError('the lock time of the transaction is too early')
  if (sequence === 0xffffffff) throw new ScriptError('the lock time of the transaction is disabled')
  context.onTimeLock()
}

/** Bits of `nSequence` (BIP-68): the relative lock time is disabled, or in units of 512 seconds. */
const sequenceDisableFlag = 0x80000000
const sequenceTimeFlag = 0x400000

/** BIP-112 and BIP-68. */
function checkSequenceVerify({ stack, context }: Machine): void {
  const required = readNumber(peek(stack), 5)
  if (required < 0) throw new ScriptError('a relative lock time is negative')
  if (Math.floor(required / sequenceDisableFlag) % 2 === 1) return
  const { version, sequence } = context
  if (version < 2 || Math.floor(sequence / sequenceDisableFlag) % 2 === 1)
    throw new ScriptError('the relative lock time of the transaction is disabled')
  const isSameUnit = (required & sequenceTimeFlag) === (sequence & sequenceTimeFlag)
  if (!isSameUnit || (required & 0xffff) > (sequence & 0xffff))
    throw new ScriptError('the relative lock time of the transaction is too short')
  context.onTimeLock()
}
