import { memoryStorage } from './memoryStorage.ts'
import type { PartitionStorage } from './PartitionStorage.ts'

const database = 'wallet'
const store = 'parts'

/**
 * Opens the partition's IndexedDB. Browsers that block third-party storage throw, hang up or pretend: whatever cannot be
 * written and read back is not used, and the session lives in memory.
 *
 * @see https://www.w3.org/TR/IndexedDB/
 */
export async function openStorage({
  indexedDB = readIndexedDB(),
}: {
  indexedDB?: IDBFactory | undefined
} = {}): Promise<PartitionStorage> {
  if (!indexedDB) return memoryStorage()
  try {
    const storage = createStorage(await open(indexedDB))
    await storage.write('probe', 1)
    if ((await storage.read('probe')) !== 1) return memoryStorage()
    await storage.remove(['probe'])
    return storage
  } catch {
    // Denied: a session that ends with the page is better than none.
    return memoryStorage()
  }
}

/** Reading the property itself throws where storage is blocked. */
function readIndexedDB(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    return undefined
  }
}

function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('The storage of the wallet is in use by an older page.'))
  })
}

function createStorage(db: IDBDatabase): PartitionStorage {
  // A newer page wants another version: let it have it, rather than block it.
  db.onversionchange = () => db.close()

  function run<value>(
    mode: IDBTransactionMode,
    work: (parts: IDBObjectStore) => IDBRequest<value> | undefined,
  ): Promise<value | undefined> {
    return new Promise((resolve, reject) => {
      // `strict`: when we are told it is kept, a power cut may follow.
      const transaction = db.transaction(store, mode, {
        durability: mode === 'readwrite' ? 'strict' : 'default',
      })
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request?.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  }

  return {
    isDurable: true,
    read: (key) => run<unknown>('readonly', (parts) => parts.get(key)),
    async write(key, value) {
      await run('readwrite', (parts) => parts.put(value, key))
    },
    async remove(keys) {
      await run('readwrite', (parts) => {
        for (const key of keys) parts.delete(key)
        return undefined
      })
    },
    keys: async () => ((await run('readonly', (parts) => parts.getAllKeys())) ?? []).map(String),
  }
}
