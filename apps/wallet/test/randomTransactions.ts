import type { SimulateResponse } from '@portico/protocol/gateway'
import { type Abi, encodeFunctionData, type Hex, maxUint256, parseAbi, zeroAddress } from 'viem'
import { describeTransaction } from '../src/requests/describeTransaction.ts'
import type { Random } from './createRandom.ts'
import { limits, type Scene, type SceneToken, write, writeNft, writeTime } from './createScene.ts'
import type { RandomRequest, ScreenKey } from './RandomRequest.ts'

type Make = (random: Random, scene: Scene) => RandomRequest
type Told = Pick<ScreenKey, 'gets' | 'howMuch' | 'when' | 'until'>
type Transaction = { to?: Hex; value?: bigint; data?: Hex }

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const never = 'never, unless you revoke it'
const atOnce = 'at once'
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
const nft721 = parseAbi(['function safeTransferFrom(address from, address to, uint256 id)'])
const nft1155 = parseAbi([
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
])
const permit2Abi = parseAbi([
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
const encode = (functionName: string, args: readonly unknown[], from: Abi = abi as Abi): Hex =>
  encodeFunctionData({ abi: from, functionName, args } as never)

function send(
  random: Random,
  scene: Scene,
  kind: string,
  transaction: Transaction,
  told: Told,
  shown: readonly string[],
  { changes = [], known = [] }: { changes?: SimulateResponse['changes']; known?: readonly string[] } = {},
): RandomRequest {
  const isFailing = random.chance(0.1)
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
      simulation: isFailing ? undefined : { ...success, changes },
      isContract: true,
      recipients: random.chance(0.5) ? known.map((address) => address.toLowerCase()) : [],
    },
    address: scene.account,
    chainId: scene.chainId,
    limits,
  })
  return {
    description,
    key: { kind, asks: scene.host, ...told },
    shown: [...shown, 'Fee, at most', 'Network'],
  }
}

const out = (token: SceneToken, amount: bigint): SimulateResponse['changes'][number] => ({
  direction: 'out',
  kind: 'erc20',
  token: token.address,
  amount: `${amount}`,
  verified: true,
  symbol: token.symbol,
  decimals: token.decimals,
})

function sendCoins(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
  const to = random.address()
  const value = isSmall ? scene.small(scene.coin) : scene.large(scene.coin)
  const amount = write(value, scene.coin)
  const told = { gets: to, howMuch: amount, when: 'now', until: atOnce } as const
  return send(random, scene, 'coins that are sent', { to, value }, told, [to, `You send now: ${amount}`], {
    known: [to],
  })
}

function sendToken(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
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

function sendSeveral(random: Random, scene: Scene, count: number, isSmall: boolean): RandomRequest {
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
    [...texts.slice(0, 3), ...transfers.slice(0, 3).map(({ to }) => to)],
    { changes: transfers.map(({ token, amount }) => out(token, amount)) },
  )
}

function approve(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const spender = random.address()
  const isAll = value === maxUint256
  const isAdded = !isAll && random.chance(0.2)
  const amount = isAll ? `all your ${token.symbol}` : `up to ${write(value, token)}`
  return send(
    random,
    scene,
    isAdded ? 'a permission for a token that is raised' : 'a permission for a token',
    { to: token.address, data: encode(isAdded ? 'increaseAllowance' : 'approve', [spender, value]) },
    { gets: spender, howMuch: `${amount}${isAdded ? ' more' : ''}`, when: 'later', until: 'never' },
    [spender, amount, never, token.address, 'without asking you again'],
    { known: [spender] },
  )
}

