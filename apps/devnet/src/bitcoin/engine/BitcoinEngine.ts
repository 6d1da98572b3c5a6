import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import type { BitcoinChainName } from '../chain/addressParams.ts'

/** A backend of the chain: the local ledger or a real node, both with Bitcoin Core's JSON-RPC. */
export interface BitcoinEngine {
  /** Name printed at start: "local ledger", or the real node's version. */
  name: string
  chain: BitcoinChainName
  /** @throws JsonRpcError the node's error */
  call<Result>(method: string, ...params: unknown[]): Promise<Result>
  /** Methods available on the port. */
  methods: JsonRpcMethods
  /** Transactions that the seed left unconfirmed; automatic mining skips them. */
  unconfirmed: readonly string[]
  /** Resolves with the reason if the node ends by itself. */
  ended: Promise<string>
  close(): Promise<void>
}
