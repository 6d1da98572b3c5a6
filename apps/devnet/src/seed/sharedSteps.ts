import { parseEther, parseUnits } from 'viem'
import type { StepBuilder } from './createStepBuilder.ts'
import type { Step } from './Step.ts'
import { coin, targets } from './targets.ts'

const deployer = 9
const faucet = 8

/**
 * The first steps of both chains: the contracts and their reserves. Their order sets the deployer's nonces, and so
 * the addresses in the manifest: add new contracts at the end of `swapSteps`.
 */
export function sharedSteps({ deploy, call, pay }: StepBuilder): Step[] {
  const { dusd, mrbl, tlly, exchange } = targets
  const reserve = (at: string, token: typeof dusd, amount: bigint): Step =>
    call(at, deployer, token, 'mint', [exchange.address, amount])
  return [
    deploy('08-03 07:00', deployer, 'DevToken', ['Dev USD', 'DUSD', 6]),
    deploy('08-03 07:01', deployer, 'DevToken', ['Marble', 'MRBL', 18]),
    deploy('08-03 07:02', deployer, 'DevToken', ['Tally', 'TLLY', 0]),
    deploy('08-03 07:03', deployer, 'Arches', []),
    deploy('08-03 07:04', deployer, 'Keystones', []),
    deploy('08-03 07:05', deployer, 'PriceFeed', ['ETH / USD', parseUnits('3200', 8)]),
    deploy('08-03 07:06', deployer, 'PriceFeed', ['DUSD / USD', parseUnits('1', 8)]),
    deploy('08-03 07:07', deployer, 'Exchange', [
      [dusd.address, mrbl.address, coin],
      [parseUnits('1', 8), parseUnits('12.5', 8), parseUnits('3200', 8)],
    ]),
    deploy('08-03 07:08', deployer, 'ClosedGate', []),
    deploy('08-03 07:09', deployer, 'Guestbook', []),
    deploy('08-03 07:10', deployer, 'SmartWalletFactory', []),
    reserve('08-03 07:20', dusd, parseUnits('500000', 6)),
    reserve('08-03 07:21', mrbl, parseEther('40000')),
    reserve('08-03 07:22', tlly, 1_000n),
    pay('08-03 07:23', faucet, exchange.address, '100'),
  ]
}
