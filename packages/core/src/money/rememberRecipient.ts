import type { NamespaceId } from '@portico/protocol'
import { readStored } from '../connections/readStored.ts'
import type { Kit } from '../kit.ts'
import { readPayments, recipientsKey, type StoredPayment } from './getRecipients.ts'

/** The newest payments that are stored, of all accounts of a namespace. */
const maxEntries = 500

/** Stores that an account has itself signed a payment to an address. */
export function rememberRecipient(
  kit: Kit,
  { namespace, from, to }: StoredPayment & { namespace: NamespaceId },
): void {
  const all = readStored(kit.storage, recipientsKey)
  const others = readPayments(kit, namespace).filter((entry) => entry.from !== from || entry.to !== to)
  const entries = [{ from, to }, ...others].slice(0, maxEntries)
  kit.storage.setItem(recipientsKey, JSON.stringify({ ...all, [namespace]: entries }))
}
