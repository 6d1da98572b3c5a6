import type { CaipNetworkId } from '@portico/protocol'
import type { Transaction } from '@portico/protocol/gateway'
import { formatUnits } from 'viem/utils'
import { bitcoinCoin } from './bitcoinCoin.ts'
import type { BitcoinTransaction } from './esploraSchemas.ts'

type Output = BitcoinTransaction['vout'][number]

/**
 * Describes a transaction from one address's point of view. Change that returns to the address is not counted. Change
 * to another address of the same wallet cannot be distinguished from a payment.
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
  /** Seconds since the epoch; the time given for a pending transaction. */
  now: number
}): { written: Transaction; timestamp: number } {
  const inputs = vin.flatMap(({ prevout }) => prevout ?? [])
  const isOwn = ({ scriptpubkey_address: address }: Output) => address === account
  const sum = (outputs: readonly Output[]) => outputs.reduce((total, { value }) => total + BigInt(value), 0n)
  const spent = sum(inputs.filter(isOwn))
  const received = sum(vout.filter(isOwn))
  // OP_RETURN outputs have neither address nor value. Payments to a bare key or script have a value only.
  const others = vout.filter(
    (output) => !isOwn(output) && (output.scriptpubkey_address !== undefined || output.value > 0),
  )
  const otherInputs = inputs.filter((input) => !isOwn(input))
  const isSender = spent > received
  // If others have inputs too, the account's share of the fee is unknown: then do not subtract any.
  const ownFee = otherInputs.length === 0 ? BigInt(fee) : 0n
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
        sentFrom: direction === 'in' ? addressOf(largest(otherInputs)) : account,
        sentTo: direction === 'out' ? addressOf(largest(others)) : account,
        status: status.confirmed ? 'confirmed' : 'pending',
        nonce: 0,
        application: null,
        chain,
        isOwn: spent > 0n,
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

/** Returns an output's address; empty for coinbase inputs and bare scripts. */
function addressOf(output: Output | undefined): string {
  return output?.scriptpubkey_address ?? ''
}
