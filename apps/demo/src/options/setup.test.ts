import { describe, expect, test } from 'vitest'
import { readSetup, type Setup, writeSetup } from './setup.ts'

const defaults: Setup = { options: {}, wallets: 'all', policy: 'approve' }

describe('readSetup', () => {
  test('behavior: an empty query gives the defaults', () => {
    expect(readSetup('')).toEqual({ setup: defaults, problems: [] })
  })

  test('param: signIn is short for the option', () => {
    const { setup, problems } = readSetup('?options={"themeMode":"dark"}&signIn=off')
    expect(setup.options).toEqual({ themeMode: 'dark', signIn: 'off' })
    expect(problems).toEqual([])
    expect(readSetup('?signIn=maybe').problems).toEqual(['signIn must be one of required, optional, off.'])
  })

  test('behavior: reports unknown values', () => {
    expect(readSetup('?wallets=tron&wallet=maybe')).toEqual({
      setup: defaults,
      problems: [
        'wallets must be one of none, evm, solana, bitcoin, all.',
        'wallet must be one of approve, reject, hang, ask.',
      ],
    })
  })
})

describe('writeSetup', () => {
  test('behavior: the defaults give an empty query', () => {
    expect(writeSetup(defaults)).toBe('')
  })

  test.each<Setup>([
    { ...defaults, policy: 'reject' },
    { ...defaults, wallets: 'none' },
    {
      options: {
        'features.email': false,
        'features.socials': [],
        'themeVariables.--apkt-accent': '#fff',
        'metadata.name': 'A & B = "C"',
        networks: [31338],
      },
      wallets: 'evm',
      policy: 'ask',
    },
  ])('behavior: readSetup restores the setup (%#)', (setup) => {
    expect(readSetup(writeSetup(setup))).toEqual({ setup, problems: [] })
  })
})
