import { createInstructionNamer } from './createInstructionNamer.ts'

/** Names the instructions of the Stake program. Their amounts are not read, so none of them counts as small. */
export const decodeStake = createInstructionNamer({
  title: 'Stake',
  names: {
    0: { name: 'Initialize' },
    1: { name: 'Change authority', isControl: true },
    2: { name: 'Delegate' },
    3: { name: 'Split' },
    4: { name: 'Withdraw', isControl: true },
    5: { name: 'Deactivate' },
    6: { name: 'Set lockup', isControl: true },
    7: { name: 'Merge' },
    8: { name: 'Change authority with seed', isControl: true },
    9: { name: 'Initialize' },
    10: { name: 'Change authority', isControl: true },
    11: { name: 'Change authority with seed', isControl: true },
    12: { name: 'Set lockup', isControl: true },
    14: { name: 'Deactivate delinquent' },
    16: { name: 'Move stake', isControl: true },
    17: { name: 'Move SOL', isControl: true },
  },
})
