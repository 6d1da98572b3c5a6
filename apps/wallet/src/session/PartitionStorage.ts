/** What one partition of the browser keeps: plain values and keys that cannot be read. */
export interface PartitionStorage {
  /** False where the browser keeps nothing for us: a session then ends with the page. */
  readonly isDurable: boolean
  read(key: string): Promise<unknown>
  /** Resolves when it is on disk. */
  write(key: string, value: unknown): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  keys(): Promise<string[]>
}
