import type { SocialFinishResponse } from '@portico/protocol/vault'
import type { LegStatus, WindowClient } from './createWindowClient.ts'

/**
 * Ends the login at the vault without a code, so that the frame hears of it at once. Resolves with how it ended: a login that was
 * done stays done.
 */
export function endLogin(
  { vault }: WindowClient,
  tx: string,
  status: Exclude<LegStatus, 'done'>,
): Promise<SocialFinishResponse> {
  return vault.finish(tx, { error: status === 'refused' ? 'access_denied' : 'server_error' })
}
