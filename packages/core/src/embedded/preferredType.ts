import { isRecord } from '@portico/protocol'
import type { KeyValueStorage } from '../storage/storage.ts'
import type { AccountType } from './AccountType.ts'
import { authNamespace } from './authNamespace.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** Returns the account type that was chosen on this device; undefined if none was. Storage is untrusted. */
export function readPreferredType(storage: KeyValueStorage): AccountType | undefined {
  const type = readAll(storage)[authNamespace]
  return type === 'eoa' || type === 'smartAccount' ? type : undefined
}

/** Stores the account type that was chosen on this device. */
export function storePreferredType(storage: KeyValueStorage, type: AccountType): void {
  const all = { ...readAll(storage), [authNamespace]: type }
  storage.setItem(loginStorageKeys.accountTypes, JSON.stringify(all))
}

function readAll(storage: KeyValueStorage): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(loginStorageKeys.accountTypes) ?? '{}')
    return isRecord(stored) ? stored : {}
  } catch {
    // Not JSON: nothing is stored.
    return {}
  }
}
