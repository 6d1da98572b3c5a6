import type { NamespaceId } from '@portico/protocol'
import * as z from 'zod/mini'
import type { Kit } from '../kit.ts'

const key = '@portico/recipients'
/** The newest payments that are stored, of all accounts of a namespace. */
const maxEntries = 500

const payment = z.object({ from: z.string(), to: z.string() })
type Payment = z.infer<typeof payment>
const schema = z.record(z.string(), z.array(payment))

/** Stores that an account has itself signed a payment to an address. */
export function rememberRecipient(
  kit: Kit,
  { namespace, from, to }: Payment & { namespace: NamespaceId },
): void {
  const all = readAll(kit)
  const others = (all[namespace] ?? []).filter((entry) => entry.from !== from || entry.to !== to)
  const entries = [{ from, to }, ...others].slice(0, maxEntries)
  kit.storage.setItem(key, JSON.stringify({ ...all, [namespace]: entries }))
}

/** Returns whom an account has itself paid from this browser, last first. Never whom others' transfers name. */
export function getRecipients(
  kit: Kit,
  { namespace, from }: { namespace: NamespaceId; from: string },
): string[] {
  return (readAll(kit)[namespace] ?? []).filter((entry) => entry.from === from).map(({ to }) => to)
}

function readAll(kit: Kit): Record<string, Payment[]> {
  try {
    const stored = z.safeParse(schema, JSON.parse(kit.storage.getItem(key) ?? '{}'))
    return stored.success ? stored.data : {}
  } catch {
    // Not JSON: treat it as empty.
    return {}
  }
}
