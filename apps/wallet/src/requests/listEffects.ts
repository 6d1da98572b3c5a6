import { type Hex, maxUint256, zeroAddress } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { DecodedCall } from './decodeCall.ts'
import type { Asset, Effect } from './Effect.ts'
import { permit2 } from './permit2.ts'
import type { TokenKind } from './readTokenKind.ts'
import { readVote } from './readVote.ts'
import { toAsset } from './toAsset.ts'

type Context = {
  /** The contract that is called. */
  target: Hex
  /** The account that calls it. */
  sender: Hex
  kindOf(token: string): TokenKind
  /** Wei that are sent with the transaction. */
  value: bigint
}
type Read = (args: never, context: Context) => Effect[]
type Transfer = { to: Hex; requestedAmount: bigint }
type Allowance = { token: Hex; amount: bigint; expiration: bigint }

/**
 * Lists the effects of a transaction, read from its bytes alone: no server can hide one. Functions that are not decoded are
 * `unknown`.
 *
 * @param kindOf returns what kind of contract a token is: `approve` and `transferFrom` mean an amount for a token (ERC-20), but
 * the id of an NFT for ERC-721
 */
export function listEffects({
  transaction: { to, value },
  call,
  address,
  kindOf,
}: {
  transaction: Pick<BuiltTransaction, 'to' | 'value'>
  call: DecodedCall | undefined
  address: Hex
  kindOf: Context['kindOf']
}): Effect[] {
  const sent: Effect[] =
    value > 0n ? [{ type: 'send', asset: { kind: 'coin', amount: value }, from: address, to }] : []
  return [...sent, ...(to && call ? readCall(call, { target: to, sender: address, kindOf, value }) : [])]
}

function readCall(call: DecodedCall, context: Context): Effect[] {
  const { target } = context
  const { selector, signature, args } = call
  if (signature === undefined) return [{ type: 'unknown', selector, contract: target }]
  if (call.name === 'multicall') return call.calls.flatMap((inner) => readCall(inner, context))
  if (/^(tryA|a)ggregate/.test(signature)) {
    const relayed = call.calls.flatMap((inner) =>
      readCall(inner, { ...context, target: (inner.to ?? target) as Hex, sender: target }),
    )
    return [...relayed, { type: 'unknown', selector, contract: target, relayedBy: target }]
  }
  const isPermit2 = target.toLowerCase() === permit2
  const readers = isPermit2 ? permit2Readers : tokenReaders
  const read = Object.hasOwn(readers, signature) ? readers[signature] : undefined
  if (!read) return [{ type: 'unknown', selector, contract: target, vote: readVote(call)?.kind }]
  return read(args.map(({ value }) => value) as never, context)
}

const tokenReaders: Readonly<Record<string, Read>> = {
  'transfer(address,uint256)': ([to, value]: [Hex, bigint], { target, sender, kindOf }) => [
    { type: 'send', asset: toAsset(target, value, kindOf), from: sender, to },
  ],
  'transferFrom(address,address,uint256)': ([from, to, value]: [Hex, Hex, bigint], { target, kindOf }) => [
    { type: 'send', asset: toAsset(target, value, kindOf), from, to },
  ],
  'approve(address,uint256)': ([to, value]: [Hex, bigint], { target, sender, kindOf }) => [
    allowance({ asset: toAsset(target, value, kindOf), from: sender, to }),
  ],
  'increaseAllowance(address,uint256)': ([to, value]: [Hex, bigint], { target, sender, kindOf }) => [
    { type: 'allow', asset: toAsset(target, value, kindOf), from: sender, to, isAdded: true },
  ],
  'decreaseAllowance(address,uint256)': ([to, amount]: [Hex, bigint], { target, sender }) => [
    { type: 'revoke', asset: { kind: 'erc20', token: target, amount }, from: sender, to },
  ],
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': permit,
  'permit(address,address,uint256,uint256,bytes)': permit,
  // DAI
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': (
    [from, to, , , allowed]: [Hex, Hex, bigint, bigint, boolean],
    { target },
  ) => [allowance({ asset: { kind: 'erc20', token: target, amount: allowed ? maxUint256 : 0n }, from, to })],
  // Uniswap's positions. The owner is not part of the call, so it may be the account.
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)': ([to, id]: [Hex, bigint], { target, sender }) => [
    allowance({ asset: { kind: 'nft', token: target, id, amount: 1n }, from: sender, to }),
  ],
  'safeTransferFrom(address,address,uint256)': sendNft,
  'safeTransferFrom(address,address,uint256,bytes)': sendNft,
  'safeTransferFrom(address,address,uint256,uint256,bytes)': (
    [from, to, id, amount]: [Hex, Hex, bigint, bigint],
    { target },
  ) => [{ type: 'send', asset: { kind: 'nft', token: target, id, amount }, from, to }],
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)': (
    [from, to, ids, amounts]: [Hex, Hex, bigint[], bigint[]],
    { target },
  ) =>
    ids.map((id, index) => ({
      type: 'send',
      asset: { kind: 'nft', token: target, id, amount: amounts[index] ?? 0n },
      from,
      to,
    })),
  'setApprovalForAll(address,bool)': ([to, approved]: [Hex, boolean], { target, sender }) => [
    { type: approved ? 'allow' : 'revoke', asset: { kind: 'collection', token: target }, from: sender, to },
  ],
  // Other contracts than a wrapped coin can do anything in a function of this name.
  'deposit()': (_, { target, sender, kindOf, value }) =>
    kindOf(target) === 'erc20'
      ? [{ type: 'wrap', asset: { kind: 'erc20', token: target, amount: value }, from: sender }]
      : [{ type: 'unknown', selector: '0xd0e30db0', contract: target }],
  'withdraw(uint256)': ([value]: [bigint], { target, sender, kindOf }) => [
    { type: 'send', asset: toAsset(target, value, kindOf), from: sender },
  ],
}

