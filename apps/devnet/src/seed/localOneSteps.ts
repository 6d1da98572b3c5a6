import { parseEther, parseUnits } from 'viem'
import type { StepBuilder } from './createStepBuilder.ts'
import type { Step } from './Step.ts'
import { coin, targets } from './targets.ts'

const visitor = 0
const faucet = 8

/**
 * The steps of Local One after the shared ones, over eight weeks: every kind of entry an activity list can show, and
 * more than two pages. The visitor ends with 4 612.50 DUSD, 36.5 MRBL, 12 TLLY, five Arches, Keystones 1, 3 and 4,
 * and 13.5 ETH.
 */
export function localOneSteps({ pay, call, deploy, account }: StepBuilder): Step[] {
  const { dusd, mrbl, tlly, arches, keystones, exchange, closedGate, guestbook, factory, smartWallet } =
    targets
  const usd = (amount: string): bigint => parseUnits(amount, 6)
  const me = account(visitor)
  const nft = (at: string, from: number, to: number, id: bigint): Step =>
    call(at, from, arches, 'safeTransferFrom', [account(from), account(to), id])
  const stones = (at: string, from: number, to: number, id: bigint, amount: bigint): Step =>
    call(at, from, keystones, 'safeTransferFrom', [account(from), account(to), id, amount, '0x'])
  const send = (at: string, token: typeof dusd, from: number, to: number, amount: bigint): Step =>
    call(at, from, token, 'transfer', [account(to), amount])
  const swap = (at: string, from: string, to: string, amount: bigint, ether?: string): Step =>
    call(at, visitor, exchange, 'swap', [from, to, amount, 0n], { ether })
  const mint = (at: string, token: typeof dusd, by: number, amount: bigint): Step =>
    call(at, by, token, 'mint', [account(by), amount])

  return [
    // The other accounts get what they will send.
    mint('08-03 08:00', dusd, 1, usd('20000')),
    mint('08-03 08:01', dusd, 2, usd('5000')),
    mint('08-03 08:02', mrbl, 3, parseEther('500')),
    mint('08-03 08:03', tlly, 4, 100n),
    call('08-03 08:04', 4, arches, 'mint', [account(4)]), // 1
    call('08-03 08:05', 4, arches, 'mint', [account(4)]), // 2
    call('08-03 08:06', 5, arches, 'mint', [account(5)]), // 3
    call('08-03 08:07', 5, keystones, 'mintBatch', [account(5), [1n, 2n, 3n, 4n], [5n, 5n, 20n, 10n]]),

    // First week: first payments and calls.
    pay('08-03 09:12', faucet, visitor, '15'),
    send('08-03 10:00', dusd, 1, visitor, usd('2500')),
    call('08-03 18:41', visitor, guestbook, 'sign', ['Good evening from a new arrival.']),
    call('08-04 08:15', visitor, dusd, 'approve', [exchange.address, usd('5000')]),
    swap('08-04 08:17', dusd.address, mrbl.address, usd('250')), // + 20 MRBL
    send('08-05 12:30', dusd, visitor, 2, usd('18.4')),
    call('08-05 20:02', visitor, arches, 'mint', [me]), // 4
    call('08-05 20:05', visitor, arches, 'mint', [me]), // 5
    pay('08-06 13:37', visitor, 2, '0.25'),
    pay('08-07 09:48', 2, visitor, '0.1'),
    nft('08-08 16:20', 4, visitor, 1n),
    call('08-09 11:11', visitor, closedGate, 'knock', [], { fails: true }),

    // Second week: Keystones.
    call('08-10 10:24', visitor, keystones, 'mint', [me, 1n, 5n]),
    stones('08-11 15:03', 5, visitor, 2n, 3n),
    call('08-12 17:45', 5, keystones, 'safeBatchTransferFrom', [account(5), me, [3n, 4n], [12n, 4n], '0x']),
    send('08-12 19:30', tlly, 4, visitor, 20n),
    send('08-13 12:10', dusd, visitor, 3, usd('64.9')),
    nft('08-14 18:55', visitor, 5, 5n),
    call('08-15 09:30', visitor, mrbl, 'approve', [exchange.address, parseEther('1000')]),
    swap('08-15 09:32', mrbl.address, dusd.address, parseEther('4')), // + 50 DUSD
    pay('08-16 21:05', visitor, 4, '0.06'),

    // Third week: deploying a contract.
    send('08-17 10:00', dusd, 1, visitor, usd('1200')),
    deploy('08-18 14:22', visitor, 'Guestbook', []),
    call('08-18 14:40', visitor, guestbook, 'sign', ['My own book is open now, do visit.']),
    call('08-19 08:08', visitor, keystones, 'setApprovalForAll', [account(5), true]),
    call('08-20 11:54', 5, keystones, 'safeTransferFrom', [me, account(5), 2n, 3n, '0x']),
    swap('08-21 16:31', dusd.address, coin, usd('640')), // + 0.2 ETH
    send('08-22 13:00', dusd, visitor, 2, usd('27.35')),
    send('08-23 17:17', mrbl, 3, visitor, parseEther('25')),

    // Fourth week: a contract wallet.
    call('08-24 09:00', visitor, factory, 'create', [me, `0x${'00'.repeat(32)}`]),
    pay('08-24 09:04', visitor, smartWallet.address, '0.5'),
    call('08-24 09:10', visitor, smartWallet, 'execute', [account(3), parseEther('0.05'), '0x']),
    call('08-26 10:45', visitor, tlly, 'burn', [5n]),
    pay('08-27 19:20', 5, visitor, '1.5'),
    send('08-28 12:25', dusd, visitor, 3, usd('42')),
    nft('08-29 15:40', visitor, 2, 4n),
    nft('08-30 10:10', 2, visitor, 4n),

    // Fifth week.
    send('08-31 10:00', dusd, 1, visitor, usd('1200')),
    swap('09-01 08:50', coin, dusd.address, parseEther('0.5'), '0.5'), // + 1 600 DUSD
    call('09-02 18:18', visitor, closedGate, 'push', [], { fails: true }),
    nft('09-03 20:00', 5, visitor, 3n),
    call('09-04 12:36', visitor, arches, 'mint', [me]), // 6
    send('09-05 13:13', mrbl, visitor, 2, parseEther('2.5')),
    call('09-06 11:00', visitor, keystones, 'mint', [me, 5n, 2n]),

    // Sixth week.
    stones('09-08 17:30', visitor, 4, 5n, 1n),
    call('09-09 09:25', visitor, keystones, 'burn', [me, 5n, 1n]),
    pay('09-10 22:10', visitor, visitor, '0'),
    send('09-11 12:45', dusd, visitor, 1, usd('310')),
    call('09-12 19:05', visitor, arches, 'mint', [me]), // 7
    call('09-13 10:35', visitor, dusd, 'transfer', [account(6), usd('1000000')], { fails: true }),

    // Seventh week.
    send('09-14 10:00', dusd, 1, visitor, usd('1200')),
    call('09-15 15:15', visitor, arches, 'mint', [me]), // 8
    call('09-15 15:20', visitor, arches, 'burn', [8n]),
    pay('09-16 08:30', visitor, 3, '1.2'),
    call('09-17 14:00', visitor, keystones, 'safeBatchTransferFrom', [
      me,
      account(2),
      [1n, 3n],
      [1n, 4n],
      '0x',
    ]),
    send('09-18 18:40', tlly, visitor, 6, 3n),
    mint('09-19 09:09', mrbl, visitor, parseEther('3')),

    // Eighth week.
    send('09-21 12:05', dusd, visitor, 2, usd('1750')),
    call('09-22 16:50', visitor, mrbl, 'burn', [parseEther('5')]),
    send('09-23 11:20', dusd, 2, visitor, usd('85.75')),
    pay('09-24 20:30', visitor, 2, '0.75'),
    call('09-25 09:45', visitor, dusd, 'approve', [exchange.address, 0n]),
    call('09-26 13:30', visitor, guestbook, 'sign', ['Eight weeks already.']),
    send('09-27 10:15', dusd, visitor, 4, usd('120.6')),
  ]
}
