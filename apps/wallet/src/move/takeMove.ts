import { deriveMoveChannel, makeMoveKeys, thumbprintOf } from '../keys/moveChannel.ts'
import type { SessionTokens } from '../session/createGatewayClient.ts'
import type { MoveClient } from './createMoveClient.ts'
import { MoveFailedError } from './MoveFailedError.ts'
import type { MoveLink } from './moveLink.ts'
import type { GivenWallet, RunMove } from './moveTask.ts'
import { poll, type Wait } from './poll.ts'

/** What the new device needs for a move. */
export type TakeServices = {
  client: MoveClient
  /** Thumbprint of this device's DPoP key. */
  jkt: string
  runMove: RunMove
  /** Stores the wallet's slot secret, opens the session, and opens the wallet with it. */
  adopt(given: GivenWallet, openSession: () => Promise<SessionTokens>): Promise<void>
  /** Shows the digits that are typed on the older device. */
  showDigits(digits: string): void
  wait: Wait
}

/**
 * Receives a wallet on the new device: leaves a key, shows the digits of both keys, and logs in with what the older device
 * has encrypted after they were typed there.
 *
 * @throws {ServerError} `move-over` or `move-taken`
 * @throws {MoveFailedError} when a server has replaced a key or a message
 */
export async function takeMove(
  { id, thumbprint }: MoveLink,
  { client, jkt, runMove, adopt, showDigits, wait }: TakeServices,
): Promise<void> {
  const keys = await makeMoveKeys()
  await client.take(id, keys.publicKey)
  const other = await poll(async () => (await client.wait(id)).key, wait)
  if ((await thumbprintOf(other)) !== thumbprint) throw new MoveFailedError('key-wrong')
  const { digits, ...channel } = await deriveMoveChannel({
    own: keys.privateKey,
    other,
    id,
    oldKey: other,
    newThumbprint: keys.thumbprint,
    jkt,
  })
  showDigits(digits)
  const sealed = await poll(async () => (await client.wait(id)).sealed, wait)
  const given = await runMove({ name: 'receive', sealed, channel }).catch((cause: unknown) => {
    throw new MoveFailedError('wallet-broken', { cause })
  })
  await adopt(given, () => client.openSession(id))
}
