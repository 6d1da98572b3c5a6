import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { DecodedCall } from './decodeCall.ts'
import type { Effect } from './Effect.ts'
import { formatAmount, isUnlimited } from './formatAmount.ts'
import { coinFacts, formatAsset, nameOf } from './formatAsset.ts'
import type { Assets } from './readAssets.ts'

/** Says in a few words what a transaction does: "Send 120 DUSD". */
export function titleTransaction({
  transaction,
  call,
  effects,
  facts,
  address,
}: {
  transaction: Pick<BuiltTransaction, 'to' | 'value'>
  call: DecodedCall | undefined
  effects: readonly Effect[]
  facts: Assets
  address: Hex
}): string {
  const { to, value } = transaction
  if (!to) return 'Create a contract'
  const coins = formatAmount(value, coinFacts(facts))
  if (!call) return `Send ${coins}`
  if (call.calls.length > 0)
    return call.calls.length === 1 ? 'Make a call' : `Make ${call.calls.length} calls at once`
  if (effects.some(({ type }) => type === 'unknown')) return 'Unknown call'
  // The coins that are sent with a call are listed below the title.
  const [first, ...more] = effects.filter(
    (effect) => effect.type !== 'unknown' && effect.asset.kind !== 'coin',
  )
  if (!first || first.type === 'unknown') return `Call ${call.name}`
  if (first.type === 'wrap') return `Deposit ${coins}`
  if (call.name === 'withdraw') return `Withdraw ${formatAsset(first.asset, facts)}`
  const count = more.length + 1
  const owner = first.from.toLowerCase() === address.toLowerCase() ? '' : ' of another account'
  if (first.type === 'send') {
    const what = count === 1 ? formatAsset(first.asset, facts) : `${count} assets`
    return owner ? `Move ${what}${owner}` : `Send ${what}`
  }
  if (first.type === 'revoke') {
    const { asset } = first
    if (count > 1) return `Revoke ${count} permissions`
    return asset.kind === 'erc20' && asset.amount > 0n
      ? `Lower a permission by ${formatAsset(asset, facts)}`
      : 'Revoke a permission'
  }
  return `${count === 1 ? titlePermission(first, facts) : `Let someone spend ${count} assets`}${owner}`
}

function titlePermission({ asset, isAdded }: Effect & { type: 'allow' }, facts: Assets): string {
  switch (asset.kind) {
    case 'nft':
      return `Let someone move ${formatAsset(asset, facts)}`
    case 'collection':
      return `Let someone move all your ${nameOf(asset.token, facts)}`
    case 'unclear':
      return 'Let someone spend tokens or take an NFT'
    case 'erc20':
      if (isUnlimited(asset.amount)) return `Let someone spend all your ${nameOf(asset.token, facts)}`
  }
  return `Let someone spend ${formatAsset(asset, facts)}${isAdded ? ' more' : ''}`
}
