/*
 * A small interpreter of Bitcoin Script for the verification of BIP-322: the opcodes that wallets put into addresses
 * (those of Miniscript), under the rules BIP-322 requires (MINIMALDATA, MINIMALIF, NULLFAIL, NULLDUMMY, CLEANSTACK).
 * All other opcodes are refused as inconclusive; OP_CODESEPARATOR is forbidden.
 */

import { ripemd160 } from '@noble/hashes/legacy.js'
import { equalBytes, hash160, sha256, sha256x2 } from '@scure/btc-signer/utils.js'
import { checkEcdsa, checkSchnorr } from './checkSignature.ts'
import { readScript } from './readScript.ts'
import { ScriptError } from './ScriptError.ts'

/** What a script may ask of the transaction it stands in. */
export type ScriptContext = {
  /** Whose rules count: those before taproot, or those of tapscript (BIP-342). */
  rules: 'ecdsa' | 'tapscript'
  version: number
  lockTime: number
  sequence: number
  /** What a signature signs, for the given script and type of signature. */
  hash(type: number): Uint8Array
  /** How many signatures may be checked. */
  signatureLimit: number
  /** Told of every lock in time that was passed. */
  onLock(): void
}

type Machine = { stack: Uint8Array[]; aside: Uint8Array[]; context: ScriptContext; checked: number }

/**
 * Runs a script on a stack, which it changes.
 *
 * @throws {ScriptError} where it fails. Whether what remains on the stack is a yes is for the caller to see.
 */
export function runScript(script: Uint8Array, stack: Uint8Array[], context: ScriptContext): void {
  const machine: Machine = { stack, aside: [], context, checked: 0 }
  /** One entry for each open IF: whether its branch is taken. */
  const branches: boolean[] = []
  let counted = 0
  for (const { opcode, push } of readScript(script)) {
    const active = !branches.includes(false)
    if (opcode > 0x60 && context.rules === 'ecdsa' && ++counted > 201)
      throw new ScriptError('a script has more than 201 operations')
    if (opcode === 0xab) throw new ScriptError('OP_CODESEPARATOR is forbidden by BIP-322')
    if (opcode === 0x63 || opcode === 0x64) {
      branches.push(active ? popCondition(machine) === (opcode === 0x63) : false)
    } else if (opcode === 0x67) {
      const last = branches.pop()
      if (last === undefined) throw new ScriptError('OP_ELSE without OP_IF')
      // Inside a branch that is not taken, neither side of an IF runs.
      branches.push(branches.includes(false) ? false : !last)
    } else if (opcode === 0x68) {
      if (branches.pop() === undefined) throw new ScriptError('OP_ENDIF without OP_IF')
    } else if (push) {
      if (active) stack.push(push)
    } else {
      const run = operations[opcode]
      // Also where it is not run: some opcodes count wherever they stand.
      if (!run) {
        throw new ScriptError(`opcode 0x${opcode.toString(16)} is not understood`, { inconclusive: true })
      }
      if (active) run(machine)
    }
    if (stack.length + machine.aside.length > 1000) throw new ScriptError('the stack is full')
  }
  if (branches.length > 0) throw new ScriptError('OP_IF without OP_ENDIF')
}

/** Whether bytes are a yes: anything but zero, negative zero included. */
export function isTrue(bytes: Uint8Array | undefined): boolean {
  if (!bytes) return false
  return bytes.some((byte, i) => byte !== 0 && !(i === bytes.length - 1 && byte === 0x80))
}

const yes = Uint8Array.of(1)
const no = new Uint8Array()
const truth = (value: boolean) => (value ? yes : no)

