import { encodeFunctionData, parseAbi, stringToHex } from 'viem'
import type { TokenFacts } from '../src/requests/formatAmount.ts'
import type { Assets } from '../src/requests/readAssets.ts'
import type { TokenKind } from '../src/requests/readTokenKind.ts'
import { buildTypedData, type TypedDataRequest } from './buildTypedData.ts'

/** The account that is asked to sign. */
export const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** An account of somebody else. */
export const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** When the requests are shown, in milliseconds. */
export const now = Date.parse('2026-06-01T12:00:00Z')

const soon = Math.floor(now / 1000) + 3600
const nextMonth = soon + 30 * 86_400
const zero = '0x0000000000000000000000000000000000000000'
const zeroHash = `0x${'00'.repeat(32)}`
const ether = 10n ** 18n
const most = (bits: bigint) => (2n ** bits - 1n).toString()

/** Contracts on Ethereum. */
const contracts = {
  usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  weth: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  debtUsdc: '0x72E95b8931767C79bA4EeE721354d6E99a61D004',
  positions: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
  positionsV4: '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e',
  apes: '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  uniswapRouter: '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
  uniswapXReactor: '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4',
  cow: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
  oneInch: '0x111111125421cA6dc452d289314280a0f8842A65',
  seaport: '0x0000000000000068F116a894984e2DB1123eB395',
  forwarder: '0xAa3E82b4c4093b4bA13Cb5714382C99ADBf750cA',
  gelato: '0xb539068872230f20456CF38EC52EF2f91AF4AE49',
  game: '0x9C8fF314C9Bc7F6e59A9d9225Fb22946427eDC03',
  safe: '0x849D52316331967b6fF1198e5E32A0eB168D039d',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  delegator: '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B',
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
} as const

/** Price in US dollars and balance by symbol. */
const holdings: Readonly<Record<string, { price: number; balance: bigint }>> = {
  USDC: { price: 1, balance: 48_250_000_000n },
  USDT: { price: 1, balance: 900_000_000n },
  DAI: { price: 1, balance: 3000n * ether },
  WETH: { price: 3400, balance: 12n * ether },
}
const unpriced = { price: undefined, balance: undefined }

/** What is known about the tokens: what their contracts answer, but neither prices nor balances. */
export const assets: Assets = {
  coin: { symbol: 'ETH', ...unpriced },
  tokens: new Map(
    Object.entries<TokenFacts & { kind: TokenKind }>({
      [contracts.usdc]: { kind: 'erc20', symbol: 'USDC', decimals: 6 },
      [contracts.usdt]: { kind: 'erc20', symbol: 'USDT', decimals: 6 },
      [contracts.dai]: { kind: 'erc20', symbol: 'DAI', decimals: 18 },
      [contracts.weth]: { kind: 'erc20', symbol: 'WETH', decimals: 18 },
      [contracts.debtUsdc]: { kind: 'erc20', symbol: 'variableDebtEthUSDC', decimals: 6 },
      [contracts.positions]: { kind: 'nft', symbol: 'UNI-V3-POS' },
      [contracts.apes]: { kind: 'nft', symbol: 'BAYC' },
    }).map(([address, facts]) => [address.toLowerCase(), { ...facts, ...unpriced }]),
  ),
}

/** The same with prices and balances, as far as a gateway and a node know them. */
export const pricedAssets: Assets = {
  coin: { symbol: 'ETH', price: 3400, balance: 2n * ether },
  tokens: new Map(
    [...assets.tokens].map(([address, facts]) => [address, { ...facts, ...holdings[facts.symbol ?? ''] }]),
  ),
}

const domainOf = (name: string, verifyingContract: string, version?: string) => ({
  name,
  ...(version ? { version } : {}),
  verifyingContract,
})

const permit = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const usdc = domainOf('USD Coin', contracts.usdc, '2')
const daiPermit = 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)'
const dai = domainOf('Dai Stablecoin', contracts.dai, '1')
const nftPermit = 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)'
const permit2 = domainOf('Permit2', contracts.permit2)
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const permissions = 'TokenPermissions(address token,uint256 amount)'
const transferFields =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
const cowOrder =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'
const cow = domainOf('Gnosis Protocol', contracts.cow, 'v2')
const seaportTypes =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const seaport = domainOf('Seaport', contracts.seaport, '1.6')
const forwardRequest =
  'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)'
const forwarder = domainOf('ERC2771Forwarder', contracts.forwarder, '1')
const erc20 = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

