import { parseEther, parseUnits } from 'viem'
import { devnetManifest } from '../manifest.ts'
import type { StepBuilder } from './createStepBuilder.ts'
import type { Step } from './Step.ts'
import { targets } from './targets.ts'

const deployer = 9

/**
 * The last steps of both chains: an exchange with pools at the prices of the feeds, and tokens with the oddities that swaps have to
 * cope with. Their order sets the addresses in the manifest.
 */
export function swapSteps({ deploy }: StepBuilder): Step[] {
  const { wrapped, factory, strictToken, feeToken, unsellableToken } = devnetManifest.swaps
  const { dusd, mrbl } = targets
  const usd = (amount: string): bigint => parseUnits(amount, 6)
  /** Both sides of a pool; the fee is in hundredths of a basis point, 0 for a pair. */
  const list = (first: string, second: string, amounts: readonly [bigint, bigint], fee = 0) => [
    first,
    second,
    ...amounts,
    fee,
  ]
  return [
    deploy('09-28 12:00', deployer, 'WrappedEther', []),
    deploy('09-28 12:01', deployer, 'StrictToken', []),
    deploy('09-28 12:02', deployer, 'FeeToken', []),
    deploy('09-28 12:03', deployer, 'UnsellableToken', []),
    deploy('09-28 12:04', deployer, 'LocalFactory', []),
    deploy('09-28 12:05', deployer, 'LocalRouter', [factory, wrapped]),
    deploy(
      '09-28 12:06',
      deployer,
      'LocalMarket',
      [
        factory,
        wrapped,
        [
          list(wrapped, dusd.address, [parseEther('100'), usd('320000')]),
          list(wrapped, dusd.address, [parseEther('1000'), usd('3200000')], 500),
          list(mrbl.address, dusd.address, [parseEther('8000'), usd('100000')]),
          list(mrbl.address, dusd.address, [parseEther('80000'), usd('1000000')], 3000),
          list(mrbl.address, wrapped, [parseEther('10000'), parseEther('39.0625')], 3000),
        ],
      ],
      { ether: '1139.0625' },
    ),
    deploy(
      '09-28 12:07',
      deployer,
      'LocalMarket',
      [
        factory,
        wrapped,
        [
          list(strictToken, dusd.address, [usd('500000'), usd('500000')], 100),
          list(feeToken, wrapped, [parseEther('32000'), parseEther('10')]),
          list(unsellableToken, wrapped, [parseEther('32000'), parseEther('10')]),
        ],
      ],
      { ether: '20' },
    ),
  ]
}
