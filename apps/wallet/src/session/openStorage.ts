import { memoryStorage } from './memoryStorage.ts'
import type { PartitionStorage } from './PartitionStorage.ts'

const database = 'wallet'
const store = 'parts'

/**
 * Opens the partition's IndexedDB. Browsers that block third-party storage throw, fail or silently drop what is written;
 * if a probe cannot be written and read back, the session is kept in memory instead.
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
    // Storage is denied: a session that ends with the page is better than none.
    return memoryStorage()
  }
}

/** Reads `indexedDB`; the property access itself throws where storage is blocked. */
function readIndexedDB(): IDBFactory | undefined {
  try {
    return globalThis.indexedDB
  } catch {
    return undefined
  }
}

function open(indexedDB: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('An older page of the wallet has its storage open: close it.'))
  })
}

function createStorage(db: IDBDatabase): PartitionStorage {
  // A newer page wants to upgrade the database: close it rather than block the upgrade.
  db.onversionchange = () => db.close()

  function run<value>(
    mode: IDBTransactionMode,
    work: (parts: IDBObjectStore) => IDBRequest<value> | undefined,
  ): Promise<value | undefined> {
    return new Promise((resolve, reject) => {
      // `strict`: the value must survive a power cut once the write has resolved.
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
