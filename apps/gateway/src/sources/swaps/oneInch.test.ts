import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { testSwapProvider } from '../../../test/testSwapProvider.ts'

const router = '0x111111125421ca6dc452d289314280a0f8842a65'
const executor = '0x5555555555555555555555555555555555555555'
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }',
  'function swap(address executor, Description desc, bytes data)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
])

type Swap = { recipient: Hex; tokenIn: Hex; tokenOut: Hex; amountIn: bigint; minimum: bigint }

function write({ recipient, tokenIn, tokenOut, amountIn, minimum }: Swap, flags = 0n) {
  const desc = {
    srcToken: tokenIn,
    dstToken: tokenOut,
    srcReceiver: executor,
    dstReceiver: recipient,
    amount: amountIn,
    minReturnAmount: minimum,
    flags,
  } as const
  return {
    to: router,
    data: encodeFunctionData({ abi, functionName: 'swap', args: [executor, desc, `0x${'cd'.repeat(77)}`] }),
    value: 0n,
  }
}

testSwapProvider({
  id: '1inch',
  router,
  headers: { authorization: 'Bearer secret' },
  write: (swap) => write(swap),
  hostile: (swap) => ({
    'a partial fill': write(swap, 1n),
    'an allowance at Permit2': write(swap, 4n),
    'no recipient': write({ ...swap, recipient: `0x${'0'.repeat(40)}` }),
    'a function that cannot be verified': {
      to: router,
      data: encodeFunctionData({
        abi,
        functionName: 'unoswapTo',
        args: [BigInt(swap.recipient), BigInt(swap.tokenIn), swap.amountIn, swap.minimum, 7n],
      }),
      value: 0n,
    },
  }),
  answer({ path, search }, { amountOut, call }) {
    if (path === '/swap/v6.1/1/quote') return { dstAmount: `${amountOut}`, gas: 231_000 }
    const isOwn = ['from', 'origin', 'receiver'].every((name) => search.get(name) === search.get('from'))
    if (path !== '/swap/v6.1/1/swap' || !isOwn || search.get('disableEstimate') !== 'true') return {}
    return {
      dstAmount: `${amountOut}`,
      tx: {
        from: search.get('from'),
        to: call.to,
        // The tag that the service appends.
        data: `${call.data}e26b9977`,
        value: `${call.value}`,
        gas: 231_000,
        gasPrice: '1200000000',
      },
    }
  },
})
