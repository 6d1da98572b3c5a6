import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { delegatorContracts, unsignedOperationTypedData } from '@portico/protocol/smartAccount'
import {
  type Address,
  BaseError,
  type ContractFunctionRevertedError,
  concatHex,
  createWalletClient,
  decodeErrorResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  parseEventLogs,
  parseGwei,
  publicActions,
  size,
  sliceHex,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  encodePaymasterData,
  type SponsoredOperation,
  sponsorPaymasterAddress,
  sponsorPaymasterArtifact,
  sponsorPaymasterDeployCall,
  sponsorTypedData,
} from './index.ts'

const { EntryPoint: entryPoint, EIP7702StatelessDeleGator: implementation } = delegatorContracts
const { abi } = sponsorPaymasterArtifact
const [one, two] = devnetManifest.chains
const accountOf = (index: number) => privateKeyToAccount(devnetManifest.accounts[index]?.privateKey ?? '0x')
const owner = accountOf(9)
const stranger = accountOf(3)
const signer = privateKeyToAccount(generatePrivateKey())
const sender = privateKeyToAccount(generatePrivateKey())
const terms = { owner: owner.address, signer: signer.address, maxCost: parseEther('0.005') }
const paymaster = sponsorPaymasterAddress(terms)
/** The same terms but one: another contract with a deposit. */
const otherTerms = { ...terms, maxCost: parseEther('0.006') }

const clientOf = (url: string) =>
  createWalletClient({ account: owner, transport: http(url), pollingInterval: 20, cacheTime: 0 }).extend(
    publicActions,
  )

let dataDir: string
let devnet: Devnet
let client: ReturnType<typeof clientOf>
let clientTwo: ReturnType<typeof clientOf>
let deploymentGas: bigint

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paymaster-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  client = clientOf(devnet.chains[0]?.url ?? '')
  clientTwo = clientOf(devnet.chains[1]?.url ?? '')
  deploymentGas = await deploy(client, terms)
  await deploy(client, otherTerms)
  await deploy(clientTwo, terms)
  for (const account of [sender, stranger])
    await client.request({
      method: 'anvil_setCode' as never,
      params: [account.address, concatHex(['0xef0100', implementation])] as never,
    })
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Deploys a paymaster, unless it is there, and deposits one ETH for it. */
async function deploy(at: typeof client, which: typeof terms): Promise<bigint> {
  const { gasUsed, status } = await mine(at, sponsorPaymasterDeployCall(which))
  expect(status).toBe('success')
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'depositTo',
    args: [sponsorPaymasterAddress(which)],
  })
  await mine(at, { to: entryPoint, data, value: parseEther('1') })
  return gasUsed
}

async function mine(at: typeof client, call: { to: Address; data: Hex; value?: bigint }) {
  const hash = await at.sendTransaction({ chain: null, ...call })
  return at.waitForTransactionReceipt({ hash })
}

const guestbookCall = encodeFunctionData({
  abi: parseAbi(['function sign(string text)']),
  args: ['Somebody else paid for this line.'],
})
const executeCall = (data: Hex) =>
  encodeFunctionData({
    abi: parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']),
    args: [
      `0x01${'00'.repeat(31)}`,
      encodeAbiParameters(
        [
          {
            type: 'tuple[]',
            components: [
              { name: 'target', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'callData', type: 'bytes' },
            ],
          },
        ],
        [[{ target: one.contracts.guestbook, value: 0n, callData: data }]],
      ),
    ],
  })

const base: SponsoredOperation = {
  sender: sender.address,
  nonce: 0n,
  callData: executeCall(guestbookCall),
  callGasLimit: 200_000n,
  verificationGasLimit: 70_000n,
  preVerificationGas: 60_000n,
  maxFeePerGas: parseGwei('5'),
  maxPriorityFeePerGas: parseGwei('1'),
  paymasterVerificationGasLimit: 60_000n,
  paymasterPostOpGasLimit: 0n,
}
const times = { validAfter: 0, validUntil: 2 ** 40 }

