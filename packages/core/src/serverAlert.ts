import { BaseError } from '@portico/protocol'
import type { Alert, AlertId } from './alert.ts'

const alerts: Record<string, AlertId> = {
  'origin-not-allowed': 'invalid-app-configuration',
  'jwt-not-yet-valid': 'session-expired',
  'invalid-key': 'invalid-project-id',
}

/** Returns the alert for an error a server answered with, if its code is one of the three that have an alert. */
export function serverAlert(error: unknown): Alert | undefined {
  if (!(error instanceof BaseError)) return undefined
  const id = alerts[error.code]
  if (!id) return undefined
  return { id, ...(typeof location === 'undefined' ? {} : { detail: location.origin }) }
}
