import { parseUnits } from 'viem'
import type { StepBuilder } from './createStepBuilder.ts'
import type { Step } from './Step.ts'
import { targets } from './targets.ts'

const visitor = 0
const faucet = 8

/** The steps of Local Two after the shared ones. The visitor ends with 1.9 ETH, 350 DUSD, 8 MRBL and one Arch. */
export function localTwoSteps({ pay, call, account }: StepBuilder): Step[] {
  const { dusd, mrbl, arches, exchange, guestbook } = targets
  const usd = (amount: string): bigint => parseUnits(amount, 6)
  return [
    call('08-03 08:00', 1, dusd, 'mint', [account(1), usd('5000')]),
    pay('08-05 09:00', faucet, visitor, '2'),
    call('08-10 10:00', 1, dusd, 'transfer', [account(visitor), usd('500')]),
    call('08-19 18:30', visitor, dusd, 'approve', [exchange.address, usd('100')]),
    call('08-19 18:32', visitor, exchange, 'swap', [dusd.address, mrbl.address, usd('100'), 0n]),
    call('09-02 12:00', visitor, arches, 'mint', [account(visitor)]),
    call('09-11 16:45', visitor, dusd, 'transfer', [account(2), usd('50')]),
    pay('09-20 20:20', visitor, 3, '0.1'),
    call('09-25 08:10', visitor, guestbook, 'sign', ['The view is good from here too.']),
  ]
}
