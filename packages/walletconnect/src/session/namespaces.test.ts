import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeProposals, parseApproval, parseProposal, usableNamespaces } from './namespaces.ts'

const root = resolve(import.meta.dirname, '../../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published test vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)

type Case = {
  id: string
  proposal: { requiredNamespaces?: object; optionalNamespaces?: object }
  session?: { namespaces: object }
  valid: boolean
  errorCode?: number
  errorMessage?: string
}
const cases = (): Case[] =>
  JSON.parse(readFileSync(resolve(directory, 'walletconnect/session-namespaces.json'), 'utf8'))

describe('parseProposal', () => {
  vectorTest(`behavior: published test vectors${reason}`, () => {
    const proposals = cases().filter(({ session }) => !session)
    expect(proposals.length).toBeGreaterThan(7)
    for (const { id, proposal, valid, errorCode, errorMessage } of proposals) {
      const isFlat = !proposal.requiredNamespaces && !proposal.optionalNamespaces
      const lists = isFlat
        ? [proposal]
        : [proposal.requiredNamespaces ?? {}, proposal.optionalNamespaces ?? {}]
      const problem = lists.map(parseProposal).find(({ ok }) => !ok)
      expect([id, problem === undefined]).toEqual([id, valid])
      if (errorCode !== undefined)
        expect([id, problem]).toEqual([id, { ok: false, code: errorCode, message: errorMessage }])
    }
  })

  test('behavior: returns one entry per namespace', () => {
    expect(
      parseProposal({
        eip155: { chains: ['eip155:1'], methods: ['a'], events: [] },
        'eip155:10': { methods: ['b'], events: ['e'] },
      }),
    ).toEqual({
      ok: true,
      namespaces: { eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['a', 'b'], events: ['e'] } },
    })
  })
})

describe('mergeProposals', () => {
  test('behavior: merges chains, methods and events of required and optional namespaces', () => {
    const required = { eip155: { chains: ['eip155:1'] as const, methods: ['a'], events: [] } }
    const optional = { eip155: { chains: ['eip155:1', 'eip155:10'] as const, methods: ['b'], events: ['e'] } }
    expect(mergeProposals(required, optional)).toEqual({
      eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['a', 'b'], events: ['e'] },
    })
  })
})

describe('parseApproval and usableNamespaces', () => {
  // Nothing is proposed as required, so fewer chains, methods, events or namespaces are valid here.
  const onlyRequired = ['2.3', '2.4', '2.9', '2.10']

  vectorTest(`behavior: published test vectors${reason}`, () => {
    const sessions = cases().filter(({ session }) => session)
    expect(sessions.length).toBeGreaterThan(9)
    for (const { id, proposal, session, valid, errorCode, errorMessage } of sessions) {
      const approved = parseApproval(session?.namespaces)
      if (!valid && !onlyRequired.includes(id)) {
        expect([id, approved]).toEqual([id, { ok: false, code: errorCode, message: errorMessage }])
        continue
      }
      const proposed = parseProposal(proposal.requiredNamespaces)
      if (!approved.ok || !proposed.ok) throw new Error(`${id} could not be parsed`)
      const usable = usableNamespaces({ approved: approved.namespaces, proposed: proposed.namespaces })
      expect([id, usable.ok]).toEqual([id, true])
    }
  })

  test('error: never throws, and never exceeds the proposal', () => {
    const proposed = { eip155: { chains: ['eip155:1'] as const, methods: ['m'], events: ['e'] } }
    const account = fc.constantFrom(
      'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb',
      'cosmos:a-1:x',
      'x',
      '',
    )
    const entry = fc.record(
      {
        chains: fc.oneof(fc.array(fc.string()), fc.anything()),
        accounts: fc.oneof(fc.array(account), fc.anything()),
        methods: fc.oneof(fc.array(fc.constantFrom('m', 'n')), fc.anything()),
        events: fc.oneof(fc.array(fc.constantFrom('e', 'f')), fc.anything()),
      },
      { requiredKeys: [] },
    )
    const key = fc.constantFrom('eip155', 'eip155:1', 'cosmos', '__proto__', 'constructor', '')
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(key, entry), fc.anything()), (value) => {
        parseProposal(value)
        const approved = parseApproval(value)
        if (!approved.ok) return
        const usable = usableNamespaces({ approved: approved.namespaces, proposed })
        if (!usable.ok) return
        expect(Object.keys(usable.namespaces)).toEqual(['eip155'])
        expect(['m'].concat(usable.namespaces.eip155?.methods ?? []).every((one) => one === 'm')).toBe(true)
      }),
    )
  })
})
