import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toPublicKey } from './toPublicKey.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const address = '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'
const key = toPublicKey(address)
const original = new PublicKey(address)

describe('toPublicKey', () => {
  test('behavior: has the values of a PublicKey of @solana/web3.js', () => {
    expect(key.toBytes()).toEqual(original.toBytes())
    expect(key.toBuffer()).toEqual(original.toBuffer())
    expect(key.encode()).toEqual(original.encode())
    expect(Object.prototype.toString.call(key)).toBe(Object.prototype.toString.call(original))
    expect(`${key} ${JSON.stringify(key)}`).toBe(`${original} ${JSON.stringify(original)}`)
    expect([key.equals(original), original.equals(new PublicKey(key.toBytes()))]).toEqual([true, true])
  })

  test('behavior: stands for one in a transaction', () => {
    const lamports = 1
    const write = (from: PublicKey) =>
      new Transaction({ feePayer: from, blockhash: address, lastValidBlockHeight: 1 })
        .add(SystemProgram.transfer({ fromPubkey: from, toPubkey: original, lamports }))
        .serializeMessage()
    expect(write(key)).toEqual(write(original))
  })

  test('behavior: without the class Buffer the bytes are plain', () => {
    vi.stubGlobal('Buffer', undefined)
    expect(key.toBuffer()).toEqual(key.toBytes())
  })
})
