import type { SocialFinishResponse } from '@portico/protocol/vault'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { ServerError } from '../session/ServerError.ts'
import type { CallbackParams, WindowClient } from './createWindowClient.ts'
import { endLogin } from './endLogin.ts'
import { removeSocialRecord, type SocialRecord, writeSocialRecord } from './socialRecord.ts'

/**
 * Hands what the provider returned to the server of this leg. Resolves with how the login ended, or with the address at the
 * provider to which the window goes next.
 */
export async function finishLeg({
  record,
  params,
  client,
  storage,
}: {
  record: SocialRecord
  params: CallbackParams
  client: WindowClient
  storage: PartitionStorage
}): Promise<SocialFinishResponse | { next: string }> {
  const { tx } = record
  if (record.leg === 'vault') {
    const finished = await client.vault.finish(tx, params)
    await removeSocialRecord(storage, record)
    return finished
  }
  const { introduction, next, ...login } = record
  // If the vault cannot be reached, the login expires there.
  const end = (status: 'refused' | 'failed') => endLogin(client, tx, status).catch(() => undefined)
  const status = await client.gateway.finish(introduction, params).catch(async (error: unknown) => {
    if (error instanceof ServerError) await end('failed')
    throw error
  })
  if (status === 'done') await writeSocialRecord(storage, { ...login, leg: 'vault', state: next.state })
  else await end(status)
  await removeSocialRecord(storage, record)
  return status === 'done' ? { next: next.url } : { status }
}