const cowMessage = (change: object) => ({
  sellToken: contracts.weth,
  buyToken: contracts.usdc,
  receiver: owner,
  sellAmount: (10n * ether).toString(),
  buyAmount: '34000000000',
  validTo: soon,
  appData: zeroHash,
  feeAmount: '0',
  kind: 'sell',
  partiallyFillable: false,
  sellTokenBalance: 'erc20',
  buyTokenBalance: 'erc20',
  ...change,
})

const seaportOrder = (offer: object[], consideration: object[], change: object = {}) => ({
  offerer: owner,
  zone: zero,
  offer,
  consideration,
  orderType: 0,
  startTime: soon - 3600,
  endTime: nextMonth,
  zoneHash: zeroHash,
  salt: '1',
  conduitKey: '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000',
  counter: 0,
  ...change,
})
const ape = (id: number) => ({
  itemType: 2,
  token: contracts.apes,
  identifierOrCriteria: id,
  startAmount: 1,
  endAmount: 1,
})
const coins = (amount: bigint, recipient: string) => ({
  itemType: 0,
  token: zero,
  identifierOrCriteria: 0,
  startAmount: amount.toString(),
  endAmount: amount.toString(),
  recipient,
})
const forwarded = (to: string, data: string, change: object = {}) => ({
  from: owner,
  to,
  value: '0',
  gas: '200000',
  nonce: '0',
  deadline: soon,
  data,
  ...change,
})
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [stranger, amount] })