/** The sponsor's part of an operation, as the gateway makes it. */
async function sponsor({
  operation = base,
  by = signer,
  ...changes
}: {
  operation?: SponsoredOperation
  by?: PrivateKeyAccount
  chainId?: number
  paymaster?: Address
  validAfter?: number
  validUntil?: number
} = {}): Promise<Hex> {
  const from = { ...times, ...changes }
  const signature = await by.signTypedData(
    sponsorTypedData({ chainId: one.chainId, paymaster, operation, ...from }),
  )
  return encodePaymasterData({ ...from, signature })
}

const pair = (high: bigint, low: bigint) =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

/** The operation with the signature of its sender, which therefore never is the reason of a refusal. */
async function pack(operation: SponsoredOperation, paymasterData: Hex) {
  const packed = {
    sender: operation.sender,
    nonce: operation.nonce,
    initCode: '0x',
    callData: operation.callData,
    accountGasLimits: pair(operation.verificationGasLimit, operation.callGasLimit),
    preVerificationGas: operation.preVerificationGas,
    gasFees: pair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
    paymasterAndData: concatHex([
      paymaster,
      pair(operation.paymasterVerificationGasLimit, operation.paymasterPostOpGasLimit),
      paymasterData,
    ]),
  } as const
  const signer = operation.sender === sender.address ? sender : stranger
  const signature = await signer.signTypedData(unsignedOperationTypedData(packed, one.chainId))
  return { ...packed, signature }
}

/** Returns what the EntryPoint says of the operation: `accepted`, or its error. */
async function verdict(operation: SponsoredOperation, paymasterData: Hex): Promise<string> {
  const packed = await pack(operation, paymasterData)
  try {
    await client.simulateContract({
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [[packed], owner.address],
    })
    return 'accepted'
  } catch (error) {
    const reverted = (error as BaseError).walk((cause) => cause instanceof BaseError && 'data' in cause)
    const { args = [] } = (reverted as ContractFunctionRevertedError | null)?.data ?? {}
    const [, reason, inner] = args as [bigint, string, Hex | undefined]
    return inner ? `${reason}: ${decodeErrorResult({ abi, data: inner }).errorName}` : reason
  }
}

const deposit = (at = client) =>
  at.readContract({ address: entryPoint, abi: entryPoint07Abi, functionName: 'balanceOf', args: [paymaster] })

