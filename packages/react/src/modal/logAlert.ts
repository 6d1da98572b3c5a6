import type { Alert, Kit } from '@portico/core'
import { loadViewCopy, text } from '../copy.ts'

const logged = new WeakMap<Kit, Set<string>>()

/**
 * Logs an alert with the texts that the modal shows; if they cannot be loaded, with their IDs. The line after them has its code and the page
 * of the handbook about it, as in the messages of errors. The same alert is logged once, although each refused request sets it again.
 */
export async function logAlert(kit: Kit, { id, detail = '' }: Alert): Promise<void> {
  const before = logged.get(kit) ?? new Set()
  logged.set(kit, before)
  if (before.has(id + detail)) return
  before.add(id + detail)
  await loadViewCopy().catch(() => {})
  const sentence = `${text(`alert.${id}`)}: ${text(`alert.${id}.help`)} ${detail}`.trim()
  kit.logger.error(`${sentence}\n\nCode: ${id}\nDocs: /errors/${id}`)
}
