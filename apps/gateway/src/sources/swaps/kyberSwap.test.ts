import { encodeFunctionData, type Hex, pad, parseAbi } from 'viem'
import { testSwapProvider } from '../../../test/testSwapProvider.ts'

const router = '0x6131b5fae19ea4f9d964eac0408e4408b66337b5'
const executor = '0x5555555555555555555555555555555555555555'
const thief = '0xbadbad0000000000000000000000000000000bad'
const abi = parseAbi([
  'struct Description { address srcToken; address dstToken; address[] srcReceivers; uint256[] srcAmounts; address[] feeReceivers; uint256[] feeAmounts; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; bytes permit; }',
  'struct Execution { address callTarget; address approveTarget; bytes targetData; Description desc; bytes clientData; }',
  'function swap(Execution execution)',
])

function write(
  swap: { recipient: Hex; tokenIn: Hex; tokenOut: Hex; amountIn: bigint; minimum: bigint },
  changes: {
    flags?: bigint
    permit?: Hex
    feeReceivers?: Hex[]
    feeAmounts?: bigint[]
    srcReceivers?: Hex[]
    srcAmounts?: bigint[]
  } = {},
) {
  const desc = {
    srcToken: swap.tokenIn,
    dstToken: swap.tokenOut,
    srcReceivers: [executor],
    srcAmounts: [swap.amountIn],
    feeReceivers: [],
    feeAmounts: [],
    dstReceiver: swap.recipient,
    amount: swap.amountIn,
    minReturnAmount: swap.minimum,
    flags: 640n,
    permit: '0x',
    ...changes,
  } as const
  const execution = {
    callTarget: executor,
    approveTarget: pad('0x', { size: 20 }),
    targetData: `0x${'ab'.repeat(90)}`,
    desc,
    clientData: '0x7b7d',
  } as const
  return { to: router, data: encodeFunctionData({ abi, functionName: 'swap', args: [execution] }), value: 0n }
}

testSwapProvider({
  id: 'kyberswap',
  router,
  headers: { 'x-client-id': 'portico' },
  write,
  hostile: (swap) => ({
    'a partial fill': write(swap, { flags: 641n }),
    'a fee': write(swap, { feeReceivers: [thief], feeAmounts: [1n] }),
    'a permit': write(swap, { permit: '0x00' }),
    'more taken than sold': write(swap, { srcReceivers: [executor, thief], srcAmounts: [swap.amountIn, 1n] }),
    'another function': { ...write(swap), data: write(swap).data.replace('0xe21fd0e9', '0x59e50fed') },
  }),
  answer({ path, search, body }, { amountOut, call }) {
    const answered = { code: 0, message: 'successfully', requestId: 'd4a1' }
    if (path === '/ethereum/api/v1/routes')
      return {
        ...answered,
        data: {
          routeSummary: {
            tokenIn: search.get('tokenIn'),
            amountIn: search.get('amountIn'),
            amountInUsd: '6250.1',
            tokenOut: search.get('tokenOut'),
            amountOut: `${amountOut}`,
            amountOutUsd: '6187.0',
            gas: '253000',
            gasPrice: '1200000000',
            gasUsd: '0.9',
            l1FeeUsd: '0',
            extraFee: { feeAmount: '', chargeFeeBy: '', isInBps: false, feeReceiver: '' },
            route: [[{ pool: executor, swapAmount: search.get('amountIn'), extra: { fee: 500 } }]],
            routeID: 'r-1',
            checksum: '10512957117834229912',
            timestamp: 1_785_000_000,
          },
          routerAddress: '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5',
        },
      }
    // The summary must come back unchanged, with the fields that the gateway does not know.
    const { routeSummary, sender, recipient } = body as Record<string, Record<string, unknown>>
    if (
      path !== '/ethereum/api/v1/route/build' ||
      routeSummary?.checksum !== '10512957117834229912' ||
      sender !== recipient
    )
      return { code: 4002, message: 'bad request' }
    return {
      ...answered,
      data: {
        amountIn: routeSummary.amountIn,
        amountInUsd: '6250.1',
        amountOut: `${amountOut}`,
        amountOutUsd: '6187.0',
        gas: '253000',
        gasUsd: '0.9',
        outputChange: { amount: '0', percent: 0, level: 0 },
        data: call.data,
        routerAddress: call.to,
        transactionValue: `${call.value}`,
      },
    }
  },
})
