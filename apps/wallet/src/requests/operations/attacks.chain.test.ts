import { delegatorContracts } from '@portico/protocol/smartAccount'
import { createPublicClient, encodeFunctionData, type Hex, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestLocks } from '../../../test/createTestLocks.ts'
import { startOperations } from '../../../test/startOperations.ts'
import { batchCalldata } from '../batchCalldata.ts'
import { operationCalldata } from './operationCalldata.ts'
import { readTransactionHash } from './readTransactionHash.ts'

const { EntryPoint, DelegationManager, EIP7702StatelessDeleGator: implementation } = delegatorContracts
const bob = '0x1111222233334444555566667777888899990001'
const mallory: Hex = '0x6666666666666666666666666666666666666666'
const call = { to: bob, data: '0x12345678' } as const

let scene: Awaited<ReturnType<typeof startOperations>>
beforeAll(async () => {
  scene = await startOperations()
}, 180_000)
afterAll(() => scene?.stop())
const client = () => createPublicClient({ transport: http(scene.url) })
const createWallet = (options: Parameters<typeof scene.createWallet>[0] = {}) => scene.createWallet(options)
/** How many operations of the first key were executed. */
const executed = async (address: Hex) =>
  Number(
    await client().readContract({
      address: EntryPoint,
      abi: parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)']),
      args: [address, 0n],
      functionName: 'getNonce',
    }),
  )

type Lie = (name: string, answer: unknown) => unknown
/** Changes one field of the answer to a method. */
const change =
  (method: string, fields: Record<string, unknown> | ((answer: Record<string, string>) => object)): Lie =>
  (name, answer) =>
    name === method
      ? { ...(answer as object), ...(typeof fields === 'function' ? fields(answer as never) : fields) }
      : answer
const timesTen = (name: string) =>
  change('eth_estimateUserOperationGas', (gas) => ({
    [name]: `0x${(BigInt(gas[name] ?? 0) * 10n).toString(16)}`,
  }))
const stub = 'pm_getPaymasterStubData'
const data = 'pm_getPaymasterData'
const until = (seconds: number): Lie =>
  change(data, ({ paymasterData = '' }) => ({
    paymasterData: `${paymasterData.slice(0, 14)}${seconds.toString(16).padStart(12, '0')}${paymasterData.slice(26)}`,
  }))
const year = Math.floor(Date.now() / 1000) + 365 * 86_400

describe('a gateway that lies about who pays', () => {
  test.each<[string, Lie]>([
    ['another paymaster', change(stub, { paymaster: mallory })],
    ['no paymaster', change(stub, { paymaster: `0x${'0'.repeat(40)}` })],
    ['a paymaster that is no address', change(stub, { paymaster: '0x12' })],
    [
      'a fee where the project pays',
      change(stub, { fee: { token: bob, amount: '1', collector: bob, quoteId: '', expiresAt: 1 } }),
    ],
    ['ten times the gas of the calls', timesTen('callGasLimit')],
    ['ten times the gas of validation', timesTen('verificationGasLimit')],
    ['ten times the gas of calldata', timesTen('preVerificationGas')],
    ['ten times the gas of the paymaster', timesTen('paymasterVerificationGasLimit')],
    ['too little gas for the calls', change('eth_estimateUserOperationGas', { callGasLimit: '0x3e8' })],
    ['gas beyond 128 bits', change('eth_estimateUserOperationGas', { callGasLimit: `0x1${'0'.repeat(33)}` })],
    ['no gas', change('eth_estimateUserOperationGas', { callGasLimit: null })],
    ['a nonce of another key', change('/wallet/v1/nonces operation', { nonce: `${8n << 64n}` })],
    ['no nonce', change('/wallet/v1/nonces operation', { nonce: 0 })],
    ['no paymaster in the list', change('/wallet/v1/networks', {})],
  ])('error: %s is not shown as paid', async (name, lie) => {
    const wallet = await createWallet({
      coins: 10n ** 18n,
      lie: name.endsWith('list')
        ? (path, answer) =>
            path === '/wallet/v1/networks'
              ? [{ ...(answer as object[])[0], sponsor: { paymaster: `0x${'0'.repeat(40)}`, name: 'Local' } }]
              : lie(path, answer)
        : lie,
      answer: () => 'rejected',
    })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
    expect(wallet.shown()?.join()).toMatch(/Fee, at most/)
    expect([wallet.signatures(), wallet.bundler.sent.size]).toEqual([0, 0])
  })

  test('error: a nonce of a later operation is not used', async () => {
    const wallet = await createWallet({ lie: change('/wallet/v1/nonces operation', { nonce: '1' }) })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ code: 'account-busy' })
    expect([wallet.signatures(), wallet.approver.questions.length]).toEqual([0, 0])
  })

  test.each<[string, Lie]>([
    ['another paymaster', change(data, { paymaster: mallory })],
    ['no paymaster', change(data, { paymaster: `0x${'0'.repeat(40)}` })],
    [
      'data for another paymaster',
      change(data, ({ paymasterData }) => ({ paymasterData: `${paymasterData}00` })),
    ],
    ['no end', until(0)],
    ['an end in a year', until(year)],
    ['an end in blocks', until(2 ** 47 + 5)],
  ])('error: %s after Approve is not signed', async (_, lie) => {
    const wallet = await createWallet({
      coins: 10n ** 18n,
      lie,
      answer: ({ notice }) => (notice ? 'rejected' : 'approved'),
    })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
    expect([wallet.shown(0)?.join(), wallet.shown(1)?.join()]).toEqual([
      expect.stringMatching(/Paid by Local/),
      expect.stringMatching(/Fee, at most/),
    ])
    expect([wallet.signatures(), wallet.bundler.sent.size]).toEqual([0, 0])
  })

  test('behavior: the name of a sponsor is cut off, and is text', async () => {
    const name = `<img src=x>\u202e${'x'.repeat(1000)}`
    const lie: Lie = (path, answer) =>
      path === '/wallet/v1/networks'
        ? (answer as { sponsor: object }[]).map((one) => ({ ...one, sponsor: { ...one.sponsor, name } }))
        : answer
    const wallet = await createWallet({ lie, answer: () => 'rejected' })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
    const fee = wallet.shown()?.find((text) => text.startsWith('Fee'))
    expect(fee).toBe(`Fee: Paid by ${name.slice(0, 40)}…`)
  })
})

