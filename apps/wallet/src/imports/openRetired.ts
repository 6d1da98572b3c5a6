import type { GatewayClient } from '../session/createGatewayClient.ts'
import type { OpenGrant } from '../session/createGrant.ts'
import type { ReleasedSlot, WalletRecord } from '../signer/walletRecord.ts'
import type { ImportClient } from './createImportClient.ts'

/**
 * Returns what opens a wallet that an import has replaced: its recovery, which works on every device. The vault mails the owner
 * first.
 *
 * @param openGrant opens the grant of a login by link that was completed just now
 */
export async function openRetired({
  client,
  gateway,
  accessToken,
  userId,
  walletId,
  openGrant,
}: {
  client: ImportClient
  gateway: Pick<GatewayClient, 'readShare'>
  accessToken: string
  userId: string
  walletId: string
  openGrant(): Promise<OpenGrant>
}): Promise<{ wallet: WalletRecord; released: ReleasedSlot }> {
  const { grant, releaseKey } = await openGrant()
  const { record, slots } = await client.readOne(accessToken, { userId, walletId })
  const slot = slots.find(({ kind }) => kind === 'auto')
  if (!slot) throw new Error('This wallet has no recovery.')
  const { slotId } = slot
  await client.noticeWords(userId, grant)
  const { sealed } = await client.releaseAuto({ grant, walletId, slotId })
  const share = await gateway.readShare(accessToken, walletId, slotId)
  return { wallet: record, released: { slot, share, sealed, releaseKey } }
}
