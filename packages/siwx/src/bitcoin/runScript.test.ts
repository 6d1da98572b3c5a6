import { hex } from '@scure/base'
import { Script } from '@scure/btc-signer/script.js'
import { hash160, pubECDSA, pubSchnorr, sha256, signECDSA, signSchnorr } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { isTrue, runScript, type ScriptContext } from './runScript.ts'

const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
const [first, second, third] = keys.map((key) => pubECDSA(key)) as [Uint8Array, Uint8Array, Uint8Array]
const hash = new Uint8Array(32).fill(9)
const sign = (index: number) => Uint8Array.of(...signECDSA(hash, keys[index] as Uint8Array), 1)
const signTap = (index: number) => signSchnorr(hash, keys[index] as Uint8Array)
const empty = new Uint8Array()
const secret = new Uint8Array(32).fill(5)

const context: ScriptContext = {
  rules: 'ecdsa',
  version: 2,
  lockTime: 800_000,
  sequence: 2016,
  hash: () => hash,
  signatureLimit: 10,
  onTimeLock: () => {},
}

/** Returns whether a script leaves exactly one true element on the stack, or the message of its error. */
function run(
  script: Parameters<typeof Script.encode>[0],
  stack: Uint8Array[] = [],
  changes = {},
): boolean | string {
  try {
    runScript(Script.encode(script), stack, { ...context, ...changes })
    return stack.length === 1 && isTrue(stack[0])
  } catch (error) {
    return (error as Error).message
  }
}

