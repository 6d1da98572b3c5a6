import { hashMessage, keccak256, recoverAddress as recoverWithViem, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { recoverAddress } from './recoverAddress.ts'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)

describe('recoverAddress', () => {
  test('behavior: returns the signer’s address, as viem does', async () => {
    for (let index = 0; index < 20; index += 1) {
      const hash = hashMessage(`message ${index}`)
      const signature = await account.signMessage({ message: `message ${index}` })
      expect(recoverAddress({ hash, signature })).toBe(account.address)
      const other = keccak256(toHex(index))
      expect(recoverAddress({ hash: other, signature })).toBe(
        await recoverWithViem({ hash: other, signature }),
      )
      expect(recoverAddress({ hash: other, signature })).not.toBe(account.address)
    }
  })

  test.each([
    ['empty', '0x'],
    ['all zero', `0x${'00'.repeat(65)}`],
    ['without v', `0x${'11'.repeat(64)}`],
    ['with a v that is no recovery', `0x${'11'.repeat(64)}25`],
  ] as const)('error: a signature that is %s', (_, signature) => {
    expect(() => recoverAddress({ hash: hashMessage('x'), signature })).toThrow()
  })
})
