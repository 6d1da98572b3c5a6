import { delegatorContracts } from '@portico/protocol/smartAccount'
import { createPublicClient, type Hex, http, parseAbi } from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom } from '../../../test/createRandom.ts'
import { startOperations } from '../../../test/startOperations.ts'
import { delegationCoding } from '../permissions/delegationCoding.ts'
import { hashOperation } from './hashOperation.ts'
import { operationCalldata } from './operationCalldata.ts'

const { EIP7702StatelessDeleGator: implementation, EntryPoint } = delegatorContracts
const delegated = `0xef0100${implementation.slice(2).toLowerCase()}`
const [bob, carol] = [
  '0x1111222233334444555566667777888899990001',
  '0x1111222233334444555566667777888899990002',
] as const

let scene: Awaited<ReturnType<typeof startOperations>>
beforeAll(async () => {
  scene = await startOperations()
  // They have some, as most recipients do: a first balance costs more gas.
  for (const to of [bob, carol]) await scene.pay(to, 1n)
}, 180_000)
afterAll(() => scene?.stop())
const client = () => createPublicClient({ transport: http(scene.url) })

const transfer = (to: Hex, amount: bigint) => scene.transfer(to, amount)
const held = (owner: Hex) => scene.held(owner)
const rpc = (method: string, params: readonly unknown[]) => scene.rpc('', method, params)
const gasOf = async (hash: Hex) => Number((await client().getTransactionReceipt({ hash })).gasUsed)
const createWallet = (options: Parameters<typeof scene.createWallet>[0] = {}) =>
  scene.createWallet({ tokens: 1_000_000n, ...options })

describe('hashOperation', () => {
  test('behavior: both hashes are those of the contracts', async () => {
    const random = createRandom(3)
    const amount = () => BigInt(random.integer(0, 2 ** 40))
    for (let count = 0; count < 20; count++) {
      const sender = random.address()
      await rpc('anvil_setCode', [sender, delegated])
      const operation = {
        ...{ sender, nonce: BigInt(random.hash()), callData: random.hash() },
        ...{ callGasLimit: amount(), verificationGasLimit: amount(), preVerificationGas: amount() },
        ...{ maxFeePerGas: amount(), maxPriorityFeePerGas: amount(), paymaster: random.address() },
        ...{ paymasterVerificationGasLimit: amount(), paymasterPostOpGasLimit: amount() },
        paymasterData: random.hash(),
      }
      const packed = toPackedUserOperation({ ...operation, signature: '0x' })
      const { signed, name } = hashOperation(operation, 31337)
      const read = client().readContract
      expect(
        await read({
          address: sender,
          abi: parseAbi([
            'struct Packed { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
            'function getPackedUserOperationTypedDataHash(Packed userOp) view returns (bytes32)',
          ]),
          functionName: 'getPackedUserOperationTypedDataHash',
          args: [packed],
        }),
      ).toBe(signed)
      const args = [packed] as const
      expect(
        await read({ address: EntryPoint, abi: entryPoint07Abi, functionName: 'getUserOpHash', args }),
      ).toBe(name)
    }
  })
})

describe('a permission of an account without coins', () => {
  test('behavior: is revoked at the cost of the project, whatever type of account the visitor uses', async () => {
    const { ask, approver, address, shown, memory } = await createWallet()
    // Turns the features on, at the cost of the project as well.
    await ask('eth_sendTransaction', [{ from: address, ...transfer(bob, 5n) }])
    memory.set(`account type ${address.toLowerCase()} https://app.example`, 'eoa')
    const delegation = { delegate: bob, delegator: address, caveats: [], salt: 1n } as const
    const permissionContext = delegationCoding.encodeContext(delegation, `0x${'11'.repeat(65)}`)
    expect(await ask('wallet_revokePermissions', [{ permissionContext }])).toEqual({})
    expect(approver.questions[1]?.description).toMatchObject({ title: 'Revoke a permission' })
    expect(approver.questions[1]?.description.failure).toBeUndefined()
    expect(shown(1)).toContain('Fee: Paid by Local')
    // Nothing else is an operation of that type.
    await ask('eth_sendTransaction', [{ from: address, ...transfer(bob, 5n) }]).catch(() => undefined)
    const { failure, facts } = approver.questions[2]?.description ?? expect.fail()
    expect(failure).toBe('Not enough ETH: it would fail now.')
    expect(facts.map(({ label }) => label)).toContain('Fee, at most')
  })
})

