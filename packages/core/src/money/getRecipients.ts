import { isRecord, type NamespaceId } from '@portico/protocol'
import { readStored } from '../connections/readStored.ts'
import type { Kit } from '../kit.ts'

/** The payments that accounts have signed in this browser, by namespace, the last first. */
export const recipientsKey = '@portico/recipients'

export interface StoredPayment {
  from: string
  to: string
}

/** Returns whom an account has itself paid from this browser, last first. Never whom others' transfers name. */
export function getRecipients(
  kit: Kit,
  { namespace, from }: { namespace: NamespaceId; from: string },
): string[] {
  return readPayments(kit, namespace).flatMap((entry) => (entry.from === from ? [entry.to] : []))
}

/** Reads the payments of all accounts of a namespace. What is malformed is left out. */
export function readPayments(kit: Kit, namespace: NamespaceId): readonly StoredPayment[] {
  return (readStored(kit.storage, recipientsKey)[namespace] ?? []).filter(isPayment)
}

function isPayment(stored: unknown): stored is StoredPayment {
  return isRecord(stored) && typeof stored.from === 'string' && typeof stored.to === 'string'
}
