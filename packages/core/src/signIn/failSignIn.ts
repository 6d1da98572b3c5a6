import type { NamespaceId } from '@portico/protocol'
import { disconnect } from '../actions/disconnect.ts'
import { type Kit, track } from '../kit.ts'
import { hasConnections } from './hasConnections.ts'

/**
 * Ends a sign-in that could not be initialised: tells the visitor and disconnects, because an account must not stay
 * connected if it cannot sign in. Without a connection nothing has failed yet.
 *
 * @param namespace Default: every namespace.
 */
export async function failSignIn(
  kit: Kit,
  { error, namespace }: { error: unknown; namespace?: NamespaceId | undefined },
): Promise<void> {
  if (!hasConnections(kit)) return
  kit.logger.error('A problem occurred while trying initialize authentication', error)
  track(kit, 'SIWX_AUTH_ERROR', { message: error instanceof Error ? error.message : String(error) })
  kit.events.emit({ type: 'notice', notice: 'auth-init-failed' })
  await disconnect(kit, { namespace })
}
