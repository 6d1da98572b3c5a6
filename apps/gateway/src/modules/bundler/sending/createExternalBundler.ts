import { RpcError } from '@portico/protocol'
import { jsonRpcResponse } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import type { Hex } from '../../../chains/shared/Chain.ts'
import type { SendJson } from '../../../infra/egress/createSendJson.ts'
import { BundlerError, bundlerErrorCodes } from '../BundlerError.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { toRpcUserOperation } from '../operation/toRpcUserOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { OperationStore, SendRefusal } from '../store.ts'
import type { Reach } from './Reach.ts'

/** Somebody else's bundler, which gets the same operations. */
export type ExternalBundler = {
  /** Stores that an operation is sent, and sends it. @throws {BundlerError} if the bundler refuses it */
  send(query: { operation: UserOperation; hash: Hex }): Promise<boolean | SendRefusal>
  /** Sends an operation again that is stored as sent. The bundler recognises it by its hash. */
  repeat(userOperation: string): Promise<void>
}

const timeoutMs = 10_000

/** Creates the client of an ERC-7769 bundler. */
export function createExternalBundler({
  chain,
  url,
  store,
  sendJson,
  reach,
  log,
  now,
}: {
  chain: string
  url: string
  store: OperationStore
  sendJson: SendJson
  reach: Reach
  log: Log
  now: () => number
}): ExternalBundler {
  /** @throws {RpcError} if the bundler answers with an error */
  async function forward(operation: unknown): Promise<void> {
    const { body } = await sendJson({
      method: 'POST',
      url,
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'eth_sendUserOperation',
        params: [operation, entryPoint.address],
      },
      deadline: Date.now() + timeoutMs,
    })
    const answer = jsonRpcResponse.parse(body)
    if ('error' in answer) {
      const { code, message } = answer.error
      throw new RpcError({ rpcCode: code, message })
    }
  }

  return {
    async send({ operation, hash }) {
      const rpcOperation = toRpcUserOperation(operation)
      const sent = await store.send({
        chain,
        hash,
        userOperation: JSON.stringify(rpcOperation),
        now: now(),
      })
      await reach('stored')
      if (sent === false || typeof sent === 'string') return sent
      try {
        await forward(rpcOperation)
      } catch (error) {
        if (error instanceof RpcError && !/\bknown|already/i.test(error.message)) {
          await store.unsend(hash)
          // Its own words are for the operator: they may name addresses or keys of the bundler, or tell the client anything.
          log.warn({ chain, error }, 'the external bundler refused an operation')
          throw new BundlerError({
            rpcCode: bundlerErrorCodes.rejected,
            message: 'The bundler refused the operation.',
            cause: error,
          })
        }
        // It may have the operation: it is sent again until it is included or expires.
        log.warn({ chain, error }, 'the external bundler did not answer')
      }
      await reach('broadcast')
      return true
    },

    async repeat(userOperation) {
      try {
        await forward(JSON.parse(userOperation))
      } catch (error) {
        log.debug({ chain, error }, 'the external bundler did not take an operation again')
      }
    },
  }
}
