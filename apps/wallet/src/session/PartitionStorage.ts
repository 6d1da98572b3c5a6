/** Key-value storage of one browser partition: plain values and CryptoKeys that are not extractable. */
export interface PartitionStorage {
  /** False where the browser denies storage: the session then ends with the page. */
  readonly isDurable: boolean
  read(key: string): Promise<unknown>
  /** Resolves once the value is on disk. */
  write(key: string, value: unknown): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  keys(): Promise<string[]>
}
