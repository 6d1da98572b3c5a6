import { createInstructionNamer } from './createInstructionNamer.ts'

/** Names the instructions of the Vote program that hand over a vote account, its validator or what it earns. */
export const decodeVote = createInstructionNamer({
  title: 'Vote',
  names: {
    1: { name: 'Change authority', isControl: true },
    3: { name: 'Withdraw', isControl: true },
    4: { name: 'Change validator', isControl: true },
    5: { name: 'Change commission', isControl: true },
    7: { name: 'Change authority', isControl: true },
    10: { name: 'Change authority with seed', isControl: true },
    11: { name: 'Change authority with seed', isControl: true },
  },
})