describe('runScript', () => {
  const two = [2, first, second, third, 3, 'CHECKMULTISIG'] as const
  test.each<[string, Parameters<typeof Script.encode>[0], Uint8Array[], boolean | string]>([
    ['a key', [first, 'CHECKSIG'], [sign(0)], true],
    ['a key, with an empty signature', [first, 'CHECKSIG'], [empty], false],
    ['a key, signed by another', [first, 'CHECKSIG'], [sign(1)], 'a signature is invalid'],
    [
      'a key, with another signature hash type',
      [first, 'CHECKSIG'],
      [Uint8Array.of(...sign(0).subarray(0, -1), 3)],
      'a signature does not use SIGHASH_ALL',
    ],
    ['2 of 3', [...two], [empty, sign(0), sign(2)], true],
    ['2 of 3, in the wrong order', [...two], [empty, sign(2), sign(0)], 'a signature is invalid'],
    ['2 of 3, the same twice', [...two], [empty, sign(0), sign(0)], 'a signature is invalid'],
    ['2 of 3, one missing', [...two], [empty, sign(0), empty], 'a signature is missing'],
    ['2 of 3, with empty signatures', [...two], [empty, empty, empty], false],
    [
      '2 of 3, with an extra element before the signatures',
      [...two],
      [Uint8Array.of(1), sign(0), sign(1)],
      'the element before the signatures is not empty',
    ],
    [
      'a hash preimage',
      ['SIZE', Uint8Array.of(32), 'EQUALVERIFY', 'SHA256', sha256(secret), 'EQUAL'],
      [secret],
      true,
    ],
    ['a wrong hash preimage', ['HASH160', hash160(secret), 'EQUAL'], [empty], false],
    [
      'IF, first branch',
      ['IF', first, 'ELSE', second, 'ENDIF', 'CHECKSIG'],
      [sign(0), Uint8Array.of(1)],
      true,
    ],
    ['IF, second branch', ['IF', first, 'ELSE', second, 'ENDIF', 'CHECKSIG'], [sign(1), empty], true],
    [
      'IF, with condition 2',
      ['IF', first, 'ELSE', second, 'ENDIF', 'CHECKSIG'],
      [sign(0), Uint8Array.of(2)],
      'the condition of an IF is neither 1 nor empty',
    ],
    [
      'nested branches that are not executed',
      ['IF', 'IF', 'RETURN', 'ELSE', 'RETURN', 'ENDIF', 'ENDIF', 1],
      [empty],
      true,
    ],
    [
      'two keys, with ADD and NUMEQUAL',
      [first, 'CHECKSIG', 'SWAP', second, 'CHECKSIG', 'ADD', 2, 'NUMEQUAL'],
      [sign(1), sign(0)],
      true,
    ],
    [
      'two keys, with BOOLAND',
      [first, 'CHECKSIG', 'SWAP', second, 'CHECKSIG', 'BOOLAND'],
      [sign(1), sign(0)],
      true,
    ],
    [
      'one of two keys, with BOOLOR',
      [first, 'CHECKSIG', 'SWAP', second, 'CHECKSIG', 'BOOLOR'],
      [empty, sign(0)],
      true,
    ],
    [
      'TOALTSTACK and FROMALTSTACK',
      ['TOALTSTACK', first, 'CHECKSIGVERIFY', 'FROMALTSTACK'],
      [sign(0), Uint8Array.of(1)],
      true,
    ],
    ['IFDUP NOTIF', [first, 'CHECKSIG', 'IFDUP', 'NOTIF', 1, 'ENDIF'], [empty], true],
    ['an absolute time lock', [800_000, 'CHECKLOCKTIMEVERIFY'], [], true],
    [
      'an absolute time lock, too early',
      [800_001, 'CHECKLOCKTIMEVERIFY'],
      [],
      'the lock time of the transaction is too early',
    ],
    ['a relative time lock', [2016, 'CHECKSEQUENCEVERIFY'], [], true],
    [
      'a relative time lock, too short',
      [2017, 'CHECKSEQUENCEVERIFY'],
      [],
      'the relative lock time of the transaction is too short',
    ],
    [
      'a relative time lock in another unit',
      [0x400001, 'CHECKSEQUENCEVERIFY'],
      [],
      'the relative lock time of the transaction is too short',
    ],
    ['two elements left', [1, 1], [], false],
    ['negative zero', [Uint8Array.of(0, 0x80)], [], false],
    ['an IF without ENDIF', [1, 'IF', 1], [], 'OP_IF without OP_ENDIF'],
    ['an ELSE without IF', [1, 'ELSE'], [], 'OP_ELSE without OP_IF'],
    ['an ENDIF without IF', [1, 'ENDIF'], [], 'OP_ENDIF without OP_IF'],
    ['DROP on an empty stack', ['DROP'], [], 'the stack is empty'],
    ['FROMALTSTACK on an empty alt stack', ['FROMALTSTACK'], [], 'the alt stack is empty'],
    ['OP_RETURN', [1, 'RETURN'], [], 'OP_RETURN'],
    ['OP_CODESEPARATOR', ['CODESEPARATOR', 1], [], 'OP_CODESEPARATOR is forbidden by BIP-322'],
    ['OP_CAT, even if it is not executed', ['IF', 'CAT', 'ENDIF', 1], [empty], 'OP_CAT is not supported'],
    ['OP_NOP4', ['NOP4', 1], [], 'OP_NOP4 is not supported'],
    [
      'OP_CHECKSIGADD before tapscript',
      [first, 'CHECKSIGADD'],
      [empty, empty],
      'OP_CHECKSIGADD outside of tapscript',
    ],
    [
      'a malformed key',
      [Uint8Array.of(5, ...first.subarray(1)), 'CHECKSIG'],
      [empty],
      'a public key is malformed',
    ],
  ])('param: %s', (_, script, stack, expected) => {
    expect(run(script, [...stack])).toEqual(expected)
  })

  test.each<[string, Parameters<typeof Script.encode>[0], Uint8Array[], boolean | string]>([
    ['a key', [pubSchnorr(keys[0] as Uint8Array), 'CHECKSIG'], [signTap(0)], true],
    [
      '2 of 2',
      [first.subarray(1), 'CHECKSIG', second.subarray(1), 'CHECKSIGADD', 2, 'NUMEQUAL'],
      [signTap(1), signTap(0)],
      true,
    ],
    [
      '1 of 2',
      [first.subarray(1), 'CHECKSIG', second.subarray(1), 'CHECKSIGADD', 1, 'NUMEQUAL'],
      [empty, signTap(0)],
      true,
    ],
    ['an empty key', [0, 'CHECKSIG'], [signTap(0)], 'a public key is empty'],
    [
      'a key of an unknown type',
      [first, 'CHECKSIG'],
      [signTap(0)],
      'this type of public key is not supported',
    ],
    ['OP_CHECKMULTISIG', [0, 0, 0, 'CHECKMULTISIG'], [], 'OP_CHECKMULTISIG in tapscript'],
  ])('param: tapscript, %s', (_, script, stack, expected) => {
    expect(run(script, [...stack], { rules: 'tapscript' })).toEqual(expected)
  })

  test('error: more signatures than the size of the witness allows', () => {
    const script = [first.subarray(1), 'CHECKSIGVERIFY', 1] as const
    expect(run([...script], [signTap(0)], { rules: 'tapscript', signatureLimit: 0 })).toBe(
      'the script checks too many signatures',
    )
  })

  test.each([
    ['a push of one byte for the number 5', '0105', 'a push is not in its shortest form'],
    ['PUSHDATA1 for 2 bytes', '4c020102', 'a push is not in its shortest form'],
    ['a push that ends early', '050102', 'a script ends in the middle of a push'],
    ['a push without length', '4d01', 'a script ends in the middle of a push'],
    ['a number with an unnecessary zero byte', '0205008b', 'OP_1ADD is not supported'],
    ['a long number', '0200005192', false],
  ])('error: %s', (_, script, expected) => {
    const stack: Uint8Array[] = []
    const attempt = () => {
      runScript(hex.decode(script), stack, context)
      return stack.length === 1
    }
    if (typeof expected === 'string') expect(attempt).toThrow(expected)
    else expect(attempt()).toBe(expected)
  })
})