describe('a gateway that lies about a fee in a token', () => {
  const tokens = () => ({ coins: 0n, tokens: 1_000_000n, sponsors: () => false, feeTokens: [scene.token] })
  const feeOf = (fields: object): Lie =>
    change(stub, ({ fee }) => ({ fee: { ...(fee as unknown as object), ...fields } }))

  test.each<[string, Lie]>([
    ['another token', feeOf({ token: mallory })],
    ['no fee', change(stub, { fee: undefined })],
    ['more than there is', feeOf({ amount: '1000001' })],
    ['a number beyond 256 bits', feeOf({ amount: '9'.repeat(78) })],
    ['a negative amount', feeOf({ amount: '-1' })],
    ['no collector', feeOf({ collector: '0x' })],
  ])('error: %s is no way to pay', async (_, lie) => {
    const wallet = await createWallet({ ...tokens(), lie, answer: () => 'rejected' })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
    expect(wallet.shown()?.join()).toMatch(/Fee, at most/)
    expect(wallet.approver.questions[0]?.description.payments).toBeUndefined()
    expect([wallet.signatures(), wallet.bundler.sent.size]).toEqual([0, 0])
  })

  test('error: gas for the fee and not for the calls is no way to pay', async () => {
    const data = operationCalldata.encode({ calls: [{ ...call, value: 0n }] }, mallory)
    const code = `0xef0100${implementation.slice(2)}`
    const gas = await scene.rpc('', 'eth_estimateGas', [
      { from: EntryPoint, to: mallory, data },
      'latest',
      { [mallory]: { code } },
    ])
    // Enough for the calls alone: what the fee takes of it, they lack.
    const callGasLimit = `0x${BigInt(`${gas}`).toString(16)}`
    const lie = change('eth_estimateUserOperationGas', { callGasLimit })
    const wallet = await createWallet({ ...tokens(), lie, answer: () => 'rejected' })
    await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
    expect(wallet.shown()?.join()).toMatch(/Fee, at most/)
  })

  test('error: a contract that is no token, or one of smart accounts, is no way to pay', async () => {
    for (const token of [EntryPoint, DelegationManager, implementation]) {
      const wallet = await createWallet({ ...tokens(), feeTokens: [token], answer: () => 'rejected' })
      await expect(wallet.ask('eth_sendTransaction', [call])).rejects.toMatchObject({ rpcCode: 4001 })
      expect(wallet.approver.questions[0]?.description.payments).toBeUndefined()
      expect(wallet.shown()?.join()).toMatch(/Fee, at most/)
    }
  })

  test('behavior: a dearer offer after 20 seconds is shown again, and a cheaper one is used', async () => {
    let amount = 50_000n
    let time = Date.now()
    const lie: Lie = (name, answer) => (name === stub ? feeOf({ amount: `${amount}` })(name, answer) : answer)
    const wallet = await createWallet({
      ...tokens(),
      lie,
      now: () => time,
      answer({ notice }) {
        time += 20_001
        amount = notice ? 50_000n : 90_000n
        return 'approved'
      },
    })
    await wallet.end(await wallet.send([call]))
    expect([wallet.shown(0)?.join(), wallet.shown(1)?.join()]).toEqual([
      expect.stringMatching(/Fee: 0.05 DUSD/),
      expect.stringMatching(/Fee: 0.09 DUSD/),
    ])
    expect(await scene.held(wallet.address)).toBe(950_000n)
  })

  test('error: what is signed after Approve pays what was shown', async () => {
    const wallet = await createWallet({ ...tokens() })
    await wallet.end(await wallet.send([call]))
    const [sent] = wallet.bundler.sent.values()
    expect(operationCalldata.decode(sent?.wire.callData ?? '0x', wallet.address)).toMatchObject({
      fee: { token: scene.token, amount: 50_000n, collector: wallet.bundler.collector },
      calls: [{ to: bob, value: 0n, data: '0x12345678' }],
    })
  })
})

