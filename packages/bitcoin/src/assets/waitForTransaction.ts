import { type Endpoint, pollUntil } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { esploraUrls } from '../esplora/esploraUrls.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'

/**
 * Resolves when the transaction is in a block. Polls with a growing delay, from 1 s to 20 s, because blocks take
 * minutes. An API that fails, or does not have the transaction yet, is polled again.
 *
 * @throws the reason of `signal`, once it is aborted; {RpcError} −32602 for a malformed transaction ID.
 */
export async function waitForTransaction({
  network,
  urls,
  customUrls,
  hash,
  signal,
}: Endpoint & { hash: string; signal: AbortSignal }): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A Bitcoin transaction ID must be 64 lowercase hex digits.',
    })
  }
  await pollUntil({
    signal,
    firstDelayMs: 1000,
    maxDelayMs: 20_000,
    async isDone() {
      const status = await requestEsplora({
        urls: esploraUrls({ network, urls }),
        customUrls,
        path: `/tx/${hash}/status`,
      })
      return readProperty(status, 'confirmed') === true
    },
  })
}
