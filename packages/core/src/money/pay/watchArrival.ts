import { NetworkNotFoundError } from '../../errors.ts'
import { getEndpoint } from '../../getEndpoint.ts'
import type { Kit } from '../../kit.ts'
import { pollUntil } from '../../pollUntil.ts'
import type { PayRequest } from './PayRequest.ts'

/** Delays between two readings of the balance (ms). */
const firstDelayMs = 2000
const maxDelayMs = 10_000

/**
 * Resolves once the recipient of a payment has got at least its amount, whoever has sent it: from another wallet, or from an exchange.
 * Reads the recipient's balance from the network, so a payment of somebody else to the same address counts, too: an application that
 * ships goods must check on its own server which payment is for what.
 *
 * @param parameters.before the recipient's balance before the payment, in base units, if it is known from an earlier call. Default: the
 * first that is read
 * @param parameters.onBefore called once with the balance before the payment
 * @param parameters.onPart called with what has arrived so far, in base units, while it is less
 * @throws NetworkNotFoundError · the reason of `signal`, once it is aborted
 */
export async function watchArrival(
  kit: Kit,
  {
    request,
    signal,
    before,
    onBefore,
    onPart,
  }: {
    request: PayRequest
    signal: AbortSignal
    before?: bigint | undefined
    onBefore?: ((balance: bigint) => void) | undefined
    onPart?: ((arrived: bigint) => void) | undefined
  },
): Promise<void> {
  const endpoint = getEndpoint(kit, request.networkId)
  const namespace = endpoint && kit.namespaces.get(endpoint.network.chainNamespace)
  if (!namespace) throw new NetworkNotFoundError({ id: request.networkId })
  const assets = await namespace.assets()
  const { recipient: address, token } = request
  const wanted = BigInt(request.amount)
  let first = before
  await pollUntil({
    signal,
    firstDelayMs,
    maxDelayMs,
    async isDone() {
      const balance = await assets.getBalance({ ...endpoint, address, token })
      if (first === undefined) {
        first = balance
        onBefore?.(balance)
      }
      const arrived = balance - first
      if (arrived > 0n && arrived < wanted) onPart?.(arrived)
      return arrived >= wanted
    },
  })
}