function approve2(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
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

/** Kinds of transactions that can be of medium risk. */
export const mediumTransactions: Readonly<Record<string, Make>> = {
  coins: (random, scene) => sendCoins(random, scene, true),
  tokens: (random, scene) => {
    const token = scene.token()
    return sendToken(random, scene, token, scene.small(token))
  },
  several: (random, scene) => sendSeveral(random, scene, random.pick([2, 3, 4]), true),
  approve: (random, scene) => {
    const token = scene.token()
    return approve(random, scene, token, scene.small(token))
  },
  approve2: (random, scene) => {
    const token = scene.token()
    return approve2(random, scene, token, scene.small(token))
  },
  revoke: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    return send(
      random,
      scene,
      'a permission for a token that is revoked',
      { to: token.address, data: encode('approve', [spender, 0n]) },
      { gets: `${spender} loses the permission`, howMuch: token.symbol, when: 'nothing', until: atOnce },
      [spender, `the permission to take ${token.symbol}`],
    )
  },
  lower: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    const value = scene.small(token)
    return send(
      random,
      scene,
      'a permission for a token that is lowered',
      { to: token.address, data: encode('decreaseAllowance', [spender, value]) },
      {
        gets: `${spender} loses part of the permission`,
        howMuch: write(value, token),
        when: 'nothing',
        until: atOnce,
      },
      [spender, `the permission to take ${token.symbol} by ${write(value, token)}`],
    )
  },
  revokeNft: (random, scene) => {
    const nft = scene.nft()
    return send(
      random,
      scene,
      'a permission for an NFT that is revoked',
      { to: nft.address, data: encode('approve', [zeroAddress, nft.id]) },
      {
        gets: 'whoever has the permission loses it',
        howMuch: writeNft(nft, nft.id),
        when: 'nothing',
        until: atOnce,
      },
      [`the permission to take ${writeNft(nft, nft.id)}`],
    )
  },
  revokeCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    return send(
      random,
      scene,
      'a permission for a collection that is revoked',
      { to: nft.address, data: encode('setApprovalForAll', [operator, false]) },
      {
        gets: `${operator} loses the permission`,
        howMuch: 'every NFT of the collection',
        when: 'nothing',
        until: atOnce,
      },
      [operator, 'the permission to take all NFTs of'],
    )
  },
  lockdown: (random, scene) => {
    const listed = random
      .some(scene.tokens, random.pick([1, 2, 3, 6]))
      .map((token) => ({ token, spender: random.address() }))
    const approvals = listed.map(({ token, spender }) => ({ token: token.address, spender }))
    return send(
      random,
      scene,
      'permissions at Permit2 that are revoked',
      { to: permit2, data: encode('lockdown', [approvals], permit2Abi as Abi) },
      {
        gets: `${listed.map(({ spender }) => spender).join(' + ')} lose the permission`,
        howMuch: listed.map(({ token }) => token.symbol).join(' + '),
        when: 'nothing',
        until: atOnce,
      },
      listed.slice(0, 3).flatMap(({ token, spender }) => [spender, `the permission to take ${token.symbol}`]),
    )
  },
  invalidate: (random, scene) => {
    const token = scene.token()
    const spender = random.address()
    return send(
      random,
      scene,
      'signed permissions at Permit2 that are cancelled',
      { to: permit2, data: encode('invalidateNonces', [token.address, spender, 5], permit2Abi as Abi) },
      {
        gets: `${spender} can no longer use signed permissions`,
        howMuch: token.symbol,
        when: 'nothing',
        until: atOnce,
      },
      [spender, `signed permissions to take ${token.symbol} that nobody has used yet`],
    )
  },
  wrap: (random, scene) => {
    const { wrapped } = scene
    if (!wrapped) return sendCoins(random, scene, true)
    const value = scene.small(scene.coin)
    const isWrapped = random.chance(0.5)
    const [give, get] = isWrapped ? [scene.coin, wrapped] : [wrapped, scene.coin]
    return send(
      random,
      scene,
      'coins that are wrapped or unwrapped',
      isWrapped
        ? { to: wrapped.address, value, data: encode('deposit', []) }
        : { to: wrapped.address, data: encode('withdraw', [value]) },
      {
        gets: `the visitor gets ${write(value, get)}`,
        howMuch: write(value, give),
        when: 'now',
        until: atOnce,
      },
      [`Exchange ${write(value, give)} for ${write(value, get)}`],
      {
        changes: isWrapped
          ? [{ ...out(wrapped, value), direction: 'in' }]
          : [{ direction: 'in', kind: 'native', amount: `${value}`, verified: true }],
      },
    )
  },
  ofOthers: (random, scene) => {
    const token = scene.token()
    const from = random.address()
    const to = random.address()
    const value = scene.small(token)
    return send(
      random,
      scene,
      'tokens of another account that are sent',
      { to: token.address, data: encode('transferFrom', [from, to, value]) },
      { gets: to, howMuch: `${write(value, token)} of ${from}`, when: 'now', until: atOnce },
      [to, write(value, token), `Owner, not you: ${from}`],
    )
  },
  toSelf: (random, scene) => {
    const value = scene.small(scene.coin)
    return send(
      random,
      scene,
      'coins to the own account',
      { to: scene.account, value },
      { gets: 'the visitor', howMuch: write(value, scene.coin), when: 'nothing', until: atOnce },
      [`Send ${write(value, scene.coin)} to yourself`],
    )
  },
}