/** Realistic typed data, by what it does, with the addresses and types of Ethereum's contracts. */
export const typedDataRequests: Readonly<Record<string, TypedDataRequest>> = {
  'an ERC-2612 permit of 120 USDC': buildTypedData(permit, usdc, {
    owner,
    spender: contracts.uniswapRouter,
    value: '120000000',
    nonce: 0,
    deadline: soon,
  }),
  'an ERC-2612 permit without a limit': buildTypedData(permit, usdc, {
    owner,
    spender: stranger,
    value: most(256n),
    nonce: 0,
    deadline: most(256n),
  }),
  'an ERC-2612 permit of somebody else': buildTypedData(permit, usdc, {
    owner: stranger,
    spender: contracts.uniswapRouter,
    value: '120000000',
    nonce: 0,
    deadline: soon,
  }),
  'a revoked ERC-2612 permit': buildTypedData(permit, usdc, {
    owner,
    spender: contracts.uniswapRouter,
    value: '0',
    nonce: 1,
    deadline: soon,
  }),
  'a DAI permit': buildTypedData(daiPermit, dai, {
    holder: owner,
    spender: stranger,
    nonce: 0,
    expiry: 0,
    allowed: true,
  }),
  'an ERC-721 permit of a Uniswap v3 position': buildTypedData(
    nftPermit,
    domainOf('Uniswap V3 Positions NFT-V1', contracts.positions, '1'),
    { spender: stranger, tokenId: '482915', nonce: 0, deadline: soon },
  ),
  'a permit of all Uniswap v4 positions': buildTypedData(
    'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    domainOf('Uniswap v4 Positions NFT', contracts.positionsV4),
    { operator: stranger, approved: true, nonce: 0, deadline: soon },
  ),
  'a PermitSingle of Permit2': buildTypedData(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    permit2,
    {
      details: { token: contracts.usdc, amount: '2500000000', expiration: nextMonth, nonce: 0 },
      spender: contracts.uniswapRouter,
      sigDeadline: soon,
    },
  ),
  'a PermitBatch of Permit2': buildTypedData(
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${details}`,
    permit2,
    {
      details: [
        { token: contracts.usdc, amount: most(160n), expiration: most(48n), nonce: 0 },
        { token: contracts.weth, amount: (3n * ether).toString(), expiration: nextMonth, nonce: 0 },
      ],
      spender: stranger,
      sigDeadline: soon,
    },
  ),
  'a PermitTransferFrom of Permit2': buildTypedData(
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
    permit2,
    {
      permitted: { token: contracts.usdt, amount: '750000000' },
      spender: stranger,
      nonce: '88',
      deadline: soon,
    },
  ),
  'a PermitBatchTransferFrom of Permit2': buildTypedData(
    `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
    permit2,
    {
      permitted: [
        { token: contracts.usdt, amount: '750000000' },
        { token: contracts.dai, amount: (40n * ether).toString() },
      ],
      spender: stranger,
      nonce: '89',
      deadline: soon,
    },
  ),
  'a PermitWitnessTransferFrom of UniswapX': buildTypedData(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,ExclusiveDutchOrder witness)DutchOutput(address token,uint256 startAmount,uint256 endAmount,address recipient)ExclusiveDutchOrder(OrderInfo info,uint256 decayStartTime,uint256 decayEndTime,address exclusiveFiller,uint256 exclusivityOverrideBps,address inputToken,uint256 inputStartAmount,uint256 inputEndAmount,DutchOutput[] outputs)OrderInfo(address reactor,address swapper,uint256 nonce,uint256 deadline,address additionalValidationContract,bytes additionalValidationData)${permissions}`,
    permit2,
    {
      permitted: { token: contracts.usdc, amount: '1000000000' },
      spender: contracts.uniswapXReactor,
      nonce: '1993',
      deadline: soon,
      witness: {
        info: {
          reactor: contracts.uniswapXReactor,
          swapper: owner,
          nonce: '1993',
          deadline: soon,
          additionalValidationContract: zero,
          additionalValidationData: '0x',
        },
        decayStartTime: soon - 3600,
        decayEndTime: soon,
        exclusiveFiller: zero,
        exclusivityOverrideBps: 100,
        inputToken: contracts.usdc,
        inputStartAmount: '1000000000',
        inputEndAmount: '1000000000',
        outputs: [
          {
            token: zero,
            startAmount: '295000000000000000',
            endAmount: '290000000000000000',
            recipient: owner,
          },
          { token: zero, startAmount: '700000000000000', endAmount: '700000000000000', recipient: stranger },
        ],
      },
    },
  ),
  'a PermitWitnessTransferFrom of an unknown contract': buildTypedData(
    `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Claim claim)Claim(address beneficiary,uint256 points)${permissions}`,
    permit2,
    {
      permitted: { token: contracts.usdc, amount: most(256n) },
      spender: stranger,
      nonce: '1',
      deadline: soon,
      claim: { beneficiary: owner, points: 5000 },
    },
  ),
  'an Aave credit delegation': buildTypedData(
    'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    domainOf('Aave Ethereum Variable Debt USDC', contracts.debtUsdc, '1'),
    { delegatee: stranger, value: '50000000000', nonce: 0, deadline: soon },
  ),
  'an Aave credit delegation without a limit': buildTypedData(
    'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    domainOf('Aave Ethereum Variable Debt USDC', contracts.debtUsdc, '1'),
    { delegatee: stranger, value: most(256n), nonce: 0, deadline: soon },
  ),
  'an EIP-3009 transfer': buildTypedData(`TransferWithAuthorization(${transferFields})`, usdc, {
    from: owner,
    to: stranger,
    value: '5000000',
    validAfter: 0,
    validBefore: soon,
    nonce: `0x${'5a'.repeat(32)}`,
  }),
  'an EIP-3009 cancellation': buildTypedData('CancelAuthorization(address authorizer,bytes32 nonce)', usdc, {
    authorizer: owner,
    nonce: `0x${'5a'.repeat(32)}`,
  }),
  'a CoW order': buildTypedData(cowOrder, cow, cowMessage({})),
  'a CoW order that sells everything for 1 wei': buildTypedData(
    cowOrder,
    cow,
    cowMessage({
      sellToken: contracts.usdc,
      sellAmount: '48250000000',
      buyToken: contracts.weth,
      buyAmount: '1',
    }),
  ),
  'a CoW order whose proceeds go to somebody else': buildTypedData(
    cowOrder,
    cow,
    cowMessage({ receiver: stranger }),
  ),
  'a 1inch order': buildTypedData(
    'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    domainOf('1inch Aggregation Router', contracts.oneInch, '6'),
    {
      salt: '1',
      maker: owner,
      receiver: zero,
      makerAsset: contracts.weth,
      takerAsset: contracts.dai,
      makingAmount: ether.toString(),
      takingAmount: (3400n * ether).toString(),
      makerTraits: (BigInt(soon) << 80n).toString(),
    },
  ),
  'a Seaport listing': buildTypedData(
    seaportTypes,
    seaport,
    seaportOrder([ape(8817)], [coins(12n * ether, owner), coins((3n * ether) / 10n, stranger)]),
  ),
  'a Seaport listing for nothing': buildTypedData(
    seaportTypes,
    seaport,
    seaportOrder([ape(8817), ape(3749)], [coins(1n, stranger)]),
  ),
  'a Seaport offer for any NFT of a collection': buildTypedData(
    seaportTypes,
    seaport,
    seaportOrder(
      [
        {
          itemType: 1,
          token: contracts.weth,
          identifierOrCriteria: 0,
          startAmount: (11n * ether).toString(),
          endAmount: (11n * ether).toString(),
        },
      ],
      [{ ...ape(0), itemType: 4, recipient: owner }],
    ),
  ),
  'two Seaport listings at once': buildTypedData(
    `BulkOrder(OrderComponents[2] tree)${seaportTypes}`,
    seaport,
    {
      tree: [
        seaportOrder([ape(8817)], [coins(12n * ether, owner)]),
        seaportOrder([ape(3749)], [coins(1n, stranger)]),
      ],
    },
  ),
  'a ForwardRequest that sends tokens': buildTypedData(
    forwardRequest,
    forwarder,
    forwarded(contracts.usdc, transfer(48_250_000_000n)),
  ),
  'a ForwardRequest that lets somebody take NFTs': buildTypedData(
    forwardRequest,
    forwarder,
    forwarded(
      contracts.apes,
      encodeFunctionData({ abi: erc20, functionName: 'setApprovalForAll', args: [stranger, true] }),
    ),
  ),
  'a ForwardRequest that allows everything by Permit2': buildTypedData(
    forwardRequest,
    forwarder,
    forwarded(
      contracts.permit2,
      encodeFunctionData({
        abi: parseAbi([
          'function approve(address token, address spender, uint160 amount, uint48 expiration)',
        ]),
        args: [contracts.usdc, stranger, 2n ** 160n - 1n, nextMonth],
      }),
    ),
  ),
  'a ForwardRequest with an unknown call': buildTypedData(
    forwardRequest,
    forwarder,
    forwarded(contracts.game, '0x4e71d92d'),
  ),
  'a RelayRequest of GSN': buildTypedData(
    'RelayRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,uint256 validUntilTime,RelayData relayData)RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)',
    domainOf('GSN Relayed Transaction', contracts.forwarder, '3'),
    {
      from: owner,
      to: contracts.usdt,
      value: '0',
      gas: '90000',
      nonce: '4',
      data: encodeFunctionData({ abi: erc20, functionName: 'approve', args: [stranger, 2n ** 256n - 1n] }),
      validUntilTime: soon,
      relayData: {
        maxFeePerGas: '30000000000',
        maxPriorityFeePerGas: '1000000000',
        transactionCalldataGasUsed: '0',
        relayWorker: stranger,
        paymaster: stranger,
        forwarder: contracts.forwarder,
        paymasterData: '0x',
        clientId: '1',
      },
    },
  ),
  'a sponsored call of Gelato': buildTypedData(
    'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
    domainOf('GelatoRelay1BalanceERC2771', contracts.gelato, '1'),
    {
      chainId: 1,
      target: contracts.dai,
      data: transfer(900n * ether),
      user: owner,
      userNonce: 3,
      userDeadline: soon,
    },
  ),
  'a MetaTransaction': buildTypedData(
    'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    { name: 'USD Coin (PoS)', version: '1', verifyingContract: contracts.usdc },
    { nonce: 2, from: owner, functionSignature: transfer(5_000_000n) },
  ),
  'a transaction of a Safe': buildTypedData(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    { verifyingContract: contracts.safe },
    {
      to: contracts.usdc,
      value: 0,
      data: transfer(1_000_000_000n),
      operation: 0,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: zero,
      refundReceiver: zero,
      nonce: 12,
    },
  ),
  'a vote on Snapshot': buildTypedData(
    'Vote(address from,string space,uint64 timestamp,bytes32 proposal,uint32 choice,string reason,string app,string metadata)',
    { name: 'snapshot', version: '0.1.4', chainId: undefined },
    {
      from: owner,
      space: 'uniswapgovernance.eth',
      timestamp: soon,
      proposal: `0x${'7c'.repeat(32)}`,
      choice: 1,
      reason: '',
      app: 'snapshot',
      metadata: '{}',
    },
  ),
  'a vote for a Governor': buildTypedData(
    'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
    domainOf('Governor', contracts.game, '1'),
    { proposalId: '42', support: 1, voter: owner, nonce: 0 },
  ),
  'a message of a Safe': buildTypedData(
    'SafeMessage(bytes message)',
    { verifyingContract: contracts.safe },
    { message: `0x${'c7'.repeat(32)}` },
  ),
  'a message of a Safe that is text': buildTypedData(
    'SafeMessage(bytes message)',
    { verifyingContract: contracts.safe },
    { message: stringToHex('I agree to the terms of the club.') },
  ),
  'a transaction of a Safe that runs other code': buildTypedData(
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    { verifyingContract: contracts.safe },
    {
      to: contracts.game,
      value: 0,
      data: '0x4e71d92d',
      operation: 1,
      safeTxGas: 0,
      baseGas: 0,
      gasPrice: 0,
      gasToken: zero,
      refundReceiver: zero,
      nonce: 13,
    },
  ),
  'a PermitSingle for another contract than Permit2': buildTypedData(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    domainOf('Permit2', contracts.game),
    {
      details: { token: contracts.usdc, amount: '5000000', expiration: nextMonth, nonce: 0 },
      spender: stranger,
      sigDeadline: soon,
    },
  ),
  'a PermitSingle that revokes': buildTypedData(
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
    permit2,
    {
      details: { token: contracts.usdc, amount: '0', expiration: nextMonth, nonce: 0 },
      spender: stranger,
      sigDeadline: soon,
    },
  ),
  'a game action': buildTypedData(
    'Move(address player,string action,uint256 amount)',
    domainOf('Castle', contracts.game, '1'),
    { player: owner, action: 'Attack the tower', amount: 3 },
  ),
}

const delegation =
  'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt)Caveat(address enforcer,bytes terms)'
const operation =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,address entryPoint)'
const delegationMessage = (delegator: string) => ({
  delegate: stranger,
  delegator,
  authority: `0x${'ff'.repeat(32)}`,
  caveats: [],
  salt: 0,
})
const operationMessage = (sender: string) => ({
  sender,
  nonce: 0,
  initCode: '0x',
  callData: '0xb61d27f6',
  accountGasLimits: zeroHash,
  preVerificationGas: 21_000,
  gasFees: zeroHash,
  paymasterAndData: '0x',
  entryPoint: contracts.entryPoint,
})
const harmless = 'Note(string text)'

/** Typed data that would let others act for the account once it is a smart account, by what it is. */
export const refusedTypedData: Readonly<Record<string, TypedDataRequest>> = {
  'a delegation to MetaMask’s DelegationManager': buildTypedData(
    delegation,
    domainOf('DelegationManager', contracts.delegationManager, '1'),
    delegationMessage(owner),
  ),
  'a delegation of another account, for another contract': buildTypedData(
    delegation,
    domainOf('DelegationManager', contracts.game, '1'),
    delegationMessage(stranger),
  ),
  'a delegation of this account under another name': buildTypedData(
    delegation.replace('Delegation(', 'Grant('),
    domainOf('Grants', contracts.game, '1'),
    delegationMessage(owner.toLowerCase()),
  ),
  'a delegation of this account inside other data': buildTypedData(
    `Invitation(string title,Grant[] grants)${delegation.replace('Delegation(', 'Grant(')}`,
    domainOf('Club', contracts.game, '1'),
    { title: 'Welcome', grants: [delegationMessage(stranger), delegationMessage(owner)] },
  ),
  'an operation of the upgraded account': buildTypedData(
    operation,
    domainOf('EIP7702StatelessDeleGator', owner, '1'),
    operationMessage(owner),
  ),
  'an operation of another account': buildTypedData(
    operation,
    domainOf('HybridDeleGator', contracts.safe, '1'),
    operationMessage(contracts.safe),
  ),
  'an operation of this account under another name': buildTypedData(
    operation.replace('PackedUserOperation', 'Operation'),
    domainOf('Account', contracts.game, '1'),
    operationMessage(owner),
  ),
  'an operation of ERC-4337 0.6': buildTypedData(
    'UserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,uint256 callGasLimit)',
    domainOf('Account', contracts.game, '1'),
    { sender: owner, nonce: 0, initCode: '0x', callData: '0x', callGasLimit: 1 },
  ),
  'any data for the DelegationManager': buildTypedData(
    harmless,
    { verifyingContract: contracts.delegationManager },
    { text: 'Hi' },
  ),
  'any data for the EntryPoint': buildTypedData(
    harmless,
    { verifyingContract: contracts.entryPoint },
    { text: 'Hi' },
  ),
  'any data for EIP7702StatelessDeleGator': buildTypedData(
    harmless,
    { verifyingContract: contracts.delegator },
    { text: 'Hi' },
  ),
  'any data for the account itself': buildTypedData(harmless, { verifyingContract: owner }, { text: 'Hi' }),
  'any data for the account itself, in lower case': buildTypedData(
    harmless,
    { verifyingContract: owner.toLowerCase() },
    { text: 'Hi' },
  ),
}
