import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../selectors.ts'
import { parseAmount } from '../parseAmount.ts'
import type { PayOptions, PayRequest } from './PayRequest.ts'
import { PayRequestError } from './PayRequestError.ts'

/** AppKit's applications write the coin as one of these. */
const coinNames: readonly string[] = ['native', '0x', '']

/**
 * Checks what an application asks for, before a visitor sees it.
 *
 * @throws PayRequestError that says which value is wrong
 */
export async function readPayRequest(kit: Kit, options: PayOptions): Promise<PayRequest> {
  const { network: id, asset = 'native', metadata } = options.paymentAsset ?? options
  const network = findNetwork(kit.store.getState(), id)
  if (!network)
    throw new PayRequestError({
      reason: `The network of the payment, ${id ?? 'none'}, is not one of the application’s.`,
      remedy: 'Add it to `networks` of `createAppKit`, and pass its CAIP-2 ID, such as `eip155:8453`.',
    })
  const transfers = await kit.namespaces.get(network.chainNamespace)?.transfers?.()
  if (!transfers)
    throw new PayRequestError({
      reason: `Nothing can be sent on ${network.name}.`,
      remedy: `Add the adapter of the namespace ${network.chainNamespace} to \`adapters\` of \`createAppKit\`.`,
    })
  const isCoin = coinNames.includes(asset)
  const token = isCoin ? undefined : transfers.readRecipient({ text: asset, network })?.address
  if (!isCoin && !token)
    throw new PayRequestError({
      reason: `The token of the payment, ${asset}, is no address on ${network.name}.`,
      remedy: 'Pass the address of the token, or `native` for the coin of the network.',
    })
  const described = isCoin ? network.nativeCurrency : metadata
  if (
    !described ||
    !Number.isInteger(described.decimals) ||
    described.decimals < 0 ||
    described.decimals > 36
  )
    throw new PayRequestError({
      reason: 'The payment does not say how many decimals its token has.',
      remedy: 'Pass `metadata` with `name`, `symbol` and `decimals` of the token.',
    })
  const recipient = transfers.readRecipient({ text: options.recipient, network })
  if (!recipient || recipient.isLink)
    throw new PayRequestError({
      reason: `The recipient of the payment, ${options.recipient}, is no address on ${network.name}.`,
      remedy: 'Pass an address that can receive on this network.',
    })
  const { name, symbol, decimals } = described
  return {
    networkId: network.caipNetworkId,
    recipient: recipient.address,
    token,
    name,
    symbol,
    decimals,
    amount: readAmount(options.amount, decimals).toString(),
  }
}

function readAmount(amount: string | number, decimals: number): bigint {
  const units = parseAmount(String(amount), decimals)
  if (units === undefined || units === 0n)
    throw new PayRequestError({
      reason: `The amount of the payment, ${amount}, is not a positive number with at most ${decimals} decimals.`,
      remedy: "Pass it as decimal text, such as '0.0000001'.",
    })
  return units
}
