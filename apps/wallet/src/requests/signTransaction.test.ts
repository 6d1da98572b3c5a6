import { delegatorContracts } from '@portico/protocol/smartAccount'
import { type Hex, parseTransaction, recoverTransactionAddress, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { createTestSigner } from '../../test/createTestSigner.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import { batchCalldata } from './batchCalldata.ts'
import { signTransaction } from './signTransaction.ts'
import { turnOffCall } from './turnOffCall.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const upgrade: BuiltTransaction = {
  type: 'eip7702',
  change: { type: 'turn-on' },
  chainId: 31337,
  nonce: 7,
  gas: 200_000n,
  maxFeePerGas: 3n,
  maxPriorityFeePerGas: 1n,
  to: account.address,
  value: 0n,
  data: batchCalldata.encode([{ to: bob, value: 1n, data: '0x' }]),
}

const turnOff: BuiltTransaction = {
  ...upgrade,
  ...turnOffCall,
  change: { type: 'turn-off', of: 'own', contract: delegatorContracts.EIP7702StatelessDeleGator },
}

describe('a transaction that upgrades the account', () => {
  test('behavior: it and its authorization are of the account, for one contract, network and nonce', async () => {
    // The numbers of some signatures begin with zeros, which RLP leaves out.
    for (let nonce = 0; nonce < 300; nonce++) {
      const signer = privateKeyToAccount(generatePrivateKey())
      const transaction = { ...upgrade, to: signer.address, nonce }
      const { raw } = await signTransaction({ transaction, signer: createTestSigner(signer) })
      const { authorizationList = [], ...read } = parseTransaction(raw as `0x04${string}`)
      expect(read).toMatchObject({ type: 'eip7702', chainId: 31337, data: upgrade.data })
      expect(authorizationList).toMatchObject([
        {
          address: delegatorContracts.EIP7702StatelessDeleGator.toLowerCase(),
          chainId: 31337,
          nonce: nonce + 1,
        },
      ])
      const [authorization] = authorizationList
      if (!authorization) expect.fail()
      const sender = await recoverTransactionAddress({ serializedTransaction: raw as `0x04${string}` })
      const authority = await recoverAuthorizationAddress({ authorization })
      expect([sender, authority]).toEqual([signer.address, signer.address])
    }
  })

  test('behavior: a transaction that upgrades nothing has no authorization, and one signature', async () => {
    const hashes: Hex[] = []
    const signer = {
      address: account.address,
      signHash: (hash: Hex) => {
        hashes.push(hash)
        return account.sign({ hash })
      },
    }
    const { raw } = await signTransaction({
      transaction: { ...upgrade, type: 'eip1559', change: undefined },
      signer,
    })
    expect(parseTransaction(raw)).toMatchObject({ type: 'eip1559' })
    expect(hashes).toHaveLength(1)
  })

  test.each([0, 1])('error: signature %i is of another account', async (wrong) => {
    const other = privateKeyToAccount(generatePrivateKey())
    let count = 0
    const signer = {
      address: account.address,
      signHash: (hash: Hex) => (count++ === wrong ? other : account).sign({ hash }),
    }
    await expect(signTransaction({ transaction: upgrade, signer })).rejects.toThrow('another account')
  })

  test.each<[string, Partial<BuiltTransaction>]>([
    ['to somebody else', { to: bob }],
    ['that creates a contract', { to: undefined }],
    ['for every network', { chainId: 0 }],
    ['of another type', { type: 'eip1559' }],
    ['that changes nothing', { change: undefined }],
    ['that turns off', { change: turnOff.change }],
  ])('error: %s is not signed', async (_, fields) => {
    const signer = createTestSigner(account)
    await expect(signTransaction({ transaction: { ...upgrade, ...fields }, signer })).rejects.toThrow()
  })
})

describe('a transaction that turns smart-account features off', () => {
  test.each(['own', 'foreign'] as const)(
    'behavior: it is for no contract, one network and the next nonce: %s',
    async (of) => {
      const transaction = { ...turnOff, change: { type: 'turn-off' as const, of, contract: bob as Hex } }
      const { raw } = await signTransaction({ transaction, signer: createTestSigner(account) })
      const { authorizationList = [], ...read } = parseTransaction(raw as `0x04${string}`)
      expect(read).toMatchObject({
        type: 'eip7702',
        to: turnOffCall.to.toLowerCase(),
        data: turnOffCall.data,
      })
      expect(authorizationList).toMatchObject([{ address: zeroAddress, chainId: 31337, nonce: 8 }])
      const [authorization] = authorizationList
      if (!authorization) expect.fail()
      expect(await recoverAuthorizationAddress({ authorization })).toBe(account.address)
    },
  )

  test.each<[string, Partial<BuiltTransaction>]>([
    ['to somebody else', { to: bob }],
    ['to the account', { to: account.address }],
    ['with coins', { value: 1n }],
    ['with another call', { data: upgrade.data }],
    ['with more data', { data: `${turnOffCall.data}00` }],
    ['for every network', { chainId: 0 }],
    ['of another type', { type: 'eip1559' }],
    ['that turns on', { change: { type: 'turn-on' } }],
  ])('error: %s is not signed', async (_, fields) => {
    const signer = createTestSigner(account)
    await expect(signTransaction({ transaction: { ...turnOff, ...fields }, signer })).rejects.toThrow()
  })
})