describe('an operation that the project pays for', () => {
  test('behavior: the first action of an account without coins upgrades it, and the next costs at most 108,500 gas', async () => {
    const { ask, code, shown, approver, address, signatures } = await createWallet()
    const before = await held(bob)
    const first = (await ask('eth_sendTransaction', [{ from: address, ...transfer(bob, 5n) }])) as Hex
    await expect.poll(() => held(bob)).toBe(before + 5n)
    expect([await code(), signatures()]).toEqual([delegated, 2])
    expect(shown()).toContain('Fee: Paid by Local')
    expect(approver.questions[0]?.description.warnings.map(({ text }) => text).join()).toMatch(
      /Turns on smart/,
    )
    expect(await client().getTransaction({ hash: first })).toMatchObject({
      type: 'eip7702',
      to: EntryPoint.toLowerCase(),
    })

    const second = (await ask('eth_sendTransaction', [transfer(bob, 7n)])) as Hex
    await expect.poll(() => held(bob)).toBe(before + 12n)
    // Of 107,700 the EntryPoint of the local chains, from another compiler, needs 3,800 more than the public one.
    expect(await gasOf(second)).toBeLessThanOrEqual(108_500)
    expect(await rpc('eth_getBalance', [address, 'latest'])).toBe('0x0')
    expect(await client().getTransactionCount({ address })).toBe(1)
  })

  test('behavior: a batch, and its receipt has only its own logs', async () => {
    const { send, end, address } = await createWallet()
    const before = [await held(bob), await held(carol)]
    const { status, receipt } = await end(await send([transfer(bob, 1n), transfer(carol, 2n)]))
    expect([await held(bob), await held(carol)]).toEqual([(before[0] ?? 0n) + 1n, (before[1] ?? 0n) + 2n])
    expect([status, receipt.status, receipt.logs.length]).toEqual([200, '0x1', 2])
    expect(receipt.logs).toMatchObject([
      { address: scene.token.toLowerCase() },
      { address: scene.token.toLowerCase() },
    ])
    expect(await rpc('eth_getBalance', [address, 'latest'])).toBe('0x0')
  })

  test('behavior: eth_sendUserOperation takes the calls, and returns the hash of the wallet’s own operation', async () => {
    const { ask, address, bundler } = await createWallet()
    const before = await held(bob)
    const callData = operationCalldata.encode({ calls: [{ ...transfer(bob, 9n), value: 0n }] }, address)
    const operation = { sender: address, nonce: '0x99', callData, paymaster: bob, signature: '0x1234' }
    const hash = (await ask('eth_sendUserOperation', [operation, EntryPoint])) as Hex
    await expect.poll(() => held(bob)).toBe(before + 9n)
    expect(bundler.sent.get(hash)?.wire).toMatchObject({ sender: address, nonce: '0x0', callData })
    expect(await ask('eth_getUserOperationByHash', [hash])).toMatchObject({ entryPoint: EntryPoint })
    expect(await ask('eth_supportedEntryPoints', [])).toEqual([EntryPoint])
  })
})

describe('an operation that a token pays for', () => {
  test('behavior: an account without coins pays in the token, before its calls', async () => {
    const { send, end, shown, address, bundler } = await createWallet({
      sponsors: () => false,
      feeTokens: [scene.token],
    })
    const [before, earned] = [await held(bob), await held(bundler.collector)]
    const { status, receipt } = await end(await send([transfer(bob, 1n), transfer(carol, 2n)]))
    expect(status).toBe(200)
    expect(receipt.logs).toHaveLength(3)
    expect(shown()?.join()).toMatch(/Fee: 0.05 DUSD/)
    expect(await held(bob)).toBe(before + 1n)
    expect(await held(bundler.collector)).toBe(earned + 50_000n)
    expect(await held(address)).toBe(1_000_000n - 50_003n)
  })

  test('behavior: the visitor chooses between coins and the token, and the fee is paid even if the calls fail', async () => {
    const target = privateKeyToAccount(generatePrivateKey()).address
    await rpc('anvil_setCode', [target, '0x00'])
    const wallet = await createWallet({
      coins: 10n ** 18n,
      ...{ sponsors: () => false, feeTokens: [scene.token] },
      async answer({ description: { payments } }) {
        expect(payments?.map(({ label }) => label)).toEqual(['Pay with ETH', 'Pay with DUSD'])
        await rpc('anvil_setCode', [target, '0x60006000fd'])
        return 'approved-1' as const
      },
    })
    const { send, end, address, bundler } = wallet
    const before = await held(bob)
    const { status, receipt } = await end(await send([transfer(bob, 5n), { to: target, data: '0x12345678' }]))
    expect([status, receipt.status]).toEqual([500, '0x0'])
    expect(bundler.sent.size).toBe(1)
    expect([await held(bob), await held(address)]).toEqual([before, 950_000n])
  })
})

