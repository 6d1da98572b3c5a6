/**
 * The functions of exchanges that are read and written, by selector. Each has the name of its function, and the types of its
 * arguments as one tuple. Names are unique here: functions with the same name have a suffix.
 */
export const swapAbis = {
  // SwapRouter02. A multicall calls the router itself.
  '0x5ae401dc': ['multicallUntil', '(uint256,bytes[])'],
  '0xac9650d8': ['multicall', '(bytes[])'],
  '0x04e45aaf': ['exactInputSingle', '((address,address,uint24,address,uint256,uint256,uint160))'],
  '0xb858183f': ['exactInput', '((bytes,address,uint256,uint256))'],
  '0x472b43f3': ['swapExactTokensForTokens', '(uint256,uint256,address[],address)'],
  '0x49404b7c': ['unwrapWETH9To', '(uint256,address)'],
  '0x49616997': ['unwrapWETH9', '(uint256)'],
  '0x12210e8a': ['refundETH', '()'],
  '0xf3995c67': ['selfPermit', '(address,uint256,uint256,uint8,bytes32,bytes32)'],
  '0xc2e3140a': ['selfPermitIfNecessary', '(address,uint256,uint256,uint8,bytes32,bytes32)'],
  // Routers of V2 exchanges. The second three also work with tokens that keep a part of each transfer.
  '0x38ed1739': ['v2TokensForTokens', '(uint256,uint256,address[],address,uint256)'],
  '0x7ff36ab5': ['v2CoinForTokens', '(uint256,address[],address,uint256)'],
  '0x18cbafe5': ['v2TokensForCoin', '(uint256,uint256,address[],address,uint256)'],
  '0x5c11d795': ['v2TokensForTokensMeasured', '(uint256,uint256,address[],address,uint256)'],
  '0xb6f9de95': ['v2CoinForTokensMeasured', '(uint256,address[],address,uint256)'],
  '0x791ac947': ['v2TokensForCoinMeasured', '(uint256,uint256,address[],address,uint256)'],
  // Wrapped coins
  '0xd0e30db0': ['deposit', '()'],
  '0x2e1a7d4d': ['withdraw', '(uint256)'],
  // KyberSwap's MetaAggregationRouterV2
  '0xe21fd0e9': [
    'kyberSwap',
    '((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))',
  ],
  '0x8af033fb': [
    'kyberSwapSimpleMode',
    '(address,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes,bytes)',
  ],
  // 1inch's AggregationRouterV6
  '0x07ed2379': ['oneInchSwap', '(address,(address,address,address,address,uint256,uint256,uint256),bytes)'],
} as const satisfies Readonly<Record<`0x${string}`, readonly [name: string, types: string]>>

/** The name of a function of {@link swapAbis}. */
export type SwapFunction = (typeof swapAbis)[keyof typeof swapAbis][0]
