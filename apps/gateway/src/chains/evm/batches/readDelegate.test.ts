import { type Hex, type SignedAuthorization, toHex, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { type NodeAuthorization, readDelegate } from './readDelegate.ts'

const me = privateKeyToAccount(generatePrivateKey())
const other = privateKeyToAccount(generatePrivateKey())
const code: Hex = `0x${'Ab'.repeat(20)}`

const toNode = ({ chainId, nonce, yParity, ...rest }: SignedAuthorization): NodeAuthorization =>
  ({
    ...rest,
    chainId: toHex(chainId),
    nonce: toHex(nonce),
    yParity: toHex(yParity ?? 0),
  }) as NodeAuthorization
const sign = async (account = me, nonce = 8, address: Hex = code) =>
  toNode((await account.signAuthorization({ address, chainId: 1, nonce })) as SignedAuthorization)
const read = (...authorizations: NodeAuthorization[]) =>
  readDelegate({ authorizations, sender: me.address.toLowerCase(), nonce: 7 })

describe('readDelegate', () => {
  test('behavior: the last authorization of the sender that counts', async () => {
    expect(read(await sign())).toBe(code.toLowerCase())
    expect(read(await sign(me, 8, zeroAddress))).toBe(zeroAddress)
    expect(read(await sign(other, 8), await sign(), await sign(me, 9, zeroAddress))).toBe(zeroAddress)
  })

  test('error: authorizations of others, of other nonces, changed and malformed ones', async () => {
    const own = await sign()
    expect(read()).toBe('')
    expect(readDelegate({ authorizations: undefined, sender: me.address, nonce: 7 })).toBe('')
    expect(read(await sign(other))).toBe('')
    expect(read(await sign(me, 7))).toBe('')
    expect(read({ ...own, address: zeroAddress })).toBe('')
    expect(read({ ...own, r: '0x0' }, { ...own, yParity: '0x5' }, { ...own, s: 'x' })).toBe('')
  })
})
