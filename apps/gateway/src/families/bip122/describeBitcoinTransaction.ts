import type { CaipNetworkId } from '@portico/protocol'
import type { Transaction } from '@portico/protocol/gateway'
import { formatUnits } from 'viem/utils'
import { bitcoinCoin } from './bitcoinCoin.ts'
import type { BitcoinTransaction } from './esploraSchemas.ts'

type Output = BitcoinTransaction['vout'][number]

/**
 * What a transaction was for one address. What comes back to it is change and not counted; change that goes to another
 * address of the same wallet cannot be told from a payment.
 */
export function describeBitcoinTransaction({
  chain,
  account,
  transaction: { txid, fee, vin, vout, status },
  now,
}: {
  chain: CaipNetworkId
  account: string
  transaction: BitcoinTransaction
  /** Seconds: when what waits is said to have happened. */
  now: number
}): { written: Transaction; timestamp: number } {
  const inputs = vin.flatMap(({ prevout }) => prevout ?? [])
  const isOwn = ({ scriptpubkey_address: address }: Output) => address === account
  const sum = (outputs: readonly Output[]) => outputs.reduce((total, { value }) => total + BigInt(value), 0n)
  const spent = sum(inputs.filter(isOwn))
  const received = sum(vout.filter(isOwn))
  // A note has neither address nor value; what is paid to a bare key or script has only the latter.
  const others = vout.filter(
    (output) => !isOwn(output) && (output.scriptpubkey_address !== undefined || output.value > 0),
  )
  const paid = inputs.filter((input) => !isOwn(input))
  const isSender = spent > received
  // Inputs of others pay a part of the fee that nobody knows: then what is gone is what counts.
  const ownFee = paid.length === 0 ? BigInt(fee) : 0n
  const isSelf = spent > 0n && (others.length === 0 || spent - received <= ownFee)
  const direction = isSelf ? 'self' : isSender ? 'out' : 'in'
  const amount = isSelf ? received : isSender ? spent - received - ownFee : received - spent
  const timestamp = status.block_time ?? now
  const { name, symbol, decimals } = bitcoinCoin(chain)
  return {
    timestamp,
    written: {
      id: `${chain}:${txid}`,
      metadata: {
        operationType: direction === 'in' ? 'receive' : 'send',
        hash: txid,
        minedAt: new Date(timestamp * 1000).toISOString(),
        sentFrom: direction === 'in' ? addressOf(largest(paid)) : account,
        sentTo: direction === 'out' ? addressOf(largest(others)) : account,
        status: status.confirmed ? 'confirmed' : 'pending',
        nonce: 0,
        application: null,
        chain,
      },
      transfers: [
        {
          fungible_info: { name, symbol, icon: null },
          direction,
          quantity: { numeric: formatUnits(amount, decimals) },
        },
      ],
    },
  }
}

function largest(outputs: readonly Output[]): Output | undefined {
  return outputs.reduce<Output | undefined>(
    (most, one) => (most && most.value >= one.value ? most : one),
    undefined,
  )
}

/** Coins that were just made come from nobody. */
function addressOf(output: Output | undefined): string {
  return output?.scriptpubkey_address ?? ''
}
