/** Asks a node of the gateway. @throws {RpcError} */
export type Rpc = (chainId: string, method: string, params: readonly unknown[]) => Promise<unknown>

/** Asks another route of the gateway and answers its JSON; throws where the gateway answers with a problem. */
export type Gateway = (
  path: string,
  options?: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown },
) => Promise<unknown>

/** A small store of this partition, emptied on sign-out. Values are plain JSON. */
export interface Memory {
  read(key: string): Promise<unknown>
  write(key: string, value: unknown): Promise<void>
}
