import { maxUint256 } from 'viem'
import type { Random } from './createRandom.ts'
import { type Scene, type SceneToken, write, writeTime } from './createScene.ts'
import type { RandomRequest } from './RandomRequest.ts'
import { sign } from './signRandom.ts'

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const never = 'never'
const noEnd = 'no deadline'

/** A permission for a token (ERC-2612). */
export function signPermit(random: Random, scene: Scene, token: SceneToken, value: bigint): RandomRequest {
  const spender = random.address()
  const deadline = random.chance(0.2) ? undefined : scene.soon()
  const isAll = value === maxUint256
  const howMuch = isAll ? `all ${token.symbol}` : value === 0n ? token.symbol : `up to ${write(value, token)}`
  const until = deadline === undefined ? noEnd : writeTime(deadline)
  return sign(
    value === 0n ? 'a permission (ERC-2612) that is revoked' : 'a permission (ERC-2612)',
    {
      type: permit,
      domain: { name: `${token.symbol} Token`, version: '1', verifyingContract: token.address },
      message: {
        owner: scene.account,
        spender,
        value: `${value}`,
        nonce: random.integer(0, 20),
        deadline: `${deadline ?? maxUint256}`,
      },
    },
    scene,
    {
      gets: value === 0n ? `${spender} loses the permission` : spender,
      howMuch,
      when: value === 0n ? 'nothing' : 'later',
      until: value === 0n ? `signature: ${until}` : `permission: ${never}; signature: ${until}`,
    },
    value === 0n
      ? [spender, `the permission to take your ${token.symbol}`, until]
      : [spender, isAll ? `all your ${token.symbol}` : howMuch, until, 'never, unless you revoke it'],
  )
}

/** Permissions at Permit2. */
export function signPermit2(
  random: Random,
  scene: Scene,
  entries: readonly { token: SceneToken; amount: bigint }[],
): RandomRequest {
  const spender = random.address()
  const deadline = scene.soon()
  const isRevoked = entries.every(({ amount }) => amount === 0n)
  const listed = entries.map(({ token, amount }) => {
    const isEndless = amount > 2n ** 95n && random.chance(0.5)
    return { token, amount, expiration: isEndless ? 2 ** 48 - 1 : scene.later() }
  })
  const items = listed.map(({ token, amount, expiration }) => ({
    token: token.address,
    amount: `${amount}`,
    expiration,
    nonce: 0,
  }))
  const isOne = items.length === 1
  const ends = listed.map(({ expiration }) =>
    expiration > 2 ** 47 ? 'never, unless you revoke it' : writeTime(expiration),
  )
  const amounts = listed.map(({ token, amount }) =>
    isRevoked
      ? token.symbol
      : amount > 2n ** 95n
        ? `all your ${token.symbol}`
        : `up to ${write(amount, token)}`,
  )
  return sign(
    isRevoked ? 'permissions at Permit2 that are revoked' : 'permissions at Permit2',
    {
      type: isOne
        ? `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`
        : `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
      domain: { name: 'Permit2', verifyingContract: permit2 },
      message: { details: isOne ? items[0] : items, spender, sigDeadline: deadline },
    },
    scene,
    {
      gets: isRevoked ? `${spender} loses the permission` : spender,
      howMuch: amounts.join(' + '),
      when: isRevoked ? 'nothing' : 'later',
      until: isRevoked
        ? `signature: ${writeTime(deadline)}`
        : `permission: ${ends.join(' + ')}; signature: ${writeTime(deadline)}`,
    },
    [
      spender,
      writeTime(deadline),
      ...(isRevoked
        ? amounts.map((symbol) => `the permission to take your ${symbol}`)
        : [...amounts, ...ends]),
      ...entries.map(({ token }) => token.address),
    ],
  )
}

/** A transfer that the spender makes once (Permit2). */
export function signTransferOnce(random: Random, scene: Scene): RandomRequest {
  const count = random.pick([1, 1, 1, 2, 3, 6])
  const entries = random.some(scene.tokens, count).map((token) => ({
    token,
    amount: random.chance(0.2) ? maxUint256 : scene.large(token),
  }))
  const spender = random.address()
  const deadline = scene.soon()
  const items = entries.map(({ token, amount }) => ({ token: token.address, amount: `${amount}` }))
  const amounts = entries.map(({ token, amount }) =>
    amount === maxUint256 ? `all your ${token.symbol}` : `up to ${write(amount, token)}`,
  )
  return sign(
    'a transfer that the spender makes once (Permit2)',
    {
      type:
        count === 1
          ? `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`
          : `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
      domain: { name: 'Permit2', verifyingContract: permit2 },
      message: {
        permitted: count === 1 ? items[0] : items,
        spender,
        nonce: `${random.integer(1, 999)}`,
        deadline,
      },
    },
    scene,
    {
      gets: `whom the spender chooses; spender ${spender}`,
      howMuch: amounts.join(' + '),
      when: 'later',
      until: `once, ${writeTime(deadline)}`,
    },
    [spender, writeTime(deadline), ...amounts, ...entries.map(({ token }) => token.address)],
  )
}

/** A transfer by signature (EIP-3009). */
export function signAuthorization(random: Random, scene: Scene, isSmall: boolean): RandomRequest {
  const token = scene.token()
  const amount = isSmall ? scene.small(token) : scene.large(token)
  const to = random.address()
  const validBefore = scene.soon()
  const name = random.pick(['TransferWithAuthorization', 'ReceiveWithAuthorization'])
  return sign(
    'a transfer by signature (EIP-3009)',
    {
      type: `${name}(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)`,
      domain: { name: `${token.symbol} Token`, version: '2', verifyingContract: token.address },
      message: {
        from: scene.account,
        to,
        value: `${amount}`,
        validAfter: 0,
        validBefore,
        nonce: random.hash(),
      },
    },
    scene,
    { gets: to, howMuch: write(amount, token), when: 'later', until: `once, ${writeTime(validBefore)}` },
    [to, write(amount, token), writeTime(validBefore)],
  )
}
