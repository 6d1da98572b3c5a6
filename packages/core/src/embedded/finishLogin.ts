import type { NamespaceId } from '@portico/protocol'
import { connect } from '../actions/connect.ts'
import { nextAttempt } from '../actions/nextAttempt.ts'
import { reconnect } from '../actions/reconnect.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'
import { announceSession } from '../signIn/announceSession.ts'
import { addLoginSession, type LoginSignIn, type SignedLogin } from '../signIn/loginSignIn.ts'
import { authConnectorId } from './authConnectorId.ts'
import { hasEmbedded } from './hasEmbedded.ts'

/**
 * Connects the account that has just logged in, and those of the other namespaces. If the wallet has signed in as well, the
 * session is added first.
 *
 * @param parameters.remember Stores the login; called before the account is connected.
 */
export async function finishLogin(
  kit: Kit,
  {
    namespace,
    signIn,
    signed,
    remember,
  }: {
    namespace: NamespaceId
    signIn?: LoginSignIn | undefined
    signed?: SignedLogin | undefined
    remember: () => void
  },
): Promise<void> {
  const subject = signIn && signed && (await addLoginSession(kit, signIn, signed))
  try {
    remember()
    await connect(kit, { connectorId: authConnectorId, namespace })
    connectOthers(kit)
  } catch (error) {
    if (subject) await kit.siwx?.revokeSession(subject.networkId, subject.address).catch(() => {})
    throw error
  }
  if (subject) announceSession(kit, subject)
}

/**
 * Connects the wallet's accounts of the other namespaces, except where another wallet is connected. The active namespace
 * stays the one that was requested.
 */
function connectOthers(kit: Kit): void {
  for (const id of kit.namespaces.keys()) {
    if (!hasEmbedded(kit, id)) continue
    const attempt = nextAttempt()
    const connection = dispatchConnection(kit, id, {
      type: 'reconnect',
      connectorId: authConnectorId,
      attempt,
    })
    if (connection.status === 'reconnecting' && connection.attempt === attempt)
      void reconnect(kit, { namespace: id, connectorId: authConnectorId, attempt })
  }
}
