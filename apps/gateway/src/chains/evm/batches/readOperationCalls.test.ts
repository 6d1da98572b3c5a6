import { delegatorContracts } from '@portico/protocol/smartAccount'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { signOperation, type TestOperation } from '../../../../test/createBatchChain.ts'
import { readOperationCalls } from './readOperationCalls.ts'

const chainId = 31337
const [me, stranger] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey())) as [
  PrivateKeyAccount,
  PrivateKeyAccount,
]
const callData: Hex = '0x1234'
const sign = (account: PrivateKeyAccount, nonce = 5n) => signOperation(account, { callData, nonce, chainId })
const toData = (operations: readonly TestOperation[]) =>
  encodeFunctionData({
    abi: parseAbi([
      'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
    ]),
    args: [operations, delegatorContracts.EntryPoint],
  })
const read = (operations: readonly TestOperation[], changes: object = {}) =>
  readOperationCalls({
    ...{ data: toData(operations), account: me.address.toLowerCase(), nonce: 5n, chainId },
    ...changes,
  })

describe('readOperationCalls', () => {
  test('behavior: the operation that the account has signed, among others', async () => {
    const other = { ...(await sign(me, 6n)), callData: '0x99' } as TestOperation
    expect(await read([await sign(stranger), other, await sign(me)])).toBe(callData)
  })

  test('error: what the account has not signed like this', async () => {
    const own = await sign(me)
    const changes: Partial<TestOperation>[] = [
      { callData: '0x1235' },
      { paymasterAndData: '0x01' },
      { initCode: '0x01' },
      { preVerificationGas: 1n },
      { gasFees: `0x${'0'.repeat(63)}2` },
      { signature: (await sign(stranger)).signature },
      { signature: '0x' },
      { signature: `0x${'00'.repeat(65)}` },
      { signature: `${own.signature}00` },
      { sender: stranger.address },
      { nonce: 6n },
    ]
    for (const change of changes) expect([change, read([{ ...own, ...change }])]).toEqual([change, undefined])
    expect(read([{ ...(await sign(stranger)), sender: me.address }])).toBeUndefined()
    expect(read([own], { chainId: 1 })).toBeUndefined()
    expect(read([own], { nonce: 4n })).toBeUndefined()
    expect(read([])).toBeUndefined()
    expect(read([own], { data: toData([own]).slice(0, 400) })).toBeUndefined()
    expect(read([own], { data: '0x765e827f' })).toBeUndefined()
  })
})