/** @see https://github.com/Uniswap/permit2 */
const permit2Readers: Readonly<Record<string, Read>> = {
  'approve(address,address,uint160,uint48)': (
    [token, to, amount, until]: [Hex, Hex, bigint, bigint],
    { sender, kindOf },
  ) => [allowance({ asset: toAsset(token, amount, kindOf), from: sender, to, until })],
  'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)': (
    [from, { details, spender }]: [Hex, { details: Allowance; spender: Hex }],
    context,
  ) => [allow2(from, spender, details, context)],
  'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)': (
    [from, { details, spender }]: [Hex, { details: Allowance[]; spender: Hex }],
    context,
  ) => details.map((one) => allow2(from, spender, one, context)),
  'transferFrom(address,address,uint160,address)': (
    [from, to, amount, token]: [Hex, Hex, bigint, Hex],
    { kindOf },
  ) => [{ type: 'send', asset: toAsset(token, amount, kindOf), from, to }],
  'transferFrom((address,address,uint160,address)[])': (
    [transfers]: [{ from: Hex; to: Hex; amount: bigint; token: Hex }[]],
    { kindOf },
  ) =>
    transfers.map(({ from, to, amount, token }) => ({
      type: 'send',
      asset: toAsset(token, amount, kindOf),
      from,
      to,
    })),
  'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)': sendOne2,
  'permitWitnessTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes32,string,bytes)':
    sendOne2,
  'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)': sendMany2,
  'permitWitnessTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes32,string,bytes)':
    sendMany2,
  'lockdown((address,address)[])': ([approvals]: [{ token: Hex; spender: Hex }[]], { sender }) =>
    approvals.map(({ token, spender: to }) => ({
      type: 'revoke',
      asset: { kind: 'erc20', token, amount: 0n },
      from: sender,
      to,
    })),
  'invalidateNonces(address,address,uint48)': ([token, to, below]: [Hex, Hex, number], { sender }) => [
    { type: 'revoke', asset: { kind: 'erc20', token, amount: 0n }, from: sender, to, unusedBelow: below },
  ],
  'invalidateUnorderedNonces(uint256,uint256)': () => [],
}

/** The deadline is the signature's; the permission does not expire. */
function permit([from, to, value]: [Hex, Hex, bigint], { target, kindOf }: Context): Effect[] {
  return [allowance({ asset: toAsset(target, value, kindOf), from, to })]
}

function sendNft([from, to, id]: [Hex, Hex, bigint], { target }: Context): Effect[] {
  return [{ type: 'send', asset: { kind: 'nft', token: target, id, amount: 1n }, from, to }]
}

function allow2(from: Hex, to: Hex, { token, amount, expiration }: Allowance, { kindOf }: Context): Effect {
  return allowance({ asset: toAsset(token, amount, kindOf), from, to, until: expiration })
}

function sendOne2(
  [{ permitted }, transfer, from]: [{ permitted: { token: Hex } }, Transfer, Hex],
  { kindOf }: Context,
): Effect[] {
  return [send2(permitted.token, transfer, from, kindOf)]
}

function sendMany2(
  [{ permitted }, transfers, from]: [{ permitted: { token: Hex }[] }, Transfer[], Hex],
  { kindOf }: Context,
): Effect[] {
  return permitted.flatMap(({ token }, index) => {
    const transfer = transfers[index]
    return transfer ? [send2(token, transfer, from, kindOf)] : []
  })
}

function send2(token: Hex, { to, requestedAmount }: Transfer, from: Hex, kindOf: Context['kindOf']): Effect {
  return { type: 'send', asset: toAsset(token, requestedAmount, kindOf), from, to }
}

/** For an NFT, the zero address takes the permission back; the number 0 is an id like any other. */
function allowance({
  asset,
  from,
  to,
  until,
}: {
  asset: Asset
  from: Hex
  to: Hex
  until?: bigint | undefined
}): Effect {
  if (asset.kind === 'nft' && to === zeroAddress) return { type: 'revoke', asset, from }
  if (asset.kind === 'erc20' && asset.amount === 0n) return { type: 'revoke', asset, from, to }
  return { type: 'allow', asset, from, to, ...(until === undefined ? {} : { until }) }
}