describe('nobody pays', () => {
  test('behavior: a sponsor that refuses is said before Approve, and the visitor pays', async () => {
    let isEmpty = false
    const { ask, shown, approver, bundler } = await createWallet({
      coins: 10n ** 18n,
      sponsors: () => !isEmpty,
    })
    await ask('wallet_getCapabilities', [])
    isEmpty = true
    const hash = (await ask('eth_sendTransaction', [transfer(bob, 1n)])) as Hex
    expect(shown()?.join()).toMatch(/Fee, at most: 0.0/)
    expect(approver.questions[0]?.description.warnings.map(({ text }) => text)).toContain(
      'Local does not pay the fee of this transaction: you pay it.',
    )
    expect(bundler.sent.size).toBe(0)
    await expect.poll(() => gasOf(hash).catch(() => 0)).toBeGreaterThan(0)
  })

  test('behavior: a sponsor that does not answer is asked once more', async () => {
    for (const failures of [1, 2]) {
      let left = failures
      const wallet = await createWallet({ coins: 10n ** 18n, answer: () => 'rejected' })
      const { pm_getPaymasterStubData: stub } = wallet.bundler.methods
      wallet.bundler.methods.pm_getPaymasterStubData = (...parameters) => {
        left -= 1
        if (left >= 0) throw Object.assign(new Error('later'), { code: -32500, reason: 'paused' })
        return stub?.(...parameters)
      }
      await expect(wallet.ask('eth_sendTransaction', [transfer(bob, 1n)])).rejects.toMatchObject({
        rpcCode: 4001,
      })
      expect(wallet.shown()?.join()).toMatch(failures === 1 ? /Paid by Local/ : /Fee, at most/)
    }
  })

  test('behavior: one that refuses after Approve is said, too, before anything is signed', async () => {
    let isEmpty = false
    const { ask, shown, approver, signatures, bundler } = await createWallet({
      coins: 10n ** 18n,
      sponsors: () => !isEmpty,
      answer() {
        isEmpty = true
        return 'approved'
      },
    })
    await ask('eth_sendTransaction', [transfer(bob, 1n)])
    expect([shown(0)?.join(), shown(1)?.join()]).toEqual([
      expect.stringMatching(/Paid by Local/),
      expect.stringMatching(/Fee, at most/),
    ])
    expect(approver.questions[1]?.notice).toMatch(/changed/)
    expect([signatures(), bundler.sent.size]).toEqual([1, 0])
  })

  test('behavior: a paymaster of somebody else pays if the project allows its host, and is named by it', async () => {
    const paymasterService = { url: 'https://pay.example/rpc', context: { policy: 'one' } }
    const { send, end, shown, bundler, address } = await createWallet({
      sponsors: () => false,
      paymasterHost: 'pay.example',
    })
    const capabilities = { paymasterService }
    const { status } = await end(await send([transfer(bob, 1n), transfer(carol, 1n)], { capabilities }))
    expect(status).toBe(200)
    expect(shown()).toContain('Fee: Paid by pay.example')
    const contexts = bundler.asked.flatMap(([method, params]) =>
      method.startsWith('pm_') ? [params[3]] : [],
    )
    expect(contexts).toHaveLength(2)
    for (const context of contexts)
      expect(context).toEqual({
        paymasterUrl: paymasterService.url,
        paymasterContext: paymasterService.context,
      })
    expect(await rpc('eth_getBalance', [address, 'latest'])).toBe('0x0')
  })

  test('error: another paymaster, longer data, a fee or more gas than was shown are not signed', async () => {
    const capabilities = { paymasterService: { url: 'https://pay.example/rpc' } }
    const lies: [string, object][] = [
      ['pm_getPaymasterData', { paymaster: bob }],
      ['pm_getPaymasterData', { paymasterData: `0x${'11'.repeat(77)}` }],
      ['pm_getPaymasterStubData', { paymaster: EntryPoint }],
      [
        'pm_getPaymasterStubData',
        { fee: { token: scene.token, amount: '1', collector: bob, quoteId: 'q', expiresAt: 2 ** 40 } },
      ],
      ['eth_estimateUserOperationGas', { paymasterPostOpGasLimit: '0x3d0900' }],
    ]
    for (const [name, change] of lies) {
      const { send, signatures, bundler } = await createWallet({
        sponsors: () => false,
        paymasterHost: 'pay.example',
        lie: (called, answer) => (called === name ? { ...(answer as object), ...change } : answer),
      })
      await expect(send([transfer(bob, 1n)], { capabilities }), name).rejects.toThrow()
      expect([signatures(), bundler.sent.size]).toEqual([0, 0])
    }
    for (const url of ['http://pay.example/rpc', 'pay', 'https://other.example/']) {
      const { send, approver } = await createWallet({ paymasterHost: 'pay.example' })
      const other = { paymasterService: { url } }
      await expect(send([transfer(bob, 1n)], { capabilities: other })).rejects.toMatchObject({
        rpcCode: 5700,
      })
      expect(approver.questions).toEqual([])
    }
  })

  test('error: a page that requires its project to pay, or another paymaster, gets 5700', async () => {
    const { send, approver } = await createWallet({ coins: 10n ** 18n, sponsors: () => false })
    const own = { paymasterService: { url: 'https://gateway.example/v1/bundler?projectId=local' } }
    const other = { paymasterService: { url: 'https://pay.example/' } }
    for (const capabilities of [own, other])
      await expect(send([transfer(bob, 1n)], { capabilities })).rejects.toMatchObject({ rpcCode: 5700 })
    expect(approver.questions).toEqual([])
    const optional = { paymasterService: { ...other.paymasterService, optional: true } }
    await send([transfer(bob, 1n)], { capabilities: optional })
    expect(approver.questions).toHaveLength(1)
    const { send: sponsored, shown } = await createWallet()
    await sponsored([transfer(bob, 1n)], { capabilities: own })
    expect(shown()).toContain('Fee: Paid by Local')
  })
})