describe('a bundler that lies about what it sent', () => {
  test('error: the hash of another operation is not accepted, and the next one takes the nonce', async () => {
    let isLying = true
    const wallet = await createWallet({
      lie: (name, answer) =>
        isLying && (name === 'eth_sendUserOperation' || name === 'eth_getUserOperationByHash')
          ? null
          : answer,
    })
    await expect(wallet.send([call])).rejects.toMatchObject({ code: 'request-failed' })
    isLying = false
    // It was sent all the same: the nonce is used, and nothing is executed twice.
    expect(await executed(wallet.address)).toBe(1)
    await wallet.end(await wallet.send([call]))
    expect(await executed(wallet.address)).toBe(2)
  })

  test('error: an operation that was not accepted can only be replaced', async () => {
    let key = 0n
    const wallet = await createWallet({
      lie: (name, answer) => (name === '/wallet/v1/nonces operation' ? { nonce: `${key << 64n}` } : answer),
    })
    wallet.bundler.methods.eth_sendUserOperation = () => {
      throw new Error('later')
    }
    await expect(wallet.send([call])).rejects.toMatchObject({ rpcCode: -32603 })
    // Sent later, it could be executed beside one with another nonce.
    key = 1n
    await expect(wallet.send([call])).rejects.toMatchObject({ code: 'account-busy' })
    expect(wallet.signatures()).toBe(2)
  })

  test('behavior: an operation that was not accepted holds up others until it has expired, for the chain and the clock', async () => {
    let key = 0n
    let time = Date.now()
    const wallet = await createWallet({
      now: () => time,
      lie: (name, answer) => (name === '/wallet/v1/nonces operation' ? { nonce: `${key << 64n}` } : answer),
    })
    const { eth_sendUserOperation: accept } = wallet.bundler.methods
    wallet.bundler.methods.eth_sendUserOperation = () => {
      throw new Error('later')
    }
    await expect(wallet.send([call])).rejects.toMatchObject({ rpcCode: -32603 })
    Object.assign(wallet.bundler.methods, { eth_sendUserOperation: accept })
    // The gateway leases the first sequence in which nothing is under way.
    key = 1n
    const snapshot = await scene.rpc('', 'evm_snapshot', [])
    time += 200_000
    await expect(wallet.send([call])).rejects.toMatchObject({ code: 'account-busy' })
    await scene.rpc('', 'evm_increaseTime', [200])
    await scene.rpc('', 'evm_mine', [])
    time -= 200_000
    await expect(wallet.send([call])).rejects.toMatchObject({ code: 'account-busy' })
    expect(wallet.signatures()).toBe(2)
    time += 200_000
    // The test bundler's paymaster has the time of this computer.
    const real = Date.now
    Date.now = () => real() + 200_000
    try {
      expect(await wallet.end(await wallet.send([call]))).toMatchObject({ status: 200 })
    } finally {
      Date.now = real
      await scene.rpc('', 'evm_revert', [snapshot])
    }
  })

  test('error: a page gets no hash of a transaction that does not contain the operation', async () => {
    let time = 0
    const hash: Hex = `0x${'12'.repeat(32)}`
    const answers = { gateway: async () => ({ jsonrpc: '2.0', id: 1, result: { transactionHash: hash } }) }
    const read = readTransactionHash(
      { ...answers, chainId: 'eip155:31337', rpc: async () => ({ hash, input: '0x1234' }) },
      { wire: { signature: `0x${'ab'.repeat(65)}` }, hash },
      {
        now: () => time,
        async wait(milliseconds) {
          time += milliseconds
        },
      },
    )
    await expect(read).rejects.toMatchObject({ rpcCode: -32000, data: { id: hash } })
    expect(time).toBeGreaterThan(55_000)
  })

  test('behavior: what was only said to be sent is 100 until it has expired, then 400', async () => {
    const wallet = await createWallet()
    wallet.bundler.methods.eth_sendUserOperation = (_wire: never) => wallet.bundler.hashOf(_wire)
    const id = await wallet.send([call])
    expect(await wallet.status(id)).toMatchObject({ status: 100, receipts: [] })
    const snapshot = await scene.rpc('', 'evm_snapshot', [])
    await scene.rpc('', 'evm_increaseTime', [200])
    await scene.rpc('', 'evm_mine', [])
    expect(await wallet.status(id)).toMatchObject({ status: 400, receipts: [] })
    await scene.rpc('', 'evm_revert', [snapshot])
  })
})

