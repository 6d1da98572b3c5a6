const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const tokenPermissions = 'TokenPermissions(address token,uint256 amount)'
const seaport =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const orderComponents =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'

const exact: ReadonlySet<string> = new Set([
  // ERC-2612, DAI, ERC-4494, Uniswap v4 positions
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
  'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
  // Permit2
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`,
  `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`,
  `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`,
  `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${tokenPermissions}`,
  // Aave
  'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
  // EIP-3009
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  'CancelAuthorization(address authorizer,bytes32 nonce)',
  // Seaport, CoW Protocol, 1inch
  `${orderComponents}${seaport}`,
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
  // EIP-2771 forwarders: OpenZeppelin's two, GSN, Gelato; contracts with MetaTransaction
  'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
  'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
  'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,RelayData relayData)RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)',
  'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
  'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
  // Safe
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
  'SafeMessage(bytes message)',
])

/** Types with a part that differs: the witness of a Permit2 transfer, the height of a tree of orders, the choice of a vote. */
const variable: readonly RegExp[] = [
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,\w+ \w+\)/,
  /^BulkOrder\(OrderComponents(\[2\])+ tree\)/,
  /^Vote\(address from,string space,uint64 timestamp,(bytes32|string) proposal,(uint32|uint32\[\]|string) choice,string reason,string app,string metadata\)$/,
  /^Ballot\(uint256 proposalId,uint8 support(,address voter,uint256 nonce)?\)$/,
]

/**
 * Whether a type, encoded as in EIP-712, is one that a contract with a known meaning verifies. Any other type may have fields with
 * another meaning than their names suggest.
 */
export function isStandardType(encodedType: string): boolean {
  return exact.has(encodedType) || variable.some((pattern) => pattern.test(encodedType))
}
