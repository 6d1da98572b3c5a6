export {
  type AuthenticateRequest,
  type AuthenticateResponse,
  authenticateRequest,
  authenticateResponse,
  type JwksResponse,
  jwksResponse,
  type NonceResponse,
  nonceResponse,
  type SessionResponse,
  type SessionsResponse,
  sessionResponse,
  sessionsResponse,
} from './auth.ts'
export {
  type BalanceCoverage,
  type BalanceResponse,
  balanceCoverage,
  balanceResponse,
  type TokenBalance,
  tokenBalance,
} from './balance.ts'
export {
  type FeeRates,
  type FeesResponse,
  feeRates,
  feesResponse,
  type Utxo,
  type UtxosResponse,
  utxo,
  utxosResponse,
} from './bitcoin.ts'
export {
  type CcipError,
  type CcipRequest,
  type CcipResponse,
  ccipError,
  ccipRequest,
  ccipResponse,
} from './ccip.ts'
export { type SupportedChainsResponse, supportedChainsResponse } from './chains.ts'
export {
  type AddSlotRequest,
  type AddSlotResponse,
  addSlotRequest,
  addSlotResponse,
  type ConfirmWalletRequest,
  type ConfirmWalletResponse,
  type CreateWalletRequest,
  type CreateWalletResponse,
  confirmWalletRequest,
  confirmWalletResponse,
  createWalletRequest,
  createWalletResponse,
  type EmbeddedWalletResponse,
  embeddedWalletResponse,
  type LeaseNonceRequest,
  type LeaseNonceResponse,
  leaseNonceRequest,
  leaseNonceResponse,
  type SlotShareResponse,
  slotShareResponse,
  type WalletAllowlist,
  type WalletAllowlistResponse,
  type WalletJwksResponse,
  type WalletRefreshRequest,
  type WalletSessionRequest,
  type WalletSessionResponse,
  type WalletSessionsResponse,
  type WalletSlotKind,
  walletAllowlist,
  walletAllowlistResponse,
  walletJwksResponse,
  walletRefreshRequest,
  walletSessionRequest,
  walletSessionResponse,
  walletSessionsResponse,
  walletSlotKind,
} from './embedded.ts'
export { type LiveResponse, liveResponse, type ReadyResponse, readyResponse } from './health.ts'
export {
  type HistoryCoverage,
  type HistoryResponse,
  historyCoverage,
  historyResponse,
  type Transaction,
  type TransactionStatus,
  type Transfer,
  type TransferDirection,
  transaction,
  transactionStatus,
  transfer,
  transferDirection,
} from './history.ts'
export { type IdentityResponse, identityResponse } from './identity.ts'
export {
  type JsonRpcError,
  type JsonRpcRequest,
  type JsonRpcResponse,
  jsonRpcError,
  jsonRpcRequest,
  jsonRpcResponse,
} from './jsonRpc.ts'
export {
  type NameAttributes,
  type NameNonceResponse,
  type NameRecord,
  type NameRequest,
  type NameResponse,
  type NameSuggestionsResponse,
  type NamesOfAddressResponse,
  nameAttributes,
  nameNonceResponse,
  nameRecord,
  nameRequest,
  nameResponse,
  nameSuggestionsResponse,
  namesOfAddressResponse,
} from './names.ts'
export { type Nft, type NftsResponse, nft, nftsResponse } from './nfts.ts'
export {
  type FungiblePrice,
  type FungiblePriceRequest,
  type FungiblePriceResponse,
  fungiblePrice,
  fungiblePriceRequest,
  fungiblePriceResponse,
  type PortfolioResponse,
  portfolioResponse,
} from './prices.ts'
export { type Problem, problem } from './problem.ts'
export {
  type ProjectConfigResponse,
  type ProjectFeature,
  type ProjectOriginsResponse,
  projectConfigResponse,
  projectFeature,
  projectOriginsResponse,
} from './projects.ts'
export { type RpcProblem, rpcProblem } from './rpcProblem.ts'
export { gatewayErrors } from './serverMessages.ts'
export {
  type SimulatedApproval,
  type SimulatedCall,
  type SimulatedChange,
  type SimulateRequest,
  type SimulateResponse,
  simulatedApproval,
  simulatedCall,
  simulatedChange,
  simulateRequest,
  simulateResponse,
} from './simulate.ts'
export {
  type StreamEvent,
  type StreamEventName,
  type StreamTicketResponse,
  type StreamTxStatus,
  streamBlock,
  streamEvents,
  streamTicketResponse,
  streamTxStatus,
} from './stream.ts'
export { type Wallet, type WalletsResponse, wallet, walletsResponse } from './wallets.ts'
