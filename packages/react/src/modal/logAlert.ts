import type { Alert, Kit } from '@portico/core'
import { loadViewCopy, text } from '../copy.ts'

/** Logs an alert with the texts that the modal shows; if they cannot be loaded, with their IDs. */
export async function logAlert(kit: Kit, { id, detail = '' }: Alert): Promise<void> {
  await loadViewCopy().catch(() => {})
  kit.logger.error(`${text(`alert.${id}`)}: ${text(`alert.${id}.help`)}`, detail)
}
