import { describe, expect, test } from 'vitest'
import { type SendStepParameters, sendStep } from './sendStep.ts'

const ready: SendStepParameters = {
  ...{ hasAsset: true, text: '1', amount: 1n, balance: 1n, to: '0xabc', isRecipient: true },
}

describe('sendStep', () => {
  test.each<[string, Partial<SendStepParameters>]>([
    ['preview', {}],
    ['invalid-address', { isRecipient: false }],
    ['add-address', { to: ' ', isRecipient: false }],
    ['insufficient-balance', { amount: 2n, to: '' }],
    ['incorrect-value', { amount: undefined, text: 'x', to: '' }],
    ['add-amount', { text: ' ', amount: undefined }],
    ['add-amount', { text: '0.0', amount: 0n }],
    ['select-token', { hasAsset: false, text: '', amount: undefined }],
    // A balance that is not known yet stops nobody; the network is asked before anything is sent.
    ['preview', { balance: undefined, amount: 10n ** 30n }],
  ])('behavior: %s is the first that holds, case %#', (step, part) => {
    expect(sendStep({ ...ready, ...part })).toBe(step)
  })
})