describe('a page that sends an operation', () => {
  const execute = batchCalldata.encode([{ to: bob, value: 1n, data: '0x' }])
  const abi = parseAbi([
    'function execute(bytes32 mode, bytes data)',
    'function transferOwnership(address to)',
  ])
  const one = (to: Hex, inner: Hex) => (address: Hex) =>
    operationCalldata.encode({ calls: [{ to, value: 0n, data: inner }] }, address)
  const own = (inner: Hex) => (address: Hex) => one(address, inner)(address)

  test.each<[string, object, ((address: Hex) => Hex)?]>([
    ['of another account', { sender: bob }],
    ['with a factory', { factory: bob, factoryData: '0x12' }],
    ['with code for the account', { initCode: `${bob}12` }],
    ['with an authorization', { eip7702Auth: { address: bob, chainId: '0x0', nonce: '0x0' } }],
    ['that is no execute', { callData: '0x12345678' }],
    [
      'of another function',
      { callData: encodeFunctionData({ abi, functionName: 'transferOwnership', args: [bob] }) },
    ],
    [
      'that may fail in part',
      {
        callData: encodeFunctionData({
          abi,
          functionName: 'execute',
          args: [`0x0101${'0'.repeat(60)}`, '0x'],
        }),
      },
    ],
    [
      'that delegates',
      {
        callData: encodeFunctionData({ abi, functionName: 'execute', args: [`0xff${'0'.repeat(62)}`, bob] }),
      },
    ],
    ['with bytes at its end', { callData: `${execute}00` }],
    ['with a batch of the account inside', {}, own(execute)],
    ['for the EntryPoint', {}, one(EntryPoint, '0x12345678')],
    ['for the DelegationManager', {}, one(DelegationManager, '0x12345678')],
    ['for the implementation', {}, one(implementation, execute)],
    [
      'with a fee of its own',
      {},
      (address) =>
        operationCalldata.encode(
          {
            calls: [{ to: bob, value: 0n, data: '0x' }],
            fee: { token: bob, amount: 1n, collector: mallory },
          },
          address,
        ),
    ],
    [
      'with 21 calls',
      {},
      (address) =>
        operationCalldata.encode(
          { calls: Array(21).fill({ to: bob, value: 0n, data: '0x' as const }) },
          address,
        ),
    ],
  ])('error: %s is refused, and nothing is shown', async (_, fields, write) => {
    const wallet = await createWallet()
    const callData = write?.(wallet.address) ?? one(bob, '0x12345678')(wallet.address)
    const operation = { sender: wallet.address, callData, ...fields }
    const refused = { rpcCode: -32602, code: 'request-refused' }
    await expect(wallet.ask('eth_sendUserOperation', [operation, EntryPoint])).rejects.toMatchObject(refused)
    expect([wallet.approver.questions.length, wallet.signatures()]).toEqual([0, 0])
  })

  test('error: another EntryPoint is refused; without a bundler it is 4200', async () => {
    const wallet = await createWallet()
    const operation = { sender: wallet.address, callData: one(bob, '0x')(wallet.address) }
    const send = (...params: unknown[]) => wallet.ask('eth_sendUserOperation', params)
    for (const params of [[operation, bob], [operation], [operation, EntryPoint, 1]])
      await expect(send(...params)).rejects.toMatchObject({ rpcCode: -32602 })
    const none = await createWallet({ sponsors: () => false })
    const refused = none.ask('eth_sendUserOperation', [operation, EntryPoint])
    await expect(refused).rejects.toMatchObject({ rpcCode: 4200 })
  })
})