describe('SponsorPaymaster', () => {
  test('behavior: it is at its address on every network, with its terms', async () => {
    for (const at of [client, clientTwo]) {
      const read = (functionName: 'owner' | 'signer' | 'maxCost' | 'entryPoint') =>
        at.readContract({ address: paymaster, abi, functionName })
      expect(await read('owner')).toBe(terms.owner)
      expect(await read('signer')).toBe(terms.signer)
      expect(await read('maxCost')).toBe(terms.maxCost)
      expect(await read('entryPoint')).toBe(entryPoint)
    }
    expect(Number(deploymentGas)).toBeLessThanOrEqual(750_000)
    await expect(client.call(sponsorPaymasterDeployCall(terms))).rejects.toThrow()
  })

  test('behavior: pays for what its signer signed; the sender has no coins', async () => {
    const packed = await pack(base, await sponsor())
    const before = await deposit()
    const hash = await client.writeContract({
      chain: null,
      address: entryPoint,
      abi: entryPoint07Abi,
      functionName: 'handleOps',
      args: [[packed], owner.address],
    })
    const { logs } = await client.waitForTransactionReceipt({ hash })
    const [event] = parseEventLogs({ abi: entryPoint07Abi, logs, eventName: 'UserOperationEvent' })
    expect(event?.args).toMatchObject({ sender: sender.address, paymaster, success: true })
    expect(before - (await deposit())).toBe(event?.args.actualGasCost)
    expect(await client.getBalance({ address: sender.address })).toBe(0n)
    // Once only.
    expect(await verdict(base, await sponsor())).toBe('AA25 invalid account nonce')
  })

  const next = { ...base, nonce: 1n }

  test('behavior: the operation that the attacks below change is accepted unchanged', async () => {
    expect(await verdict(next, await sponsor({ operation: next }))).toBe('accepted')
  })

  test.each<[string, Partial<SponsoredOperation>]>([
    ['sender', { sender: stranger.address, nonce: 0n }],
    ['nonce', { nonce: 1n << 64n }],
    ['callData', { callData: executeCall('0x') }],
    ['callGasLimit', { callGasLimit: 200_001n }],
    ['verificationGasLimit', { verificationGasLimit: 70_001n }],
    ['preVerificationGas', { preVerificationGas: 60_001n }],
    ['maxFeePerGas', { maxFeePerGas: parseGwei('5') + 1n }],
    ['maxPriorityFeePerGas', { maxPriorityFeePerGas: parseGwei('1') + 1n }],
    ['paymasterVerificationGasLimit', { paymasterVerificationGasLimit: 60_001n }],
    ['paymasterPostOpGasLimit', { paymasterPostOpGasLimit: 1n }],
  ])('error: another %s than was signed', async (_, change) => {
    const changed = { ...next, ...change }
    expect(await verdict(changed, await sponsor({ operation: next }))).toBe('AA34 signature error')
    // The change is the only reason.
    expect(await verdict(changed, await sponsor({ operation: changed }))).toBe('accepted')
  })

  test('error: signed by somebody else, even the owner or the sender', async () => {
    for (const by of [owner, sender, stranger])
      expect(await verdict(next, await sponsor({ operation: next, by }))).toBe('AA34 signature error')
  })

  test('error: signed for another chain or another paymaster', async () => {
    const onTwo = await sponsor({ operation: next, chainId: two.chainId })
    expect(await verdict(next, onTwo)).toBe('AA34 signature error')
    const byOther = await sponsor({ operation: next, paymaster: sponsorPaymasterAddress(otherTerms) })
    expect(await verdict(next, byOther)).toBe('AA34 signature error')
  })

  test('error: expired, not yet valid, or with other times than were signed', async () => {
    const { timestamp } = await client.getBlock()
    const now = Number(timestamp)
    const expired = await sponsor({ operation: next, validUntil: now - 60 })
    expect(await verdict(next, expired)).toBe('AA32 paymaster expired or not due')
    const early = await sponsor({ operation: next, validAfter: now + 3_600 })
    expect(await verdict(next, early)).toBe('AA32 paymaster expired or not due')
    const extended = concatHex([numberToHex(0, { size: 6 }), numberToHex(now + 3_600, { size: 6 })])
    expect(await verdict(next, concatHex([extended, sliceHex(expired, 12)]))).toBe('AA34 signature error')
    // The EntryPoint takes 0 as "for ever".
    const forever = `0x${'00'.repeat(12)}` as const
    expect(await verdict(next, concatHex([forever, sliceHex(expired, 12)]))).toBe('AA34 signature error')
    expect(() =>
      sponsorTypedData({ chainId: 1, paymaster, operation: next, ...times, validUntil: 0 }),
    ).toThrow('A sponsor must sign for a time that ends')
  })

  test('error: no signature, a truncated one, other bits, and other forms of the same signature', async () => {
    const good = await sponsor({ operation: next })
    const start = sliceHex(good, 0, 44)
    const vs = BigInt(sliceHex(good, 44))
    const top = 1n << 255n
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const high = (order - (vs & (top - 1n))) & (top - 1n)
    // The other parity, the other s of the same key as far as it fits, all bits, none.
    for (const other of [vs ^ top, high, high | top, 2n ** 256n - 1n, 0n])
      expect(await verdict(next, concatHex([start, numberToHex(other, { size: 32 })]))).toBe(
        'AA34 signature error',
      )
    const long = await signer.signTypedData(
      sponsorTypedData({ chainId: one.chainId, paymaster, operation: next, ...times }),
    )
    const usual = concatHex([sliceHex(good, 0, 12), long])
    expect(encodePaymasterData({ ...times, signature: long })).toBe(good)
    for (const data of ['0x', sliceHex(good, 0, 12), sliceHex(good, 0, 75), `${good}00`, usual] as const)
      expect(await verdict(next, data)).toBe('AA33 reverted: DataLength')
  })

  test('behavior: its part of an operation is four words, and checking it costs at most 17 000 gas', async () => {
    // The EntryPoint counts the first access to the contract and the change of the deposit, too.
    const cheap = { ...next, paymasterVerificationGasLimit: 17_000n }
    const data = await sponsor({ operation: cheap })
    expect(size(data)).toBe(4 * 32 - 20 - 32)
    expect(await verdict(cheap, data)).toBe('accepted')
    const tooCheap = { ...next, paymasterVerificationGasLimit: 16_000n }
    expect(await verdict(tooCheap, await sponsor({ operation: tooCheap }))).toMatch(/^AA36/)
  })

  test('error: bytes after the signature, which the sponsor cannot sign and whose calldata nobody pays', async () => {
    const good = await sponsor({ operation: next })
    // EntryPoint 0.9 has a second signature there, with its length and a marker; OpenZeppelin's library ignores it.
    const ignored = concatHex([good, `0x${'ff'.repeat(1_000)}`, '0x03e8', '0x22e325a297439656'])
    expect(await verdict(next, ignored)).toBe('AA33 reverted: DataLength')
  })

  test('error: an operation that may cost more than maxCost', async () => {
    const { callGasLimit, verificationGasLimit, preVerificationGas, paymasterVerificationGasLimit } = next
    const gas = callGasLimit + verificationGasLimit + preVerificationGas + paymasterVerificationGasLimit
    const dearest = { ...next, maxFeePerGas: terms.maxCost / gas }
    expect(await verdict(dearest, await sponsor({ operation: dearest }))).toBe('accepted')
    const dearer = { ...next, maxFeePerGas: terms.maxCost / gas + 1n }
    const answer = await verdict(dearer, await sponsor({ operation: dearer }))
    expect(answer).toBe('AA33 reverted: CostAboveLimit')
  })

  test('error: calls that do not come from the EntryPoint', async () => {
    const packed = await pack(next, await sponsor({ operation: next }))
    const args = [packed, `0x${'00'.repeat(32)}`, 0n] as const
    for (const account of [stranger, owner, signer])
      await expect(
        client.simulateContract({
          account,
          address: paymaster,
          abi,
          functionName: 'validatePaymasterUserOp',
          args,
        }),
      ).rejects.toThrow('PaymasterUnauthorized')
    await expect(
      client.simulateContract({ address: paymaster, abi, functionName: 'postOp', args: [0, '0x', 0n, 0n] }),
    ).rejects.toThrow('PaymasterUnauthorized')
    // Coins sent to it would be stuck.
    await expect(client.call({ to: paymaster, value: 1n })).rejects.toThrow()
  })

  test('behavior: the owner withdraws; error: nobody else, nor more than there is', async () => {
    const withdraw = (account: PrivateKeyAccount, amount: bigint) =>
      client.simulateContract({
        account,
        address: paymaster,
        abi,
        functionName: 'withdraw',
        args: [account.address, amount],
      })
    for (const account of [stranger, signer, sender])
      await expect(withdraw(account, 1n)).rejects.toThrow('NotOwner')
    const all = await deposit()
    await expect(withdraw(owner, all + 1n)).rejects.toThrow()
    const to = privateKeyToAccount(generatePrivateKey()).address
    await mine(client, {
      to: paymaster,
      data: encodeFunctionData({ abi, functionName: 'withdraw', args: [to, all] }),
    })
    expect(await client.getBalance({ address: to })).toBe(all)
    expect(await deposit()).toBe(0n)
    expect(await verdict(next, await sponsor({ operation: next }))).toBe('AA31 paymaster deposit too low')
  })
})
