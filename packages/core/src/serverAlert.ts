import { BaseError } from '@portico/protocol'
import type { Alert, AlertId } from './alert.ts'

const alerts: Record<string, AlertId> = {
  'origin-not-allowed': 'invalid-app-configuration',
  'jwt-not-yet-valid': 'session-expired',
  'invalid-key': 'invalid-project-id',
  'chain-not-supported': 'network-not-found',
}

/**
 * Returns the alert for an error a server answered with, if its code is one of the four that have an alert. Its detail is
 * the page's origin or, for a network, the server's description.
 */
export function serverAlert(error: unknown): Alert | undefined {
  if (!(error instanceof BaseError)) return undefined
  const id = alerts[error.code]
  if (!id) return undefined
  if (id === 'network-not-found') return { id, detail: error.details }
  return { id, ...(typeof location === 'undefined' ? {} : { detail: location.origin }) }
}