describe('a crash while an operation is sent', () => {
  /** Sends in a page that ends at a step, and then does the same in a new page with the same storage. */
  async function crashAt(
    last: number,
    again: (wallet: Awaited<ReturnType<typeof createWallet>>) => Promise<unknown>,
  ) {
    const memory = new Map<string, unknown>()
    let steps = 0
    let crash: () => void = () => {}
    const crashed = new Promise<'crashed'>((resolve) => {
      crash = () => resolve('crashed')
    })
    const partition = createTestLocks()
    const page = partition.open()
    const first = await createWallet({
      memory,
      locks: page.locks,
      async step() {
        steps += 1
        if (steps < last) return
        crash()
        await new Promise(() => {})
      },
    })
    const ended = await Promise.race([first.send([call], { id: 'mine' }).catch(() => 'failed'), crashed])
    const { account, bundler } = first
    page.end()
    const second = await createWallet({ memory, account, bundler, locks: partition.open().locks })
    await again(second)
    return {
      ended,
      count: await executed(account.address),
      signatures: first.signatures() + second.signatures(),
    }
  }

  test('behavior: at any step, what was approved is executed once, and nothing is signed twice that was stored', async () => {
    const seen = { unknown: 0, resumed: 0 }
    for (let last = 1; ; last += 1) {
      const { ended, count, signatures } = await crashAt(last, async (wallet) => {
        const known = await wallet.status('mine').catch(() => undefined)
        seen[known ? 'resumed' : 'unknown'] += 1
        const id = known ? 'mine' : await wallet.send([call], { id: 'mine' })
        expect((await wallet.end(id)).status).toBe(200)
        if (known) expect([last, wallet.signatures()]).toEqual([last, 0])
        // Once more, with the same ID.
        await expect(wallet.send([call], { id: 'mine' })).rejects.toMatchObject({ rpcCode: 5720 })
      })
      expect([last, count]).toEqual([last, 1])
      // The operation, and the authorization that upgrades the account: once in a page that ends before they are stored.
      expect(signatures).toBeLessThanOrEqual(4)
      if (ended !== 'crashed') break
      if (last > 300) expect.fail('It never ends.')
    }
    expect(seen.unknown).toBeGreaterThan(20)
    expect(seen.resumed).toBeGreaterThan(3)
  }, 60_000)

  test('behavior: calls whose page ended before their ID was stored have a status once they are asked for again', async () => {
    const memory = new Map<string, unknown>()
    const first = await createWallet({ memory })
    const calls = [{ version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls: [call] }]
    await first.ask('wallet_sendCalls', calls, 'cd'.repeat(16))
    memory.delete('calls https://app.example')
    const second = await createWallet({ memory, account: first.account, bundler: first.bundler })
    const { id } = (await second.ask('wallet_sendCalls', calls, 'cd'.repeat(16))) as { id: string }
    expect(await second.end(id)).toMatchObject({ status: 200 })
    expect([second.approver.questions.length, await executed(first.address)]).toEqual([0, 1])
  })

  test('behavior: the same request again gets the same operation, and its calls must be the same', async () => {
    const memory = new Map<string, unknown>()
    const first = await createWallet({ memory })
    const id = 'ab'.repeat(16)
    const hash = await first.ask('eth_sendTransaction', [call], id)
    const second = await createWallet({ memory, account: first.account, bundler: first.bundler })
    expect(await second.ask('eth_sendTransaction', [call], id)).toBe(hash)
    const third = await createWallet({ memory, account: first.account, bundler: first.bundler })
    const other = third.ask('eth_sendTransaction', [{ ...call, to: mallory }], id)
    await expect(other).rejects.toMatchObject({ rpcCode: -32602 })
    expect([second.approver.questions.length, third.approver.questions.length]).toEqual([0, 0])
    expect(await executed(first.address)).toBe(1)
  })
})