/** Kinds of transactions of high risk. */
export const highTransactions: Readonly<Record<string, Make>> = {
  coins: (random, scene) => sendCoins(random, scene, false),
  tokens: (random, scene) => {
    const token = random.chance(0.3) ? scene.unpriced() : scene.token()
    return sendToken(random, scene, token, scene.large(token))
  },
  several: (random, scene) => sendSeveral(random, scene, random.pick([2, 3, 7]), false),
  approve: (random, scene) => {
    const token = scene.token()
    return approve(random, scene, token, random.chance(0.6) ? maxUint256 : scene.large(token))
  },
  approve2: (random, scene) => {
    const token = scene.token()
    return approve2(random, scene, token, random.chance(0.6) ? 2n ** 160n - 1n : scene.large(token))
  },
  nft: (random, scene) => {
    const nft = scene.nft()
    const to = random.address()
    return send(
      random,
      scene,
      'an NFT that is sent',
      { to: nft.address, data: encode('safeTransferFrom', [scene.account, to, nft.id], nft721 as Abi) },
      { gets: to, howMuch: writeNft(nft, nft.id), when: 'now', until: atOnce },
      [to, writeNft(nft, nft.id), nft.address],
      { known: [to] },
    )
  },
  copies: (random, scene) => {
    const nft = scene.nft()
    const to = random.address()
    const ids = Array.from({ length: random.pick([1, 2, 3, 6]) }, (_, index) => nft.id + BigInt(index))
    const amounts = ids.map(() => BigInt(random.integer(1, 40)))
    const texts = ids.map((id, index) =>
      amounts[index] === 1n ? writeNft(nft, id) : `${amounts[index]} copies of ${writeNft(nft, id)}`,
    )
    return send(
      random,
      scene,
      'copies of NFTs that are sent (ERC-1155)',
      {
        to: nft.address,
        data: encode('safeBatchTransferFrom', [scene.account, to, ids, amounts, '0x'], nft1155 as Abi),
      },
      { gets: to, howMuch: texts.join(' + '), when: 'now', until: atOnce },
      [to, ...texts.slice(0, 3)],
    )
  },
  approveNft: (random, scene) => {
    const nft = scene.nft()
    const spender = random.address()
    return send(
      random,
      scene,
      'a permission for an NFT',
      { to: nft.address, data: encode('approve', [spender, nft.id]) },
      {
        gets: spender,
        howMuch: writeNft(nft, nft.id),
        when: 'later',
        until: 'until the NFT has a new owner or it is revoked',
      },
      [spender, writeNft(nft, nft.id), 'when the NFT has a new owner', 'without paying'],
    )
  },
  approveCollection: (random, scene) => {
    const nft = scene.nft()
    const operator = random.address()
    return send(
      random,
      scene,
      'a permission for a collection',
      { to: nft.address, data: encode('setApprovalForAll', [operator, true]) },
      { gets: operator, howMuch: 'every NFT of the collection', when: 'later', until: 'never' },
      [operator, 'all your NFTs of', never, 'without paying'],
    )
  },
  unclear: (random, scene) => {
    const to = random.address()
    const spender = random.address()
    const number = BigInt(random.integer(0, 3) && random.integer(1, 5000))
    return send(
      random,
      scene,
      'a permission at a contract of an unclear kind',
      { to, data: encode('approve', [spender, number]) },
      {
        gets: spender,
        howMuch:
          number === 0n ? 'NFT #0, or nothing' : `${number} smallest units of a token, or NFT #${number}`,
        when: 'later',
        until: 'never',
      },
      [spender, `NFT #${number}`, 'Could not find out whether this contract is a token or a collection'],
    )
  },
  swap: (random, scene) => {
    const token = scene.token()
    const value = scene.large(scene.coin)
    const to = random.address()
    const got = scene.large(token)
    const isPaid = random.chance(0.6)
    return send(
      random,
      scene,
      'a call that the wallet cannot read',
      {
        to,
        ...(isPaid ? { value } : {}),
        data: random.pick(['0x3593564c00', '0x12aa3caf00', '0x4e71d92d']) as Hex,
      },
      {
        gets: `the contract ${to}`,
        howMuch: `${isPaid ? `${write(value, scene.coin)}, and ` : ''}unknown: possibly more`,
        when: 'unknown',
        until: 'unknown',
      },
      [
        to,
        'cannot read what the call does',
        ...(isPaid ? [`You send now: ${write(value, scene.coin)}`] : []),
      ],
      { changes: isPaid ? [{ ...out(token, got), direction: 'in' }] : [] },
    )
  },
  multicall: (random, scene) => {
    const token = scene.token()
    const to = random.address()
    const spender = random.address()
    const value = scene.large(token)
    const data = [encode('approve', [spender, maxUint256]), encode('transfer', [to, value])]
    return send(
      random,
      scene,
      'several calls at once',
      { to: token.address, data: encode('multicall', [data]) },
      {
        gets: `${to} gets tokens now; ${spender} can take more later`,
        howMuch: `${write(value, token)} now, all ${token.symbol} later`,
        when: 'later',
        until: 'never',
      },
      [to, spender, `You send now: ${write(value, token)}`, `all your ${token.symbol}`, never],
      { changes: [out(token, value)] },
    )
  },
  vote: (random, scene) => {
    const to = random.address()
    const delegatee = random.address()
    const isDelegated = random.chance(0.5)
    return send(
      random,
      scene,
      isDelegated ? 'votes that are delegated' : 'a vote',
      { to, data: isDelegated ? encode('delegate', [delegatee]) : encode('castVote', [7n, 1]) },
      isDelegated
        ? {
            gets: `${delegatee} can vote`,
            howMuch: 'votes, no tokens',
            when: 'unknown',
            until: 'until someone else is chosen',
          }
        : { gets: `the contract ${to}`, howMuch: 'a vote for proposal 7', when: 'unknown', until: atOnce },
      isDelegated
        ? [delegatee, 'you choose someone else', 'looks like a vote']
        : ['Your vote: for', 'Proposal: 7', 'looks like a vote'],
    )
  },
  create: (random, scene) =>
    send(
      random,
      scene,
      'a new contract',
      { data: '0x6080604052' },
      { gets: 'nobody', howMuch: 'nothing but the fee', when: 'unknown', until: atOnce },
      ['Create a contract', 'puts a new contract'],
    ),
}
