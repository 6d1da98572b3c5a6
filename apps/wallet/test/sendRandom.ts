import type { SimulateResponse } from '@portico/protocol/gateway'
import { type Abi, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem'
import { allowanceKey } from '../src/requests/allowanceKey.ts'
import { describeTransaction } from '../src/requests/describeTransaction.ts'
import type { Random } from './createRandom.ts'
import { limits, type Scene, type SceneToken, write, writeTime } from './createScene.ts'
import type { RandomRequest, ScreenKey } from './RandomRequest.ts'

type Answers = Pick<ScreenKey, 'gets' | 'howMuch' | 'when' | 'until'>
type Transaction = { to?: Hex; value?: bigint; data?: Hex }

export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const never = 'never, unless you revoke it'
export const atOnce = 'at once'
const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function decreaseAllowance(address spender, uint256 subtractedValue)',
  'function setApprovalForAll(address operator, bool approved)',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] data)',
  'function delegate(address delegatee)',
  'function castVote(uint256 proposalId, uint8 support)',
])
export const nft721 = parseAbi(['function safeTransferFrom(address from, address to, uint256 id)'])
export const nft1155 = parseAbi([
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
export const permit2Abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
])
const permit2Batch = parseAbi([
  'function transferFrom((address from, address to, uint160 amount, address token)[] transfers)',
])
const success: SimulateResponse = {
  status: 'success',
  method: 'eth_simulateV1',
  complete: true,
  changes: [],
  approvals: [],
}
export const encode = (functionName: string, args: readonly unknown[], from: Abi = abi as Abi): Hex =>
  encodeFunctionData({ abi: from, functionName, args } as never)

export function send(
  random: Random,
  scene: Scene,
  kind: string,
  transaction: Transaction,
  answers: Answers,
  shown: readonly string[],
  {
    changes = [],
    known = [],
    allowances = new Map(),
  }: {
    changes?: SimulateResponse['changes']
    known?: readonly string[]
    allowances?: ReadonlyMap<string, bigint>
  } = {},
): RandomRequest {
  const isFailing = random.chance(0.1)
  const isTooMuch =
    (transaction.value ?? 0n) > scene.coin.balance ||
    changes.some(({ direction, token, amount }) => {
      const { balance } = scene.assets.tokens.get(`${token}`.toLowerCase()) ?? {}
      return direction === 'out' && balance !== undefined && BigInt(amount) > balance
    })
  const simulation: SimulateResponse = isTooMuch
    ? { ...success, status: 'reverted', revertReason: 'the balance is too low' }
    : { ...success, changes }
  const description = describeTransaction({
    transaction: {
      type: 'eip1559',
      chainId: Number(scene.chainId.split(':')[1]),
      nonce: random.integer(0, 300),
      gas: transaction.data ? BigInt(random.integer(45_000, 180_000)) : 21_000n,
      maxFeePerGas: BigInt(random.integer(1, 400)) * 10n ** 7n,
      maxPriorityFeePerGas: 10n ** 7n,
      to: transaction.to,
      value: transaction.value ?? 0n,
      data: transaction.data ?? '0x',
    },
    facts: {
      ...scene.assets,
      allowances,
      simulation: isFailing ? undefined : simulation,
      areContracts: [true],
      recipients: random.chance(0.5) ? known.map((address) => address.toLowerCase()) : [],
    },
    address: scene.account,
    chainId: scene.chainId,
    limits,
  })
  return {
    description,
    key: { kind, asks: scene.host, ...answers },
    shown: [...shown, 'Fee, at most', 'Network'],
  }
}

export const out = (token: SceneToken, amount: bigint): SimulateResponse['changes'][number] => ({
  direction: 'out',
  kind: 'erc20',
  token: token.address,
  amount: `${amount}`,
  verified: true,
  symbol: token.symbol,
  decimals: token.decimals,
})

export function sendCoins(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
  const to = random.address()
  const value = isSmall ? scene.small(scene.coin) : scene.large(scene.coin)
  const amount = write(value, scene.coin)
  const answers = { gets: to, howMuch: amount, when: 'now', until: atOnce } as const
  return send(random, scene, 'coins that are sent', { to, value }, answers, [to, `You send now: ${amount}`], {
    known: [to],
  })
}

export function sendToken(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const to = random.address()
  const amount = write(value, token)
  return send(
    random,
    scene,
    'tokens that are sent',
    { to: token.address, data: encode('transfer', [to, value]) },
    { gets: to, howMuch: amount, when: 'now', until: atOnce },
    [to, `You send now: ${amount}`, token.address],
    { changes: [out(token, value)], known: [to] },
  )
}

export function sendSeveral(random: Random, scene: Scene, count: number, isSmall: boolean): RandomRequest {
  const transfers = random
    .some(
      scene.tokens.filter(({ price }) => price),
      count,
    )
    .map((token) => ({
      from: scene.account,
      to: random.address(),
      amount: isSmall ? scene.small(token) / 4n : scene.large(token),
      token,
    }))
  const data = encode(
    'transferFrom',
    [transfers.map(({ token, ...transfer }) => ({ ...transfer, token: token.address }))],
    permit2Batch as Abi,
  )
  const texts = transfers.map(({ amount, token }) => write(amount, token))
  return send(
    random,
    scene,
    'tokens that are sent to several recipients',
    { to: permit2, data },
    {
      gets: transfers.map(({ to }) => to).join(' + '),
      howMuch: texts.join(' + '),
      when: 'now',
      until: atOnce,
    },
    [...texts, ...transfers.map(({ to }) => to), ...transfers.map(({ token }) => token.address)],
    { changes: transfers.map(({ token, amount }) => out(token, amount)) },
  )
}

export function approve(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const spender = random.address()
  const isAll = value === maxUint256
  const isAdded = !isAll && random.chance(0.2)
  const before = isAdded && random.chance(0.7) ? scene.small(token) : undefined
  const amount = isAll
    ? `all your ${token.symbol}`
    : isAdded
      ? before === undefined
        ? `${write(value, token)} more than now`
        : `up to ${write(before + value, token)} in total`
      : `up to ${write(value, token)}`
  return send(
    random,
    scene,
    isAdded ? 'a permission for a token that is raised' : 'a permission for a token',
    { to: token.address, data: encode(isAdded ? 'increaseAllowance' : 'approve', [spender, value]) },
    { gets: spender, howMuch: amount, when: 'later', until: 'never' },
    [spender, amount, never, token.address, 'without asking you again'],
    { known: [spender], allowances: allowanceOf(token, spender, before) },
  )
}

/** What a spender may take before the transaction, as far as that can be read. */
export function allowanceOf(
  { address: token }: SceneToken,
  spender: Hex,
  amount: bigint | undefined,
): ReadonlyMap<string, bigint> {
  return new Map(amount === undefined ? [] : [[allowanceKey({ token, spender }), amount]])
}

export function approve2(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const spender = random.address()
  const isAll = value > 2n ** 95n
  const expiration = random.chance(0.3) ? 2 ** 48 - 1 : scene.later()
  const end = expiration > 2 ** 47 ? never : writeTime(expiration)
  const amount = isAll ? `all your ${token.symbol}` : `up to ${write(value, token)}`
  return send(
    random,
    scene,
    'a permission at Permit2',
    { to: permit2, data: encode('approve', [token.address, spender, value, expiration], permit2Abi as Abi) },
    { gets: spender, howMuch: amount, when: 'later', until: end },
    [spender, amount, end, token.address],
    { known: [spender] },
  )
}
