import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import type { BitcoinChainName } from '../chain/addressParams.ts'

/** Who keeps the chain: the small ledger here, or a real node. Both behind Bitcoin Core's JSON-RPC. */
export interface BitcoinEngine {
  /** As the start says it: "local ledger", or the real node's name for itself. */
  name: string
  chain: BitcoinChainName
  /** @throws JsonRpcError as the node answers */
  call<Result>(method: string, ...params: unknown[]): Promise<Result>
  /** What is answered on the port. */
  methods: JsonRpcMethods
  /** Transactions that the seed left unconfirmed. They are not mined by the clock. */
  unconfirmed: readonly string[]
  /** Settles with the reason if the node ends by itself. */
  ended: Promise<string>
  close(): Promise<void>
}