const operations: Readonly<Record<number, ((machine: Machine) => void) | undefined>> = {
  97: () => {},
  105: verify,
  106: () => {
    throw new ScriptError('OP_RETURN')
  },
  107: (machine) => void machine.aside.push(pop(machine)),
  108: ({ stack, aside }) => {
    const top = aside.pop()
    if (!top) throw new ScriptError('nothing was put aside')
    stack.push(top)
  },
  109: (machine) => {
    pop(machine)
    pop(machine)
  },
  115: ({ stack }) => {
    const top = peek(stack)
    if (isTrue(top)) stack.push(top)
  },
  117: (machine) => void pop(machine),
  118: ({ stack }) => void stack.push(peek(stack)),
  124: (machine) => {
    const [b, a] = [pop(machine), pop(machine)]
    machine.stack.push(b, a)
  },
  130: ({ stack }) => void stack.push(writeNumber(peek(stack).length)),
  135: equal,
  136: (machine) => {
    equal(machine)
    verify(machine)
  },
  146: (machine) => void machine.stack.push(truth(popNumber(machine) !== 0)),
  147: (machine) => void machine.stack.push(writeNumber(popNumber(machine) + popNumber(machine))),
  154: (machine) => {
    const [b, a] = [popNumber(machine), popNumber(machine)]
    machine.stack.push(truth(a !== 0 && b !== 0))
  },
  155: (machine) => {
    const [b, a] = [popNumber(machine), popNumber(machine)]
    machine.stack.push(truth(a !== 0 || b !== 0))
  },
  156: numberEqual,
  157: (machine) => {
    numberEqual(machine)
    verify(machine)
  },
  166: (machine) => void machine.stack.push(ripemd160(pop(machine))),
  168: (machine) => void machine.stack.push(sha256(pop(machine))),
  169: (machine) => void machine.stack.push(hash160(pop(machine))),
  170: (machine) => void machine.stack.push(sha256x2(pop(machine))),
  172: checkOne,
  173: (machine) => {
    checkOne(machine)
    verify(machine)
  },
  174: checkSeveral,
  175: (machine) => {
    checkSeveral(machine)
    verify(machine)
  },
  177: checkLockTime,
  178: checkSequence,
  186: checkAndAdd,
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

function popCondition(machine: Machine): boolean {
  const top = pop(machine)
  if (top.length > 1 || (top.length === 1 && top[0] !== 1))
    throw new ScriptError('the condition of an IF is neither 1 nor empty')
  return top.length === 1
}

function verify(machine: Machine): void {
  if (!isTrue(pop(machine))) throw new ScriptError('a condition does not hold')
}

function equal(machine: Machine): void {
  machine.stack.push(truth(equalBytes(pop(machine), pop(machine))))
}

function numberEqual(machine: Machine): void {
  const [b, a] = [popNumber(machine), popNumber(machine)]
  machine.stack.push(truth(a === b))
}

/** Numbers are little endian with the sign in the highest bit, in the fewest bytes. */
function readNumber(bytes: Uint8Array, limit = 4): number {
  const last = bytes.at(-1)
  if (bytes.length > limit) throw new ScriptError('a number is too long')
  if (last === undefined) return 0
  if ((last & 0x7f) === 0 && ((bytes.at(-2) ?? 0) & 0x80) === 0)
    throw new ScriptError('a number is not in its shortest form')
  const size = bytes.reduceRight(
    (sum, byte, i) => sum * 256 + (i === bytes.length - 1 ? byte & 0x7f : byte),
    0,
  )
  return last & 0x80 ? -size : size
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

/** One signature against one key; counts those that were checked. */
function holds(machine: Machine, signature: Uint8Array, publicKey: Uint8Array): boolean {
  const { context } = machine
  if (context.rules === 'ecdsa') return checkEcdsa({ signature, publicKey, hash: context.hash(1) })
  if (publicKey.length === 0) throw new ScriptError('a public key is empty')
  if (publicKey.length !== 32)
    throw new ScriptError('a kind of public key is not understood', { inconclusive: true })
  if (signature.length === 0) return false
  if (++machine.checked > context.signatureLimit) throw new ScriptError('too many signatures are checked')
  checkSchnorr({ signature, publicKey, hashOf: context.hash })
  return true
}

function checkOne(machine: Machine): void {
  const [publicKey, signature] = [pop(machine), pop(machine)]
  machine.stack.push(truth(holds(machine, signature, publicKey)))
}

function checkAndAdd(machine: Machine): void {
  if (machine.context.rules !== 'tapscript') throw new ScriptError('OP_CHECKSIGADD outside of tapscript')
  const [publicKey, count, signature] = [pop(machine), popNumber(machine), pop(machine)]
  machine.stack.push(writeNumber(count + (holds(machine, signature, publicKey) ? 1 : 0)))
}

function checkSeveral(machine: Machine): void {
  if (machine.context.rules !== 'ecdsa') throw new ScriptError('OP_CHECKMULTISIG in tapscript')
  const keys = popList(machine, 20)
  const signatures = popList(machine, keys.length)
  if (pop(machine).length > 0) throw new ScriptError('the element before the signatures is not empty')
  // All or none: a signature that is there must hold for a key, in the order of the keys.
  const given = signatures.filter((signature) => signature.length > 0)
  if (given.length === 0) return void machine.stack.push(truth(signatures.length === 0))
  if (given.length < signatures.length) throw new ScriptError('a signature is missing')
  let rest = keys
  for (const signature of given) {
    const place = rest.findIndex((publicKey) => isBy(machine, signature, publicKey))
    if (place === -1) throw new ScriptError('a signature does not hold')
    rest = rest.slice(place + 1)
  }
  machine.stack.push(yes)
}

function isBy(machine: Machine, signature: Uint8Array, publicKey: Uint8Array): boolean {
  try {
    return holds(machine, signature, publicKey)
  } catch (error) {
    // Of one key it need not be; that it is of none is for the caller to say.
    if (error instanceof ScriptError) return false
    throw error
  }
}

/** A number, then so many elements; the one on top comes last. */
function popList(machine: Machine, limit: number): Uint8Array[] {
  const count = popNumber(machine)
  if (count < 0 || count > limit) throw new ScriptError('a number of keys or signatures is out of range')
  return Array.from({ length: count }, () => pop(machine)).reverse()
}

const timeThreshold = 500_000_000

/** BIP-65. */
function checkLockTime({ stack, context }: Machine): void {
  const wanted = readNumber(peek(stack), 5)
  const { lockTime, sequence } = context
  if (wanted < 0 || wanted < timeThreshold !== lockTime < timeThreshold || wanted > lockTime)
    throw new ScriptError('the lock time of the transaction is too early')
  if (sequence === 0xffffffff) throw new ScriptError('the lock time of the transaction is switched off')
  context.onLock()
}

const disabled = 0x80000000
const isTime = 0x400000

/** BIP-112 and BIP-68. */
function checkSequence({ stack, context }: Machine): void {
  const wanted = readNumber(peek(stack), 5)
  if (wanted < 0) throw new ScriptError('a relative lock time is negative')
  if (Math.floor(wanted / disabled) % 2 === 1) return
  const { version, sequence } = context
  if (version < 2 || Math.floor(sequence / disabled) % 2 === 1)
    throw new ScriptError('the relative lock time of the transaction is switched off')
  const sameKind = (wanted & isTime) === (sequence & isTime)
  if (!sameKind || (wanted & 0xffff) > (sequence & 0xffff))
    throw new ScriptError('the relative lock time of the transaction is too short')
  context.onLock()
}
