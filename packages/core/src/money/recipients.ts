import { isRecord, type NamespaceId } from '@portico/protocol'
import { readStored } from '../connections/readStored.ts'
import type { Kit } from '../kit.ts'

const key = '@portico/recipients'
/** The newest payments that are stored, of all accounts of a namespace. */
const maxEntries = 500

type Payment = { from: string; to: string }

/** Stores that an account has itself signed a payment to an address. */
export function rememberRecipient(
  kit: Kit,
  { namespace, from, to }: Payment & { namespace: NamespaceId },
): void {
  const all = readStored(kit.storage, key)
  const others = readPayments(kit, namespace).filter((entry) => entry.from !== from || entry.to !== to)
  const entries = [{ from, to }, ...others].slice(0, maxEntries)
  kit.storage.setItem(key, JSON.stringify({ ...all, [namespace]: entries }))
}

/** Returns whom an account has itself paid from this browser, last first. Never whom others' transfers name. */
export function getRecipients(
  kit: Kit,
  { namespace, from }: { namespace: NamespaceId; from: string },
): string[] {
  return readPayments(kit, namespace).flatMap((entry) => (entry.from === from ? [entry.to] : []))
}

function readPayments(kit: Kit, namespace: NamespaceId): readonly Payment[] {
  return (readStored(kit.storage, key)[namespace] ?? []).filter(isPayment)
}

function isPayment(stored: unknown): stored is Payment {
  return isRecord(stored) && typeof stored.from === 'string' && typeof stored.to === 'string'
}
